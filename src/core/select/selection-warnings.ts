import { at, groupBy } from '../lists/lists.js';
import type { Fault, Warning } from '../model/errors.js';
import { type BenchmarkPlan, dividingFields, type ExclusionReason, writtenField, writtenGroup } from '../model/plan.js';
import { type CountedPool, poolSize, valuesIn } from '../model/pool-census.js';
import {
  boundFor,
  type Condition,
  conditionHolds,
  plainOrQuoted,
  rankingKey,
  valueList,
} from '../model/select-rule.js';
import type { BenchmarkSelection, SelectionStatistics } from '../model/selection.js';
import { fieldValue } from '../model/task.js';
import { alikeLabels, didYouMean, misspeltLabels } from '../text/nearest-name.js';
import { compareText, countOf, formatCount, joinWords, visibleText } from '../text/words.js';

/** Warnings that readers need before trusting the figures; none of them stops the run. */
export function selectionWarnings(
  benchmarks: readonly BenchmarkSelection[],
  statistics: SelectionStatistics,
): readonly Warning[] {
  const expectsCounts = benchmarks.some(({ plan }) => plan.expect !== undefined);
  return [
    ...benchmarks.flatMap((benchmark) => warningsOf(benchmark, expectsCounts)),
    ...unmetRules(benchmarks),
    ...optimumWarnings(benchmarks),
    ...sharedIdWarnings(benchmarks),
    ...emptyPhaseWarnings(statistics),
  ];
}

function warningsOf(benchmark: BenchmarkSelection, expectsCounts: boolean): readonly Warning[] {
  const { plan, shortfalls, warnings } = benchmark;
  const { name } = plan;
  const coded = [
    ...conflicts(benchmark),
    ...unmetFloors(benchmark),
    ...unknownGroup(benchmark),
    ...alikeLabelsOf(benchmark),
    ...unsplitCells(benchmark),
    ...unmetConditions(benchmark),
    ...unranked(benchmark),
    ...rankedByText(benchmark),
    ...outcomeExclusions(benchmark),
    ...unusedNames(benchmark),
    ...ties(benchmark),
    ...misspeltPreferences(benchmark),
    ...unusedCorrections(benchmark),
    ...missingExpectation(benchmark, expectsCounts),
    ...outsidePool(benchmark),
    ...plan.notes.map((note): CodedMessage => ['note', note]),
  ];
  return [
    ...shortfalls.map(({ message }) => ({ code: 'shortfall', message, benchmark: name })),
    ...warnings,
    ...coded.map(([code, message, more]) => ({ code, message: `${name}: ${message}`, benchmark: name, ...more })),
  ];
}

/** The code, the message without the benchmark's name, and details for a summary. */
type CodedMessage = readonly [code: string, message: string, more?: Pick<Warning, 'count' | 'brief'>];

function conflicts({ conflicts: all }: BenchmarkSelection): CodedMessage[] {
  return [...groupBy(all, ({ field }) => field)].map(([field, alike]) => {
    const total = alike.reduce((sum, { tasks }) => sum + tasks, 0);
    const pairs = alike.map(
      ({ took, from, against, in: place, tasks }) => `${took} (${from}, used) or ${against} (${place}) ${tasks}`,
    );
    const shown = `${pairs.slice(0, 6).join('; ')}${pairs.length > 6 ? '; …' : ''}`;
    return ['label-conflict', `${countOf(total, 'conflict')} in ${field} between a task's own files: ${shown}.`];
  });
}

function unmetFloors({ plan, groups }: BenchmarkSelection): CodedMessage[] {
  const rule = plan.select.group;
  if (rule === undefined) return [];
  return groups.flatMap(({ pinned, key, size }): CodedMessage[] => {
    const floor = boundFor(rule.atLeast, key ?? '') ?? 0;
    if (pinned || size >= floor || floor === Number.POSITIVE_INFINITY) return [];
    const has = `${writtenField(plan, rule.by)} ${key ?? 'unknown'} has ${countOf(size, 'eligible task')}`;
    return [['floor-not-met', `${has}, fewer than at_least ${floor}, so all are selected.`]];
  });
}

/** Reasons that always depend on results, and reasons that do so if the evidence mentions runs or results. */
const onlyByOutcome: ReadonlySet<ExclusionReason> = new Set(['ceiling', 'floor']);
const maybeByOutcome: ReadonlySet<ExclusionReason> = new Set(['flaky', 'trivial']);
const namesOutcomes = /\b(?:runs?|results?)\b/i;

