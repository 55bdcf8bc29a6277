import type { AuditCheckName, AuditFinding } from '../../core/quality/audit-checks.js';
import { countOf, visibleText } from '../../core/text/words.js';
import { type TaskFolder, UnreadableFile } from '../../files/task-folder.js';
import { isCopied, isUnpinned, readDockerfile } from './dockerfile.js';
import { secretsIn } from './secrets.js';

/** The parts of a task folder that an audit checks; paths are relative to the folder. */
export interface AuditedLayout {
  /** The build context of the agent's container; '' is the task's folder itself. */
  readonly context: string;
  /** The solution: files, or folders with a slash at the end. */
  readonly solution: readonly string[];
  /** The tests: files, or folders with a slash at the end. */
  readonly tests: readonly string[];
  /** The scripts that run the tests. */
  readonly testScripts: readonly string[];
  /** Whether one of the scripts must exist. */
  readonly needsScript: boolean;
  /** The limits missing from the task's own file, in words. */
  readonly missingLimits: (folder: TaskFolder) => readonly string[];
  /** Images that the task's own file names. */
  readonly images: (folder: TaskFolder) => readonly string[];
}

// A task has few files itself; some include a repository.
const mostFiles = 400;
const mostDepth = 6;
const mostTextLength = 1_000_000;
/** Shorter files may match by chance. */
const fewestSolutionChars = 80;

/**
 * Checks the files of a task without running anything or following links: whether an agent can read the solution,
 * whether the tests check anything, the base image, and secrets.
 */
export function auditFolder(folder: TaskFolder, layout: AuditedLayout): readonly AuditFinding[] {
  return new FolderAudit(folder, layout).findings();
}

class FolderAudit {
  readonly #folder: TaskFolder;
  readonly #layout: AuditedLayout;
  readonly #found: AuditFinding[] = [];
  readonly #unread: string[] = [];
  readonly #files: readonly string[];
  #isCut = false;

  constructor(folder: TaskFolder, layout: AuditedLayout) {
    this.#folder = folder;
    this.#layout = layout;
    const parts = new Set(
      [layout.context, ...layout.solution, ...layout.tests].map((path) => path.replace(/\/$/, '')).filter(Boolean),
    );
    const all = layout.context === '' ? folder.names().filter((name) => name !== '.git') : [...parts];
    this.#files = [...new Set(all.flatMap((part) => this.#below(part, 0)))].sort();
  }

  findings(): readonly AuditFinding[] {
    this.#checkContainer();
    this.#checkTests();
    this.#checkSecrets();
    const limits = this.#layout.missingLimits(this.#folder);
    if (limits.length > 0) this.#add('timeout-missing', `The task sets no ${limits.join(' and no ')}.`);
    if (this.#isCut)
      this.#add('not-read', `Winnow checked only the first ${mostFiles} files, up to ${mostDepth} folders deep.`);
    const [first] = this.#unread;
    if (first !== undefined)
      this.#add('not-read', `Winnow could not read ${countOf(this.#unread.length, 'file')}, such as ${first}.`);
    return this.#found;
  }

  #add(check: AuditCheckName, evidence: string): void {
    this.#found.push({ check, evidence: visibleText(evidence, 400) });
  }

  /** The files at or below a path, without links. */
  #below(path: string, depth: number): string[] {
    const names = this.#folder.list(path);
    if (names.length === 0) return this.#text(path) === undefined ? [] : [path];
    if (depth >= mostDepth) {
      this.#isCut = true;
      return [];
    }
    const files: string[] = [];
    for (const name of names) {
      if (name === '.git' || files.length >= mostFiles) {
        this.#isCut ||= name !== '.git';
        continue;
      }
      files.push(...this.#below(`${path}/${name}`, depth + 1));
    }
    return files;
  }

