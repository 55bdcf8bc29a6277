import type { FormulaWords } from '../core/components/component-kind.js';
import { componentKindOf } from '../core/components/component-kinds.js';
import type { BenchmarkPlan, Plan, TableRules } from '../core/model/plan.js';
import { type Bound, type Condition, groupFields, type Preference } from '../core/model/select-rule.js';
import { type Field, type FieldValue, type PoolProblem, randomField } from '../core/model/task.js';
import { permanentRandomAlgorithm } from '../core/random/seeded-numbers.js';
import { usesNumbers } from '../core/select/group-tasks.js';
import { label } from '../sources/facts/task-facts.js';
import { type EngineTable, type Facts, NotExpressible, OddRows } from './engine.js';
import { priorColumn, priorFieldNames, priorId, priorPlace, priorRelation } from './prior-results.js';
import {
  and,
  type Case,
  call,
  cast,
  choose,
  coalesce,
  column,
  double,
  either,
  infix,
  isIn,
  isKnown,
  isNull,
  type Key,
  type NamedSql,
  not,
  nothing,
  or,
  type Relation,
  type Select,
  type Sql,
  star,
  text,
  truth,
  whole,
} from './sql.js';
import { type TableFields, type TableList, tableFields } from './table-fields.js';

/** Whether a row has unexpected columns. */
export const hasOthers = infix(column('odd'), '=', whole(-1));

/** Columns that every row of `PlanSql.rows` has. */
export const id = column('id');
export const [inside, fits, excluded, pinned] = ['inside', 'fits', 'excluded', 'pinned'].map((name) =>
  column(name),
) as [Sql, Sql, Sql, Sql];

/** The tasks of a benchmark as SQL: one row per task, with all values that the plan derives from it. */
export interface PlanSql {
  /** Rows of the table, those outside the pool included. */
  readonly rows: Relation;
  readonly place: Sql;
  /** Conditions that must hold for no row, by what is then said of the table. */
  readonly oddities: ReadonlyMap<string, Sql>;
  /** Why the plan makes nothing of a task: it has no phase, no value for a component, or a label that no list knows. */
  readonly faults: readonly TaskFault[];
  /** The last column of each field, also of `id`, `phase`, `score` and `random`; none for a field that no task has. */
  readonly fields: ReadonlyMap<string, Sql>;
  readonly given: ReadonlyMap<string, Sql>;
  readonly lists: ReadonlyMap<string, TableList>;
  readonly measured: ReadonlyMap<string, Sql>;
  readonly derived: ReadonlyMap<string, Sql>;
  readonly further: ReadonlyMap<string, Sql>;
  /** For each correction, the place of the entry that it found in its list, and the value before. */
  readonly corrections: readonly { readonly entry: Sql; readonly before: Sql }[];
  readonly facts: Facts | undefined;
  readonly notes: readonly PoolProblem[];
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
  const own = table.facts?.fields ?? tableFields(plan, reading, table.columns, table.sides);
  const given = table.hasPrior === true ? withPrior(own) : own;
  const rows = new PlanRows(plan, table, given);
  const asGiven = new Map(rows.fields);
  const oddities = new Map([...given.oddities.keys()].map((what, i) => [what, infix(column('odd'), '=', whole(i))]));
  // Rows that were read are those of the pool.
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
  rows.add([
    { term: rows.condition(where), as: 'fits' },
    {
      term: or(
        isOneOf(
          false,
          id,
          benchmark.exclusions.map((each) => each.id),
        ),
        ...(benchmark.exclusionRules ?? []).map((rule) => rows.condition(rule.where)),
      ),
      as: 'excluded',
    },
    { term: or(isOneOf(false, id, pin), ...pinWhere.map((where) => rows.condition(where))), as: 'pinned' },
  ]);
  for (const { kind, field } of [...prefer, ...ensure.flatMap((each) => each.prefer)]) {
    const term = rows.fields.get(field);
    // Beyond ASCII, databases and programs sort texts in two orders.
    if (kind === 'field' && term !== undefined && field !== 'id' && !rows.numbers.has(field))
      oddities.set(`a ${field} that is not ASCII`, and(isKnown(term), not(call('is_ascii', term))));
  }
  for (const [field, labels] of plan.vocabulary) {
    const term = rows.fields.get(field);
    if (term === undefined) continue;
    const holds = and(isKnown(term), not(isOneOf(rows.numbers.has(field), term, labels)));
    faults.push({ holds, values: [term] });
  }
  const isBanded = rule !== undefined && rule.bands.length > 0;
  return {
    rows: { kind: 'query', query: rows.select, as: 't' },
    place: table.place === undefined ? id : column('place'),
    oddities,
    faults,
    fields: rows.fields,
    given: asGiven,
    lists: rows.lists,
    measured: new Map([...given.measured.keys()].map((name) => [name, column(`measured ${name}`)])),
    derived: new Map([...given.derived.keys()].map((name) => [name, column(`derived ${name}`)])),
    further: new Map([...given.further.keys()].map((name) => [name, column(name)])),
    corrections,
    components,
    group: rule === undefined ? undefined : groupTerm(rows, groupFields(rule), rule.bands),
    facts: table.facts,
    notes: table.notes ?? [],
    anyGroup: rule === undefined || !rows.numbers.has(rule.by) ? text('') : isBanded ? whole(0) : double(0),
    numbers: rows.numbers,
  };
}

