import type { PoolState } from '../compare/pool-state.js';
import type { Manifest } from '../manifest/manifest.js';
import { ManifestError, ResultsError } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import type { Selection } from '../model/selection.js';
import { type MatchedOutcomes, matchOutcomes } from '../outcomes/match-outcomes.js';
import { matchWarnings } from '../outcomes/match-warnings.js';
import { configurationNames, filterOutcomes } from '../outcomes/outcome-lists.js';
import { validityRunOf } from '../vetting/recognise-runs.js';
import { vetTasks } from '../vetting/vet-tasks.js';
import { setUpWarning } from '../vetting/vetting-warnings.js';
import type { Proposal } from './refresh.js';
import { renewBenchmark } from './renew-benchmark.js';
import { unsoundTasks } from './unsound-tasks.js';

/** What a refresh looks at. */
export interface RefreshFrom {
  readonly former: Manifest;
  /** What the plan gives now. */
  readonly now: Selection;
  /** The tasks as they are now, hashed as those of the former version were. */
  readonly state: PoolState;
  readonly results: RunResults;
  /** Why no new version may be made; undefined: it may. */
  readonly onlyReplace?: string | undefined;
}

/** What the evidence supports for each benchmark, and the results of ordinary systems that it rests on. */
export function proposeRefresh(from: RefreshFrom): Proposal & { readonly matched: MatchedOutcomes } {
  const { former, now, state, results, onlyReplace } = from;
  if (former.metadata.tier !== undefined) throw new ManifestError([tierFault(former.metadata.tier.name)]);
  if (results.faults.length > 0) throw new ResultsError(results.faults);
  const isValidity = (configuration: string) => validityRunOf(configuration) !== undefined;
  const hasOthers = configurationNames(results.outcomes).some(isValidity);
  const vetted = hasOthers ? vetTasks(now, results) : undefined;
  // Where most validity runs go wrong, it is their set-up that is broken, and no task.
  const isUsable = vetted?.warnings.every(({ code }) => code !== setUpWarning) ?? true;
  const vetting = isUsable || vetted === undefined ? vetted : { ...vetted, proposals: [] };
  const pool = now.benchmarks.flatMap(({ tasks }) =>
    tasks.map(({ benchmark, id, aliases }) => ({ benchmark, id, aliases: aliases ?? [] })),
  );
  const ordinary = filterOutcomes(results.outcomes, ({ configuration }) => !isValidity(configuration));
  const matched = matchOutcomes(pool, pool, ordinary);
  if (matched.faults.length > 0) throw new ResultsError(matched.faults);
  const { unsound, warnings } = unsoundTasks({ former, state, now, vetting, matched });
  const byName = new Map(matched.configurations.map((each) => [each.name, each]));
  const inOrder = configurationNames(ordinary);
  const renewals = now.benchmarks.map((benchmark) => {
    const { name } = benchmark.plan;
    return renewBenchmark({
      benchmark,
      former: former.tasks.filter((task) => task.benchmark === name).map(({ task_id: id }) => id),
      unsound: new Set(unsound.filter((task) => task.benchmark === name).map(({ id }) => id)),
      systems: inOrder.flatMap((each) => byName.get(each) ?? []),
      hasOthers,
      onlyReplace,
    });
  });
  const told = vetting?.warnings ?? [...results.warnings, ...matchWarnings(matched)];
  const isOtherPlan = former.metadata.plan.sha256 !== now.plan.hash;
  const message = 'the plan changed since the selection was made; what it changed is part of the new version.';
  return {
    unsound,
    renewals,
    matched,
    warnings: [...(isOtherPlan ? [{ code: 'plan-changed', message }] : []), ...told, ...warnings],
  };
}

function tierFault(name: string) {
  return {
    code: 'refresh/tier',
    message: `the selection is the tier "${name}" of a larger one.`,
    hint: `Refresh the whole selection; then write the tier with "winnow select --tier ${name}".`,
  };
}
