import type { FormulaWords } from '../core/components/component-kind.js';
import { componentKindOf } from '../core/components/component-kinds.js';
import type { BenchmarkPlan, Plan, TableRules } from '../core/model/plan.js';
import { type Condition, groupFields, type Preference } from '../core/model/select-rule.js';
import { type FieldValue, randomField } from '../core/model/task.js';
import { permanentRandomAlgorithm } from '../core/random/seeded-numbers.js';
import { usesNumbers } from '../core/select/group-tasks.js';
import { label } from '../sources/facts/task-facts.js';
import { type EngineTable, NotExpressible, OddRows } from './engine.js';
import type { ScanTable } from './scan.js';
import type { SideTable } from './side-tables.js';
import {
  and,
  type Case,
  choose,
  column,
  columnsOf,
  double,
  either,
  fraction,
  hasText,
  hasWord,
  isAscii,
  isNotNull,
  isNull,
  type Key,
  type NamedSql,
  not,
  nothing,
  or,
  type Sql,
  sha256,
  sql,
  sqlText,
  trimmedWords,
  truth,
  verbatim,
  wordsText,
} from './sql.js';
import { mapFields, type TableFields, type TableList, tableFields } from './table-fields.js';

/** Whether a row has columns that were not expected. */
export const hasOthers = sql`("odd" = -1)`;

/** Columns that every row of `PlanSql.rows` has. */
export const id = column('id');
export const [inside, fits, excluded, pinned] = ['inside', 'fits', 'excluded', 'pinned'].map((name) =>
  column(name),
) as [Sql, Sql, Sql, Sql];

/** The tasks of a benchmark as SQL: one row per task, with all values that the plan derives from it. */
export interface PlanSql {
  /** The text after `from`: all rows of the table, including those outside the pool. */
  readonly rows: Sql;
  readonly place: Sql;
  /** Conditions that must not hold for any row, by message. */
  readonly oddities: ReadonlyMap<string, Sql>;
  /** Why the plan can't use a task: it has no phase, no value for a component, or an unlisted label. */
  readonly faults: readonly TaskFault[];
  /** The column with the final value of each field, including `id`, `phase`, `score` and `random`. */
  readonly fields: ReadonlyMap<string, Sql>;
  /** The values of the table, before declarations and corrections. */
  readonly own: TableFields;
  readonly table: EngineTable;
  /** For each correction, the index of the entry that applies to a row, and the value before. */
  readonly corrections: readonly { readonly entry: Sql; readonly before: Sql }[];
  readonly components: ReadonlyMap<string, Sql>;
  readonly group: Sql | undefined;
  /** A value of the group's type, for comparing groups that may be null. */
  readonly anyGroup: Sql;
  readonly numbers: ReadonlySet<string>;
}

/** Whether something is wrong with a task, and the values that an error names. */
interface TaskFault {
  readonly holds: Sql;
  readonly values: readonly Sql[];
}

