import { type DocumentOf, entry, flag, list, maybe, text } from '../documents/forms.js';
import { hasFingerprint } from '../fingerprint/fingerprint-pool.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import { isRecord } from '../model/record.js';
import { isSameText, type LongText, linesOf } from '../text/text-pieces.js';
import { compareText, countOf, formatCount, markdownText, shown } from '../text/words.js';

/** The output of `check --json`. */
export function checkSchema() {
  const item = { code: text(), message: text() };
  const more = { hint: maybe(text(), 'What to do.'), path: maybe(text(), 'The keys that lead to the value.') };
  const difference = entry({ ...item, ...more });
  return entry({
    ok: flag(
      'Whether the selection matches its plan and pool, or was rewritten. With --without-pool: whether all checks that were run passed.',
    ),
    mended: maybe(flag(), 'With --fix: whether the files were rewritten.'),
    plan: maybe(text(), 'The path of the plan, or the name of a built-in plan; missing if unknown.'),
    differences: list(difference, 'The differences found. Each is a failure.'),
    notes: list(difference, 'Notes. They are not failures.'),
    verified: maybe(list(entry(item)), 'With --without-pool: the checks that were run.'),
    notVerified: maybe(
      list(entry(item)),
      'With --without-pool: the checks that were skipped because they need the pool or the exact plan.',
    ),
  });
}

export type CheckDocument = DocumentOf<typeof checkSchema>;

/** The files of a selection; undefined if a file is missing. */
export interface SelectionTexts {
  readonly manifest: LongText;
  readonly methodology: string | undefined;
  readonly table: LongText | undefined;
}

/** Differences are failures; notes are not. */
export interface CheckResult {
  readonly differences: readonly Difference[];
  readonly notes: readonly Difference[];
}

interface ExpectedText {
  readonly name: string;
  readonly text: LongText;
  /** The code of the difference, and the start of its message. */
  readonly code: string;
  readonly verdict: string;
}

/** Compares a file with its expected text and shows the first line that differs. */
export function checkText(found: LongText | undefined, { name, text, code, verdict }: ExpectedText): CheckResult {
  if (found === undefined) {
    return { differences: [{ code: 'file/missing', message: `${name} is missing.` }], notes: [] };
  }
  if (isSameText(found, text)) return { differences: [], notes: [] };
  // Git may have changed the line endings.
  const [is, expected] = [linesOf(found), linesOf(text)];
  for (let number = 1; ; number += 1) {
    const [own, wanted] = [is.next(), expected.next()];
    if (own.done === true && wanted.done === true) break;
    const [line, right] = [own, wanted].map((each) => (each.done === true ? undefined : each.value));
    if (line === right) continue;
    const from = excerptStart(line ?? '', right ?? '');
    const message = `${name} ${verdict}: line ${number} is ${excerpt(line, from)}; expected ${excerpt(right, from)}.`;
    return { differences: [{ code, message }], notes: [] };
  }
  const message = `${name} has CRLF line endings; its lines are otherwise correct.`;
  return { differences: [], notes: [{ code: 'note/line-ends', message }] };
}

const context = 40;
const longest = 160;

function excerptStart(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return Math.max(a.length, b.length) <= longest ? 0 : Math.max(0, same - context);
}

function excerpt(line: string | undefined, from: number): string {
  if (line === undefined) return 'nothing';
  return shown(`${from > 0 ? '…' : ''}${line.slice(from, from + longest)}${line.length > from + longest ? '…' : ''}`);
}

/** Files whose hash is not the recorded one. Missing files are reported elsewhere. */
export function fileHashDifferences(
  texts: Pick<SelectionTexts, 'methodology' | 'table'>,
  { metadata }: Pick<Manifest, 'metadata'>,
): Difference[] {
  const known = new Map([
    ['METHODOLOGY.md', texts.methodology],
    ['selection.csv', texts.table],
  ]);
  return Object.entries(metadata.files ?? {}).flatMap(([name, sha256]) => {
    const text = known.get(name);
    if (known.has(name) && (text === undefined || hasFingerprint(text, sha256))) return [];
    const message = known.has(name)
      ? `${name} does not match its hash in selection.json. One of the files was edited, or a run was interrupted.`
      : `selection.json records a hash for "${name}", a file that Winnow does not write.`;
    return [{ code: 'file/hash', message, path: `metadata.files.${name}` }];
  });
}

/** The coverage figures, warnings and hashes of a manifest that are missing from METHODOLOGY.md. */
export function pageDifferences(page: string | undefined, manifest: Manifest): Difference[] {
  if (page === undefined) return [{ code: 'file/missing', message: 'METHODOLOGY.md is missing.' }];
  const lines = page.split(/\r?\n/);
  // A row may have more columns.
  const lacks = (line: string) => !lines.some((own) => own.startsWith(line));
  const lacking = [
    ...expectedSentences(manifest).filter((sentence) => !page.includes(sentence)),
    ...expectedLines(manifest).filter(lacks),
    // Earlier versions wrote the hashes as a table.
    ...hashLines(manifest).flatMap(([now, before]) => (lacks(now) && lacks(before) ? [now] : [])),
  ];
  return lacking.map((line) => ({
    code: 'file/edited',
    message: `METHODOLOGY.md is stale or was edited. According to selection.json, it should contain ${shown(line)}.`,
  }));
}

