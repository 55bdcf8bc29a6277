import type { Difference } from '../manifest/difference.js';
import { shown } from '../text/shown.js';

/** What a check found. */
export interface CheckResult {
  /** Each of them is a failure. */
  readonly differences: readonly Difference[];
  /** What a reader should know and what is no failure by itself. */
  readonly notes: readonly Difference[];
}

/** What is known of a file before its text is compared. */
export interface ExpectedText {
  readonly name: string;
  readonly text: string;
  /** The code of the difference, and what the sentence begins with. */
  readonly code: string;
  readonly verdict: string;
}

/** Compares a file with the text it should have; shows the first line that differs. */
export function checkText(found: string | undefined, { name, text, code, verdict }: ExpectedText): CheckResult {
  if (found === text) return { differences: [], notes: [] };
  if (found === undefined) {
    return { differences: [{ code: 'file/missing', message: `${name} is missing.` }], notes: [] };
  }
  const lines = { found: linesOf(found), expected: linesOf(text) };
  const at = lines.expected.findIndex((line, i) => line !== lines.found[i]);
  if (at === -1 && lines.found.length === lines.expected.length) {
    const message = `${name} has line ends of another system (CRLF); its lines are right.`;
    return { differences: [], notes: [{ code: 'note/line-ends', message }] };
  }
  const index = at === -1 ? lines.expected.length : at;
  const [is, expected] = [lines.found[index], lines.expected[index]];
  const from = excerptStart(is ?? '', expected ?? '');
  const message = `${name} ${verdict}: line ${index + 1} is ${excerpt(is, from)}; expected ${excerpt(expected, from)}.`;
  return { differences: [{ code, message }], notes: [] };
}

/** The lines without their ends; git may have changed those on the way. */
function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

const context = 40;
const longest = 160;

/** Where to begin, so that the first character that differs is seen. */
function excerptStart(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return Math.max(a.length, b.length) <= longest ? 0 : Math.max(0, same - context);
}

function excerpt(line: string | undefined, from: number): string {
  if (line === undefined) return 'nothing';
  return shown(`${from > 0 ? '…' : ''}${line.slice(from, from + longest)}${line.length > from + longest ? '…' : ''}`);
}