/** @throws NotExpressible if SQL cannot express the plan exactly. */
export function planSql(plan: Plan, benchmark: BenchmarkPlan, reading: TableRules, table: EngineTable): PlanSql {
  const given = table.fields ?? tableFields(plan, reading, table.columns);
  const own = loadedFields(given);
  const rows = new PlanRows(plan, own, givenRows(table, given));
  const oddities = new Map(own.oddities);
  // The row reader keeps only rows of the pool.
  rows.add([{ term: table.facts === undefined ? rows.condition(reading.where) : truth(true), as: 'inside' }]);
  addDeclarations(rows, benchmark);
  const corrections = benchmark.corrections.map((each, i) => addCorrection(rows, each, i));
  addPhase(rows, benchmark);
  const known = (fields: readonly string[]) => fields.flatMap((field) => rows.fields.get(field) ?? []);
  const faults: TaskFault[] = [
    { holds: isNull(column('phase')), values: known(benchmark.phase.by === undefined ? [] : [benchmark.phase.by]) },
  ];
  const components = addScore(rows, plan, benchmark);
  for (const [component, rule] of benchmark.components) {
    const part = components.get(component);
    if (part !== undefined) faults.push({ holds: isNull(part), values: known(componentKindOf(rule).fields(rule)) });
  }
  addRandom(rows, plan, benchmark);
  const { where, group: rule, pin, pinWhere = [], prefer, ensure } = benchmark.select;
  const excludedIds = benchmark.exclusions.map((each) => each.id);
  const excludedBy = (benchmark.exclusionRules ?? []).map((rule) => rows.condition(rule.where));
  rows.add([
    { term: rows.condition(where), as: 'fits' },
    { term: or(isOneOf(false, id, excludedIds), ...excludedBy), as: 'excluded' },
    { term: or(isOneOf(false, id, pin), ...pinWhere.map((where) => rows.condition(where))), as: 'pinned' },
  ]);
  for (const { kind, field } of [...prefer, ...ensure.flatMap((each) => each.prefer)]) {
    const term = rows.fields.get(field);
    // Databases sort other characters differently from JavaScript.
    if (kind === 'field' && term !== undefined && field !== 'id' && !rows.numbers.has(field))
      oddities.set(`a ${field} that is not ASCII`, and(isNotNull(term), not(isAscii(term))));
  }
  for (const [field, labels] of plan.vocabulary) {
    const term = rows.fields.get(field);
    if (term === undefined) continue;
    const holds = and(isNotNull(term), not(isOneOf(rows.numbers.has(field), term, labels)));
    faults.push({ holds, values: [term] });
  }
  const isBanded = rule !== undefined && rule.bands.length > 0;
  return {
    rows: sql`(${rows.select}) as t`,
    place: table.place === undefined ? id : column('place'),
    oddities,
    faults,
    fields: rows.fields,
    own,
    table,
    corrections,
    components,
    group: rule === undefined ? undefined : groupTerm(rows, groupFields(rule), rule.bands),
    anyGroup: rule === undefined || !rows.numbers.has(rule.by) ? sqlText('') : isBanded ? sql`0` : double(0),
    numbers: rows.numbers,
  };
}

/** The fields in rows of `givenRows`. */
export function loadedFields(fields: TableFields): TableFields {
  const oddities = [...fields.oddities.keys()].map((what, i) => [what, sql`("odd" = ${i})`] as const);
  return { ...mapFields(fields, column), oddities: new Map(oddities) };
}

/** A query to which columns are added, each of which may use those before it. */
class PlanRows {
  readonly fields = new Map<string, Sql>([['id', id]]);
  readonly numbers: ReadonlySet<string>;
  readonly #own: TableFields;
  select: Sql;

  constructor(plan: Plan, own: TableFields, select: Sql) {
    const numbers = [...plan.fields.values()].filter(({ kind }) => kind === 'number');
    this.numbers = new Set(['score', randomField.name, ...numbers.map(({ name }) => name)]);
    this.select = select;
    this.#own = own;
    for (const [name, value] of own.values) this.fields.set(name, value);
  }

  add(columns: readonly NamedSql[]): void {
    if (columns.length === 0) return;
    this.select = sql`select *, ${columnsOf(columns)} from (${this.select}) as t`;
  }

  /** The column of a field; null for one that no task has. */
  fieldOrNull(field: string): Sql {
    return this.fields.get(field) ?? (this.numbers.has(field) ? sql`cast(null as double)` : noText);
  }

