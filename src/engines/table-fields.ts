import type { DerivationRule, Plan, TableRules } from '../core/model/plan.js';
import { derivedFields, type Field, sourceFields } from '../core/model/task.js';
import { totalsPattern } from '../core/text/totals-name.js';
import { dottedThousands } from '../sources/facts/cells.js';
import { languageNames } from '../sources/facts/languages.js';
import { idKeys } from '../sources/formats/table.js';
import { OddRows } from './engine.js';
import type { SideTable } from './side-tables.js';
import {
  and,
  choose,
  either,
  extracted,
  isAscii,
  isFiniteNumber,
  isNotNull,
  isNull,
  matches,
  column as named,
  not,
  nothing,
  or,
  type Sql,
  sql,
  sqlText,
  trimmed,
  truth,
} from './sql.js';

/** A column of a table, as far as a plan can use it. */
export interface SourceColumn {
  readonly name: string;
  /** Cell: text that may be a number. Loose: the text of any JSON value. */
  readonly type: 'text' | 'cell' | 'loose' | 'whole' | 'float' | 'truth' | 'words' | 'other';
  /** Whether a dot may separate thousands. */
  readonly mayHaveThousands?: true;
}

/** The values that a plan takes from the rows of a table, as SQL. */
export interface TableFields {
  readonly id: Sql;
  /** The value of each field: text or a 64-bit number; null if missing. */
  readonly values: ReadonlyMap<string, Sql>;
  /** The list of each list field; null if missing. */
  readonly lists: ReadonlyMap<string, TableList>;
  /** Whether a field's value was measured, or derived from other fields; only for fields with such values. */
  readonly measured: ReadonlyMap<string, Sql>;
  readonly derived: ReadonlyMap<string, Sql>;
  /** Other columns: a task's aliases, conflicts and folder, if the row reader read it, and marks of joined tables. */
  readonly further: ReadonlyMap<string, Sql>;
  /** Whether a row is a task; undefined if all are. */
  readonly isTask?: Sql;
  /** Conditions that must not hold for any row, by description. */
  readonly oddities: ReadonlyMap<string, Sql>;
}

/** Replaces each expression, which `as` names as a column of `givenRows`. */
export function mapFields(fields: TableFields, replace: (as: string, term: Sql) => Sql): TableFields {
  const each = (prefix: string, values: ReadonlyMap<string, Sql>) =>
    new Map([...values].map(([name, value]) => [name, replace(`${prefix}${name}`, value)]));
  const { lists } = fields;
  return {
    id: replace('id', fields.id),
    values: each('given ', fields.values),
    lists: new Map([...lists].map(([name, list]) => [name, { ...list, value: replace(`list ${name}`, list.value) }])),
    measured: each('measured ', fields.measured),
    derived: each('derived ', fields.derived),
    further: each('', fields.further),
    oddities: fields.oddities,
  };
}

/** A list of words as stored in rows. */
export interface TableList {
  readonly value: Sql;
  /** Read: final words. Words: words that may have spaces around them. Text: text that must be split into words. */
  readonly form: 'read' | 'words' | 'text';
}

const derived: ReadonlySet<string> = new Set(derivedFields.map(({ name }) => name));
const standard: ReadonlySet<string> = new Set(sourceFields.map(({ name }) => name));

/**
 * The fields of a plan in a table of columns and its side tables, exactly as `OwnFields`, `JoinedTables` and
 * `assembleTask` read them from rows.
 * @throws OddRows if rows must be read one by one.
 */
