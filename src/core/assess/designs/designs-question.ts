import { type CellsOf, figureColumn, line, quietLine, tableBy, titled, wordColumn } from '../../blocks/blocks.js';
import { claimOf } from '../../describe/selection-words.js';
import { type DataOf, entry, figure, flag, list, number, orNull, text } from '../../documents/forms.js';
import { compact, sumOf } from '../../lists/lists.js';
import type { Selection } from '../../model/selection.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { type Drawing, drawChart } from '../../pictures/chart.js';
import { averageOf } from '../../select/selection-statistics.js';
import { balanceLevel } from '../../statistics/balance.js';
import { mean } from '../../statistics/summary.js';
import { countOf, formatCount, inPoints, visibleText } from '../../text/words.js';
import { comparableColumn, comparedNumbers } from '../balance/balance-columns.js';
import { type AtEnds, detectable, expectedComparison } from '../power/comparison.js';
import { foundCell, foundWords } from '../power/power-view.js';
import { costWords, type Prospect, prospectOf, widestHalf } from '../prospect/prospect.js';
import type { PoolResults } from '../question/pool-results.js';
import { answerOf, option, type Question, seedOf, seedWords } from '../question/question.js';
import { type Design, designs } from './designs.js';

function designsSchema() {
  const ends = entry({ low: orNull(figure()), high: orNull(figure()) });
  return entry({
    plan: text(),
    seed: text('The seed of the random numbers.'),
    seedFrom: text('Its source: "option", "plan" or "default".'),
    conclusion: text(),
    designs: list(
      entry({
        design: text('"plan" first, then other designs with the same number of tasks.'),
        words: text('How it selects tasks.'),
        whyNot: orNull(text(), 'Why it is not possible; null if it is possible.'),
        claim: orNull(text(), 'The claims that results on its tasks can support.'),
        tasks: orNull(number()),
        costUsd: orNull(figure(), 'For one run of each task; null if the plan does not give costs.'),
        detectable: orNull(ends, 'The smallest detectable difference, at both ends of the assumed discordance.'),
        halfWidth: orNull(
          figure(),
          'Half the width of the 95% interval for the pool level; null for a purposive selection.',
        ),
        balance: orNull(
          entry({
            mean: figure('The mean distance of numeric fields from the pool, in pool standard deviations.'),
            largest: entry({ name: text(), difference: figure() }),
            off: number('Fields more than 0.25 from the pool.'),
            compared: number(),
          }),
        ),
        shared: orNull(number(), 'Tasks that the plan selects too.'),
        meanScore: orNull(number(), "The mean of the plan's score over its tasks, each counted once."),
        coverageMet: orNull(flag(), 'Whether every phase has a task and every place is filled.'),
        missingPhases: list(text()),
      }),
    ),
    budgets: list(
      entry({
        tasks: number(),
        isPlan: flag(),
        costUsd: orNull(figure()),
        detectable: ends,
        halfWidth: orNull(
          figure(),
          'Half the width of the 95% interval for the pool level; null for a purposive selection.',
        ),
      }),
      'The figures for other numbers of tasks, selected as in the plan.',
    ),
  });
}

export type DesignsAssessment = ReturnType<typeof assessDesigns>;

export type DesignRow = Pick<Design, 'name' | 'title'> & { readonly words: string } & (
    | { readonly figures: DesignFigures }
    | { readonly why: string }
  );

export type DesignFigures = ReturnType<ReturnType<typeof designsOf>['figuresOf']>;

/** The distance of a design's tasks from the pool: differences in means, in pool standard deviations. */
type DesignBalance = NonNullable<DesignFigures['balance']>;

/** The figures for a number of tasks selected as in the plan, and a sentence about them. */
export interface BudgetPoint extends Pick<Prospect, 'costUsd'> {
  readonly tasks: number;
  readonly isPlan: boolean;
  readonly difference: AtEnds<number | undefined>;
  readonly halfWidth: number;
  readonly sentence: string;
}