/** Excluding by results biases an estimate, because undrawn tasks have no results to be judged by. */
function outcomeExclusions({ plan, exclusions }: BenchmarkSelection): CodedMessage[] {
  const count = exclusions.filter(
    ({ reason, evidence }) =>
      onlyByOutcome.has(reason) || (maybeByOutcome.has(reason) && namesOutcomes.test(evidence ?? '')),
  ).length;
  if (plan.select.draw === undefined || count === 0) return [];
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them'];
  const message = `${countOf(count, 'task')} ${are} excluded because of results on ${them}. The sample represents the pool only if every task in the pool was judged by the same rule.`;
  return [['excluded-by-outcome', message]];
}

/** Tasks without the group's field compete with each other, which is seldom intended. */
function unknownGroup({ plan, groups, learned }: BenchmarkSelection): CodedMessage[] {
  const unknown = groups.find(({ key, pinned }) => key === undefined && !pinned);
  // A purpose has its own warning about bands.
  if (learned !== undefined || plan.select.group === undefined || unknown === undefined) return [];
  const { size, allocated } = unknown;
  const who = `${countOf(size, 'task')} without ${writtenField(plan, plan.select.group.by)}`;
  return [
    ['unknown-group', `${who} ${size === 1 ? 'forms' : 'form'} a separate group, with ${countOf(allocated, 'place')}.`],
  ];
}

/** Selected tasks without the field they are ranked by, which means that too few tasks have a value. */
function unranked({ plan, choices }: BenchmarkSelection): CodedMessage[] {
  const first = rankingKey(plan.select);
  if (first === undefined || plan.select.draw !== undefined || plan.select.optimise !== undefined) return [];
  const ranked = choices.filter(({ group, ensured }) => !group.pinned && ensured === undefined);
  const count = ranked.filter(({ task }) => fieldValue(task, first.field) === undefined).length;
  if (count === 0) return [];
  const message = `${formatCount(count)} of the ${countOf(ranked.length, 'task')} ranked by ${writtenField(plan, first.field)} ${count === 1 ? 'has' : 'have'} no value for it. Such tasks come last. They were selected because too few tasks have a value.`;
  return [['unranked', message, { count }]];
}

/** Text is ranked alphabetically, which is seldom intended: "medium" comes before "hard" in descending order. */
function rankedByText({ plan, choices }: BenchmarkSelection): CodedMessage[] {
  const first = rankingKey(plan.select);
  if (first?.kind !== 'field' || plan.select.draw !== undefined || plan.select.optimise !== undefined) return [];
  const values = choices.map(({ task }) => fieldValue(task, first.field));
  const texts = values.filter((value) => typeof value === 'string' && !/^\d{4}-\d\d/.test(value)).map(String);
  const labels = [...new Set(texts)].sort(compareText);
  if (labels.length < 2) return [];
  if (first.direction === 'desc') labels.reverse();
  const name = writtenField(plan, first.field);
  const order = labels.slice(0, 3).map((label) => visibleText(label, 30));
  const message = `${name} is text, so tasks are ranked alphabetically (${order.join(', ')}${labels.length > 3 ? ', …' : ''}). To set the order, write { ${plainOrQuoted(name)}: [FIRST, SECOND] } instead.`;
  return [['ranked-by-text', message]];
}

/** If only an id decides a place, nobody made that choice. */
function ties({ groups }: BenchmarkSelection): CodedMessage[] {
  const places = groups.flatMap(({ key, tie }) =>
    tie === undefined
      ? []
      : [`${tie.taken} of ${tie.tied} tied tasks selected${key === undefined ? '' : ` in ${key}`}`],
  );
  if (places.length === 0) return [];
  const more = places.length > 6 ? `, and in ${countOf(places.length - 6, 'more group')} (see METHODOLOGY.md)` : '';
  return [['tie-at-cut', `ties at the cutoff were broken by id: ${places.slice(0, 6).join(', ')}${more}.`]];
}

/** Labels that are missing from an order although it lists a similar label that no task has. */
function misspeltPreferences({ plan, ...pool }: BenchmarkSelection): CodedMessage[] {
  return plan.select.prefer.flatMap((preference) => {
    if (preference.kind !== 'values') return [];
    const { field, values } = preference;
    return misspeltLabels(valuesIn(pool, field) ?? new Set(), values).map(({ label, listed }): CodedMessage => {
      const message = `the order lists ${writtenField(plan, field)} "${listed}", which no task has, but not "${label}", which some tasks have.`;
      return ['misspelt-label', message];
    });
  });
}

