import type { Selection } from '../../model/selection.js';
import { compareText } from '../../text/compare-text.js';
import type { PoolResults } from '../question/pool-results.js';
import { describeDesign } from './describe-design.js';
import type { FidelityAssessment, FidelityOptions, FidelityRow, FidelityScope, NotJudged } from './fidelity.js';
import { fidelityNotes } from './fidelity-notes.js';
import { fidelityRow } from './fidelity-row.js';
import { scopeOf } from './fidelity-scope.js';
import { type FidelitySetting, fidelitySetting } from './fidelity-setting.js';
import { forecastCheck } from './forecast-check.js';
import { type JudgedBenchmark, judgedTogether } from './judged-together.js';
import { duplicatesOf, findNearDuplicates } from './near-duplicates.js';
import { takeAtSize } from './taken-tasks.js';
import { witnessesOf } from './witnesses.js';

/**
 * Compares the rates of systems on the selected tasks with their rates on all eligible tasks, and with what random draws
 * of as many tasks would give. Pure: the same selection, results, options and seed give the same figures.
 *
 * @throws WinnowError when an option is out of range.
 */
export function assessFidelity(
  selection: Selection,
  results: PoolResults | undefined,
  options: FidelityOptions = {},
): FidelityAssessment {
  const setting = fidelitySetting(options, selection);
  const systems = (results?.configurations ?? []).toSorted((a, b) => compareText(a.name, b.name));
  const names = systems.map(({ name }) => name);
  const nearDuplicates = findNearDuplicates(systems, setting.passAt);
  const duplicates = duplicatesOf(names, nearDuplicates);
  const judged: JudgedBenchmark[] = [];
  const notJudged: NotJudged[] = [];
  for (const benchmark of selection.benchmarks) {
    const { name } = benchmark.plan;
    if (setting.benchmark !== undefined && setting.benchmark !== name) continue;
    const witnesses = witnessesOf(selection, benchmark, systems, duplicates, setting.passAt);
    if (witnesses.none === undefined) judged.push({ benchmark, witnesses });
    else notJudged.push({ benchmark: name, ...witnesses.none });
  }
  const cannot: string[] = [];
  const scopes = judged.map((each) => benchmarkScope(each, duplicates, setting, cannot));
  const together = judgedTogether(judged, duplicates, setting);
  const facts = {
    plan: selection.plan.name,
    kind: selection.kind,
    draws: setting.draws,
    seed: setting.seed,
    seedFrom: setting.seedFrom,
    systems: names,
    nearDuplicates,
    scopes: [...together, ...scopes],
    notJudged,
  };
  return { ...facts, notes: [...fidelityNotes(facts, judged, results), ...cannot] };
}

/** One benchmark: the selection, and its rule at other sizes. */
function benchmarkScope(
  { benchmark, witnesses }: JudgedBenchmark,
  duplicates: ReadonlyMap<string, ReadonlySet<string>>,
  setting: FidelitySetting,
  cannot: string[],
): FidelityScope {
  const scope = scopeOf([benchmark], witnesses.systems, duplicates);
  const rows: FidelityRow[] = [];
  const own = fidelityRow(scope, [benchmark], true, setting);
  if (own !== undefined) rows.push(own);
  for (const size of setting.sizes) {
    if (size === benchmark.choices.length) continue;
    const taken = takeAtSize(benchmark, size);
    const row = 'why' in taken ? undefined : fidelityRow(scope, [taken], false, setting);
    if (row !== undefined) rows.push(row);
    else {
      const why = 'why' in taken ? taken.why : 'no system has a result on a task that it takes.';
      cannot.push(`${benchmark.plan.name} cannot be judged at ${size} tasks: ${why}`);
    }
  }
  return {
    benchmark: benchmark.plan.name,
    kind: scope.kind,
    eligible: scope.tasks.length,
    design: describeDesign([benchmark]),
    leftOut: witnesses.leftOut,
    forecast: forecastCheck(benchmark, witnesses.systems, own),
    rows,
  };
}
