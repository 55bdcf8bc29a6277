import { groupBy } from '../../lists/group-by.js';
import type { Choice, Selection } from '../../model/selection.js';
import type { PoolResults } from '../question/pool-results.js';
import { atEnds, type Comparison, sizeForAny, sizeNeeded } from './detectable.js';
import { expectedComparison, sizeOf } from './expected-comparison.js';
import { mergePhases } from './merge-phases.js';
import type { PowerAssessment, PowerOptions, TasksNeeded } from './power-assessment.js';
import { powerNotes } from './power-notes.js';
import { type Planned, powerRow, shownRepeats } from './power-row.js';
import { powerSetting } from './power-setting.js';
import { sameBudget } from './same-budget.js';

/** The differences that are asked about, besides the wanted one. */
const usualDifferences = [0.05, 0.1, 0.15, 0.2];

/** Where no number of repeats is planned, the question of tasks or repeats is asked for a budget of three runs a task. */
const usualRepeats = 3;

/**
 * What a comparison of two configurations on the selected tasks can show: the smallest difference it finds, overall and
 * in parts, and what it would take to find less. Results, if there are any, tell how often configurations disagree.
 *
 * @throws WinnowError when an option is out of range.
 */
export function assessPower(
  selection: Selection,
  results: PoolResults | undefined,
  options: PowerOptions = {},
): PowerAssessment {
  const setting = powerSetting(options);
  const { repeats, wanted, level, power } = setting;
  const { comparison, size } = expectedComparison(selection, results, setting);
  const { discordance, variances } = comparison;
  const planned: Planned = { comparison, repeats, wanted };
  const { choices, benchmarks, plan, kind } = selection;
  const rowOf = (name: string, own: readonly Choice[], isWeighted = kind === 'representative') =>
    powerRow(name, own.length, sizeOf(own, isWeighted), planned);
  const overall = powerRow('all', choices.length, size, planned);
  const byPhase = groupBy(choices, ({ task }) => task.phase);
  const phases = plan.phases.flatMap((name) => {
    const own = byPhase.get(name) ?? [];
    return own.length === 0 ? [] : [{ row: rowOf(name, own), choices: own }];
  });
  const eligible = benchmarks.reduce((sum, each) => sum + each.eligible, 0);
  const worth = overall.tasks === 0 ? 1 : overall.size / overall.tasks;
  const needed =
    wanted === undefined ? sizeForAny(comparison, repeats) : Math.ceil(sizeNeeded(comparison, repeats, wanted).high);
  const facts = {
    kind,
    selected: choices.length,
    eligible,
    power,
    alpha: setting.alpha,
    contrasts: setting.contrasts,
    level,
    repeats,
    wanted,
    discordance,
    variances,
    overall,
    phases: phases.map(({ row }) => row),
    benchmarks: benchmarks
      .filter((benchmark) => benchmark.choices.length > 0)
      .map((each) => rowOf(each.plan.name, each.choices, each.kind === 'representative')),
    needed: differencesOf(wanted).map((difference) => tasksNeeded(comparison, difference, worth)),
    budget: sameBudget({
      variances,
      selected: choices.length,
      eligible,
      repeats: repeats === 1 ? usualRepeats : repeats,
      worth,
      costs: setting.costs,
    }),
    merging: mergePhases(phases, (some) => rowOf('', some), { difference: wanted, needed }),
  };
  return { ...facts, notes: powerNotes(facts, results) };
}

function differencesOf(wanted: number | undefined): readonly number[] {
  return [...new Set([...usualDifferences, ...(wanted === undefined ? [] : [wanted])])].sort((a, b) => a - b);
}

function tasksNeeded(comparison: Comparison, difference: number, worth: number): TasksNeeded {
  return {
    difference,
    tasks: shownRepeats.map((repeats) => {
      const size = sizeNeeded(comparison, repeats, difference);
      return atEnds((end) => Math.ceil(size[end] / worth - 1e-9));
    }),
  };
}