function unusedNames({ plan, groups }: BenchmarkSelection): CodedMessage[] {
  const by = writtenGroup(plan).join(' × ');
  const keys = new Set(groups.map((group) => group.key));
  return [...(plan.select.group?.settings ?? [])].flatMap(([setting, names]) =>
    (Array.isArray(names) ? names : [])
      .filter((key) => !keys.has(key))
      .map((key): CodedMessage => {
        const message = `the ${setting} names ${by} "${key}", which no eligible task has.`;
        return [`unused-${setting}`, message];
      }),
  );
}

function unusedCorrections({ plan, corrections }: BenchmarkSelection): CodedMessage[] {
  return corrections
    .filter(({ matched }) => matched === 0)
    .map(({ rule: { field, by }, key, to }) => [
      'unused-correction',
      `the correction of ${writtenField(plan, field)} to ${to} for ${writtenField(plan, by)} ${key} doesn't match any tasks.`,
    ]);
}

function missingExpectation({ plan, available }: BenchmarkSelection, isExpected: boolean): CodedMessage[] {
  if (plan.expect !== undefined || !isExpected) return [];
  const message = `the plan has no "expect", so Winnow cannot detect missing tasks. The source has ${available} now.`;
  return [['no-expect', message]];
}

function conditionsOf({ select, exclusionRules = [] }: BenchmarkPlan) {
  return {
    where: [select.where ?? []],
    pin: select.pinWhere ?? [],
    exclude: exclusionRules.map(({ where }) => where),
  };
}

function ruleConditions({ select: { optimise } }: BenchmarkPlan): readonly Condition[] {
  return (optimise?.rules ?? []).map((rule) => (rule.kind === 'one-of' ? [] : (rule.where ?? [])));
}

/** The tests of all conditions in a plan. */
function testsOf(plan: BenchmarkPlan): Condition {
  return [...Object.values(conditionsOf(plan)), ruleConditions(plan)].flat(2);
}

function unmetConditions({ plan, ...pool }: BenchmarkSelection): CodedMessage[] {
  return Object.entries(conditionsOf(plan)).flatMap(([key, list]) => unmetIn(key, list, plan, pool));
}

function unmetIn(
  key: string,
  conditions: readonly Condition[],
  plan: BenchmarkPlan,
  pool: CountedPool,
): CodedMessage[] {
  return conditions
    .flatMap((condition) => unmetValues(plan, condition, pool))
    .map(({ what, guess, found }) => [
      'where-value',
      `${key === 'where' ? 'select.where' : key}: no task has ${what}.${guess} ${found}`,
      { brief: `value in "${key}" that no task has: ${what}.${guess}` },
    ]);
}

function unmetRules(benchmarks: readonly BenchmarkSelection[]): Warning[] {
  const ruled = benchmarks.filter(({ plan }) => plan.select.optimise !== undefined);
  const isShared = ({ plan }: BenchmarkSelection) => plan.select.optimise?.scope === 'plan';
  const problems = [ruled.filter(isShared), ...ruled.filter((each) => !isShared(each)).map((each) => [each])];
  return problems.flatMap((problem) => {
    const [first] = problem;
    if (first === undefined) return [];
    const unmet = unmetIn('rules', ruleConditions(first.plan), first.plan, {
      tasks: problem.flatMap(({ tasks }) => tasks),
    });
    return unmet.map(([code, message, more]) => ({ code, message, ...more }));
  });
}

function outsidePool({ available, outside }: BenchmarkSelection): CodedMessage[] {
  if (outside === undefined) return [];
  const message = `source.where leaves ${formatCount(outside)} of ${countOf(outside + available, 'task')} out of the pool.`;
  return [['outside-pool', message]];
}

/** Ids in the pools of two benchmarks: usually one task counted twice. */
function sharedIdWarnings(benchmarks: readonly BenchmarkSelection[]): Warning[] {
  const own = benchmarks.filter(({ plan }) => !plan.distinct);
  const pairs = own.flatMap((first, i) => own.slice(i + 1).map((second) => [first, second] as const));
  if (pairs.length === 0) return [];
  // A plan has few benchmarks, so comparing every pair is cheap; each pool is indexed once.
  const ids = new Map(own.map((each) => [each, new Set(each.tasks.map(({ id }) => id))]));
  return pairs.flatMap(([first, second]) => {
    const shared = second.tasks.filter(({ id }) => ids.get(first)?.has(id));
    if (shared.length === 0) return [];
    const message = `${first.plan.name} and ${second.plan.name} have ${countOf(shared.length, 'id')} in common, such as "${shared[0]?.id}". If these are the same tasks, every figure counts them twice. If not, set distinct: true in one of the benchmarks.`;
    return [{ code: 'shared-ids', message }];
  });
}