/** Computes designs one at a time, so that a page can work in steps. Pure. */
export function designsOf(plan: Selection, results: PoolResults | undefined, given?: string) {
  const seed = seedOf(given, plan.plan.seed);
  const measure = balanceMeter(plan);
  const scoreOf = scoreMeter(plan);
  const own = new Set(plan.choices.map(({ task }) => taskKey(task)));
  const figuresOf = (design: Selection, isBest = false) => ({
    prospect: prospectOf(design, results),
    claim: claimOf(design, isBest),
    balance: measure(design),
    shared: design.choices.filter(({ task }) => own.has(taskKey(task))).length,
    meanScore: scoreOf(design),
  });
  return {
    seed,
    /** Also used by the page for an edited plan. */
    figuresOf,
    rowOf: ({ name, title, words, select, isBest }: Design) => {
      const found = select(plan, seed.seed);
      return { name, title, words: words(plan), ...('why' in found ? found : { figures: figuresOf(found, isBest) }) };
    },
  };
}

/** Averages scores as the plan computes and rounds them; undefined if the plan has no score for some task. */
function scoreMeter({ plan: { score }, benchmarks }: Selection): (design: Selection) => string | undefined {
  const scores = new Map(benchmarks.flatMap(({ tasks }) => tasks.map((task) => [taskKey(task), task.score])));
  return ({ choices }) => {
    if (score.weights.size === 0) return undefined;
    const own = choices.flatMap(({ task }) => scores.get(taskKey(task)) ?? []);
    return own.length < choices.length ? undefined : averageOf(own, score.decimals).toFixed(score.decimals);
  };
}

/** Measures the balance of any selection from the pool, weighted if it is a probability sample. */
function balanceMeter(plan: Selection) {
  const eligible = plan.benchmarks.flatMap(({ groups }) => groups.flatMap(({ ranking }) => ranking));
  const numberOf = new Map(eligible.map((task, i) => [taskKey(task), i]));
  const all = Int32Array.from(eligible, (_, i) => i);
  const columns = comparedNumbers(plan.plan).flatMap((compared) => {
    const found = comparableColumn(compared, all, eligible);
    return typeof found === 'string' ? [] : [{ ...compared, measure: found.column.measure }];
  });
  return ({ choices, kind }: Selection) => {
    const sample = Int32Array.from(choices.flatMap(({ task }) => numberOf.get(taskKey(task)) ?? []));
    const weights = new Float64Array(eligible.length);
    for (const { task, probability = 1 } of choices) weights[numberOf.get(taskKey(task)) ?? -1] = 1 / probability;
    const differences = columns.flatMap(({ name, words, measure }) => {
      const measured = measure(sample, kind === 'representative' ? weights : undefined);
      return measured === undefined ? [] : [{ name, words, difference: measured.difference }];
    });
    const sizes = differences.map(({ difference }) => Math.abs(difference));
    const largest = differences[sizes.indexOf(Math.max(...sizes))];
    if (largest === undefined) return undefined;
    return {
      mean: mean(sizes),
      largest,
      off: differences.filter(({ difference }) => balanceLevel(difference) !== 'close').length,
      compared: differences.length,
    };
  };
}

export const planRow = { name: 'plan', title: 'This plan', words: 'The current selection.' };

export function assessDesigns(plan: Selection, results: PoolResults | undefined, given?: string) {
  const { seed, figuresOf, rowOf } = designsOf(plan, results, given);
  const figures = figuresOf(plan);
  return {
    ...seed,
    plan: { ...planRow, figures },
    designs: designs.map(rowOf),
    budgets: budgetCurve(plan, results, figures.prospect),
  };
}

const steps = 24;
const fewest = 5;

