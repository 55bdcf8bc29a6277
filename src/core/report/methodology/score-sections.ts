import { type Block, bullet, headedTable, joined, line, type Section, type Words } from '../../blocks/blocks.js';
import { componentKindOf } from '../../components/component-kinds.js';
import { fieldWords } from '../../describe/field-words.js';
import { evidenceWords } from '../../describe/forecast-words.js';
import { addCount, at, compact, groupBy } from '../../lists/lists.js';
import { learnedNumbers } from '../../model/learned.js';
import type { ComponentRule } from '../../model/plan.js';
import { eligibleCounts } from '../../model/pool-census.js';
import type { BenchmarkSelection, FeatureCount, Selection, ValueCount } from '../../model/selection.js';
import { fieldValue, isTaskNumber } from '../../model/task.js';
import { balanceLimits, countedDifference, isOnLogScale } from '../../statistics/balance.js';
import { countOf, formatCount, joinWords } from '../../text/words.js';

export function scoringSections(selection: Selection): Section[] {
  const { plan, statistics } = selection;
  const { name, decimals, weights, evidence } = plan.score;
  if (weights.size === 0) return [];
  const terms = [...weights].map(([component, weight]) => `${weightText(weight)} * ${component}`);
  const average = ` ${statistics.averageScore.toFixed(decimals)}`;
  return [
    {
      title: `${titleCase(name)} Scoring`,
      blocks: [
        line(['Each task receives a score in ', { asIs: '[0, 1]' }, `, rounded to ${countOf(decimals, 'decimal')}:`]),
        line(`score = ${terms.join('\n      + ')}`, { verbatim: true }),
        line([{ strong: `Average ${name} score:` }, average]),
        ...(evidence.length === 0 ? [] : [line('Rank correlation between score and uplift:')]),
        ...evidence.map((each) => bullet(evidenceWords(each))),
      ],
    },
    { title: 'Component Definitions', level: 3, blocks: componentBlocks(selection) },
  ];
}

/** "MCP benefit" → "MCP Benefit". */
function titleCase(text: string): string {
  return text.replace(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase());
}

function weightText(weight: number): string {
  return String(weight).length < 4 ? weight.toFixed(2) : String(weight);
}

function componentBlocks(selection: Selection): Block[] {
  const { plan, benchmarks } = selection;
  const names = [...plan.score.weights.keys()];
  const isShared = (component: string) =>
    new Set(benchmarks.map((benchmark) => ruleWords(benchmark, component, plan.fields))).size === 1;
  const own = names.filter((component) => !isShared(component));
  const shared = names.filter(isShared).map((component) => {
    const words = benchmarks[0] === undefined ? '' : ruleWords(benchmarks[0], component, plan.fields);
    return bullet([{ strong: component }, benchmarks.length === 1 ? ': ' : ' (all benchmarks): ', words, '.']);
  });
  if (own.length === 0) return [...shared, ...standIns(selection)];
  const rows = [...groupBy(benchmarks, (each) => JSON.stringify(own.map((part) => cell(each, part, plan.fields))))];
  const matrix = headedTable(
    ['', ...own],
    rows.map(([, alike]) => [
      joinWords(alike.map((benchmark) => benchmark.plan.title)),
      ...own.map((component) => (alike[0] === undefined ? '' : cell(alike[0], component, plan.fields))),
    ]),
  );
  return [line('Ratios are capped at 1.'), matrix, ...shared, ...standIns(selection)];
}

type Fields = Selection['plan']['fields'];

type RuleForKnown = ComponentRule & { readonly unknown?: undefined };

function ruleWords({ plan }: BenchmarkSelection, component: string, fields: Fields): string {
  const rule = plan.components.get(component);
  return rule === undefined ? '' : componentKindOf(rule).words(rule, fields);
}

