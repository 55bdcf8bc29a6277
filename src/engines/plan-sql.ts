import { componentKindOf } from '../core/components/component-kinds.js';
import { randomField } from '../core/model/field.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { Preference } from '../core/model/select-rule.js';
import type { TableRules } from '../core/model/source-plan.js';
import { permanentRandomAlgorithm } from '../core/random/permanent-random-number.js';
import { usesNumbers } from '../core/select/group-tasks.js';
import { type Dialect, type Key, named, text } from './dialect.js';
import type { EngineTable } from './engine.js';
import { NotExpressible } from './not-expressible.js';
import { SqlTerms } from './sql-terms.js';
import { tableFields } from './table-fields.js';

/** Whether a row has columns that nobody expected. */
export const hasOthers = '"odd" = -1';

/** A benchmark's tasks as SQL: one row a task, with all that the plan makes of it. */
export interface PlanSql {
  /** Rows of the table, those outside the pool included: `id`, `inside`, and a column for all that is asked for. */
  readonly rows: string;
  /** The column that names a row. */
  readonly place: string;
  readonly oddities: ReadonlyMap<string, string>;
  /** The text that a task counts with in the fingerprint of a pool whose tasks have these fields. */
  readonly hashed: (fields: readonly string[]) => string;
  /** The last column of each field, also of `phase`, `score` and `random`; undefined when no task has it. */
  readonly field: (name: string) => string | undefined;
  readonly given: ReadonlyMap<string, string>;
  readonly measured: ReadonlyMap<string, string>;
  /** By correction, the columns of the entry that it found, by its place in the list, and of the value before. */
  readonly corrections: readonly { readonly entry: string; readonly before: string; readonly after: string }[];
  readonly components: ReadonlyMap<string, string>;
  readonly group: string | undefined;
  /** Any value of the group's kind, to stand for a missing one where something else tells that it is missing. */
  readonly anyGroup: string;
  readonly isNumber: (field: string) => boolean;
  /** The keys of an order, the id last. */
  readonly keys: (prefer: readonly Preference[]) => readonly Key[];
}