export function tableFields(
  plan: Plan,
  source: TableRules & { readonly derivations?: readonly DerivationRule[] },
  columns: readonly SourceColumn[],
  sides: readonly SideTable[] = [],
): TableFields {
  for (const name of ['benchmark', 'task_dir', 'shipped_score'])
    if (columns.some((column) => column.name === name)) throw new OddRows(`the table has a column "${name}"`);
  const given = columnFields(plan, source, columns);
  const values = new Map(given.values);
  const lists = new Map(given.lists);
  const measured = new Map(given.measured);
  const oddities = new Map(given.oddities);
  const further = new Map(sides.map(({ id }, i) => [joinedColumn(i), isNotNull(id)]));
  for (const side of sides) addSide(side);
  addLinesChanged();
  const fromOthers = new Map<string, Sql>();
  for (const rule of source.derivations ?? []) addDerived(rule);
  return { ...given, values, lists, measured, derived: fromOthers, further, oddities };

  /** The values of a side table take precedence. */
  function addSide({ fields }: SideTable): void {
    for (const [name, value] of fields.values) {
      const known = values.get(name);
      if (known !== undefined && plan.fields.get(name)?.kind !== 'number')
        throw new OddRows(`"${name}" is a column of several tables`);
      const isCounted = [fields.measured.get(name), measured.get(name)].map((each) => each ?? truth(false)) as [
        Sql,
        Sql,
      ];
      if (fields.measured.has(name) || measured.has(name)) measured.set(name, either(isNotNull(value), ...isCounted));
      values.set(name, known === undefined ? value : sql`coalesce(${value}, ${known})`);
    }
    for (const [name, list] of fields.lists) {
      if (lists.has(name)) throw new OddRows(`"${name}" is a column of several tables`);
      lists.set(name, list);
    }
  }

  /** As in `deriveFields`: fills in missing values with the part of another field that matches a pattern. */
  function addDerived({ field: name, from, pattern, value }: DerivationRule): void {
    const field = plan.fields.get(name);
    const source = from === 'id' ? given.id : values.get(from);
    if (field === undefined || source === undefined) return;
    if (field.kind === 'date') throw new OddRows(`"${name}" is a derived date`);
    if (from !== 'id' && plan.fields.get(from)?.kind === 'number')
      throw new OddRows(`"${name}" is derived from a number`);
    oddities.set(`a ${from} that is not ASCII`, and(isNotNull(source), not(isAscii(source))));
    const cut = cutIn(source, pattern, value);
    if (cut === undefined) return;
    const label = name === 'language' ? languageIn(sql`lower(${cut})`) : cut;
    const found = field.kind === 'number' ? numberCut(name, cut) : label;
    const own = values.get(name);
    values.set(name, own === undefined ? found : sql`coalesce(${own}, ${found})`);
    fromOthers.set(name, own === undefined ? isNotNull(found) : and(isNull(own), isNotNull(found)));
  }

  function numberCut(name: string, cut: Sql): Sql {
    const isPlain = matches(cut, '[0-9]{1,15}([.][0-9]{1,15})?');
    // Text that starts like this may be a number in another form.
    const mayBe = sql`((substr(${cut}, 1, 1) < ':') or (${cut} = 'Infinity'))`;
    oddities.set(`a ${name} in another form`, and(not(isPlain), mayBe));
    return either(isPlain, sql`try_cast(${cut} as double)`);
  }

  /** As in `assembleTask`: fills in missing values with additions + deletions. */
  function addLinesChanged(): void {
    const [additions, deletions] = [values.get('additions'), values.get('deletions')];
    if (additions === undefined || deletions === undefined) return;
    const [given, counted] = [values.get('lines_changed'), measured.get('lines_changed')];
    const sum = sql`(${additions} + ${deletions})`;
    const isSum = and(...['additions', 'deletions'].map((field) => measured.get(field) ?? truth(false)));
    values.set('lines_changed', given === undefined ? sum : sql`coalesce(${given}, ${sum})`);
    const isGiven = counted ?? truth(false);
    measured.set('lines_changed', given === undefined ? isSum : either(isNull(given), isSum, isGiven));
  }
}

/** The column that shows whether the nth side table has a row for a task. */
export function joinedColumn(n: number): string {
  return `joined ${n}`;
}