  /** The text of a file; undefined if it is missing, not text, or a link. */
  #text(path: string): string | undefined {
    return this.#folder.once(`audit ${path}`, () => {
      try {
        const text = this.#folder.text(path);
        return text !== undefined && text.length > mostTextLength ? '' : text;
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        // Images, archives and other binary files have no text to check.
        if (!/not text in UTF-8|not a regular file/.test(error.message)) this.#unread.push(error.message);
        return undefined;
      }
    });
  }

  #under(paths: readonly string[]): readonly string[] {
    return this.#files.filter((file) =>
      paths.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path)),
    );
  }

  #checkContainer(): void {
    const { context, images } = this.#layout;
    const prefix = context === '' ? '' : `${context}/`;
    const named = images(this.#folder).filter(isUnpinned);
    for (const image of named) this.#add('image-unpinned', `The task file names the image "${image}".`);
    const text = this.#text(`${prefix}Dockerfile`);
    if (text !== undefined) this.#checkDockerfile(text, prefix);
    for (const file of ['docker-compose.yaml', 'docker-compose.yml', 'compose.yaml']) {
      const compose = this.#text(`${prefix}${file}`);
      if (compose !== undefined) this.#checkCompose(compose, `${prefix}${file}`);
    }
  }

  #checkDockerfile(text: string, prefix: string): void {
    const { images, copies } = readDockerfile(text);
    for (const { image, line } of images)
      if (isUnpinned(image)) this.#add('image-unpinned', `${prefix}Dockerfile:${line} is based on "${image}".`);
    const ignored = ignoredBy(this.#text(`${prefix}.dockerignore`));
    const copied = copies.flatMap(({ source, line }) =>
      this.#files
        .filter((file) => file.startsWith(prefix) && !ignored(file.slice(prefix.length)))
        .filter((file) => isCopied(file.slice(prefix.length), source))
        .map((file) => ({ file, line })),
    );
    const leak = copied.find(({ file }) => this.#isSolution(file));
    if (leak !== undefined)
      this.#add(
        'solution-readable',
        `${prefix}Dockerfile:${leak.line} copies ${leak.file} into the agent’s container.`,
      );
    const tests = new Set(this.#under(this.#layout.tests));
    const test = copied.find(({ file }) => tests.has(file));
    if (test !== undefined)
      this.#add('tests-readable', `${prefix}Dockerfile:${test.line} copies ${test.file} into the agent’s container.`);
  }

  /** Whether a file is the solution, or has all of its text. */
  #isSolution(file: string): boolean {
    const own = this.#under(this.#layout.solution);
    if (own.includes(file)) return true;
    const text = this.#text(file)?.trim() ?? '';
    if (text.length < fewestSolutionChars) return false;
    return own.some((path) => this.#text(path)?.trim() === text);
  }

  #checkCompose(text: string, file: string): void {
    const lines = text.split(/\r?\n/).map((line) => line.replace(/\s#.*$/, ''));
    const mounts = lines.flatMap((line, i) => {
      const [, source] = /^\s*-\s*["']?(\.{1,2}(?:\/[^:"']*)?)\s*:\s*\//.exec(line) ?? [];
      return source === undefined ? [] : [{ source, line: i + 1 }];
    });
    const root = this.#layout.context === '' ? /^\.\/?$/ : /^\.\.\/?$/;
    for (const { source, line } of mounts)
      if (root.test(source) || /(^|\/)solution(\.\w+|\/|$)/.test(source))
        this.#add('solution-readable', `${file}:${line} mounts "${source}", which contains the solution.`);
  }

  #checkTests(): void {
    const { tests, testScripts, needsScript } = this.#layout;
    const files = this.#under(tests);
    const scripts = testScripts.filter((path) => this.#text(path) !== undefined);
    if (files.length === 0 && scripts.length === 0) {
      this.#add('tests-missing', `There are no tests in ${tests.join(', ')}.`);
      return;
    }
    if (scripts.length === 0 && needsScript) {
      this.#add('tests-missing', `There is no ${testScripts.join(' or ')} to run the tests.`);
      return;
    }
    const idle = scripts.find((path) => checksNothing(this.#text(path) ?? ''));
    if (idle !== undefined) {
      this.#add('tests-empty', `${idle} runs no command that could fail.`);
      return;
    }
    const python = files.filter((path) => /(^|\/)test_[^/]*\.py$|_test\.py$/.test(path));
    const isBare = (path: string) =>
      !/\bassert\b|self\.assert|pytest\.(fail|raises)|def test|sys\.exit|raise /.test(this.#text(path) ?? '');
    if (python.length > 0 && python.every(isBare))
      this.#add('tests-empty', `${python[0]} has no tests and no assertions.`);
  }

  #checkSecrets(): void {
    const others = ['task.toml', 'task.yaml', 'instruction.md'].filter((name) => this.#folder.has(name));
    for (const file of [...others, ...this.#files]) {
      const [first] = secretsIn(this.#text(file) ?? '');
      if (first === undefined) continue;
      this.#add('secret', `${file}:${first.line} contains what looks like ${first.kind} (${first.shown}).`);
    }
  }
}

/** The paths that a .dockerignore excludes: exact names, folders, wildcards and exceptions. */
function ignoredBy(text: string | undefined): (path: string) => boolean {
  const lines = (text ?? '').split(/\r?\n/).map((line) => line.trim());
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return (path) =>
    rules.reduce((out, rule) => {
      const isKept = rule.startsWith('!');
      const pattern = (isKept ? rule.slice(1) : rule).replace(/^\*\*\//, '').replace(/^\//, '');
      return isCopied(path, pattern) ? !isKept : out;
    }, false);
}

/** Script lines that can't fail, or that award the reward without a check. */
const idleLine =
  /^(#.*|set\s.*|exit 0|true|:|cd\s.*|mkdir\s.*|export\s.*|echo\s.*(>{1,2}\s*\S*(reward|logs)\S*)?|printf\s.*)$/;

function checksNothing(script: string): boolean {
  const lines = script.split(/\r?\n/).map((line) => line.trim());
  return lines.every((line) => line === '' || idleLine.test(line));
}
