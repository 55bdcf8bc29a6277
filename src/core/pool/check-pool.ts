import { at, groupBy } from '../lists/lists.js';
import { dayOf, numericDays } from '../model/date.js';
import { type Fault, placeText, type Warning } from '../model/errors.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import { poolSize } from '../model/pool-census.js';
import {
  dayFirstExample,
  lookupExample,
  orderingFields,
  plainOrQuoted,
  rankingKey,
  valueList,
} from '../model/select-rule.js';
import type { LabelConflictCount } from '../model/selection.js';
import {
  isKnown,
  isOwnField,
  isStandardField,
  type LabelConflict,
  type Pool,
  type PoolProblem,
  type Pools,
  sourceFields,
  type Task,
} from '../model/task.js';
import { didYouMean, foldedId } from '../text/nearest-name.js';
import { countOf, formatCount, joinWords, namesOf } from '../text/words.js';

const mostShown = 20;

/** Errors in a benchmark's pool as a whole, before any check of its tasks. */
export function checkPool(pool: Pool, plan: BenchmarkPlan): Fault[] {
  const { problems, outside = 0 } = pool;
  const count = countFaults(poolSize(pool), plan, outside);
  // Unreadable entries explain a wrong count; with the right count they are only warnings.
  const unread = problems.filter(({ code }) => code === 'pool/unreadable' || code === 'pool/open-quote');
  const causes = count.length === 0 ? lostRows(pool, plan) : shown(unread, plan);
  // Skipped rows and files may also explain it, although they are not errors.
  const noted = problems.filter(
    ({ code }) => !['pool/unreadable', 'pool/open-quote', 'pool/remark', 'pool/partly-hashed'].includes(code),
  );
  const notes = poolWarnings({ ...pool, problems: noted }, plan, new Set()).map(
    ({ message }) => `\n    note: ${message}`,
  );
  return [
    ...count.map((fault) => ({ ...fault, hint: [fault.hint, ...notes.slice(0, mostShown)].join('') })),
    ...causes,
    ...shown(idFaults(pool, plan), plan),
  ];
}

/** Without an expected number of tasks, nobody would notice the rows that an open quote takes away. */
function lostRows({ tasks, problems }: Pool, plan: BenchmarkPlan): Fault[] {
  if (plan.expect !== undefined) return [];
  const hint = `Close the quote, or write "" for a quote inside a text. If nothing is missing, set expect: ${tasks.length}.`;
  return shown(
    problems.filter(({ code }) => code === 'pool/open-quote').map((problem) => ({ ...problem, hint })),
    plan,
  );
}

function countFaults(tasks: number, plan: BenchmarkPlan, outside: number): (Fault & { readonly hint: string })[] {
  const { name, expect } = plan;
  if (tasks === 0) {
    const wanted = expect === undefined ? '' : ` The plan expects ${formatCount(expect)}.`;
    const left = outside === 0 ? '' : ` source.where leaves out all ${formatCount(outside)} tasks.`;
    const hint =
      outside === 0 ? 'Check that the source is the right one and still has its tasks.' : 'Check source.where.';
    return [{ code: 'pool/empty', message: `benchmark "${name}" has no tasks.${left}${wanted}`, hint }];
  }
  if (expect === undefined || expect === tasks) return [];
  const message = `benchmark "${name}" has ${countOf(tasks, 'task')}, but the plan expects ${formatCount(expect)}.`;
  const hint =
    'If the benchmark has changed, accept the new size with "winnow select --accept-pool". Otherwise its source is incomplete.';
  return [{ code: 'pool/count', message, hint }];
}

function idFaults({ tasks, repeatedIds }: Pool, plan: BenchmarkPlan): Fault[] {
  // By folded id, the first task; by id, tasks whose id only folds to the same.
  const [firsts, further] = [new Map<string, Task>(), new Map<string, Task>()];
  const [repeated, alike] = [new Map<string, readonly [Task, Task]>(), new Map<string, string>()];
  for (const task of tasks) {
    const { id } = task;
    const folded = foldedId(id);
    const first = firsts.get(folded);
    if (first === undefined) {
      firsts.set(folded, task);
      continue;
    }
    const same = first.id === id ? first : further.get(id);
    if (same === undefined) {
      further.set(id, task);
      alike.set(
        id,
        `benchmark "${plan.name}" has two ids that differ only in letter case, spaces or spelling of accents: "${first.id}" and "${id}".`,
      );
    } else if (!repeated.has(id)) repeated.set(id, [task, same]);
  }
  const areMany = tasks.length - firsts.size - further.size > mostShown;
  const [pair] = repeated.values();
  const messages = areMany
    ? [
        `benchmark "${plan.name}": ${countOf(repeated.size, 'id occurs', 'ids occur')} in several tasks, such as ${namedIn(pair?.[0].id)}.`,
      ]
    : [...repeated.keys()].map((id) => `benchmark "${plan.name}" has two tasks with the id ${namedIn(id)}.`);
  const hint = `Every id must be unique. ${areMany ? manyAdvice([...repeated.values()]) : fewAdvice(pair?.[0], tasks, [...alike.keys()][0])}`;
  return [...messages, ...alike.values()].map((message) => ({ code: 'pool/same-id', message, hint }));

  function namedIn(id = ''): string {
    const [first, second, ...more] = repeatedIds?.get(id) ?? [];
    if (first === undefined || second === undefined) return `"${id}"`;
    return `"${id}": ${first} and ${second}${more.length === 0 ? '' : ` and ${formatCount(more.length)} more`}`;
  }
}

