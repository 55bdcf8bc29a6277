import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot, runWinnow } from './run-winnow.js';
import { shellWords } from './shell-words.js';
import { temporaryFolder } from './temporary-folder.js';

/**
 * A page of the documentation is a script. Comments in it, which readers do not see, tell what its blocks are:
 *
 *     <!-- run in examples/first -->      a fresh copy of this folder becomes the working folder
 *     <!-- run in an empty folder -->
 *     <!-- file plan.yaml -->             the next block is the contents of this file
 *     <!-- not run: REASON -->            the next block is only shown
 *     <!-- exit 1 -->                     the last command of the next block ends with this exit code
 *
 * Every line of a `sh` block that begins with `winnow` is run. A `text` block shows what the last command printed; a line
 * with only `…` stands for any number of lines.
 */
export interface PageRun {
  /** Commands that ended otherwise than expected, and blocks that show something else than was printed. */
  readonly problems: readonly string[];
  readonly commands: readonly string[];
  /** The page with every `text` block as printed now; in an excerpt, each part becomes the most similar lines. */
  readonly updated: string;
}

const block = /^(?<comment>(?:<!-- [^\n]*-->\n+)*)```(?<kind>[a-z]*)\n(?<text>[\s\S]*?)^```$/gm;

/** Runs a page and compares its blocks with what its commands print. */
export function runPage(page: string): PageRun {
  const problems: string[] = [];
  const commands: string[] = [];
  let folder: string | undefined;
  let printed: string | undefined;
  const updated = page.replaceAll(block, (whole, ...rest) => {
    const { comment = '', kind, text = '' } = rest.at(-1) as Record<string, string>;
    const said = [...comment.matchAll(/<!-- (.*?) -->/g)].map(([, words = '']) => words);
    for (const words of said) {
      const [, place] = /^run in (.+)$/.exec(words) ?? [];
      if (place !== undefined) folder = workingFolder(place);
    }
    const [, file] = /^file (\S+)$/m.exec(said.join('\n')) ?? [];
    if (file !== undefined) {
      if (folder === undefined) problems.push(`${file} is written nowhere: say where the page runs.`);
      else write(join(folder, file), text);
      return whole;
    }
    if (said.some((words) => words.startsWith('not run:'))) {
      printed = undefined;
      return whole;
    }
    if (kind === 'sh') {
      const lines = text.split('\n').filter((line) => /^winnow\b/.test(line));
      const exit = Number(/^exit (\d)$/m.exec(said.join('\n'))?.[1] ?? 0);
      lines.forEach((line, i) => {
        const command = line.replace(/ {2}# .*$/, '');
        commands.push(command);
        if (folder === undefined) {
          problems.push(`${command}: say where it runs.`);
          return;
        }
        const { code, stdout, stderr } = runWinnow(shellWords(command).slice(1), { cwd: folder });
        printed = stdout;
        const expected = i === lines.length - 1 ? exit : 0;
        if (code !== expected) problems.push(`${command} ends with ${code}, not ${expected}: ${stderr}`);
      });
      return whole;
    }
    if (kind !== 'text' || printed === undefined) return whole;
    if (!isShown(text, printed))
      problems.push(`after ${commands.at(-1)} the page shows\n${text}\nbut winnow prints\n${printed}`);
    const now = text.split('\n').includes('…') ? excerptOf(printed, text) : printed;
    return `${comment}\`\`\`text\n${now.trimEnd()}\n\`\`\``;
  });
  return { problems, commands, updated };
}

/** The excerpt as it would be from the text printed now. */
function excerptOf(printed: string, excerpt: string): string {
  const lines = printed.trimEnd().split('\n');
  let from = 0;
  const parts = excerpt.trimEnd().split(/(^…$\n?)/m);
  const updated = parts.map((part) => {
    const own = part.replace(/\n$/, '').split('\n');
    if (part.startsWith('…') || part.trim() === '' || isShown(excerpt, printed)) return part;
    const starts = Array.from({ length: Math.max(1, lines.length - from - own.length + 1) }, (_, i) => from + i);
    const likeness = (start: number) =>
      own.reduce((sum, line, i) => sum + sharedWords(line, lines[start + i] ?? ''), 0) / own.length;
    const start = starts.reduce((best, each) => (likeness(each) > likeness(best) ? each : best));
    from = start + own.length;
    return `${lines.slice(start, from).join('\n')}\n`;
  });
  return updated.join('');
}

/** The share of words that two lines have in common, 0 to 1. */
function sharedWords(a: string, b: string): number {
  const [first, second] = [a, b].map((line) => line.split(/\s+/).filter((word) => word !== ''));
  if (first === undefined || second === undefined || first.length + second.length === 0) return 1;
  const left = [...second];
  const shared = first.filter((word) => left.includes(word) && left.splice(left.indexOf(word), 1).length > 0);
  return (2 * shared.length) / (first.length + second.length);
}

function workingFolder(place: string): string {
  const folder = join(temporaryFolder(), 'work');
  mkdirSync(folder);
  if (place !== 'an empty folder') cpSync(join(projectRoot, place), folder, { recursive: true });
  return folder;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Whether a text was printed; the parts between lines of `…` must follow each other. */
function isShown(text: string, printed: string): boolean {
  const parts = `\n${text}`
    .split(/\n…(?=\n)/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (!text.split('\n').includes('…')) return text.trimEnd() === printed.trimEnd();
  let from = 0;
  return parts.every((part) => {
    const at = printed.indexOf(part, from);
    from = at + part.length;
    return at !== -1;
  });
}
