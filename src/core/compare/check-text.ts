import type { Difference } from '../manifest/read-manifest.js';
import { shown } from '../text/shown.js';
import { isSameText, type LongText, linesOf } from '../text/text-pieces.js';

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
  readonly text: LongText;
  /** The code of the difference, and what the sentence begins with. */
  readonly code: string;
  readonly verdict: string;
}

/** Compares a file with the text it should have; shows the first line that differs. */
export function checkText(found: LongText | undefined, { name, text, code, verdict }: ExpectedText): CheckResult {
  if (found === undefined) {
    return { differences: [{ code: 'file/missing', message: `${name} is missing.` }], notes: [] };
  }
  if (isSameText(found, text)) return { differences: [], notes: [] };
  // Git may have changed the line ends on the way.
  const [is, expected] = [linesOf(found), linesOf(text)];
  for (let number = 1; ; number += 1) {
    const [own, wanted] = [is.next(), expected.next()];
    if (own.done === true && wanted.done === true) break;
    const lines = {
      found: own.done === true ? undefined : own.value,
      expected: wanted.done === true ? undefined : wanted.value,
    };
    if (lines.found === lines.expected) continue;
    const from = excerptStart(lines.found ?? '', lines.expected ?? '');
    const message = `${name} ${verdict}: line ${number} is ${excerpt(lines.found, from)}; expected ${excerpt(lines.expected, from)}.`;
    return { differences: [{ code, message }], notes: [] };
  }
  const message = `${name} has line ends of another system (CRLF); its lines are right.`;
  return { differences: [], notes: [{ code: 'note/line-ends', message }] };
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