/** Fields with those of earlier results, which count as measured. @throws NotExpressible when a table gives them, too. */
function withPrior(given: TableFields): TableFields {
  const known = priorFieldNames.find((name) => given.values.has(name));
  if (known !== undefined) throw new NotExpressible(`both the table and the earlier results have a column "${known}"`);
  const added = priorFieldNames.map((name) => [name, priorColumn(name)] as const);
  return {
    ...given,
    values: new Map([...given.values, ...added]),
    measured: new Map([...given.measured, ...added.map(([name, term]) => [name, isKnown(term)] as const)]),
  };
}

/** A select that grows by columns, each of which may use those before it. */
class PlanRows {
  readonly fields = new Map<string, Sql>([['id', id]]);
  readonly lists: ReadonlyMap<string, TableList>;
  readonly numbers: ReadonlySet<string>;
  readonly #hasAliases: boolean;
  select: Select;

  constructor(plan: Plan, table: EngineTable, given: TableFields) {
    const isNumber = ({ kind }: Field) => kind === 'number';
    this.numbers = new Set(['score', randomField.name, ...[...plan.fields.values()].filter(isNumber).map(nameOf)]);
    this.select = givenRows(table, given);
    this.#hasAliases = given.further.has('aliases');
    this.lists = new Map([...given.lists].map(([name, each]) => [name, { ...each, value: column(`list ${name}`) }]));
    for (const name of given.values.keys()) this.fields.set(name, column(`given ${name}`));
  }

  add(columns: readonly NamedSql[]): void {
    if (columns.length === 0) return;
    const from: Relation = { kind: 'query', query: this.select, as: 't' };
    this.select = { kind: 'select', columns: [{ term: star }, ...columns], from };
  }

  /** The column of a field; null for one that no task has. */
  fieldOrNull(field: string): Sql {
    return this.fields.get(field) ?? cast(nothing, this.numbers.has(field) ? 'double' : 'varchar');
  }

