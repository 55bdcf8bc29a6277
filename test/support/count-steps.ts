import { Session } from 'node:inspector/promises';
import { expect } from 'vitest';

// On from the start, and for good: a function that has run before counts only its calls, and not its blocks.
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The project's own code: what is counted unless a test asks for more. */
const ownCode = /\/src\/.*(?<!\.test)\.ts$/;

/**
 * Checks that sixteen times the input takes about sixteen times the steps: with a square it would be 256 times. Steps are
 * counted and not timed, so that a busy machine changes nothing. The limit lies far from both: what the compiler makes of a
 * small function may hide some of its calls.
 */
export async function expectLinearSteps(
  work: (size: number) => () => void,
  size: number,
  counted: RegExp = ownCode,
): Promise<void> {
  const few = await countSteps(work(size), counted);
  const many = await countSteps(work(16 * size), counted);
  expect(few).toBeGreaterThan(size / 10);
  expect(many / few, `${few} steps at size ${size}, ${many} at sixteen times that`).toBeLessThan(64);
}

/**
 * How often the blocks of the counted code run, and how many characters or items the searches of the language that
 * they call look at.
 */
async function countSteps(work: () => void, counted: RegExp): Promise<number> {
  await takeCounts();
  const searched = countSearched(work);
  const own = (await takeCounts()).filter(({ url }) => counted.test(url));
  const ranges = own.flatMap(({ functions }) => functions.flatMap(({ ranges: inFunction }) => inFunction));
  return ranges.reduce((sum, { count }) => sum + count, searched);
}

/** What ran since the last time it was asked. */
async function takeCounts() {
  return (await session.post('Profiler.takePreciseCoverage')).result;
}

/** What a search looked at: up to the end of what it found, or to the end of the text. */
function countSearched(work: () => void): number {
  let searched = 0;
  const { indexOf } = String.prototype;
  const { exec } = RegExp.prototype;
  const { slice, join, indexOf: placeOf, includes } = Array.prototype;
  String.prototype.indexOf = function (sought, from = 0) {
    const at = indexOf.call(this, sought, from);
    searched += (at === -1 ? this.length : at) - from + 1;
    return at;
  };
  // All of the language that takes a pattern calls this, once it is not the original.
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    const isAnchored = this.sticky || this.source.startsWith('^');
    if (match === null) searched += isAnchored ? 1 : text.length - from + 1;
    else searched += match.index + match[0].length - from + 1;
    return match;
  };
  Array.prototype.slice = function (...range) {
    const items = slice.apply(this, range);
    searched += items.length;
    return items;
  };
  Array.prototype.join = function (separator) {
    searched += this.length;
    return join.call(this, separator);
  };
  Array.prototype.indexOf = function (item, from) {
    const at = placeOf.call(this, item, from);
    searched += at === -1 ? this.length : at;
    return at;
  };
  Array.prototype.includes = function (item, from) {
    const at = placeOf.call(this, item, from);
    searched += at === -1 ? this.length : at;
    return includes.call(this, item, from);
  };
  try {
    work();
  } finally {
    String.prototype.indexOf = indexOf;
    RegExp.prototype.exec = exec;
    Object.assign(Array.prototype, { slice, join, indexOf: placeOf, includes });
  }
  return searched;
}
