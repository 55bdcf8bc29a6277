import { fingerprint } from '../fingerprint/fingerprint.js';
import type { Manifest } from '../manifest/manifest.js';
import type { HistoryEntry, HistoryReason } from '../model/plan.js';
import type { Choice, Selection } from '../model/selection.js';
import { fieldValue } from '../model/task.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import { joinWords } from '../text/join-words.js';
import type { Proposal, UnsoundTask } from './propose-refresh.js';
import type { Renewal } from './renew-benchmark.js';

/** What the next version changes. */
export interface VersionChanges {
  readonly kept: number;
  /** Each task that goes out, by benchmark and id. */
  readonly out: readonly HistoryReason[];
  /** Those that come in for nobody, by task key. */
  readonly added: readonly string[];
}

interface Leaving {
  readonly benchmark: string;
  readonly id: string;
  readonly group: string | null;
}

/** Who goes out, for whom, and why: the exclusions say it where they do, then the group, then the benchmark. */
export function versionChanges(former: Manifest, after: Selection, { unsound, renewals }: Proposal): VersionChanges {
  const before = former.tasks.map(({ benchmark, task_id: id, group }) => ({ benchmark, id, group: group.value }));
  const was = new Set(before.map(taskKey));
  const is = new Map(after.choices.map((choice) => [taskKey(choice.task), choice]));
  const leaving = before.filter((task) => !is.has(taskKey(task)));
  const coming = after.choices.filter(({ task }) => !was.has(taskKey(task))).toSorted((a, b) => a.rank - b.rank);
  const pairs = paired(leaving, coming, after);
  const taken = new Set(pairs.values());
  const why = new Map(unsound.map((task) => [taskKey(task), task]));
  return {
    kept: before.length - leaving.length,
    out: leaving.map((task) => {
      const next = pairs.get(taskKey(task));
      const renewal = renewals.find(({ benchmark }) => benchmark === task.benchmark);
      return reasonOf(task, next, why.get(taskKey(task)), renewal, after);
    }),
    added: coming.filter((choice) => !taken.has(choice)).map(({ task }) => taskKey(task)),
  };
}

function paired(leaving: readonly Leaving[], coming: readonly Choice[], after: Selection) {
  const named = new Map(
    after.benchmarks.flatMap(({ plan, exclusions }) =>
      exclusions.flatMap(({ taskId: id, replacedBy }) =>
        replacedBy === undefined ? [] : [[taskKey({ benchmark: plan.name, id }), replacedBy] as const],
      ),
    ),
  );
  const pairs = new Map<string, Choice>();
  const free = new Set(coming);
  const fits: readonly ((task: Leaving, choice: Choice) => boolean)[] = [
    (task, { task: { id } }) => named.get(taskKey(task)) === id,
    (task, { group }) => task.group === (group.key ?? null),
    () => true,
  ];
  for (const isFor of fits) {
    for (const task of leaving) {
      if (pairs.has(taskKey(task))) continue;
      const next = [...free].find((choice) => choice.task.benchmark === task.benchmark && isFor(task, choice));
      if (next === undefined) continue;
      free.delete(next);
      pairs.set(taskKey(task), next);
    }
  }
  return pairs;
}

function reasonOf(
  { benchmark, id }: Leaving,
  next: Choice | undefined,
  unsound: UnsoundTask | undefined,
  renewal: Renewal | undefined,
  after: Selection,
): HistoryReason {
  const same = { benchmark, taskId: id, replacedBy: next?.task.id };
  if (unsound !== undefined) return { ...same, reason: unsound.reason, evidence: unsound.evidence };
  switch (renewal?.action) {
    case 'draw':
      return { ...same, reason: 'redrawn', evidence: undefined };
    case 'swap': {
      const own = after.benchmarks.find(({ plan }) => plan.name === benchmark)?.tasks.find((task) => task.id === id);
      const [was, is] = [own, next?.task].map((task) => task && fieldValue(task, 'prior_variance'));
      const told = typeof was === 'number' && typeof is === 'number';
      const evidence = told ? `anticipated variance ${was.toFixed(4)}, of its replacement ${is.toFixed(4)}` : undefined;
      return { ...same, reason: 'reranked', evidence };
    }
    default:
      return { ...same, reason: 'plan or pool changed', evidence: undefined };
  }
}

/** What is to be remembered of the step from the former version to the next. */
export function nextVersion(
  former: Manifest,
  formerText: string,
  { renewals, unsound }: Proposal,
  { out }: VersionChanges,
): HistoryEntry {
  const version = (former.history?.length ?? 0) + 2;
  const of = (action: Renewal['action']) => renewals.filter((each) => each.action === action);
  const names = (list: readonly Renewal[]) => joinWords(list.map(({ benchmark }) => benchmark));
  const newer = (list: readonly Renewal[]) => joinWords([...new Set(list.flatMap((each) => each.newer))]);
  const [drawn, swapped] = [of('draw'), of('swap')];
  const isReplaced = unsound.some(({ selected }) => selected);
  const change = [
    ...(isReplaced ? ['Unsound tasks were replaced.'] : []),
    ...(drawn.length === 0
      ? []
      : [`${names(drawn)} redrawn with full results of ${newer(drawn)}: a new version that starts a new series.`]),
    ...(swapped.length === 0 ? [] : [`${names(swapped)} reranked with full results of ${newer(swapped)}.`]),
  ].join(' ');
  const fallback = 'The plan or the pool changed.';
  return { version, of: fingerprint(formerText), change: change === '' ? fallback : change, reasons: out };
}