/** How to leave out one of two tasks. */
function fewAdvice(task: Task | undefined, tasks: readonly Task[], alike: string | undefined): string {
  const [column, ...more] = task === undefined ? [] : columnsApart(task, tasks);
  const test =
    column === undefined
      ? alike && `id: { not: ${JSON.stringify(alike)} }`
      : `${plainOrQuoted(column)}: { not: VALUE }`;
  const others = more.length === 0 ? '' : `; or by ${joinWords(more.slice(0, mostColumns), 'or')}`;
  const orElse =
    test === undefined
      ? ''
      : `, or leave one out by a value that no other task has: tasks: { path: FILE, where: { ${test} } }${others}. In a plan with benchmarks, write it under "source"`;
  return `Rename or remove one of the tasks in the source${orElse}.`;
}

/** What to do about rows that may be parts of tasks, by the columns in which the first of them differ. */
function manyAdvice(pairs: readonly (readonly [Task, Task])[]): string {
  const apart = new Set(pairs.slice(0, mostCompared).flatMap(([task, same]) => columnsApart(task, [same])));
  const differ = apart.size === 0 ? '' : `Tasks with the same id differ in ${namesOf([...apart])}. `;
  return `${differ}If one task has several rows, keep one row for each task in the source. If every row is a task, add a column that is different in every row, and name it: columns: { id: COLUMN }.`;
}

const mostCompared = 1000;
const mostColumns = 5;

const dates = sourceFields.filter(({ kind }) => kind === 'date').map(({ name }) => name);

/** The columns in which a task has a value that no other task has. Conditions on dates compare only days. */
function columnsApart(task: Task, others: readonly Task[]): readonly string[] {
  const apart = new Map([...marksOf(task)].filter(([name]) => !dates.includes(name)));
  for (const each of others) {
    if (apart.size === 0) break;
    if (each === task) continue;
    for (const [name, mark] of marksOf(each)) if (apart.get(name) === mark) apart.delete(name);
  }
  return [...apart.keys()];
}

/** A mark for the content of each column; none for tasks in folders. */
function marksOf({ contents }: Task): ReadonlyMap<string, string> {
  if (contents === undefined || contents.everyFile === true) return new Map();
  const marks = contents.marks.split('\n');
  return new Map(contents.names.map((name, i) => [name, marks[i] ?? '']));
}

function shown(faults: Fault[], { name }: BenchmarkPlan): Fault[] {
  const last = faults.at(-1);
  if (last === undefined || faults.length <= mostShown) return faults;
  const { place: _, ...more } = last;
  const message = `benchmark "${name}": ${faults.length - mostShown} more such errors.`;
  return [...faults.slice(0, mostShown), { ...more, message }];
}