/** @throws NotExpressible when the plan asks for what SQL does not give exactly. */
export function planSql(
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
  table: EngineTable,
  dialect: Dialect,
): PlanSql {
  const given = tableFields(plan, reading, table.columns, dialect);
  const terms = new SqlTerms(dialect, plan.fields);
  const oddities = new Map(given.oddities);
  const last = new Map<string, string>([['id', '"id"']]);
  const field = (name: string) => last.get(name);
  let rows = `select ${given.id} as "id"${table.place === undefined ? '' : `, ${table.place} as "place"`}`;
  const add = (expressions: Iterable<readonly [string, string]>) => {
    const list = [...expressions].map(([name, expression]) => `${expression} as ${named(name)}`);
    if (list.length > 0) rows = `select t.*, ${list.join(', ')} from (${rows}) as t`;
  };
  for (const [name, expression] of given.values) {
    rows += `, ${expression} as ${named(`given ${name}`)}`;
    last.set(name, named(`given ${name}`));
  }
  for (const [name, expression] of given.measured) rows += `, ${expression} as ${named(`measured ${name}`)}`;
  // Which of them holds first: one column, which is quickly kept.
  const odd = [...given.oddities.values()].map((oddity, i) => `when ${oddity} then ${i}`);
  if (table.hasOthers !== undefined) odd.unshift(`when ${table.hasOthers} then -1`);
  rows += `, case ${odd.join(' ')} end as "odd"`;
  rows += ` from ${table.relation}`;
  const asGiven = new Map(last);
  add([['inside', reading.where === undefined ? 'true' : terms.condition(reading.where, field)]]);
  addDeclarations();
  const corrections = benchmark.corrections.map(addCorrection);
  addPhase();
  const components = addScore();
  addRandom();
  const { where, group: rule, pin } = benchmark.select;
  const ids = (list: readonly string[]) => (list.length === 0 ? 'false' : terms.isOneOf('id', '"id"', list));
  add([
    ['fits', where === undefined ? 'true' : terms.condition(where, field)],
    ['excluded', ids(benchmark.exclusions.map(({ id }) => id))],
    ['pinned', ids(pin)],
  ]);
  for (const { kind, field: name } of [
    ...benchmark.select.prefer,
    ...benchmark.select.ensure.flatMap(({ prefer }) => prefer),
  ]) {
    const term = field(name);
    // Beyond ASCII, databases and programs sort texts in two orders.
    if (kind === 'field' && term !== undefined && name !== 'id' && !terms.isNumber(name))
      oddities.set(`a ${name} that is not ASCII`, `${term} is not null and not ${dialect.isAscii(term)}`);
  }
  for (const [name, labels] of plan.vocabulary) {
    const term = field(name);
    if (term !== undefined)
      oddities.set(
        `a ${name} that the vocabulary does not know`,
        `${term} is not null and not ${terms.isOneOf(name, term, labels)}`,
      );
  }
  return {
    rows: `(${rows}) as t`,
    place: table.place === undefined ? '"id"' : '"place"',
    oddities: new Map([...oddities].map(([what, term], i) => [what, i < given.oddities.size ? `"odd" = ${i}` : term])),
    hashed: taskText,
    field,
    given: asGiven,
    measured: new Map([...given.measured.keys()].map((name) => [name, named(`measured ${name}`)])),
    corrections,
    components,
    group: rule === undefined ? undefined : groupTerm(rule.by, rule.bands),
    anyGroup: rule === undefined || !terms.isNumber(rule.by) ? "''" : rule.bands.length > 0 ? '0' : dialect.double(0),
    isNumber: (name) => terms.isNumber(name),
    keys,
  };

  /** As `sumOfTasks` writes a task. */
  function taskText(fields: readonly string[]): string {
    const parts = fields.map((name) => {
      const value = named(`given ${name}`);
      return `chr(0), ${terms.isNumber(name) ? numberText(value) : `coalesce(${value}, '')`}`;
    });
    return parts.length === 0 ? '"id"' : `concat("id", ${parts.join(', ')})`;
  }

  /** Most numbers are whole, and quickly written. */
  function numberText(value: string): string {
    const size = `abs(${value})`;
    const limit = dialect.double(2 ** 53);
    const digits = (number: string) => `cast(cast(${number} as bigint) as varchar)`;
    const rest = digits(`floor((${size} - floor(${size})) * ${limit})`);
    const sign = `case when ${value} < 0 then '-' else '' end`;
    return (
      `case when ${value} is null then '' ` +
      `when ${value} >= ${dialect.double(0)} and ${value} < ${limit} and ${value} = floor(${value}) then ${digits(value)} ` +
      `when ${size} >= ${limit} then concat(${sign}, 'big') ` +
      `else concat(${sign}, ${digits(`floor(${size})`)}, '.', ${rest}) end`
    );
  }

  function addDeclarations(): void {
    const declared = benchmark.declarations.map(({ field: name, by, values, otherwise }) => {
      const otherValue = otherwise === undefined ? 'null' : terms.literal(otherwise);
      const cases = [...values].map(([key, value]) => [key, terms.literal(value)] as const);
      const value = by === undefined ? otherValue : byKey(by, cases, otherValue);
      const own = field(name);
      return [name, own === undefined ? value : `coalesce(${own}, ${value})`] as const;
    });
    add(declared.map(([name, value]) => [`declared ${name}`, value]));
    for (const [name] of declared) last.set(name, named(`declared ${name}`));
  }

  /** By the text of a field, where a missing one is the empty text. */
  function byKey(by: string, cases: readonly (readonly [string, string])[], otherwise: string): string {
    const term = field(by);
    const empty = cases.find(([key]) => key === '')?.[1] ?? otherwise;
    if (term === undefined) return empty;
    return `case when ${term} is null then ${empty} else ${terms.byText(by, term, cases, otherwise)} end`;
  }

  function addCorrection({ field: name, by, values }: BenchmarkPlan['corrections'][number], i: number) {
    const before = field(name) ?? (terms.isNumber(name) ? 'cast(null as double)' : 'cast(null as varchar)');
    const [entry, after] = [named(`entry ${i}`), named(`corrected ${i}`)];
    add([
      [
        `entry ${i}`,
        byKey(
          by,
          [...values.keys()].map((key, k) => [key, String(k)]),
          'null',
        ),
      ],
    ]);
    const cases = [...values.values()].map((to, k) => `when ${k} then ${terms.literal(to)}`);
    add([[`corrected ${i}`, cases.length === 0 ? before : `case ${entry} ${cases.join(' ')} else ${before} end`]]);
    last.set(name, after);
    return { entry, before, after };
  }

  function addPhase(): void {
    const { by, values, otherwise } = benchmark.phase;
    const other = otherwise === undefined ? 'cast(null as varchar)' : text(otherwise);
    const term = by === undefined ? undefined : field(by);
    const cases = [...values].map(([key, phase]) => [key, text(phase)] as const);
    add([['phase', by === undefined || term === undefined ? other : terms.byText(by, term, cases, other)]]);
    last.set('phase', '"phase"');
    oddities.set('a task without a phase', '"phase" is null');
  }

  function addScore(): ReadonlyMap<string, string> {
    const words = terms.words(field);
    const parts = [...benchmark.components].map(([component, rule]) => {
      const kind = componentKindOf(rule);
      if (kind.formula === undefined) throw new NotExpressible(`component "${component}" has no formula`);
      return [component, kind.formula(rule, words)] as const;
    });
    add(parts.map(([component, value]) => [`part ${component}`, value]));
    const columns = new Map(parts.map(([component]) => [component, named(`part ${component}`)]));
    for (const [component, column] of columns)
      oddities.set(`a task without a value for ${component}`, `${column} is null`);
    const sum = [...plan.score.weights].reduce(
      (before, [component, weight]) =>
        `(${before} + ${dialect.double(weight)} * ${columns.get(component) ?? dialect.double(0)})`,
      dialect.double(0),
    );
    add([['score', terms.rounded(sum, plan.score.decimals)]]);
    last.set('score', '"score"');
    return columns;
  }

  function addRandom(): void {
    if (plan.seed === undefined || !usesNumbers(benchmark)) return;
    const key = `${permanentRandomAlgorithm}\0${plan.seed}\0${benchmark.name}\0`;
    add([[randomField.name, dialect.fraction(dialect.hash(`concat(${text(key)}, "id")`))]]);
    last.set(randomField.name, named(randomField.name));
  }

  function groupTerm(by: string, bands: readonly number[]): string {
    const term = field(by) ?? `cast(null as ${terms.isNumber(by) ? 'double' : 'varchar'})`;
    if (bands.length === 0 || !terms.isNumber(by)) return term;
    const cases = bands.map((limit, i) => `when ${term} >= ${dialect.double(limit)} then ${i + 1}`).reverse();
    return `case when ${term} is null then null ${cases.join(' ')} else 0 end`;
  }

  function keys(prefer: readonly Preference[]): readonly Key[] {
    const asc = (expression: string): Key => ({ expression, descending: false });
    const list = prefer.flatMap((preference): Key[] => {
      const term = field(preference.field);
      if (term === undefined) return [];
      if (preference.kind === 'values') {
        const places = preference.values.map((value, i) => [value, String(i)] as const);
        const place = terms.byText(preference.field, term, places, String(places.length));
        return [asc(`case when ${term} is null then ${places.length} else ${place} end`)];
      }
      const isMissing = asc(`case when ${term} is null then 1 else 0 end`);
      const down = preference.direction === 'desc';
      if (terms.isNumber(preference.field)) {
        const number = `coalesce(${term}, ${dialect.double(0)})`;
        return [isMissing, asc(down ? `(${dialect.double(0)} - ${number})` : number)];
      }
      return [isMissing, { expression: `coalesce(${term}, '')`, descending: down }];
    });
    return [...list, asc('"id"')];
  }
}