/** The fields of a plan in one table of columns. @throws OddRows if rows must be read one by one. */
export function columnFields(
  plan: Plan,
  source: Pick<TableRules, 'columns' | 'measured'>,
  columns: readonly SourceColumn[],
): TableFields {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const oddities = new Map<string, Sql>();
  const values = new Map<string, Sql>();
  const lists = new Map<string, TableList>();
  for (const field of plan.fields.values()) {
    if (derived.has(field.name)) continue;
    const column = columnOf(field, source, byName);
    if (column === undefined) continue;
    if (field.kind === 'list') {
      lists.set(field.name, listIn(column));
      continue;
    }
    const read = field.kind === 'number' ? numberIn : field.kind === 'date' ? dayIn : labelIn;
    values.set(field.name, read(field, column));
  }
  const measured = new Map(
    source.measured.flatMap((field) => {
      const value = values.get(field);
      return value === undefined || plan.fields.get(field)?.kind !== 'number' ? [] : [[field, isNotNull(value)]];
    }),
  );
  return { id: idIn(), values, lists, measured, derived: new Map(), further: new Map(), oddities };

  function listIn(column: SourceColumn): TableList {
    if (column.type === 'words') return { value: named(column.name), form: 'words' };
    if (column.type !== 'text' && column.type !== 'cell')
      throw new OddRows(`column "${column.name}" is not a list of words`);
    return { value: filled(column), form: 'text' };
  }

  function idIn(): Sql {
    const name = source.columns.get('id') ?? idKeys.find((key) => byName.has(key));
    const column = byName.get(name ?? '');
    if (column === undefined || !['text', 'cell', 'loose', 'whole'].includes(column.type))
      throw new OddRows('no column of text or whole numbers contains the id');
    const value = column.type === 'whole' ? sql`cast(${named(column.name)} as varchar)` : named(column.name);
    refuseOther(column);
    // A JSON boolean is not an id, and its text is one of these.
    const none = (column.type === 'loose' ? ['', 'true', 'false'] : ['']).map(sqlText);
    oddities.set('a row without an id', sql`(${value} is null or ${value} in (${none}))`);
    oddities.set('a row that repeats the header', sql`(${value} = ${sqlText(column.name)})`);
    oddities.set('a row that may contain totals', matches(value, `(?i)(${totalsPattern})`));
    oddities.set('an id that starts or ends with a space', hasOpenEnd(value));
    oddities.set('an id that is not ASCII', not(isAscii(value)));
    return value;
  }

  function labelIn(field: Field, column: SourceColumn): Sql {
    if (column.type === 'float' || column.type === 'words' || column.type === 'other')
      throw new OddRows(`column "${column.name}" is not text`);
    refuseOther(column);
    if (column.type === 'whole' || column.type === 'truth') return sql`cast(${named(column.name)} as varchar)`;
    const label = filled(column);
    if (field.name !== 'language') return label;
    const folded = sql`lower(trim(${label}))`;
    oddities.set('a language that is not ASCII', not(isAscii(label)));
    // Databases trim spaces, but not tabs.
    oddities.set('a language that begins or ends with a tab or similar', hasOpenEnd(folded));
    return languageIn(folded);
  }

  /** The date at the start of a text. Times with an offset may fall on another date, so the row reader reads them. */
  function dayIn(_: Field, column: SourceColumn): Sql {
    if (!['text', 'cell', 'loose'].includes(column.type)) throw new OddRows(`column "${column.name}" is not text`);
    const value = filled(column);
    const time = '([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?Z?)?';
    oddities.set(`a "${column.name}" in another form`, not(matches(value, `(${days})${time}`)));
    return sql`substr(${value}, 1, 10)`;
  }

  function numberIn(field: Field, column: SourceColumn): Sql {
    if (column.type === 'loose' || column.type === 'cell') {
      const digits = filled(column);
      oddities.set(`a "${column.name}" in another form`, not(matches(digits, '[0-9]{1,19}([.][0-9]{0,19})?')));
      // The row reader reports each of them.
      if (column.mayHaveThousands === true)
        oddities.set(`a "${column.name}" with a dot that may separate thousands`, matches(digits, dottedThousands));
      if (field.isCompared === true)
        oddities.set(
          `a "${column.name}" with zeros`,
          not(matches(digits, '(0|[1-9][0-9]{0,14})([.][0-9]{0,14}[1-9])?')),
        );
      return sql`try_cast(${digits} as double)`;
    }
    if (column.type !== 'whole' && column.type !== 'float') throw new OddRows(`column "${column.name}" is not numeric`);
    const number = sql`cast(${named(column.name)} as double)`;
    if (field.negative !== true) oddities.set(`a "${column.name}" below zero`, sql`(${number} < 0)`);
    return column.type === 'whole' ? number : either(isFiniteNumber(number), number);
  }

  /** Accepts JSON values by their text, but numbers only if JavaScript would write them the same way. */
  function refuseOther({ name, type }: SourceColumn): void {
    if (type !== 'loose') return;
    const value = named(name);
    const isOddNumber = and(matches(value, '-?[0-9.]+([eE][-+]?[0-9]+)?'), not(matches(value, '0|-?[1-9][0-9]{0,14}')));
    // Comparing is faster than taking the first character. Digits, "-" and "." come before ":".
    const isOther = sql`((${value} >= '[' and ${value} < ${sqlText('\\')}) or (${value} >= '{' and ${value} < '|'))`;
    const isOdd = either(sql`(${value} < ':')`, isOddNumber, isOther);
    oddities.set(`a "${name}" that is not text`, isOdd);
  }
}