function expectedSentences({ metadata, benchmarks }: Manifest): string[] {
  const { total_selected: selected, total_available: available, plan } = metadata;
  return [
    `Selected **${countOf(selected, 'task')}** from ${formatCount(available)} available across ${countOf(benchmarks.length, 'benchmark')}`,
    `from plan ${markdownText(plan.name)} (SHA-256 \`${plan.sha256}\`)`,
  ];
}

function expectedLines({ metadata, statistics, methodology, benchmarks, tasks, warnings }: Manifest): string[] {
  const inPhase = (phase: string) =>
    [...new Set(tasks.filter((task) => task.phase === phase).map(({ benchmark }) => benchmark))]
      .sort(compareText)
      .map(markdownText)
      .join(', ');
  const perPhase = new Map(Object.entries(statistics.tasks_per_phase ?? {}));
  const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    `# ${markdownText(metadata.title)}`,
    ...(methodology.phases ?? [])
      .filter((phase) => perPhase.has(phase))
      .map((phase) => row(markdownText(phase), perPhase.get(phase) ?? 0, inPhase(phase))),
    ...benchmarks.map(({ name, available, selected, strategy }) =>
      row(markdownText(name), available, selected, markdownText(strategy)),
    ),
    ...Object.entries(statistics.tasks_per_language ?? {}).map(([name, count]) => row(markdownText(name), count)),
    ...warnings.map(({ message }) => `- ${markdownText(message)}`),
  ];
}

/** The line with each benchmark's hash, in the current format and in that of earlier versions. */
function hashLines({ benchmarks }: Manifest): (readonly [now: string, before: string])[] {
  return benchmarks.map(({ name, available, tasks_sha256: hash }) => {
    const shownName = markdownText(name);
    return [`- ${shownName}: \`${hash}\``, `| ${shownName} | ${available} | \`${hash}\` |`];
  });
}

/** `found` or `expected` is undefined if the value is missing there. */
interface ValueDifference {
  readonly path: string;
  readonly found: unknown;
  readonly expected: unknown;
}

/** All differences between two JSON values, down to scalars. */
export function valueDifferences(found: unknown, expected: unknown, path = ''): ValueDifference[] {
  if (Array.isArray(found) && Array.isArray(expected)) return listDifferences(found, expected, path);
  if (isRecord(found) && isRecord(expected)) {
    return entryDifferences(new Map(Object.entries(found)), new Map(Object.entries(expected)), path);
  }
  return Object.is(found, expected) ? [] : [{ path, found, expected }];
}

function entryDifferences(
  found: ReadonlyMap<string, unknown>,
  expected: ReadonlyMap<string, unknown>,
  path: string,
): ValueDifference[] {
  const keys = new Set([...expected.keys(), ...found.keys()]);
  return [...keys].flatMap((key) =>
    valueDifferences(found.get(key), expected.get(key), path === '' ? key : `${path}.${key}`),
  );
}

/** Matches entries by name, or by position if they have no unique names. */
function listDifferences(found: readonly unknown[], expected: readonly unknown[], path: string): ValueDifference[] {
  const named = { found: byName(found), expected: byName(expected) };
  if (named.found !== undefined && named.expected !== undefined) {
    return entryDifferences(named.found, named.expected, path);
  }
  if (found.length === expected.length) {
    return found.flatMap((entry, i) => valueDifferences(entry, expected[i], `${path}.${i}`));
  }
  const without = (list: readonly unknown[], others: readonly unknown[]) => {
    const known = new Set(others.map((entry) => JSON.stringify(entry)));
    return list.filter((entry) => !known.has(JSON.stringify(entry)));
  };
  const [extra, missing] = [without(found, expected), without(expected, found)];
  if (extra.length + missing.length === 0) return [{ path, found, expected }];
  return [
    ...extra.map((entry) => ({ path, found: entry, expected: undefined })),
    ...missing.map((entry) => ({ path, found: undefined, expected: entry })),
  ];
}

const naming = ['benchmark', 'task_id', 'name', 'field', 'by', 'value'] as const;

function byName(entries: readonly unknown[]): Map<string, unknown> | undefined {
  const named = new Map<string, unknown>();
  for (const entry of entries) {
    if (!isRecord(entry)) return undefined;
    const words = naming
      .map((key) => (Object.hasOwn(entry, key) ? entry[key] : undefined))
      .filter((word) => typeof word === 'string' || typeof word === 'number');
    const name = words.join('/');
    if (words.length === 0 || named.has(name)) return undefined;
    named.set(name, entry);
  }
  return named;
}

const sources = {
  plan: 'the plan',
  run: 'the plan and the pool',
} as const;

/** Differences between a section and the plan, or the result of a run. */
export function valueEdits(
  section: string,
  found: unknown,
  expected: unknown,
  source: keyof typeof sources,
  path = section,
): Difference[] {
  const name = sources[source];
  return valueDifferences(found, expected, path).map((each) => {
    const message =
      each.found === undefined
        ? `${each.path} lacks ${wordsOf(each.expected)}, expected from ${name}.`
        : each.expected === undefined
          ? `${each.path} has ${wordsOf(each.found)}, which does not come from ${name}.`
          : `${each.path} is ${shown(each.found)}; expected ${shown(each.expected)} from ${name}.`;
    return { code: `${section}/edited`, message, path: each.path };
  });
}

function wordsOf(value: unknown): string {
  const { code, message } = isRecord(value) ? value : {};
  return typeof code === 'string' && typeof message === 'string'
    ? `the ${code} warning ${shown(message)}`
    : shown(value);
}
