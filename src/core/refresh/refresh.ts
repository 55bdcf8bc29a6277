import type { TaskDiff } from '../compare/diff-manifests.js';
import { type DataOf, entry, figure, flag, list, maybe, number, orNull, text, word } from '../documents/forms.js';
import { fingerprint } from '../fingerprint/fingerprint.js';
import type { Manifest } from '../manifest/manifest.js';
import type { HistoryEntry, HistoryReason } from '../model/plan.js';
import type { Choice, Selection } from '../model/selection.js';
import { fieldValue } from '../model/task.js';
import { type ConfigurationOutcomes, meanReward, taskKey } from '../outcomes/match-outcomes.js';
import { pairedInterval, plainVariance } from '../statistics/paired-tests.js';
import { mean } from '../statistics/summary.js';
import { joinWords } from '../text/words.js';
import { pairLeaving } from '../vetting/replacements-of.js';
import type { Proposal, Renewal } from './propose-refresh.js';

export function refreshSchema() {
  const task = { benchmark: text(), taskId: text() };
  return entry({
    plan: text(),
    selection: text('The refreshed file.'),
    version: number('The version of the refreshed selection, or of the selection itself if nothing changes.'),
    changes: flag('Whether there is anything to change.'),
    newSeries: flag('Whether results on the new version start a new series.'),
    benchmarks: list(
      entry({
        benchmark: text(),
        action: word(['draw', 'swap', 'keep'], 'Redrawn, reranked close to the previous version, or kept.'),
        why: text('The reason for the action.'),
        systems: list(text(), 'The systems that a new version learns from.'),
        solvedByAll: number('Selected tasks that every system with results solved.'),
        solvedByNone: number(),
      }),
    ),
    churn: entry({
      kept: number(),
      replaced: number('Tasks replaced by another.'),
      removed: number('Tasks removed without a replacement.'),
      added: number('Tasks added without replacing another.'),
    }),
    swaps: list(
      entry({ ...task, replacedBy: orNull(text()), reason: text(), evidence: orNull(text()) }),
      'Each replaced or removed task.',
    ),
    added: list(text(), 'Tasks added without replacing another, as BENCHMARK/ID.'),
    excluded: list(
      entry({ ...task, reason: text(), evidence: text(), selected: flag('Whether the selection contains it.') }),
      'Exclusions added to the plan.',
    ),
    comparison: comparisonForm(),
    written: flag(),
    files: list(text(), 'The files that were written, or would be.'),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
  });
}

function comparisonForm() {
  const interval = {
    tasks: number('Tasks used for the comparison.'),
    difference: figure(),
    low: figure('Lower end of the 95% interval.'),
    high: figure(),
  };
  return entry({
    commonTasks: number('Tasks in both versions.'),
    systems: list(
      entry({ name: text(), before: figure('Its mean on the previous version.'), after: figure(), ...interval }),
      'The effect of the swaps on each system with results on both versions, as unweighted means.',
    ),
    onCommon: list(
      entry({ first: text(), second: text(), ...interval }),
      'The difference between each system and the first one, on tasks in both versions.',
    ),
  });
}

/** The next version of a selection, with the reason for each change and the evidence from results. */
export type Refresh = DataOf<typeof refreshSchema>;
type VersionComparison = DataOf<typeof comparisonForm>;
type IntervalFigure = Omit<VersionComparison['onCommon'][number], 'first' | 'second'>;

const level = 0.95;

/** Compares two versions by the systems with results on them. `kept` lists the keys of tasks in both. */
export function compareVersions(
  kept: readonly string[],
  { out }: VersionChanges,
  configurations: readonly ConfigurationOutcomes[],
): VersionComparison {
  const swaps = out.flatMap(({ benchmark, taskId, replacedBy }) =>
    replacedBy === undefined
      ? []
      : [[taskKey({ benchmark, id: taskId }), taskKey({ benchmark, id: replacedBy })] as const],
  );
  const places = [...kept.map((key) => [key, key] as const), ...swaps];
  const systems = configurations.flatMap(({ name, byTask }) => {
    const pairs = places.flatMap(([from, to]) => {
      const [before, after] = [meanReward(byTask, from), meanReward(byTask, to)];
      return before === undefined || after === undefined ? [] : [{ isSwap: from !== to, before, after }];
    });
    if (!pairs.some(({ isSwap }) => isSwap)) return [];
    const [before, after] = [mean(pairs.map((pair) => pair.before)), mean(pairs.map((pair) => pair.after))];
    return [{ name, before, after, ...figureOf(pairs.map((pair) => pair.after - pair.before)) }];
  });
  const hasKept = ({ byTask }: ConfigurationOutcomes) => kept.some((key) => meanReward(byTask, key) !== undefined);
  const [first, ...others] = configurations.filter(hasKept);
  const onCommon = others.flatMap(({ name, byTask }) => {
    if (first === undefined) return [];
    const differences = kept.flatMap((key) => {
      const [one, two] = [meanReward(first.byTask, key), meanReward(byTask, key)];
      return one === undefined || two === undefined ? [] : [two - one];
    });
    return differences.length < 2 ? [] : [{ first: first.name, second: name, ...figureOf(differences) }];
  });
  return { commonTasks: kept.length, systems, onCommon };
}