  /** What `byText` gives where a missing field counts as the empty text. */
  byKey(field: string, values: readonly (readonly [string, Sql])[], otherwise: Sql): Sql {
    if (field === 'id' && this.#hasAliases) throw new NotExpressible('a rule by id also matches aliases');
    const term = this.fields.get(field);
    const empty = values.find(([key]) => key === '')?.[1] ?? otherwise;
    return term === undefined
      ? empty
      : either(isNull(term), empty, byText(this.numbers.has(field), term, values, otherwise));
  }

  condition(condition: Condition = []): Sql {
    return and(
      ...condition.map(({ field, oneOf, has, not: others, contains, lacks, above, atLeast, below, atMost }) => {
        const term = this.fields.get(field);
        const isNumber = this.numbers.has(field);
        if ((contains ?? lacks) !== undefined && (term === undefined || isNumber))
          throw new NotExpressible('a rule searches a field that the table does not store as text');
        const hasPart = (texts: readonly string[]) =>
          coalesce(or(...texts.map((part) => call('has_text', term ?? nothing, text(part)))), truth(false));
        const isOther = and(
          contains === undefined ? truth(true) : hasPart(contains),
          lacks === undefined ? truth(true) : not(hasPart(lacks)),
          others === undefined
            ? truth(true)
            : not(term === undefined ? hasWord(this.lists.get(field), others, field) : isOneOf(isNumber, term, others)),
        );
        if (has !== undefined) return and(hasWord(this.lists.get(field), has, field), isOther);
        if (
          (others ?? contains ?? lacks) !== undefined &&
          [above, atLeast, below, atMost].every((bound) => bound === undefined)
        )
          return isOther;
        if (term === undefined) return truth(false);
        if (oneOf !== undefined) return isOneOf(isNumber, term, oneOf);
        // Days are compared as texts, all of one form.
        const asTerm = (bound: Bound) => (typeof bound === 'number' ? double(bound) : text(bound));
        const bounds = [
          ['>', above],
          ['>=', atLeast],
          ['<', below],
          ['<=', atMost],
        ] as const;
        if (bounds.some(([, bound]) => bound !== undefined && (typeof bound === 'number') !== isNumber))
          return truth(false);
        const asked = bounds.flatMap(([sign, bound]) =>
          bound === undefined ? [] : [infix(term, sign, asTerm(bound))],
        );
        return and(isOther, coalesce(and(isKnown(term), ...asked), truth(false)));
      }),
    );
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
      least: (left, right) => call('least', left, right),
      greatest: (left, right) => call('greatest', left, right),
    };
  }
}

/** The rows of a table with their values for the fields of a plan. */
export function givenRows(table: EngineTable, given: TableFields): Select {
  // The first oddity of a row is one column, which takes little memory.
  const odd = [...given.oddities.values()].map((oddity, i): Case => [oddity, whole(i)]);
  const others: readonly Case[] = table.hasOthers === undefined ? [] : [[table.hasOthers, whole(-1)]];
  const own: Relation = { kind: 'table', sql: table.relation };
  return {
    kind: 'select',
    columns: [
      { term: given.id, as: 'id' },
      ...(table.place === undefined ? [] : [{ term: table.place, as: 'place' }]),
      ...[...given.values].map(([name, term]) => ({ term, as: `given ${name}` })),
      ...[...given.lists].map(([name, { value }]) => ({ term: value, as: `list ${name}` })),
      ...[...given.measured].map(([name, term]) => ({ term, as: `measured ${name}` })),
      ...[...given.derived].map(([name, term]) => ({ term, as: `derived ${name}` })),
      ...[...given.further].map(([name, term]) => ({ term, as: name })),
      ...(table.sides ?? []).map(({ id: side }, i) => ({ term: isKnown(side), as: joinedColumn(i) })),
      ...(table.hasPrior === true ? [{ term: priorPlace, as: 'prior place' }] : []),
      { term: choose([...others, ...odd]), as: 'odd' },
    ],
    from: [
      ...(table.sides ?? []),
      ...(table.hasPrior === true ? [{ relation: priorRelation, id: priorId }] : []),
    ].reduce<Relation>(
      (left, { relation, id: side }) => ({
        kind: 'join',
        left,
        right: { kind: 'table', sql: relation },
        on: infix(given.id, '=', side),
        keepsLeft: true,
      }),
      own,
    ),
    ...(given.isTask === undefined ? {} : { where: given.isTask }),
  };
}

/** The column that shows whether the nth side table has a row for a task. */
export function joinedColumn(n: number): string {
  return `joined ${n}`;
}

