import { shown } from '../core/text/words.js';
import { gitReason, safeGit } from '../disk/safe-git.js';
import { languageByEndings } from './facts/languages.js';
import { count, label, notMine } from './facts/task-facts.js';
import type { RecordFormat } from './formats/task-format.js';
import type { Found } from './found.js';

/** A range of commits in a local git repository; git counts the files and lines. */
const gitRange: RecordFormat = {
  kind: 'record',
  name: 'git-range',
  title: 'Commits of a git repository',
  matches: () => false,
  read: () => notMine,
};

/** Reads each range in each repository as a task: `BASE..HEAD` as given, `BASE...HEAD` from the merge base. */
export async function readGitRanges(
  repositories: readonly string[],
  ranges: readonly string[],
): Promise<readonly Found[]> {
  const found: Found[] = [];
  // One after another: a plan may name thousands of ranges, and each needs a process.
  for (const path of repositories) for (const range of ranges) found.push(await readRange(path, range));
  return found;
}

/** Git accepts no commit name this long. */
const longestRange = 1000;

async function readRange(path: string, range: string): Promise<Found> {
  const [, base = '', dots = '', head = ''] =
    /^([^.\s-][^\s]*?)(\.{2,3})([^.\s-][^\s]*)$/.exec(range.slice(0, longestRange + 1)) ?? [];
  if (dots === '' || range.length > longestRange) {
    return { kind: 'problem', path, reason: `${shown(range)} is not a commit range; expected BASE..HEAD` };
  }
  try {
    const [baseCommit, headCommit] = await Promise.all([commitOf(path, base), commitOf(path, head)]);
    const from = dots === '...' ? (await safeGit(['merge-base', baseCommit, headCommit], path)).trim() : baseCommit;
    const numstat = await safeGit(
      ['diff', '--numstat', '-M', '-z', '--no-ext-diff', '--no-textconv', from, headCommit],
      path,
    );
    const files = readNumstat(numstat);
    const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0);
    const numbers = [
      ...count('files_changed', files.length, true),
      ...count('additions', sum('additions'), true),
      ...count('deletions', sum('deletions'), true),
    ];
    const language = languageByEndings(files);
    const remarks = [base, head]
      .filter((name) => !/^[0-9a-f]{40}$/.test(name))
      .map((name) => `"${name}" is not a full commit id and may refer to another commit later`);
    const facts = {
      id: range,
      aliases: [headCommit],
      labels: label('language', language, 'patch'),
      numbers,
      remarks: files.length === 0 ? [...remarks, 'the range contains no changes'] : remarks,
    };
    // A branch may later refer to another commit with as many changed lines.
    const contents = { names: ['base', 'head'], marks: `${from}\n${headCommit}` };
    return { kind: 'task', format: gitRange, facts, path, contents };
  } catch (cause) {
    return { kind: 'problem', path, reason: `git cannot read ${range}: ${gitReason(cause)}` };
  }
}

async function commitOf(path: string, name: string): Promise<string> {
  return (await safeGit(['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`], path)).trim();
}

interface ChangedFile {
  readonly path: string;
  readonly additions: number;
  readonly deletions: number;
}

/** `--numstat -z`: `added TAB deleted TAB path NUL`, and for a rename `added TAB deleted TAB NUL old NUL new NUL`; `-` for binary. */
function readNumstat(text: string): ChangedFile[] {
  const parts = text.split('\0');
  const files: ChangedFile[] = [];
  for (let i = 0; i < parts.length; i++) {
    const [added, deleted, path] = (parts[i] ?? '').split('\t');
    if (added === undefined || deleted === undefined || path === undefined) continue;
    const name = path === '' ? (parts[i + 2] ?? '') : path;
    if (path === '') i += 2;
    files.push({ path: name, additions: Number(added) || 0, deletions: Number(deleted) || 0 });
  }
  return files;
}
