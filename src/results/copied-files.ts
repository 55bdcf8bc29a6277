import { createHash } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { groupBy } from '../core/lists/lists.js';
import { compareText, visibleText } from '../core/text/words.js';
import { readFileSync, statSync } from '../disk/file-access.js';
import type { ReadingNotes } from './content/reading-notes.js';
import { stemOf } from './formats/names.js';
import type { FoundList, OutcomeOptions } from './formats/result-format.js';
import { realPath } from './result-files.js';

interface CopiedRead {
  readonly file: { readonly path: string; readonly real: string; readonly named: boolean };
  readonly reading?: { readonly outcomes: FoundList };
}

/** Larger files are not compared. */
const mostBytes = 64 * 1024 * 1024;
/** With fewer results, the files of two systems may be equal by chance. */
const fewestResults = 10;

/**
 * Drops byte-identical copies in one folder, with a warning for each: files named as copies, such as "w1 (1).csv", and
 * files with rewards or costs that no two runs share by chance. Files that the user named are kept.
 */
export function withoutCopiedFiles<Read extends CopiedRead>(
  reads: readonly Read[],
  { systems }: OutcomeOptions,
  notes: ReadingNotes,
): readonly Read[] {
  const given = new Set([...(systems?.keys() ?? [])].map((path) => realPath(resolve(path))));
  const isNamed = ({ named, real }: Read['file']) => named || given.has(realPath(resolve(real)));
  const found = reads.filter(({ file, reading }) => (reading?.outcomes.length ?? 0) > 0 && !isNamed(file));
  const dropped = new Set<Read>();
  for (const beside of groupBy(found, ({ file }) => dirname(file.path)).values()) {
    if (beside.length < 2) continue;
    const sizes = groupBy(beside, ({ file }) => statSync(file.real).size);
    for (const [size, alike] of sizes) {
      if (alike.length < 2 || size > mostBytes) continue;
      for (const equal of groupBy(alike, ({ file }) => hashOfFile(file.real)).values()) {
        for (const read of copiesAmong(equal, notes)) dropped.add(read);
      }
    }
  }
  return dropped.size === 0 ? reads : reads.filter((read) => !dropped.has(read));
}

function copiesAmong<Read extends CopiedRead>(equal: readonly Read[], notes: ReadingNotes): readonly Read[] {
  const nameOf = (read: Read) => basename(read.file.path);
  const sorted = equal.toSorted(
    (a, b) =>
      Number(isCopyName(nameOf(a))) - Number(isCopyName(nameOf(b))) ||
      nameOf(a).length - nameOf(b).length ||
      compareText(nameOf(a), nameOf(b)),
  );
  const [first, ...others] = sorted;
  if (first === undefined) return [];
  const isTelling = hasVariedAmounts(first.reading?.outcomes ?? []);
  const copies = others.filter((read) => isTelling || isCopyName(nameOf(read)));
  for (const copy of copies) {
    const message = () =>
      `"${visibleText(nameOf(copy), 200)}" is a copy of "${visibleText(nameOf(first), 200)}" in the same folder, so its results count once. If they are different systems, name each one with --name NAME=PATH.`;
    notes.warn('outcomes/copied-file', message, { file: copy.file.path, about: copy.file.path });
  }
  return copies;
}

/** Whether programs or people name copies like this: "w1 (1)", "w1 copy 2", "w1-copy", "Copy of w1". */
function isCopyName(name: string): boolean {
  return /(?: \(\d+\)|[ ._-]+copy(?:[ ._-]*\(?\d+\)?)?)$|^copy[ ._-]+of[ ._-]/i.test(stemOf(name));
}

/** Whether many runs have different costs or partial rewards, so that equal runs are not a coincidence. */
function hasVariedAmounts(outcomes: FoundList): boolean {
  const amounts = new Set<number>();
  for (const { costUsd, verdict } of outcomes) {
    const reward = typeof verdict === 'string' ? 0 : verdict.reward;
    if (reward > 0 && reward < 1) amounts.add(reward);
    else if (costUsd !== undefined) amounts.add(costUsd);
    if (amounts.size >= fewestResults) return true;
  }
  return false;
}

function hashOfFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
