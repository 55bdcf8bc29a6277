import type { FormulaWords } from '../core/components/component-kind.js';
import type { Condition } from '../core/model/condition-holds.js';
import { type Field, type FieldValue, randomField } from '../core/model/field.js';
import { type Dialect, text } from './dialect.js';
import { NotExpressible } from './engine.js';

/** What a task has for a field, as SQL; undefined when no task has it. */
export type FieldTerm = (field: string) => string | undefined;

/** Writes what plans say of fields in SQL. */
export class SqlTerms {
  readonly #dialect: Dialect;
  readonly #fields: ReadonlyMap<string, Field>;

  constructor(dialect: Dialect, fields: ReadonlyMap<string, Field>) {
    this.#dialect = dialect;
    this.#fields = fields;
  }

  isNumber(field: string): boolean {
    return field === 'score' || field === randomField.name || this.#fields.get(field)?.kind === 'number';
  }

  literal(value: FieldValue): string {
    return typeof value === 'number' ? this.#dialect.double(value) : text(value);
  }

  /** Whether a field's text, as `String` gives it, is one of these; false where it has no value. */
  isOneOf(field: string, term: string, values: readonly string[]): string {
    const listed = this.isNumber(field)
      ? values.filter((value) => String(Number(value)) === value).map((value) => this.#dialect.double(Number(value)))
      : values.map(text);
    return listed.length === 0 ? 'false' : `coalesce(${term} in (${listed.join(', ')}), false)`;
  }

  /** By the text of a field: what is listed for it, else `otherwise`. */
  byText(field: string, term: string, values: Iterable<readonly [string, string]>, otherwise: string): string {
    const cases = [...values].map(([value, then]) => `when ${this.isOneOf(field, term, [value])} then ${then}`);
    return cases.length === 0 ? otherwise : `case ${cases.join(' ')} else ${otherwise} end`;
  }

  condition(condition: Condition, of: FieldTerm): string {
    const tests = condition.map(({ field, oneOf, has, above, atLeast, below, atMost }) => {
      if (has !== undefined) throw new NotExpressible(`"${field}" is a list`);
      const term = of(field);
      if (term === undefined) return 'false';
      if (oneOf !== undefined) return this.isOneOf(field, term, oneOf);
      if (!this.isNumber(field)) return 'false';
      const bounds = [
        [above, '>'],
        [atLeast, '>='],
        [below, '<'],
        [atMost, '<='],
      ] as const;
      const asked = bounds.flatMap(([bound, sign]) =>
        bound === undefined ? [] : [`${term} ${sign} ${this.#dialect.double(bound)}`],
      );
      return `coalesce(${[`${term} is not null`, ...asked].join(' and ')}, false)`;
    });
    return tests.length === 0 ? 'true' : `(${tests.join(' and ')})`;
  }

  /** Formulas over these fields. */
  words(of: FieldTerm): FormulaWords<string> {
    const number = this.#dialect.double;
    const orNull = (value: number | undefined) => (value === undefined ? 'null' : number(value));
    return {
      number,
      field: (name) => of(name) ?? number(0),
      byLabel: (field, values, otherwise) =>
        this.byText(
          field,
          of(field) ?? 'null',
          [...values].map(([label, value]) => [label, number(value)] as const),
          orNull(otherwise),
        ),
      ifKnown: (field, known, unknown) => {
        const term = of(field);
        return term === undefined
          ? orNull(unknown)
          : `case when ${term} is null then ${orNull(unknown)} else ${known} end`;
      },
      calculate: (left, operator, right) => `(${left} ${operator} ${right})`,
      least: (left, right) => `least(${left}, ${right})`,
      greatest: (left, right) => `greatest(${left}, ${right})`,
    };
  }

  /** As `roundTo` rounds what is not below zero. */
  rounded(value: string, decimals: number): string {
    const scale = this.#dialect.double(10 ** decimals);
    const scaled = `((${value}) * ${scale} * ${this.#dialect.double(1 + 2 ** -50)})`;
    const half = this.#dialect.double(0.5);
    const [one, none] = [this.#dialect.double(1), this.#dialect.double(0)];
    return `((floor(${scaled}) + case when ${scaled} - floor(${scaled}) >= ${half} then ${one} else ${none} end) / ${scale})`;
  }
}