function languageIn(folded: Sql): Sql {
  return choose(
    [...languageNames].map(([short, full]) => [sqlText(short), sqlText(full)]),
    folded,
    folded,
  );
}

/** The part of an ASCII text that matches a pattern, as in `matchPattern`; undefined if the pattern has no part. */
function cutIn(source: Sql, pattern: string, template: string): Sql | undefined {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  const literals = pattern
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[^A-Za-z0-9_ ]/g, (sign) => `\\x{${sign.codePointAt(0)?.toString(16)}}`));
  const whole = `\\A${literals.join('(.+)')}\\z`;
  const partOf = (name: string) => extracted(source, whole, names.indexOf(name) + 1);
  const parts = template.split(/\{(\w+)\}/).flatMap((each, i): Sql[] => {
    if (i % 2 === 0) return each === '' ? [] : [sqlText(each)];
    return names.includes(each) ? [partOf(each)] : [];
  });
  const cut = sql`nullif(${trimmed(sql`concat(${[sqlText(''), ...parts]})`)}, '')`;
  // Each part has at least one character.
  return either(sql`(coalesce(${partOf(names[0] ?? '')}, '') <> '')`, cut);
}

/** Matches every valid date from the year 1000 on, as YYYY-MM-DD. */
const days = [
  '[1-9][0-9]{3}-(01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])',
  '[1-9][0-9]{3}-(04|06|09|11)-(0[1-9]|[12][0-9]|30)',
  '[1-9][0-9]{3}-02-(0[1-9]|1[0-9]|2[0-8])',
  '[1-9][0-9](0[48]|[2468][048]|[13579][26])-02-29',
  '([2468][048]|[13579][26])00-02-29',
].join('|');

/** The text in a column; null if it is empty or only white space. */
function filled({ name }: SourceColumn): Sql {
  const value = named(name);
  // Text that starts with a character in these ranges is recognised a hundred times faster than by trimming it.
  const starts = ['!\u00a0', '\u00a1\u1680', '\u3001\ufeff'].map(([from = '', to = '']) =>
    and(sql`(${value} >= ${sqlText(from)})`, sql`(${value} < ${sqlText(to)})`),
  );
  return choose([
    [or(...starts), value],
    [sql`(${value} = '')`, nothing],
    [sql`(${trimmed(value)} <> '')`, value],
  ]);
}

/** Whether a text is empty, or starts or ends with a space, a tab or similar. */
export function hasOpenEnd(value: Sql): Sql {
  // Comparing is faster than a pattern. All of these characters come before "!".
  return sql`((${value} < '!') or (substr(${value}, -1) < '!'))`;
}

function columnOf(
  field: Field,
  source: Pick<TableRules, 'columns'>,
  byName: ReadonlyMap<string, SourceColumn>,
): SourceColumn | undefined {
  const given = source.columns.get(field.name);
  const column = byName.get(given ?? field.name);
  if (given !== undefined && column === undefined) throw new OddRows(`there is no column "${given}"`);
  if (column === undefined) {
    // The value may be inside a record of the row.
    if (!standard.has(field.name) && (byName.has('metadata') || byName.has('task')))
      throw new OddRows(`"${field.name}" may be in a column of records`);
    return undefined;
  }
  return column;
}