/** A rule for the matrix. It includes the value for unknown fields only if a task needed it. */
function cell(benchmark: BenchmarkSelection, component: string, fields: Fields): string {
  const rule = benchmark.plan.components.get(component);
  if (rule === undefined) return '';
  const kind = componentKindOf(rule);
  if (assumed(benchmark, component) > 0) return kind.words(rule, fields);
  const known: RuleForKnown = { ...rule, unknown: undefined };
  return kind.brief?.(rule, fields) ?? kind.words(known, fields);
}

function assumed({ plan, features, census, tasks }: BenchmarkSelection, component: string): number {
  if (census === undefined) return tasks.filter((task) => task.defaulted.includes(component)).length;
  // Components that SQL computes use one field at most.
  const rule = plan.components.get(component);
  const fields = rule === undefined ? [] : componentKindOf(rule).fields(rule);
  return features.find(({ field }) => fields.includes(field))?.defaulted ?? 0;
}

function standIns({ plan, benchmarks }: Selection): Block[] {
  const lines = benchmarks.flatMap((benchmark) =>
    [...plan.score.weights.keys()].flatMap((component) => {
      const count = assumed(benchmark, component);
      if (count === 0) return [];
      return [bullet([benchmark.plan.title, `: ${component} for ${count} of ${countOf(benchmark.available, 'task')}`])];
    }),
  );
  if (lines.length === 0) return [line('No values were assumed.')];
  return [line('Values assumed for tasks without the field:'), ...lines];
}

export function featureSections({ plan, benchmarks }: Selection): Section[] {
  const features = benchmarks.flatMap((benchmark) =>
    benchmark.features.map((count) => ({ benchmark, count, words: featureWords(benchmark, count.field, plan.fields) })),
  );
  if (features.length === 0) return [];
  const alike = [...groupBy(features, ({ words }) => JSON.stringify(words)).values()];
  const everywhere = alike.filter((each) => benchmarks.length > 1 && each.length === benchmarks.length);
  const shared = new Set(everywhere.flat());
  const own = groupBy(
    features.filter((each) => !shared.has(each)),
    ({ benchmark, count }) => JSON.stringify([benchmark.plan.name, provenance([count])]),
  );
  const lineOf = (who: string, counted: typeof features, listed: typeof features) => {
    const fields = listed.map(({ words }) => words);
    return bullet([who, ` (${provenance(counted.map(({ count }) => count))}): `, ...joined(fields, ', '), '.']);
  };
  const intro =
    'Measured values come from a patch or repository, declared values from a label, a document or the plan.';
  return [
    {
      title: 'Feature Sources',
      blocks: [
        line(intro),
        ...[...own.values()].map((each) => lineOf(at(each, 0).benchmark.plan.title, each.slice(0, 1), each)),
        ...everywhere.map((each) => lineOf('All benchmarks', each, each.slice(0, 1))),
      ],
    },
  ];
}

/** For example "context files (`files_count`, 73–88)": the dataset's column, and the range among eligible tasks. */
function featureWords(benchmark: BenchmarkSelection, field: string, fields: Fields): Exclude<Words, string> {
  const column = benchmark.plan.source.columns.get(field);
  const range = fields.get(field)?.kind === 'number' ? rangeOf(benchmark, field) : undefined;
  const details = compact([column !== undefined && { code: column }, range]);
  return [fieldWords(field, fields), ...(details.length === 0 ? [] : [' (', ...joined(details, ', '), ')'])];
}

function provenance(counts: readonly FeatureCount[]): string {
  const sum = (of: (count: FeatureCount) => number) => counts.reduce((total, count) => total + of(count), 0);
  const parts = [
    ['measured', sum(({ measured }) => measured)],
    ['declared', sum(({ declared }) => declared)],
    ['derived', sum(({ derived = 0 }) => derived)],
    ['unknown', sum(({ defaulted }) => defaulted)],
  ] as const;
  return joinWords(parts.filter(([, count]) => count > 0).map(([words, count]) => `${formatCount(count)} ${words}`));
}