/** Errors for declared or implied fields that no task has: misspelt, or read from the wrong place. */
export function fieldFaults({ fields, benchmarks, score }: Plan, pools: Pools): Fault[] {
  const declared = new Set(benchmarks.flatMap(({ declarations }) => declarations.map(({ field }) => field)));
  const tasks = [...pools.values()].filter((pool) => pool.tasks.length > 0);
  if (tasks.length === 0) return [];
  const columnOf = (name: string) => benchmarks.flatMap(({ source }) => source.columns.get(name) ?? []).at(0) ?? name;
  const lists = [...fields.values()].flatMap(({ name, isImplied }) =>
    isImplied === true ? listFaults(name, columnOf(name), tasks) : [],
  );
  const hasField = (name: string) =>
    tasks.some(({ census, tasks: own }) => census?.fields.has(name) ?? own.some((task) => isKnown(task, name)));
  // A plan need not declare standard fields, but without any values they can't order tasks.
  const ordering = new Set(benchmarks.flatMap(({ select }) => orderingFields(select).filter(isStandardField)));
  const unknown = [...fields.keys()]
    .filter((name) => (isOwnField(name) || ordering.has(name)) && !declared.has(name))
    .filter((name) => !hasField(name))
    .map((name) =>
      fields.get(name)?.isImplied === true || ordering.has(name)
        ? unknownField(name, columnOf(name), tasks, valueFault(name), score.name)
        : {
            code: 'pool/no-field',
            message: `no task has the field "${name}", which the plan declares.`,
            hint: `Set its column with columns: { ${plainOrQuoted(name)}: COLUMN } (in a plan with benchmarks, under "source"), or remove the field from the plan. "winnow inspect" lists the columns.`,
          },
    );
  const sharedName = fields.get('score')?.sharedName;
  return [...lists, ...unknown, ...(sharedName !== undefined && hasField(sharedName) ? [twoMeanings(sharedName)] : [])];

  /** The error for a field with no value of the right kind; undefined for text, because any value is text. */
  function valueFault(name: string): ((odd: readonly PoolProblem[]) => Fault) | undefined {
    const kind = fields.get(name)?.kind;
    const column = columnOf(name);
    if (kind === 'number') return (odd) => textForNumber(column, odd, roleOf(name));
    return kind === 'date' ? (odd) => noDates(column, odd) : undefined;
  }

  function roleOf(name: string): Use {
    if (benchmarks.every(({ select }) => select.optimise === undefined && rankingKey(select)?.field === name))
      return 'order';
    const conditions = benchmarks.flatMap(({ select, source, exclusionRules = [] }) => [
      ...[select.where, source.where, ...exclusionRules.map(({ where }) => where)],
      ...(select.pinWhere ?? []),
    ]);
    if (conditions.some((each) => each?.some(({ field }) => field === name))) return 'test';
    return benchmarks.some(({ select: { draw } }) => draw?.by.includes(name)) ? 'draw' : 'other';
  }
}

function twoMeanings(name: string): Fault {
  return {
    code: 'pool/ambiguous-field',
    message: `the plan ranks by "${name}", which is both its score and a field of the pool.`,
    hint: `To rank by the score, write "rank: score". To rank by the field, give the score another name.`,
  };
}

function noDates(column: string, odd: readonly PoolProblem[]): Fault {
  const values = odd.map((problem) => problem.odd?.value ?? '');
  const numeric = values.find((value) => Object.keys(numericDays(value)).length > 0);
  if (numeric !== undefined) {
    const { day, month } = numericDays(numeric);
    return {
      code: 'pool/no-field',
      message:
        day === undefined || month === undefined
          ? `some dates in column "${column}" have the day first and others the month; found ${foundWords(odd)}.`
          : `the dates in column "${column}" are ambiguous: "${numeric}" may be ${day} or ${month}.`,
      hint: `Declare which comes first: ${dayFirstExample(column)}.`,
    };
  }
  return {
    code: 'pool/no-field',
    message: `column "${column}" has no dates in a format that Winnow reads; found ${foundWords(odd)}.`,
    hint: `Winnow reads 2025-01-31, 2025/1/31, 31.01.2025, 31 Jan 2025, 31/Jan/25 and Jan 31, 2025, with or without a time. Use one of these formats; in a date of only numbers, the year needs four digits. If the column does not contain dates, list the values to match: where: { ${plainOrQuoted(column)}: ${valueList(values, mostValues)} }.`,
  };
}

/** How a plan uses a field: only to rank tasks, in a condition, in a draw, or in any other way. */
type Use = 'order' | 'test' | 'draw' | 'other';

function textForNumber(column: string, odd: readonly PoolProblem[], use: Use): Fault {
  return {
    code: 'pool/no-field',
    message: `column "${column}" contains text, such as ${foundWords(odd)}, but ${use === 'draw' ? 'a draw reads a column as numbers unless the plan declares it' : 'the plan needs a number'}.`,
    hint: numberAdvice(
      column,
      odd.map((problem) => problem.odd?.value ?? 'VALUE'),
      use,
    ),
  };
}

function numberAdvice(column: string, found: readonly string[], use: Use): string {
  const unit = commonUnit(found);
  if (unit !== undefined)
    return `Remove "${unit}" from the values: ${found[0]?.replace(unit, '').trim()}, not ${found[0]}.`;
  const written = plainOrQuoted(column);
  if (2 * found.filter(isDate).length > found.length) return `Declare it as a date: fields: { ${written}: date }.`;
  const listed = valueList(found, mostValues);
  if (use === 'test') return `To test text, list the values to match: where: { ${written}: ${listed} }.`;
  if (use === 'draw') return `Declare it as text: fields: { ${written}: text }.`;
  return use === 'order'
    ? `To rank by text, list its values in order of preference: { ${written}: ${listed} }.`
    : `Give each value a number in a score, and use "score" instead: ${lookupExample(column, `${plainOrQuoted(found[0] ?? '')}: 1`)}.`;
}

function isDate(text: string): boolean {
  return dayOf(text) !== undefined || Object.keys(numericDays(text)).length > 0;
}

