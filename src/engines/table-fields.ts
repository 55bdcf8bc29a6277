import { derivedFields, type Field, sourceFields } from '../core/model/field.js';
import type { Plan } from '../core/model/plan.js';
import type { TableRules } from '../core/model/source-plan.js';
import { languageNames } from '../sources/facts/languages.js';
import { idKeys } from '../sources/formats/table.js';
import { type Dialect, hasOpenEnd, named, text } from './dialect.js';
import { NotExpressible } from './engine.js';

/** A column of a table, as far as a plan can use it. */
export interface TableColumn {
  readonly name: string;
  /** Cell: a text that may be a number. Loose: the text of whatever a value of JSON is. */
  readonly type: 'text' | 'cell' | 'loose' | 'whole' | 'float' | 'truth' | 'other';
}

/** What a plan takes from the rows of a table, as SQL. */
export interface TableFields {
  readonly id: string;
  /** By field, what a row has for it: text or a number of 64 bits, null where it has none. */
  readonly values: ReadonlyMap<string, string>;
  /** By field, whether the row's value was counted; only fields of which some were. */
  readonly measured: ReadonlyMap<string, string>;
  /** What must hold for no row, by what to say of it. */
  readonly oddities: ReadonlyMap<string, string>;
}

const derived: ReadonlySet<string> = new Set(derivedFields.map(({ name }) => name));
const standard: ReadonlySet<string> = new Set(sourceFields.map(({ name }) => name));

/**
 * The fields of a plan in a table of columns, exactly as `OwnFields` and `assembleTask` read them from its rows.
 *
 * @throws NotExpressible when a row would have to be looked at one by one.
 */
export function tableFields(
  plan: Plan,
  source: TableRules,
  columns: readonly TableColumn[],
  dialect: Dialect,
): TableFields {
  const byName = new Map(columns.map((column) => [column.name, column]));
  for (const name of ['benchmark', 'task_dir', 'shipped_score'])
    if (byName.has(name)) throw new NotExpressible(`the table has a column "${name}"`);
  const oddities = new Map<string, string>();
  const values = new Map<string, string>();
  for (const field of plan.fields.values()) {
    if (derived.has(field.name)) continue;
    const column = columnOf(field, source, byName);
    if (column === undefined) continue;
    values.set(field.name, field.kind === 'number' ? numberIn(field, column) : labelIn(field, column));
  }
  const measured = new Map(
    source.measured.flatMap((field) => {
      const value = values.get(field);
      return value === undefined || plan.fields.get(field)?.kind !== 'number' ? [] : [[field, `${value} is not null`]];
    }),
  );
  addLinesChanged();
  return { id: idIn(), values, measured, oddities };

  function idIn(): string {
    const name = source.columns.get('id') ?? idKeys.find((key) => byName.has(key));
    const column = byName.get(name ?? '');
    if (column === undefined || !['text', 'cell', 'loose', 'whole'].includes(column.type))
      throw new NotExpressible('no column of text or whole numbers holds the id');
    const value = column.type === 'whole' ? `cast(${named(column.name)} as varchar)` : named(column.name);
    refuseOther(column);
    // A truth of JSON is no id, and is read as one of these.
    const none = column.type === 'loose' ? "'', 'true', 'false'" : "''";
    oddities.set('a row without an id', `(${value} is null or ${value} in (${none}))`);
    oddities.set('an id with a space at an end', hasOpenEnd(value));
    oddities.set('an id that is not ASCII', `not ${dialect.isAscii(value)}`);
    return value;
  }

  function labelIn(field: Field, column: TableColumn): string {
    if (column.type === 'float' || column.type === 'other')
      throw new NotExpressible(`column "${column.name}" holds no text`);
    refuseOther(column);
    if (column.type === 'whole' || column.type === 'truth') return `cast(${named(column.name)} as varchar)`;
    const label = `nullif(${named(column.name)}, '')`;
    if (field.name !== 'language') return label;
    const folded = `lower(trim(${label}))`;
    oddities.set('a language that is not ASCII', `not ${dialect.isAscii(label)}`);
    // Databases trim spaces alone.
    oddities.set('a language with a tab or the like at an end', hasOpenEnd(folded));
    const names = [...languageNames].map(([short, full]) => `when ${text(short)} then ${text(full)}`).join(' ');
    return `case ${folded} ${names} else ${folded} end`;
  }

  function numberIn(field: Field, column: TableColumn): string {
    if (column.type === 'loose' || column.type === 'cell') {
      const digits = `nullif(${named(column.name)}, '')`;
      const isDigits = dialect.matches(digits, '[0-9]{1,19}([.][0-9]{0,19})?');
      oddities.set(`a "${column.name}" of another form`, `not ${isDigits}`);
      return `try_cast(${digits} as double)`;
    }
    if (column.type !== 'whole' && column.type !== 'float')
      throw new NotExpressible(`column "${column.name}" holds no numbers`);
    const number = `cast(${named(column.name)} as double)`;
    if (field.negative !== true) oddities.set(`a "${column.name}" below zero`, `${number} < 0`);
    return column.type === 'whole' ? number : `case when ${dialect.isFinite(number)} then ${number} end`;
  }

  /** Of values of JSON the text is taken: of numbers only where it is what a program makes of them. */
  function refuseOther({ name, type }: TableColumn): void {
    if (type !== 'loose') return;
    const value = named(name);
    const isWhole = dialect.matches(value, '0|-?[1-9][0-9]{0,14}');
    const isNumber = dialect.matches(value, '-?[0-9.]+([eE][-+]?[0-9]+)?');
    oddities.set(
      `a "${name}" that is no text`,
      // By order, which is quicker than by the first sign: digits, "-" and "." stand before ":".
      `case when ${value} < ':' then ${isNumber} and not ${isWhole} else (${value} >= '[' and ${value} < '\\') or (${value} >= '{' and ${value} < '|') end`,
    );
  }

  /** As `assembleTask` does: additions + deletions where it is not given. */
  function addLinesChanged(): void {
    const [additions, deletions] = [values.get('additions'), values.get('deletions')];
    if (additions === undefined || deletions === undefined) return;
    const [given, counted] = [values.get('lines_changed'), measured.get('lines_changed')];
    const sum = `(${additions} + ${deletions})`;
    const isSum = ['additions', 'deletions'].every((field) => source.measured.includes(field))
      ? `(${sum} is not null)`
      : 'false';
    values.set('lines_changed', given === undefined ? sum : `coalesce(${given}, ${sum})`);
    const isGiven = counted ?? (given === undefined ? undefined : 'false');
    measured.set(
      'lines_changed',
      isGiven === undefined ? isSum : `case when ${given} is null then ${isSum} else ${isGiven} end`,
    );
  }
}

/** The column of a field; undefined when the table has none. */
function columnOf(field: Field, source: TableRules, byName: ReadonlyMap<string, TableColumn>): TableColumn | undefined {
  const given = source.columns.get(field.name);
  const column = byName.get(given ?? field.name);
  if (given !== undefined && column === undefined) throw new NotExpressible(`there is no column "${given}"`);
  if (column === undefined) {
    // There, a row's own records may hold it.
    if (!standard.has(field.name) && (byName.has('metadata') || byName.has('task')))
      throw new NotExpressible(`"${field.name}" may stand in a column of records`);
    return undefined;
  }
  if (field.kind === 'list') throw new NotExpressible(`"${field.name}" is a list`);
  return column;
}