function optimumWarnings(benchmarks: readonly BenchmarkSelection[]): Warning[] {
  return [...new Set(benchmarks.flatMap(({ optimum }) => optimum ?? []))].flatMap(({ scope, certificate, chosen }) => {
    const [benchmark] = scope === 'plan' ? [] : chosen.keys();
    return certificate.notes.map((note) =>
      benchmark === undefined
        ? { code: 'optimum', message: note }
        : { code: 'optimum', message: `${benchmark}: ${note}`, benchmark },
    );
  });
}

function emptyPhaseWarnings({ byPhase }: SelectionStatistics): Warning[] {
  return byPhase
    .filter(({ selected }) => selected === 0)
    .map(({ name, available }) => ({
      code: 'empty-phase',
      message: `No task is selected for phase ${name}; ${available === 0 ? 'the pool has none' : `the pool has ${available}`}.`,
    }));
}

const mostIds = 3;

/** Errors for ids selected in two benchmarks, unless the plan declares that they are different tasks. */
export function sameTaskFaults(benchmarks: readonly BenchmarkSelection[]): Fault[] {
  const shared = benchmarks.filter(({ plan, choices }) => !plan.distinct && choices.length > 0);
  // Ids are unique within a benchmark.
  if (shared.length < 2) return [];
  const named = shared.flatMap(({ plan, choices }) => choices.map(({ task }) => ({ id: task.id, name: plan.name })));
  const repeated = [...groupBy(named, ({ id }) => id)]
    .filter(([, having]) => having.length > 1)
    .map(([id, having]) => ({ id, names: having.map(({ name }) => `"${name}"`) }));
  return [...groupBy(repeated, ({ names }) => JSON.stringify(names)).values()].map((alike) => {
    const { names } = at(alike, 0);
    const shown = alike.slice(0, mostIds).map(({ id }) => `"${id}"`);
    const more = alike.length > mostIds ? ', …' : '';
    return {
      code: 'selection/same-task',
      message: `benchmarks ${joinWords(names)}: ${countOf(alike.length, 'id')} would be selected in ${names.length === 2 ? 'both' : 'all of them'}: ${shown.join(', ')}${more}.`,
      hint: 'If they are the same tasks, narrow or remove one source. If they are different tasks, set distinct: true in one of the benchmarks.',
    };
  });
}

const mostAlike = 4;

/** Labels that the plan distinguishes but that differ only in letter case or surrounding spaces: usually one label. */
function alikeLabelsOf({ plan, ...pool }: BenchmarkSelection): CodedMessage[] {
  const { phase } = plan;
  const phaseOf = (label: string) => phase.values.get(label) ?? phase.otherwise;
  const dividing = dividingFields({ ...plan, phase: { ...phase, by: undefined } });
  const tests = testsOf(plan)
    .map(({ field, oneOf, has, not }) => ({ field, has, values: oneOf ?? has ?? not ?? [] }))
    .filter(({ values }) => values.length > 0);
  const fields = new Set([...dividingFields(plan), ...tests.map(({ field }) => field)]);
  // The check of the pool covers ids.
  fields.delete('id');
  return [...fields].flatMap((field): CodedMessage[] => {
    // A list can only be tested, even by a rule.
    const isList = pool.census?.words.has(field) ?? pool.tasks.some(({ lists }) => lists?.[field] !== undefined);
    const splits = (group: readonly string[]) =>
      tests.find((test) => test.field === field && new Set(group.map((each) => test.values.includes(each))).size > 1);
    // Spellings to which the phase rule gives one phase are already merged.
    const divides = (group: readonly string[]) =>
      dividing.includes(field) || (field === phase.by && new Set(group.map(phaseOf)).size > 1);
    const groups = alikeLabels(valuesIn(pool, field) ?? []).filter(
      (group) => splits(group) !== undefined || (!isList && divides(group)),
    );
    const [group] = groups;
    if (group === undefined) return [];
    const shown = groups
      .slice(0, mostAlike)
      .map((group) => joinWords(group.map((label) => `"${visibleText(label, 60)}"`)));
    const more = groups.length > mostAlike ? `; and ${groups.length - mostAlike} more` : '';
    const words = writtenField(plan, field);
    const key = plainOrQuoted(words);
    const test = splits(group);
    // The tested spelling, so that the test still holds. Plans have no spaces around a corrected label.
    const to = (group.find((each) => test?.values.includes(each)) ?? group[0])?.trim();
    const merged = group.filter((each) => each !== to).map((each) => `${JSON.stringify(each)}: ${JSON.stringify(to)}`);
    const advice = isList
      ? `To treat them alike, list all of them: ${key}: { ${test?.has === undefined ? 'not' : 'has'}: ${valueList([...(test?.values ?? []), ...group])} }`
      : `To merge them, add correct: { ${key}: { by: ${key}, values: { ${merged.join(', ')} } } }`;
    const message = `${words} has labels that differ only in letter case or surrounding spaces and count as different: ${shown.join('; ')}${more}.`;
    const brief = `labels of ${words} that differ only in letter case or spaces: ${shown[0]}`;
    return [['alike-labels', `${message}${orNothing(advice)}`, { count: groups.flat().length, brief }]];
  });
}