function figureOf(differences: readonly number[]): IntervalFigure {
  const difference = mean(differences);
  const { low, high } = pairedInterval(plainVariance([differences], difference, 1), level);
  return { tasks: differences.length, difference, low: Math.min(low, difference), high: Math.max(high, difference) };
}

/** `kept` is a count, `out` has every removed task, and `added` the keys of tasks that replace none. */
export type VersionChanges = ReturnType<typeof versionChanges>;

/** The first cause for which a comparison of the two versions shows that each task left. */
type Causes = readonly Pick<TaskDiff, 'benchmark' | 'task_id' | 'reason' | 'detail'>[];

export function versionChanges(former: Manifest, after: Selection, proposal: Proposal, causes: Causes) {
  const before = former.tasks.map(({ benchmark, task_id: id, group }) => ({ benchmark, id, group: group.value }));
  const was = new Set(before.map(taskKey));
  const is = new Map(after.choices.map((choice) => [taskKey(choice.task), choice]));
  const leaving = before.filter((task) => !is.has(taskKey(task)));
  const coming = after.choices.filter(({ task }) => !was.has(taskKey(task))).toSorted((a, b) => a.rank - b.rank);
  const pairs = pairLeaving(leaving, coming, after);
  const taken = new Set(pairs.values());
  return {
    kept: before.length - leaving.length,
    out: leaving.map((task) => reasonOf(task, pairs.get(taskKey(task)), proposal, causes, after)),
    added: coming.filter((choice) => !taken.has(choice)).map(({ task }) => taskKey(task)),
  };
}

const reasonWords: Readonly<Record<TaskDiff['reason'], string>> = {
  exclusion: 'excluded by the plan',
  pool: 'pool changed',
  eligibility: 'no longer eligible',
  allocation: 'fewer places',
  score: 'score changed',
  order: 'displaced',
  plan: 'plan changed',
};

function reasonOf(
  { benchmark, id }: { readonly benchmark: string; readonly id: string },
  next: Choice | undefined,
  { unsound, renewals }: Proposal,
  causes: Causes,
  after: Selection,
): HistoryReason {
  const because = (reason: string, evidence?: string) => {
    return { benchmark, taskId: id, replacedBy: next?.task.id, reason, evidence };
  };
  const bad = unsound.find((task) => task.benchmark === benchmark && task.id === id);
  if (bad !== undefined) return because(bad.reason, bad.evidence);
  const renewal = renewals.find((each) => each.benchmark === benchmark);
  if (renewal?.action === 'draw') return because('redrawn');
  if (renewal?.action !== 'swap') {
    const cause = causes.find((each) => each.benchmark === benchmark && each.task_id === id);
    return because(reasonWords[cause?.reason ?? 'plan'], cause?.detail);
  }
  const own = after.benchmarks.find(({ plan }) => plan.name === benchmark)?.tasks.find((task) => task.id === id);
  const [was, is] = [own, next?.task].map((task) => task && fieldValue(task, 'prior_variance'));
  const isKnown = typeof was === 'number' && typeof is === 'number';
  return because(
    'reranked',
    isKnown ? `anticipated variance ${was.toFixed(4)}, replacement ${is.toFixed(4)}` : undefined,
  );
}

export function nextVersion(
  former: Manifest,
  formerText: string,
  { renewals, unsound }: Proposal,
  { out }: VersionChanges,
): HistoryEntry {
  const version = (former.history?.length ?? 0) + 2;
  const renewed = (action: Renewal['action'], how: string, then: string) => {
    const own = renewals.filter((each) => each.action === action);
    const names = joinWords(own.map(({ benchmark }) => benchmark));
    const newer = joinWords([...new Set(own.flatMap((each) => each.newer))]);
    return own.length === 0 ? [] : [`${names} ${how} with full results from ${newer}${then}.`];
  };
  const change = [
    ...(unsound.some(({ selected }) => selected) ? ['Unsound tasks were replaced.'] : []),
    ...renewed('draw', 'redrawn', ', which starts a new series'),
    ...renewed('swap', 'reranked', ''),
  ].join(' ');
  return { version, of: fingerprint(formerText), change: change || 'The plan or the pool changed.', reasons: out };
}