export function budgetCurve(
  selection: Selection,
  results: PoolResults | undefined,
  prospect: Prospect,
): readonly BudgetPoint[] {
  const { benchmarks, weighting, statistics } = selection;
  const own = statistics.selected;
  const pool = sumOf(benchmarks, ({ eligible }) => eligible);
  if (own === 0 || pool === 0) return [];
  const { comparison, size } = expectedComparison(selection, results);
  const worth = weighting === undefined ? 1 : weighting.effectiveSize / own;
  const { level, costUsd, difference } = prospect;
  const halfWidthAt = (tasks: number) => {
    if (level.of !== 'pool') return widestHalf(tasks);
    if (!level.isForecast) return widestHalf(tasks * worth, 1 - tasks / pool);
    // The forecast is for the plan's number of tasks. Its error scales like that of any sample without replacement.
    const left = 1 / own - 1 / pool;
    return left <= 0 ? 0 : level.halfWidth * Math.sqrt((1 / tasks - 1 / pool) / left);
  };
  const from = Math.min(fewest, own, pool);
  const sizes = Array.from({ length: steps + 1 }, (_, i) => Math.round(from * (pool / from) ** (i / steps)));
  return [...new Set([...sizes, own])]
    .sort((a, b) => a - b)
    .map((tasks) => {
      const isPlan = tasks === own;
      const point = {
        tasks,
        isPlan,
        costUsd: costUsd === undefined ? undefined : (costUsd * tasks) / own,
        difference: isPlan ? difference : detectable(comparison, (tasks * size) / own, 1),
        halfWidth: isPlan ? level.halfWidth : halfWidthAt(tasks),
      };
      return { ...point, sentence: budgetSentence(point, { own, pool, isOfPool: level.of === 'pool' }) };
    });
}

function rowData(row: DesignRow): DataOf<typeof designsSchema>['designs'][number] {
  const { prospect, claim, balance, shared, meanScore } = 'figures' in row ? row.figures : {};
  return {
    design: row.name,
    words: row.words,
    whyNot: 'why' in row ? row.why : undefined,
    claim,
    tasks: prospect?.selected,
    costUsd: prospect?.costUsd,
    detectable: prospect?.difference,
    halfWidth: prospect?.level.of === 'pool' ? prospect.level.halfWidth : undefined,
    balance,
    shared,
    meanScore: meanScore === undefined ? undefined : Number(meanScore),
    coverageMet: prospect?.coverage.isMet,
    missingPhases: prospect?.coverage.missing ?? [],
  };
}

export const designsQuestion: Question<{ readonly seed?: string | undefined }> = {
  name: 'designs',
  title: 'Designs side by side',
  summary: 'Compare the plan with other designs of the same size, and with other budgets',
  description:
    'Selects the same number of tasks in several ways: at random, in proportion to benchmark size, by score, from earlier\n' +
    'results and by optimisation. Compares cost, smallest detectable difference, interval width, balance, overlap, mean\n' +
    'score, coverage and the claims that each design supports. Then shows the effect of selecting fewer or more tasks. Needs\n' +
    'no results.',
  options: { seed: option('text', 'text', 'seed for the random designs', "the plan's, or 0") },
  schema: designsSchema,
  hasOwnView: true,
  ask: ({ selection, results }, options) => {
    const assessment = assessDesigns(selection, results?.pool, options.seed);
    const { seed, seedFrom, plan, budgets } = assessment;
    const isOfPool = plan.figures.prospect.level.of === 'pool';
    const document = {
      plan: selection.plan.name,
      seed,
      seedFrom,
      conclusion: designsVerdict(assessment),
      designs: [plan, ...assessment.designs].map(rowData),
      budgets: budgets.map(({ difference, halfWidth, ...point }) => ({
        ...point,
        detectable: difference,
        halfWidth: isOfPool ? halfWidth : undefined,
      })),
    };
    return answerOf(designsSchema(), document, {
      grade: 'good',
      sections: designsSections(assessment),
      method: `Random draws use seed "${seed}" (${seedWords[seedFrom]}). Detectable differences are at 80% power and a significance level of 5%.`,
      pictures: [['designs-budget', budgetChart(budgets)]],
    });
  },
};