/** Whether a list has one of these words. */
function hasWord(list: TableList | undefined, words: readonly string[], field: string): Sql {
  if (list === undefined) return truth(false);
  if (list.form === 'text') throw new OddRows(`"${field}" is a list written as text`);
  // What says that nothing is known is no word.
  const asked = words.filter((word) => label(field, word, '').length > 0).map(text);
  const { value } = list;
  const has = (word: Sql) => call('has_word', value, word);
  // Trimming every word is slow, and few rows need it.
  const hasTrimmed = (word: Sql) =>
    choose(
      [
        [has(word), truth(true)],
        [not(call('has_text', call('words_text', value), word)), truth(false)],
      ],
      call('has_word', call('trimmed_words', value), word),
    );
  return or(...asked.map((word) => coalesce(list.form === 'read' ? has(word) : hasTrimmed(word), truth(false))));
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** Whether a value, as `String` writes it, is one of these; false where it is missing. */
function isOneOf(isNumber: boolean, term: Sql, values: readonly string[]): Sql {
  const listed = isNumber
    ? values.filter((value) => String(Number(value)) === value).map((value) => double(Number(value)))
    : values.map(text);
  return listed.length === 0 ? truth(false) : coalesce(isIn(term, listed), truth(false));
}

/** The result that is listed for a value, as `String` writes it; else `otherwise`. */
function byText(isNumber: boolean, term: Sql, values: readonly (readonly [string, Sql])[], otherwise: Sql): Sql {
  return choose(
    values.map(([value, then]) => [isOneOf(isNumber, term, [value]), then]),
    otherwise,
  );
}

function literal(value: FieldValue): Sql {
  return typeof value === 'number' ? double(value) : text(value);
}

function addDeclarations(rows: PlanRows, { declarations }: BenchmarkPlan): void {
  const declared = declarations.map(({ field, by, values, otherwise }) => {
    const other = otherwise === undefined ? nothing : literal(otherwise);
    const listed = [...values].map(([key, value]) => [key, literal(value)] as const);
    const value = by === undefined ? other : rows.byKey(by, listed, other);
    const own = rows.fields.get(field);
    return { field, term: own === undefined ? value : coalesce(own, value), as: `declared ${field}` };
  });
  rows.add(declared);
  for (const { field, as } of declared) rows.fields.set(field, column(as));
}

function addCorrection(rows: PlanRows, { field, by, values }: BenchmarkPlan['corrections'][number], i: number) {
  const before = rows.fieldOrNull(field);
  const [entry, after] = [column(`entry ${i}`), column(`corrected ${i}`)];
  const places = [...values.keys()].map((key, place) => [key, whole(place)] as const);
  rows.add([{ term: rows.byKey(by, places, nothing), as: `entry ${i}` }]);
  const cases = [...values.values()].map((to, place): Case => [whole(place), literal(to)]);
  rows.add([{ term: choose(cases, before, entry), as: `corrected ${i}` }]);
  rows.fields.set(field, after);
  return { entry, before };
}

function addPhase(rows: PlanRows, { phase: { by, values, otherwise } }: BenchmarkPlan): void {
  const other = otherwise === undefined ? cast(nothing, 'varchar') : text(otherwise);
  const term = by === undefined ? undefined : rows.fields.get(by);
  const phases = [...values].map(([key, phase]) => [key, text(phase)] as const);
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
    (before, [component, weight]) =>
      infix(before, '+', infix(double(weight), '*', columns.get(component) ?? double(0))),
    double(0),
  );
  rows.add([{ term: rounded(sum, score.decimals), as: 'score' }]);
  rows.fields.set('score', column('score'));
  return columns;
}

/** As `roundTo` rounds what is not below zero. */
function rounded(value: Sql, decimals: number): Sql {
  const scale = double(10 ** decimals);
  const scaled = infix(infix(value, '*', scale), '*', double(1 + 2 ** -50));
  const floor = call('floor', scaled);
  const isUp = infix(infix(scaled, '-', floor), '>=', double(0.5));
  return infix(infix(floor, '+', either(isUp, double(1), double(0))), '/', scale);
}

function addRandom(rows: PlanRows, { seed }: Plan, benchmark: BenchmarkPlan): void {
  if (seed === undefined || !usesNumbers(benchmark)) return;
  rows.add([{ term: randomNumber(`${seed}`, benchmark.name), as: randomField.name }]);
  rows.fields.set(randomField.name, column(randomField.name));
}

