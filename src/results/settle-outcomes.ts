import { placeText } from '../core/model/errors.js';
import type { Outcome } from '../core/model/outcome.js';
import { compareText } from '../core/text/compare-text.js';
import { visibleText } from '../core/text/visible-text.js';
import type { ReadingNotes } from './content/reading-notes.js';
import type { FoundOutcome } from './formats/result-format.js';
import { tellApart } from './tell-apart.js';

/** Makes one list of what files gave: copies counted once, configurations told apart, runs named, attempts numbered, statuses decided, in one order. */
export function settleOutcomes(
  found: readonly FoundOutcome[],
  passAt: number,
  notes: ReadingNotes,
): readonly Outcome[] {
  const numbered = numberAttempts(nameRuns(tellApart(dropCopies(found, notes), notes)), notes);
  return numbered.map((outcome) => settled(outcome, passAt)).sort(compareOutcomes);
}

/** A result in two files that say the same is one result; two that differ are a fault. */
function dropCopies(found: readonly FoundOutcome[], notes: ReadingNotes): readonly FoundOutcome[] {
  const firsts = new Map<string, FoundOutcome>();
  return found.filter((outcome) => {
    const { identity } = outcome;
    if (identity === undefined) return true;
    const first = firsts.get(identity);
    // Twice in one file is no copy.
    if (first === undefined || first.place.file === outcome.place.file) {
      firsts.set(identity, first ?? outcome);
      return true;
    }
    if (JSON.stringify(first.verdict) !== JSON.stringify(outcome.verdict)) twice(first, outcome, notes);
    return false;
  });
}

/** Files of one configuration without a run id are told apart by their names. */
function nameRuns(found: readonly FoundOutcome[]): readonly (FoundOutcome & { run: string })[] {
  const files = new Map<string, Set<string>>();
  const keyOf = ({ benchmark, configuration }: FoundOutcome) => JSON.stringify([benchmark, configuration]);
  for (const outcome of found) {
    if (outcome.run !== undefined) continue;
    const key = keyOf(outcome);
    files.set(key, (files.get(key) ?? new Set()).add(outcome.place.file ?? ''));
  }
  return found.map((outcome) => {
    const several = (files.get(keyOf(outcome))?.size ?? 0) > 1;
    return { ...outcome, run: outcome.run ?? (several ? (outcome.place.file ?? '') : '') };
  });
}

function numberAttempts(
  found: readonly (FoundOutcome & { run: string })[],
  notes: ReadingNotes,
): readonly (FoundOutcome & { run: string; attempt: number })[] {
  const groups = new Map<string, (FoundOutcome & { run: string })[]>();
  for (const outcome of found) {
    const key = JSON.stringify([outcome.taskId, outcome.benchmark, outcome.configuration, outcome.run]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [outcome]);
    else group.push(outcome);
  }
  return [...groups.values()].flatMap((group) => {
    const repeats = group.every(({ attempt, repeat }) => attempt === undefined && repeat !== undefined);
    const seen = new Map<string, FoundOutcome>();
    const ordered = repeats ? [...group].sort((a, b) => compareText(a.repeat ?? '', b.repeat ?? '')) : group;
    return ordered.flatMap((outcome) => {
      const key = repeats ? (outcome.repeat ?? '') : String(outcome.attempt ?? 1);
      const first = seen.get(key);
      if (first !== undefined) {
        twice(first, outcome, notes);
        return [];
      }
      seen.set(key, outcome);
      return [{ ...outcome, attempt: repeats ? seen.size : (outcome.attempt ?? 1) }];
    });
  });
}

function twice(first: FoundOutcome, second: FoundOutcome, notes: ReadingNotes): void {
  const attempt = second.attempt === undefined ? '' : `, attempt ${second.attempt}`;
  notes.fault(
    'outcomes/twice',
    `"${visibleText(second.taskId, 80)}" under "${visibleText(second.configuration, 80)}"${attempt} has two results: here and at ${placeText(first.place)}.`,
    second.place,
    'Remove one; if both are meant, tell them apart by a run or an attempt (in a table, a column of that name).',
  );
}

function settled(outcome: FoundOutcome & { run: string; attempt: number }, passAt: number): Outcome {
  const { taskId, benchmark, configuration, run, attempt, verdict, costUsd, durationMs, fields, place } = outcome;
  const reward = typeof verdict === 'string' ? undefined : verdict.reward;
  const status = typeof verdict === 'string' ? verdict : verdict.reward >= passAt ? 'passed' : 'failed';
  return {
    taskId,
    ...(benchmark === undefined ? {} : { benchmark }),
    configuration,
    run,
    attempt,
    status,
    reward,
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(fields === undefined || Object.keys(fields).length === 0 ? {} : { fields }),
    place,
  };
}

function compareOutcomes(a: Outcome, b: Outcome): number {
  return (
    compareText(a.taskId, b.taskId) ||
    compareText(a.benchmark ?? '', b.benchmark ?? '') ||
    compareText(a.configuration, b.configuration) ||
    compareText(a.run, b.run) ||
    a.attempt - b.attempt
  );
}