/** Compares the plan's precision with that of the best other sample. */
export function designsVerdict({ plan, designs }: DesignsAssessment): string {
  const { prospect } = plan.figures;
  const tasks = countOf(prospect.selected, 'task');
  const [these, estimate] = prospect.selected === 1 ? ['This task', 'estimates'] : [`These ${tasks}`, 'estimate'];
  const samples = designs.flatMap((row) => ('figures' in row && row.figures.prospect.level.of === 'pool' ? [row] : []));
  const best = samples.toSorted((a, b) => halfWidth(a.figures) - halfWidth(b.figures))[0];
  const of = (figures: DesignFigures) => `±${inPoints(halfWidth(figures))}`;
  if (prospect.level.of === 'pool') {
    if (halfWidth(plan.figures) === 0)
      return `The plan takes the whole pool (${tasks}), so every design of this size is the same.`;
    const other =
      best === undefined
        ? ''
        : ` The best alternative of this size (${best.title.toLowerCase()}) reaches ${of(best.figures)}.`;
    return `${these} ${estimate} the pool's level to within ${of(plan.figures)} points.${other}`;
  }
  if (best === undefined) return `No random sample of ${tasks} is possible. "winnow assess designs" lists the reasons.`;
  return `Results on ${these.toLowerCase()} don't generalise to the pool. A ${best.title.toLowerCase()} sample of this size estimates the pool's level to within ${of(best.figures)} points and shares ${countOf(best.figures.shared, 'task')} with the plan.`;
}

function halfWidth({ prospect }: DesignFigures): number {
  return prospect.level.halfWidth;
}

/** For example "0.31 SD on average, at most 0.95 (score)". */
export function balanceWords(balance: DesignBalance | undefined): string {
  if (balance === undefined) return 'no numeric fields to compare';
  const { mean, largest } = balance;
  return `${mean.toFixed(2)} SD on average, at most ${Math.abs(largest.difference).toFixed(2)} (${visibleText(largest.words, 40)})`;
}

/** "met", or the missing phases and the number of unfilled places. */
export function coverageWords({ prospect: { coverage } }: Pick<DesignFigures, 'prospect'>): string {
  const { isMet, missing, shortfalls } = coverage;
  if (isMet) return 'met';
  const names = missing.slice(0, 3).map((name) => visibleText(name, 40));
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : '';
  const lacks = compact([
    missing.length > 0 && `no tasks from ${names.join(', ')}${more}`,
    shortfalls.length > 0 && `${countOf(shortfalls.length, 'place')} unfilled`,
  ]);
  return lacks.join('; ');
}

function budgetSentence(
  { tasks, isPlan, costUsd, difference, halfWidth: half }: Omit<BudgetPoint, 'sentence'>,
  { own, pool, isOfPool }: { readonly own: number; readonly pool: number; readonly isOfPool: boolean },
): string {
  const [are, detect, cover, estimate] =
    tasks === 1 ? ['is', 'detects', 'covers', 'estimates'] : ['are', 'detect', 'cover', 'estimate'];
  const ratio = tasks / own;
  const times = `${ratio >= 10 ? Math.round(ratio) : Number(ratio.toPrecision(2))} × the plan`;
  const notes = compact([
    !isPlan && times,
    tasks === pool && 'the whole pool',
    costUsd !== undefined && `${costWords(costUsd)} for one run of each`,
  ]);
  const who = `${isPlan ? "The plan's " : ''}${countOf(tasks, 'task')}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  const found = foundWords(difference);
  const shown = found === undefined ? `${are} too few to detect any difference` : `${detect} a difference of ${found}`;
  const reached =
    half === 0 ? `${cover} the whole pool` : `${estimate} the pool's level to within ±${inPoints(half)} points`;
  return `${who} ${shown}${isOfPool ? ` and ${reached}` : ''}.`;
}

function designsSections(assessment: DesignsAssessment) {
  const { plan, designs, budgets } = assessment;
  const rows: readonly DesignRow[] = [plan, ...designs];
  const given = rows.flatMap((row) => ('figures' in row ? [{ title: row.title, ...row.figures }] : []));
  const hasCost = given.some(({ prospect }) => prospect.costUsd !== undefined);
  const table = tableBy('Designs of the same size', given, [
    [wordColumn('design'), ({ title }) => title],
    [figureColumn('tasks'), ({ prospect }) => formatCount(prospect.selected)],
    hasCost && costCells(({ prospect }) => prospect.costUsd),
    differenceCells(({ prospect }) => prospect.difference),
    levelCells(({ prospect: { level } }) => (level.of === 'pool' ? level.halfWidth : undefined)),
    [
      figureColumn('mean distance from the pool, in standard deviations', 'distance'),
      ({ balance }) => balance?.mean.toFixed(2) ?? '–',
    ],
    [figureColumn('tasks shared with the plan', 'shared'), ({ shared }) => formatCount(shared)],
    given.some(({ meanScore }) => meanScore !== undefined) && [
      figureColumn('mean score', 'score'),
      ({ meanScore }) => meanScore ?? '–',
    ],
    [wordColumn('coverage'), coverageWords],
  ]);
  const lines = rows.map((row) => {
    const said = 'why' in row ? row.why : `${row.words} ${row.figures.claim}`;
    return line([{ strong: row.title }, `: ${visibleText(said, 1000)}`]);
  });
  return [
    { blocks: [line(designsVerdict(assessment), { isVerdict: true })] },
    titled(table),
    { title: 'How each design selects, and the claims it supports', blocks: lines },
    budgets.length > 1 && budgetSection(assessment, hasCost),
  ];
}

