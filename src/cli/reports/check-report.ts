import type { CheckResult } from '../../core/compare/check-text.js';
import type { PartialCheck } from '../../core/compare/check-without-pool.js';
import { groupBy } from '../../core/lists/group-by.js';
import type { Difference } from '../../core/manifest/read-manifest.js';
import type { Selection } from '../../core/model/selection.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { Terminal } from '../terminal/terminal.js';
import { planLine, type UsedPlan } from './plan-line.js';

/** A selection on disk against its plan: what differs, and what the comparison rests on. */
export interface Comparison {
  readonly result: CheckResult;
  /** Undefined where none could be named. */
  readonly used?: UsedPlan;
  /** Undefined where the plan was not run, or did not run. */
  readonly selection?: Selection;
  /** Throws if the plan has changed since it was run. */
  readonly look?: () => void;
  /** Set where the pool was left aside. */
  readonly parts?: Pick<PartialCheck, 'verified' | 'notVerified'>;
}

/** More of one kind are counted. */
const mostAlike = 10;

/** What a check found, for a person. */
export function checkReport(file: string, comparison: Comparison, fixed: boolean, terminal: Terminal): string {
  const { result, used, parts } = comparison;
  const { differences, notes } = result;
  const { bold, danger, rich } = terminal;
  const line = (mark: string) => (each: Difference) =>
    `${mark} ${visibleText(each.message, 2000)} ${terminal.dim(`[${each.code}]`)}`;
  return [
    bold(`${visibleText(file, 1000)} ${verdict(comparison)}`),
    ...(used === undefined ? [] : [planLine(used, terminal)]),
    ...[...groupBy(differences, ({ code }) => code)].flatMap(([code, alike]) => [
      ...alike.slice(0, mostAlike).map(line(danger(rich ? '✗' : '-'))),
      ...(alike.length > mostAlike
        ? [`  and ${formatCount(alike.length - mostAlike)} more ${terminal.dim(`[${code}]`)} (--json lists all)`]
        : []),
    ]),
    ...notes.map(line('note:')),
    ...(parts === undefined ? [] : partLines(parts, terminal)),
    ...ending(comparison, fixed, terminal),
  ].join('\n');
}

/** Differences of METHODOLOGY.md and selection.csv. */
const besideIt: ReadonlySet<string> = new Set(['file/missing', 'file/edited', 'file/stale']);

function verdict({ result: { differences }, parts }: Comparison): string {
  const count = countOf(differences.length, 'difference');
  if (parts === undefined) {
    if (differences.length > 0 && differences.every(({ code }) => besideIt.has(code))) {
      return `is what the plan and the pool give; the files beside it are not: ${count}.`;
    }
    return differences.length === 0
      ? 'is what the plan and the pool give.'
      : `is not what the plan and the pool give: ${count}.`;
  }
  return differences.length === 0
    ? 'agrees with itself and with its plan; the pool was not read.'
    : `does not agree with itself or with its plan: ${count}; the pool was not read.`;
}

function partLines({ verified, notVerified }: Pick<PartialCheck, 'verified' | 'notVerified'>, { bold }: Terminal) {
  const section = (title: string, entries: PartialCheck['verified']) =>
    entries.length === 0 ? [] : [bold(title), ...entries.map(({ message }) => `  ${message}`)];
  return [...section('Verified', verified), ...section('NOT verified', notVerified)];
}

function ending({ result, selection, parts }: Comparison, fixed: boolean, { dim }: Terminal): string[] {
  if (fixed) return ['Fixed: selection.json, METHODOLOGY.md and selection.csv were rewritten.'];
  if (result.differences.length === 0) return [];
  if (parts !== undefined) return [dim('To rewrite the files, run "winnow check --fix" where the pool is.')];
  if (selection !== undefined) return [dim('To rewrite the files, add --fix.')];
  const isDamaged = result.differences.some(({ code }) => code.startsWith('file/'));
  const again = 'To make the selection again: winnow select PLAN --out FOLDER (--force if another plan made it).';
  return [dim(isDamaged ? again : 'Fix what is named above first.')];
}