/** The permanent random number of each row. */
export function randomNumber(seed: string, key: string): Sql {
  const salt = text(`${permanentRandomAlgorithm}\0${seed}\0${key}\0`);
  return call('fraction', call('sha256', call('concat', salt, id)));
}

function groupTerm(rows: PlanRows, [by = '', ...others]: readonly string[], bands: readonly number[]): Sql {
  const term = rows.fieldOrNull(by);
  if (others.length > 0) return crossedTerm(rows, [by, ...others]);
  if (bands.length === 0 || !rows.numbers.has(by)) return term;
  const cases = bands.map((limit, i): Case => [infix(term, '>=', double(limit)), whole(i + 1)]);
  return choose([[isNull(term), nothing], ...cases.reverse()], whole(0));
}

/** As `crossedLabel` writes it; null where no field is known. */
function crossedTerm(rows: PlanRows, fields: readonly string[]): Sql {
  if (fields.some((field) => rows.numbers.has(field)))
    throw new NotExpressible('groups by several fields, one of them a number');
  const terms = fields.map((field) => rows.fieldOrNull(field));
  const parts = terms.flatMap((term, i) => [...(i === 0 ? [] : [text(' × ')]), coalesce(term, text('unknown'))]);
  return either(and(...terms.map(isNull)), nothing, call('concat', ...parts));
}

/** The keys of an order, the id last. */
export function keysOf({ fields, numbers }: PlanSql, prefer: readonly Preference[]): readonly Key[] {
  const keys = prefer.flatMap((preference): Key[] => {
    const term = fields.get(preference.field);
    if (term === undefined) return [];
    if (preference.kind === 'values') {
      const last = whole(preference.values.length);
      const places = preference.values.map((value, i) => [value, whole(i)] as const);
      const place = byText(numbers.has(preference.field), term, places, last);
      return [ascending(either(isNull(term), last, place))];
    }
    const isMissing = ascending(either(isNull(term), whole(1), whole(0)));
    const down = preference.direction === 'desc';
    if (!numbers.has(preference.field)) return [isMissing, { term: coalesce(term, text('')), descending: down }];
    const number = coalesce(term, double(0));
    return [isMissing, ascending(down ? infix(double(0), '-', number) : number)];
  });
  return [...keys, ascending(id)];
}

function ascending(term: Sql): Key {
  return { term, descending: false };
}

/** A statement may have a million characters. */
const mostCharacters = 400_000;

/** Conditions that together match the tasks with these ids; each fits into a statement. */
export function haveIds(ids: readonly string[]): readonly Sql[] {
  const lists: Sql[][] = [];
  let characters = mostCharacters;
  for (const each of ids) {
    characters += each.length + 4;
    if (characters > mostCharacters) {
      lists.push([]);
      characters = each.length;
    }
    lists.at(-1)?.push(text(each));
  }
  return lists.map((list) => and(inside, isIn(id, list)));
}

/** The text of a task in the fingerprint of a pool with these fields, as `sumOfTasks` writes it. */
export function hashedText({ numbers }: PlanSql, fields: readonly string[]): Sql {
  const parts = fields.flatMap((name) => {
    const value = column(`given ${name}`);
    return [call('chr', whole(0)), numbers.has(name) ? numberText(value) : coalesce(value, text(''))];
  });
  return parts.length === 0 ? id : call('concat', id, ...parts);
}

/** Most numbers are whole, and quickly written. */
function numberText(value: Sql): Sql {
  const size = call('abs', value);
  const limit = double(2 ** 53);
  const digits = (number: Sql) => cast(cast(number, 'bigint'), 'varchar');
  const floor = call('floor', size);
  const rest = digits(call('floor', infix(infix(size, '-', floor), '*', limit)));
  const sign = either(infix(value, '<', whole(0)), text('-'), text(''));
  const isWhole = infix(value, '=', call('floor', value));
  return choose(
    [
      [isNull(value), text('')],
      [and(infix(value, '>=', double(0)), infix(value, '<', limit), isWhole), digits(value)],
      [infix(size, '>=', limit), call('concat', sign, text('big'))],
    ],
    call('concat', sign, digits(floor), text('.'), rest),
  );
}
