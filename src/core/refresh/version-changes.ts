import { fingerprint } from '../fingerprint/fingerprint.js';
import type { Manifest } from '../manifest/manifest.js';
import type { HistoryEntry, HistoryReason } from '../model/plan.js';
import type { Choice, Selection } from '../model/selection.js';
import { fieldValue } from '../model/task.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import { joinWords } from '../text/words.js';
import { pairLeaving } from '../vetting/replacements-of.js';
import type { Proposal, UnsoundTask } from './propose-refresh.js';
import type { Renewal } from './renew-benchmark.js';

/** `kept` is a count, `out` has every removed task, and `added` the keys of tasks that replace none. */
export type VersionChanges = ReturnType<typeof versionChanges>;

export function versionChanges(former: Manifest, after: Selection, { unsound, renewals }: Proposal) {
  const before = former.tasks.map(({ benchmark, task_id: id, group }) => ({ benchmark, id, group: group.value }));
  const was = new Set(before.map(taskKey));
  const is = new Map(after.choices.map((choice) => [taskKey(choice.task), choice]));
  const leaving = before.filter((task) => !is.has(taskKey(task)));
  const coming = after.choices.filter(({ task }) => !was.has(taskKey(task))).toSorted((a, b) => a.rank - b.rank);
  const pairs = pairLeaving(leaving, coming, after);
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

function reasonOf(
  { benchmark, id }: { readonly benchmark: string; readonly id: string },
  next: Choice | undefined,
  unsound: UnsoundTask | undefined,
  renewal: Renewal | undefined,
  after: Selection,
): HistoryReason {
  const because = (reason: string, evidence?: string) => {
    return { benchmark, taskId: id, replacedBy: next?.task.id, reason, evidence };
  };
  if (unsound !== undefined) return because(unsound.reason, unsound.evidence);
  if (renewal?.action === 'draw') return because('redrawn');
  if (renewal?.action !== 'swap') return because('plan or pool changed');
  const own = after.benchmarks.find(({ plan }) => plan.name === benchmark)?.tasks.find((task) => task.id === id);
  const [was, is] = [own, next?.task].map((task) => task && fieldValue(task, 'prior_variance'));
  const isKnown = typeof was === 'number' && typeof is === 'number';
  return because(
    'reranked',
    isKnown ? `anticipated variance ${was.toFixed(4)}, of its replacement ${is.toFixed(4)}` : undefined,
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
    return own.length === 0 ? [] : [`${names} ${how} with full results of ${newer}${then}.`];
  };
  const change = [
    ...(unsound.some(({ selected }) => selected) ? ['Unsound tasks were replaced.'] : []),
    ...renewed('draw', 'redrawn', ': a new version that starts a new series'),
    ...renewed('swap', 'reranked', ''),
  ].join(' ');
  return { version, of: fingerprint(formerText), change: change || 'The plan or the pool changed.', reasons: out };
}