/** A currency sign before a number, or a sign or unit after it: "$3.50", "90 %", "5 min". */
const withUnit = /^(?:([$€£¥]) ?-?[\d.,]*\d|-?\d[\d.,]* ?([%$€£¥]|[A-Za-z]{1,5}))$/;

function commonUnit(values: readonly string[]): string | undefined {
  const units = new Set(
    values.map((value) => {
      const [, before, after] = withUnit.exec(value.trim()) ?? [];
      return before ?? after;
    }),
  );
  return units.size === 1 ? [...units][0] : undefined;
}

function listFaults(name: string, column: string, pools: readonly Pool[]): Fault[] {
  const odd = pools.flatMap(({ problems }) => problems.filter(({ odd: each }) => each?.isList && each.field === name));
  if (odd.length === 0) return [];
  return [
    {
      code: 'pool/several-values',
      message: `column "${column}" has several values for ${countOf(odd.length, 'task')}, such as ${foundWords(odd)}, but the plan expects one.`,
      hint: `Test it with where: { ${JSON.stringify(column)}: { has: VALUE } }, or declare fields: { ${plainOrQuoted(column)}: list } to test it with "not". To limit one value: rules: [{ where: { ${JSON.stringify(column)}: { has: VALUE } }, at_most: 3 }]. Groups and ranks need one value for each task.`,
    },
  ];
}

const mostNames = 30;

function unknownField(
  name: string,
  column: string,
  pools: readonly Pool[],
  valueFault: ((odd: readonly PoolProblem[]) => Fault) | undefined,
  score: string,
): Fault {
  const first = pools.flatMap(({ tasks: [task] }) => (task === undefined ? [] : [task]));
  const columns = first.flatMap(({ contents, fields, lists }) =>
    contents === undefined || contents.everyFile === true ? Object.keys({ ...fields, ...lists }) : contents.names,
  );
  const all = [...new Set(columns)];
  if (all.includes(column)) {
    const odd = pools.flatMap(({ problems }) => problems.filter(({ odd: each }) => each?.field === name));
    if (valueFault !== undefined && odd.length > 0) return valueFault(odd);
    const hint = '"winnow inspect" shows the values of the column.';
    return { code: 'pool/no-field', message: `no task has a value for "${column}".`, hint };
  }
  const more = all.length > mostNames ? ` and ${formatCount(all.length - mostNames)} more` : '';
  const listed = `Fields in this pool: ${all.slice(0, mostNames).join(', ')}${more}.`;
  const names = all.length === 0 ? '"winnow inspect" lists the columns of the pool.' : listed;
  const hint = name === score ? `To rank by the score "${name}", write "score". ${names}` : names;
  return {
    code: 'pool/no-field',
    message: `unknown field "${column}": no task has it.${didYouMean(column, all)}`,
    hint,
  };
}

/** Warnings about unread, skipped or odd entries, grouped by reason; a summary shows odd values of `used` fields. */
export function poolWarnings(
  { problems }: Pool,
  { name }: BenchmarkPlan,
  used: ReadonlySet<string>,
): readonly Warning[] {
  return [...groupBy(problems, ({ code, message }) => `${code} ${message}`).values()].map((alike) => {
    const first = at(alike, 0);
    const more = alike.length === 1 ? '' : ` and ${countOf(alike.length - 1, 'other')}`;
    const code = first.code.replace('pool/', '');
    const found = foundWords(alike);
    const isUsed = first.odd !== undefined && (used.has(first.odd.field) || code === 'totals-row');
    return {
      code,
      message: `${name}: ${placeText(first.place)}${more}: ${first.message}${found === '' ? '' : ` Found ${found}.`}`,
      benchmark: name,
      ...(alike.length > 1 || isUsed ? { count: alike.length } : {}),
      ...(isUsed
        ? { brief: `${alike.length === 1 ? 'row' : 'rows'} where ${first.message.replace(/\.$/, '')}: ${found}` }
        : {}),
    };
  });
}

const mostValues = 3;

function foundWords(alike: readonly PoolProblem[]): string {
  const values = new Set<string>();
  for (const { odd } of alike) {
    if (odd !== undefined) values.add(odd.value);
    if (values.size > mostValues) break;
  }
  const shown = [...values].slice(0, mostValues).map((value) => `"${value}"`);
  return `${shown.join(', ')}${values.size > mostValues ? ', …' : ''}`;
}

/** Labels on which a task's own files disagree, counted by the values used and ignored. */
export function countConflicts(tasks: readonly Task[]): readonly LabelConflictCount[] {
  const all: LabelConflict[] = [];
  for (const { conflicts = [] } of tasks) for (const conflict of conflicts) all.push(conflict);
  const alike = groupBy(all, ({ field, took, from, against, in: place }) =>
    JSON.stringify([field, took, from, against, place]),
  );
  return [...alike.values()].map((conflicts) => ({ ...at(conflicts, 0), tasks: conflicts.length }));
}