/** Advice as a further sentence, unless it is too long to be shown whole. */
function orNothing(advice: string): string {
  return advice.length > 300 ? '' : ` ${visibleText(advice, 600)}.`;
}

/** Values of lists with a wanted word among others. Cells of repeated columns aren't split, unlike those of a text column. */
function unsplitCells({ plan, ...pool }: BenchmarkSelection): CodedMessage[] {
  return testsOf(plan).flatMap(({ field, has = [] }): CodedMessage[] => {
    const cells = [...(has.length === 0 ? [] : (valuesIn(pool, field) ?? []))]
      .filter((cell) => !has.includes(cell) && cell.split(separators).some((part) => has.includes(part.trim())))
      .sort(compareText);
    if (cells.length === 0) return [];
    const words = writtenField(plan, field);
    const what = `of ${words} with a wanted word among others, which "has" does not match: "${visibleText(cells[0] ?? '', 60)}"`;
    const advice = `To match such values too, list them: ${plainOrQuoted(words)}: { has: ${valueList([...has, ...cells])} }`;
    const message = `${countOf(cells.length, 'value')} ${what}${cells.length > 1 ? ', …' : ''}.${orNothing(advice)}`;
    return [
      ['unsplit-cell', message, { count: cells.length, brief: `${cells.length === 1 ? 'value' : 'values'} ${what}` }],
    ];
  });
}

const separators = /[,;|]/;

const mostListed = 20;

function unmetValues(plan: BenchmarkPlan, condition: Condition, pool: CountedPool) {
  return condition.flatMap(({ field, oneOf, has, not, contains }) => {
    const wanted = oneOf ?? has ?? not ?? [];
    const parts = contains ?? [];
    if (wanted.length + parts.length === 0) return [];
    const values = valuesIn(pool, field);
    // The candidates in memory do not include tasks with the excluded values, so these can't be checked.
    if (values === undefined && not !== undefined) return [];
    const known = values ?? new Set();
    const inOrder = [...known].sort(compareText);
    const listed = inOrder.slice(0, mostListed);
    const words = writtenField(plan, field);
    // One of several parts is enough.
    const hasPart = parts.some((part) => inOrder.some((each) => each.includes(part)));
    return [...wanted.filter((value) => !known.has(value)), ...(hasPart || values === undefined ? [] : parts)].map(
      (value) => {
        const shown = listed.map((each) => visibleText(each, 40)).join(', ');
        const some = known.size > mostListed ? `${shown}, …` : shown;
        const cells = has === undefined ? [] : inOrder.filter((each) => each.includes(value));
        // Only lists have words with separators, and only text can be searched.
        const isList = cells.some((each) => separators.test(each));
        const test = isList ? `has: ${valueList(cells)}` : `contains: ${JSON.stringify(value)}`;
        const advice = orNothing(`In some values it is only a part; to match those, use { ${test} }`);
        const more = cells.length === 0 ? '' : advice;
        const found = known.size === 0 ? `No task has a value of ${words}.` : `Values: ${some}.${more}`;
        return { what: `${words} "${value}"`, guess: didYouMean(value, inOrder), found };
      },
    );
  });
}

/** An error if no task meets `select.where`. */
export function whereFaults(pool: CountedPool, plan: BenchmarkPlan): Fault[] {
  const { where } = plan.select;
  const { tasks, census } = pool;
  if (where === undefined || (census?.fitting ?? 0) > 0 || tasks.some((task) => conditionHolds(where, task))) return [];
  const unmet = unmetValues(
    plan,
    where.filter(({ not }) => not === undefined),
    pool,
  ).map(({ what, guess, found }) => `no task has ${what}.${guess} ${found}`);
  // If every value occurs, having too few tasks is an ordinary shortfall.
  if (unmet.length === 0) return [];
  const message = `benchmark "${plan.name}": none of its ${countOf(poolSize(pool), 'task')} meets "where": ${unmet.join(' ')}`;
  return [{ code: 'selection/where', message, hint: 'Check the values in "where".' }];
}