function rangeOf(benchmark: BenchmarkSelection, field: string): string | undefined {
  const values = [...(valueCounts([benchmark], [field]).get(field)?.keys() ?? [])].sort((a, b) => a - b);
  const [least, most] = [values[0], values.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  return least === most ? formatCount(least) : `${formatCount(least)}–${formatCount(most)}`;
}

const mostFields = 8;

export function balanceSection(selection: Selection): Section {
  const shown = differences(selection).map(
    ({ words, difference }) => `${words} ${difference > 0 ? '+' : ''}${difference.toFixed(2)}`,
  );
  const { off, far } = balanceLimits;
  const found =
    shown.length === 0
      ? 'Too few tasks have numeric values to assess balance.'
      : `Selected mean minus eligible mean, in standard deviations of the eligible tasks (counts on a log scale): ${shown.join(', ')}. Check fields beyond ±${off}. Beyond ±${far}, the selection does not represent the pool.`;
  return { title: 'Balance', blocks: [line(found)] };
}

function differences({ plan, benchmarks, choices, weighting }: Selection) {
  const eligible = benchmarks.reduce((sum, { groups }) => sum + groups.reduce((all, { size }) => all + size, 0), 0);
  const numbers = [
    { name: 'score', counts: false },
    ...[...plan.fields.values()].filter(isTaskNumber).map(({ name, counts }) => ({ name, counts })),
  ];
  const countsOf = valueCounts(
    benchmarks,
    numbers.map(({ name }) => name),
  );
  const rows = numbers.flatMap(({ name: field, counts: isCount }) => {
    const counts = countsOf.get(field) ?? new Map<number, number>();
    if ([...counts.values()].reduce((sum, tasks) => sum + tasks, 0) < balanceLimits.leastKnown * eligible) return [];
    const isLog = isOnLogScale(isCount, counts.keys());
    // Rounded, because engines differ in the last bits of a logarithm.
    const onScale = (value: number) => (isLog ? Math.round(Math.log1p(value) * 1e9) / 1e9 : value);
    const known = inOrder(counts).map(([value, tasks]): ValueCount => [onScale(value), tasks]);
    const [own, weights]: [number[], number[]] = [[], []];
    for (const { task, probability = 1 } of choices) {
      const value = fieldValue(task, field);
      if (typeof value !== 'number') continue;
      own.push(onScale(value));
      // Weights have no meaning if some tasks were chosen by rank, as in `assess balance`.
      weights.push(weighting === undefined ? 1 : 1 / probability);
    }
    const difference = countedDifference(own, known, weights);
    return difference === undefined ? [] : [{ words: fieldWords(field, plan.fields), difference }];
  });
  return rows.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, mostFields);
}

function valueCounts(
  benchmarks: readonly Pick<BenchmarkSelection, 'groups' | 'census'>[],
  fields: readonly string[],
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const counts = new Map(fields.map((field) => [field, new Map<number, number>()]));
  for (const benchmark of benchmarks) {
    const found = eligibleCounts(benchmark, fields);
    const prior = benchmark.census?.prior;
    for (const [field, own] of counts) {
      for (const [value, tasks] of found.get(field) ?? []) if (value !== undefined) addCount(own, Number(value), tasks);
      if (prior !== undefined && (field === 'prior_ease' || field === 'prior_variance'))
        // In order, so that a large pool's values need no sorting as pairs.
        for (const value of Float64Array.from(learnedNumbers(prior, field)).sort()) addCount(own, value);
    }
  }
  return counts;
}

function inOrder(counts: ReadonlyMap<number, number>): readonly ValueCount[] {
  const all = [...counts];
  const isInOrder = all.every(([value], i) => i === 0 || value > (all[i - 1]?.[0] ?? Number.NaN));
  return isInOrder ? all : all.sort(([a], [b]) => a - b);
}