  /** The result of `byText` if a missing field counts as empty text. */
  byKey(field: string, values: readonly (readonly [string, Sql])[], otherwise: Sql): Sql {
    if (field === 'id' && this.#own.further.has('aliases'))
      throw new NotExpressible('a rule by id also matches aliases');
    const term = this.fields.get(field);
    const empty = values.find(([key]) => key === '')?.[1] ?? otherwise;
    return term === undefined
      ? empty
      : either(isNull(term), empty, byText(this.numbers.has(field), term, values, otherwise));
  }

  condition(condition: Condition = []): Sql {
    return and(...condition.map((test) => this.#test(test)));
  }

  /** As `conditionHolds` does. */
  #test({ field, oneOf, has, not: others, contains, lacks, ...limits }: Condition[number]): Sql {
    const [term, list, isNumber] = [this.fields.get(field), this.#own.lists.get(field), this.numbers.has(field)];
    const tests: Sql[] = [];
    for (const [parts, isWanted] of [[contains, true] as const, [lacks, false] as const]) {
      if (parts === undefined) continue;
      if (term === undefined || isNumber)
        throw new NotExpressible('a rule searches a field that the table does not store as text');
      const found = orFalse(or(...parts.map((part) => hasText(term, sqlText(part)))));
      tests.push(isWanted ? found : not(found));
    }
    if (others !== undefined)
      tests.push(not(term === undefined ? hasOneOf(list, others, field) : isOneOf(isNumber, term, others)));
    if (has !== undefined) return and(...tests, hasOneOf(list, has, field));
    const { above, atLeast, below, atMost } = limits;
    const signs = { '>': above, '>=': atLeast, '<': below, '<=': atMost };
    const bounds = Object.entries(signs).flatMap(([sign, bound]) => (bound === undefined ? [] : [{ sign, bound }]));
    if (tests.length > 0 && bounds.length === 0) return and(...tests);
    if (term === undefined || bounds.some(({ bound }) => (typeof bound === 'number') !== isNumber)) return truth(false);
    if (oneOf !== undefined) return and(...tests, isOneOf(isNumber, term, oneOf));
    // Days are compared as texts, all of one form.
    const asked = bounds.map(({ sign, bound }) => infix(term, sign, literal(bound)));
    return and(...tests, orFalse(and(isNotNull(term), ...asked)));
  }

  words(): FormulaWords<Sql> {
    const orNull = (value: number | undefined) => (value === undefined ? nothing : double(value));
    return {
      number: double,
      field: (name) => this.fields.get(name) ?? double(0),
      byLabel: (field, values, otherwise) =>
        byText(
          this.numbers.has(field),
          this.fields.get(field) ?? nothing,
          [...values].map(([label, value]) => [label, double(value)] as const),
          orNull(otherwise),
        ),
      ifKnown: (field, known, unknown) => {
        const term = this.fields.get(field);
        return term === undefined ? orNull(unknown) : either(isNull(term), orNull(unknown), known);
      },
      calculate: infix,
      least: (left, right) => sql`least(${left}, ${right})`,
      greatest: (left, right) => sql`greatest(${left}, ${right})`,
    };
  }
}

/** A query for the rows of a table with their values for the fields of a plan. */
export function givenRows(
  table: Omit<ScanTable, 'columns'>,
  given: TableFields,
  sides: readonly SideTable[] = [],
): Sql {
  // Only the first oddity of each row is stored, which takes little memory.
  const odd = [...given.oddities.values()].map((oddity, i): Case => [oddity, sql`${i}`]);
  const others: readonly Case[] = table.hasOthers === undefined ? [] : [[table.hasOthers, sql`-1`]];
  const columns: NamedSql[] = table.place === undefined ? [] : [{ term: table.place, as: 'place' }];
  mapFields(given, (as, term) => {
    columns.push({ term, as });
    return term;
  });
  columns.push({ term: choose([...others, ...odd]), as: 'odd' });
  const from = sides.reduce(
    (left, { relation, id: side }) => sql`${left} left join ${verbatim(relation)} on (${given.id} = ${side})`,
    verbatim(table.relation),
  );
  const where = given.isTask === undefined ? verbatim('') : sql` where ${given.isTask}`;
  return sql`select ${columnsOf(columns)} from ${from}${where}`;
}

/** Whether a list has one of these words. */
function hasOneOf(list: TableList | undefined, words: readonly string[], field: string): Sql {
  if (list === undefined) return truth(false);
  if (list.form === 'text') throw new OddRows(`"${field}" is a list written as text`);
  // Markers for unknown values are not words.
  const asked = words.filter((word) => label(field, word, '').length > 0).map(sqlText);
  const { value } = list;
  // Trimming every word is slow, and few rows need it.
  const hasTrimmed = (word: Sql) =>
    choose(
      [
        [hasWord(value, word), truth(true)],
        [not(hasText(wordsText(value), word)), truth(false)],
      ],
      hasWord(trimmedWords(value), word),
    );
  return or(...asked.map((word) => orFalse(list.form === 'read' ? hasWord(value, word) : hasTrimmed(word))));
}

const noText = sql`cast(null as varchar)`;

function infix(left: Sql, sign: string, right: Sql): Sql {
  return sql`(${left} ${verbatim(sign)} ${right})`;
}

/** A condition that is false if unknown. */
function orFalse(condition: Sql): Sql {
  return sql`coalesce(${condition}, false)`;
}

/** Whether a value, as `String` writes it, is one of these; false if it is missing. */
function isOneOf(isNumber: boolean, term: Sql, values: readonly string[]): Sql {
  const listed = isNumber
    ? values.filter((value) => String(Number(value)) === value).map((value) => double(Number(value)))
    : values.map(sqlText);
  return listed.length === 0 ? truth(false) : orFalse(sql`(${term} in (${listed}))`);
}

/** The result that is listed for a value, as `String` writes it; else `otherwise`. */
function byText(isNumber: boolean, term: Sql, values: readonly (readonly [string, Sql])[], otherwise: Sql): Sql {
  return choose(
    values.map(([value, then]) => [isOneOf(isNumber, term, [value]), then]),
    otherwise,
  );
}

function literal(value: FieldValue): Sql {
  return typeof value === 'number' ? double(value) : sqlText(value);
}

function addDeclarations(rows: PlanRows, { declarations }: BenchmarkPlan): void {
  const declared = declarations.map(({ field, by, values, otherwise }) => {
    const other = otherwise === undefined ? nothing : literal(otherwise);
    const listed = [...values].map(([key, value]) => [key, literal(value)] as const);
    const value = by === undefined ? other : rows.byKey(by, listed, other);
    const own = rows.fields.get(field);
    return { field, term: own === undefined ? value : sql`coalesce(${own}, ${value})`, as: `declared ${field}` };
  });
  rows.add(declared);
  for (const { field, as } of declared) rows.fields.set(field, column(as));
}

function addCorrection(rows: PlanRows, { field, by, values }: BenchmarkPlan['corrections'][number], i: number) {
  const before = rows.fieldOrNull(field);
  const [entry, after] = [column(`entry ${i}`), column(`corrected ${i}`)];
  const places = [...values.keys()].map((key, place) => [key, sql`${place}`] as const);
  rows.add([{ term: rows.byKey(by, places, nothing), as: `entry ${i}` }]);
  const cases = [...values.values()].map((to, place): Case => [sql`${place}`, literal(to)]);
  rows.add([{ term: choose(cases, before, entry), as: `corrected ${i}` }]);
  rows.fields.set(field, after);
  return { entry, before };
}

function addPhase(rows: PlanRows, { phase: { by, values, otherwise } }: BenchmarkPlan): void {
  const other = otherwise === undefined ? noText : sqlText(otherwise);
  const term = by === undefined ? undefined : rows.fields.get(by);
  const phases = [...values].map(([key, phase]) => [key, sqlText(phase)] as const);
  rows.add([
    {
      term: by === undefined || term === undefined ? other : byText(rows.numbers.has(by), term, phases, other),
      as: 'phase',
    },
  ]);
  rows.fields.set('phase', column('phase'));
}

function addScore(rows: PlanRows, { score }: Plan, benchmark: BenchmarkPlan): ReadonlyMap<string, Sql> {
  const words = rows.words();
  const parts = [...benchmark.components].map(([component, rule]) => {
    const kind = componentKindOf(rule);
    if (kind.formula === undefined) throw new NotExpressible(`component "${component}" has no formula`);
    return { component, term: kind.formula(rule, words), as: `part ${component}` };
  });
  rows.add(parts);
  const columns = new Map(parts.map(({ component, as }) => [component, column(as)]));
  const sum = [...score.weights].reduce(
    (before, [component, weight]) => sql`(${before} + (${double(weight)} * ${columns.get(component) ?? double(0)}))`,
    double(0),
  );
  rows.add([{ term: rounded(sum, score.decimals), as: 'score' }]);
  rows.fields.set('score', column('score'));
  return columns;
}

/** Like `roundTo` for numbers of at least 0. */
function rounded(value: Sql, decimals: number): Sql {
  const scale = double(10 ** decimals);
  const scaled = sql`((${value} * ${scale}) * ${double(1 + 2 ** -50)})`;
  const up = either(sql`((${scaled} - floor(${scaled})) >= ${double(0.5)})`, double(1), double(0));
  return sql`((floor(${scaled}) + ${up}) / ${scale})`;
}

function addRandom(rows: PlanRows, { seed }: Plan, benchmark: BenchmarkPlan): void {
  if (seed === undefined || !usesNumbers(benchmark)) return;
  rows.add([{ term: randomNumber(`${seed}`, benchmark.name), as: randomField.name }]);
  rows.fields.set(randomField.name, column(randomField.name));
}

/** The permanent random number of each row. */
export function randomNumber(seed: string, key: string): Sql {
  const salt = sqlText(`${permanentRandomAlgorithm}\0${seed}\0${key}\0`);
  return fraction(sha256(sql`concat(${salt}, ${id})`));
}

function groupTerm(rows: PlanRows, [by = '', ...others]: readonly string[], bands: readonly number[]): Sql {
  const term = rows.fieldOrNull(by);
  if (others.length > 0) return crossedTerm(rows, [by, ...others]);
  if (bands.length === 0 || !rows.numbers.has(by)) return term;
  const cases = bands.map((limit, i): Case => [sql`(${term} >= ${double(limit)})`, sql`${i + 1}`]);
  return choose([[isNull(term), nothing], ...cases.reverse()], sql`0`);
}

/** As `crossedLabel` writes it; null if no field is known. */
function crossedTerm(rows: PlanRows, fields: readonly string[]): Sql {
  if (fields.some((field) => rows.numbers.has(field)))
    throw new NotExpressible('the plan groups by several fields, and one of them is a number');
  const terms = fields.map((field) => rows.fieldOrNull(field));
  const parts = terms.flatMap((term, i) => [...(i === 0 ? [] : [sqlText(' × ')]), sql`coalesce(${term}, 'unknown')`]);
  return either(and(...terms.map(isNull)), nothing, sql`concat(${parts})`);
}

/** The keys of an order; the last is the id. */
export function keysOf({ fields, numbers }: PlanSql, prefer: readonly Preference[]): readonly Key[] {
  const keys = prefer.flatMap((preference): Key[] => {
    if (preference.kind === 'kept') return [ascending(either(isOneOf(false, id, [...preference.ids]), sql`0`, sql`1`))];
    const term = fields.get(preference.field);
    if (term === undefined) return [];
    if (preference.kind === 'values') {
      const last = sql`${preference.values.length}`;
      const places = preference.values.map((value, i) => [value, sql`${i}`] as const);
      const place = byText(numbers.has(preference.field), term, places, last);
      return [ascending(either(isNull(term), last, place))];
    }
    const isMissing = ascending(either(isNull(term), sql`1`, sql`0`));
    const down = preference.direction === 'desc';
    if (!numbers.has(preference.field)) return [isMissing, { term: sql`coalesce(${term}, '')`, descending: down }];
    const number = sql`coalesce(${term}, ${double(0)})`;
    return [isMissing, ascending(down ? sql`(${double(0)} - ${number})` : number)];
  });
  return [...keys, ascending(id)];
}

function ascending(term: Sql): Key {
  return { term, descending: false };
}

/** A statement may have a million characters. */
const mostCharacters = 400_000;

/** Conditions that together match the tasks with these ids, each short enough for a statement. */
export function haveIds(ids: readonly string[]): readonly Sql[] {
  const lists: Sql[][] = [];
  let characters = mostCharacters;
  for (const each of ids) {
    characters += each.length + 4;
    if (characters > mostCharacters) {
      lists.push([]);
      characters = each.length;
    }
    lists.at(-1)?.push(sqlText(each));
  }
  return lists.map((list) => sql`(${inside} and ${id} in (${list}))`);
}

/** The text of a task in the fingerprint of a pool with these fields, as `sumOfTasks` writes it. */
export function hashedText({ numbers }: PlanSql, fields: readonly string[]): Sql {
  const parts = fields.flatMap((name) => {
    const value = column(`given ${name}`);
    return [sql`chr(0)`, numbers.has(name) ? numberText(value) : sql`coalesce(${value}, '')`];
  });
  return parts.length === 0 ? id : sql`concat(${[id, ...parts]})`;
}

/** A number as in a fingerprint; whole numbers, which are most, take a faster path. */
function numberText(value: Sql): Sql {
  const size = sql`abs(${value})`;
  const limit = double(2 ** 53);
  const digits = (number: Sql) => sql`cast(cast(${number} as bigint) as varchar)`;
  const rest = digits(sql`floor(((${size} - floor(${size})) * ${limit}))`);
  const sign = either(sql`(${value} < 0)`, sqlText('-'), sqlText(''));
  return choose(
    [
      [isNull(value), sqlText('')],
      [sql`((${value} >= ${double(0)}) and (${value} < ${limit}) and (${value} = floor(${value})))`, digits(value)],
      [sql`(${size} >= ${limit})`, sql`concat(${sign}, 'big')`],
    ],
    sql`concat(${sign}, ${digits(sql`floor(${size})`)}, '.', ${rest})`,
  );
}