function costCells<Item>(costOf: (item: Item) => number | undefined): CellsOf<Item> {
  const cell = (usd: number | undefined) => (usd === undefined ? '–' : costWords(usd));
  return [figureColumn('cost of one run of each', 'cost'), (item) => cell(costOf(item))];
}

function differenceCells<Item>(found: (item: Item) => Parameters<typeof foundCell>[0]): CellsOf<Item> {
  return [figureColumn('smallest detectable difference, in points', 'difference'), (item) => foundCell(found(item))];
}

function levelCells<Item>(halfOf: (item: Item) => number | undefined): CellsOf<Item> {
  const cell = (half: number | undefined) => (half === undefined ? '–' : inPoints(half));
  return [
    figureColumn('half width of the 95% interval for a level, in points', 'level ±'),
    (item) => cell(halfOf(item)),
  ];
}

const printedBudgets = 9;

function budgetSection({ budgets, plan }: DesignsAssessment, hasCost: boolean) {
  const every = Math.ceil(budgets.length / printedBudgets);
  const shown = budgets.filter(({ isPlan }, i) => isPlan || i % every === 0 || i === budgets.length - 1);
  const table = tableBy('Other budgets', shown, [
    [figureColumn('tasks'), ({ tasks }) => formatCount(tasks)],
    hasCost && costCells(({ costUsd }) => costUsd),
    differenceCells(({ difference }) => difference),
    plan.figures.prospect.level.of === 'pool' && levelCells(({ halfWidth: half }) => half),
    [wordColumn('remark', ''), ({ isPlan }) => (isPlan ? 'this plan' : '')],
  ]);
  return titled(table, quietLine('Assumes that other tasks cost and vary as much as the selected ones.'));
}

/** The smallest detectable difference by number of tasks; undefined if fewer than two budgets detect one. */
export function budgetChart(points: readonly BudgetPoint[]): Drawing | undefined {
  const known = points.flatMap(({ tasks, isPlan, difference: { low, high } }) =>
    low === undefined || high === undefined ? [] : [{ tasks, isPlan, low: 100 * low, high: 100 * high }],
  );
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const ends = known.map(({ tasks, low, high }) => [tasks, Math.min(low, high), Math.max(low, high)] as const);
  const own = known.filter(({ isPlan }) => isPlan).map(({ tasks, low, high }) => [tasks, (low + high) / 2] as const);
  const inWords = ({ tasks, low, high }: typeof first) =>
    `${formatCount(tasks)} tasks detect ${low.toFixed(1)} to ${high.toFixed(1)} points`;
  const lineAt = (end: 1 | 2) => ends.map((each) => [each[0], each[end]] as const);
  return drawChart({
    title: 'Detectable difference at other budgets',
    description: `${inWords(first)}; ${inWords(last)}.${own.map(([tasks]) => ` The plan has ${tasks}.`).join('')}`,
    x: { label: 'tasks', from: first.tasks, to: last.tasks, log: true },
    y: {
      label: 'smallest detectable difference, in points',
      from: 0,
      to: 1.05 * Math.max(...ends.map(([, , high]) => high)),
    },
    marks: [
      { kind: 'band', points: ends, colour: 'blue' },
      { kind: 'line', points: lineAt(1), colour: 'blue', label: 'low discordance' },
      { kind: 'line', points: lineAt(2), colour: 'sky', label: 'high discordance' },
      { kind: 'dots', points: own, colour: 'orange', label: 'the plan', radius: 7, opacity: 1 },
    ],
  });
}
