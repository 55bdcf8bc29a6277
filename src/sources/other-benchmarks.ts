import { ResultsError, type Warning } from '../core/model/errors.js';
import type { RunResults } from '../core/model/outcome.js';
import type { Plan } from '../core/model/plan.js';
import type { MatchedOutcomes } from '../core/outcomes/match-outcomes.js';
import { TaskIndex } from '../core/outcomes/task-index.js';
import { filterOutcomes } from '../core/outcomes/task-result.js';
import { countOf, formatCount, visibleText } from '../core/text/words.js';
import { embeddedPlans } from '../disk/load-plan.js';
import { embeddedIds, embeddedPools } from './embedded-data.js';

/** The names of the built-in pools that a plan selects from. */
export function embeddedOf({ benchmarks }: Plan): readonly string[] {
  return benchmarks.flatMap(({ source: { kind, ...from } }) =>
    kind === 'embedded' && 'name' in from ? [from.name] : [],
  );
}

/** Another built-in benchmark, and the names in the results that are its tasks. */
interface OtherBenchmark {
  readonly name: string;
  readonly names: readonly string[];
}

/** Results on other built-in benchmarks: warnings about them, and the names of their tasks. */
export interface Others {
  readonly notes: readonly Warning[];
  readonly names: ReadonlySet<string>;
}

/**
 * Finds results on other built-in benchmarks.
 * @param own The built-in pools of the requested benchmark.
 * @param isLacking Whether a required system has no result on the requested benchmark.
 * @param command The command to suggest with the right suite.
 * @throws ResultsError if the results are on another benchmark, or if most of their tasks are unknown.
 */
export function resultsOfOthers(
  title: string,
  own: readonly string[],
  matched: MatchedOutcomes,
  isLacking: boolean,
  command: string,
): Others {
  const others = own.length === 0 ? [] : otherBenchmarks(own, matched.unknown);
  const [first] = others;
  if (isLacking && first !== undefined) throw new ResultsError([allOfAnother(title, matched, first, command)]);
  const strange = own.length === 0 || first !== undefined ? [] : matched.foreign.filter(({ known }) => known > 0);
  if (strange.length > 0) throw new ResultsError(strange.map((each) => mostlyUnknown(title, each)));
  return { notes: others.map(someOfAnother), names: new Set(others.flatMap(({ names }) => names)) };
}

/** Results without those on other benchmarks, which a warning reports. */
export function withoutOthers(results: RunResults, { notes, names }: Others): RunResults {
  if (names.size === 0) return results;
  const outcomes = filterOutcomes(results.outcomes, ({ taskId }) => !names.has(taskId));
  return { ...results, outcomes, warnings: [...results.warnings, ...notes] };
}

/** The other built-in pools with tasks in the results, most tasks first. */
function otherBenchmarks(own: readonly string[], unknown: readonly string[]): readonly OtherBenchmark[] {
  if (unknown.length === 0) return [];
  const plans = embeddedPlans();
  const found = embeddedPools()
    .filter((name) => !own.includes(name) && plans.includes(name))
    .map((name) => {
      const index = new TaskIndex(embeddedIds(name).map((id) => ({ benchmark: name, id, aliases: [] })));
      return { name, names: unknown.filter((each) => index.find(each) !== undefined) };
    })
    .filter(({ names }) => names.length > 0)
    // A pool with one benchmark is a better answer than one with several.
    .sort((a, b) => b.names.length - a.names.length || Number(a.name === 'ccb') - Number(b.name === 'ccb'));
  // A task in several of them is listed once.
  const told = new Set<string>();
  const others = found.flatMap(({ name, names }) => {
    const fresh = names.filter((each) => !told.has(each));
    for (const each of fresh) told.add(each);
    return fresh.length === 0 ? [] : [{ name, names: fresh }];
  });
  // A few shared names may only mean another version of the same benchmark.
  return told.size < enoughOfOthers * unknown.length ? [] : others;
}

/** Other suites must have at least this share of the unknown tasks. */
const enoughOfOthers = 0.9;

function allOfAnother(
  title: string,
  { unknown, configurations, foreign }: MatchedOutcomes,
  { name, names }: OtherBenchmark,
  command: string,
) {
  const count = names.length === unknown.length ? `all ${names.length}` : `${names.length} of the ${unknown.length}`;
  const [stray] = configurations.length === 0 ? [] : foreign.filter(({ known }) => known === 0);
  const who = stray === undefined ? '' : `${visibleText(stray.configuration, 80)}: `;
  return {
    code: 'results/other-benchmark',
    message: `${who}these are not results for ${title}: ${count} tasks in them, such as ${names[0]}, belong to the suite "${name}".`,
    hint: `Use that suite instead: winnow ${command} ${name} …`,
  };
}

/** The error if more than half of a system's tasks are not in the benchmark; the results may be on another version. */
function mostlyUnknown(title: string, { configuration, known, unknown }: MatchedOutcomes['foreign'][number]) {
  return {
    code: 'results/other-version',
    message: `${visibleText(configuration, 80)}: ${formatCount(unknown)} of the ${formatCount(known + unknown)} tasks in the results are not in ${title}. The results seem to come from another version or another benchmark, where even tasks with the same names may differ.`,
    hint: `Use results for ${title}; "winnow suites" lists the built-in benchmarks. To use these results anyway, remove those on other tasks.`,
  };
}

function someOfAnother({ name, names }: OtherBenchmark): Warning {
  const message = `the results cover several benchmarks: ${countOf(names.length, 'task')}, such as ${names[0]}, ${names.length === 1 ? 'belongs' : 'belong'} to the suite "${name}" and ${names.length === 1 ? 'was' : 'were'} ignored.`;
  return { code: 'results-other-benchmark', message };
}
