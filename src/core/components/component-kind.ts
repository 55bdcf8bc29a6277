import type { PlanFields } from '../describe/field-words.js';
import type { Fault, Warning } from '../model/errors.js';
import type { ComponentRule } from '../model/plan.js';
import type { UnknownRecord } from '../model/record.js';
import type { WrittenCondition } from '../model/select-rule.js';
import { type ClassifiedTask, countAlike } from '../model/task.js';
import { countOf } from '../text/words.js';

/** A value in [0, 1] and whether it is the plan's `unknown`; undefined if the rule gives no value. */
export type ComponentValue = { readonly value: number; readonly defaulted: boolean } | undefined;

/** The benchmark and component that a rule belongs to. */
export interface RuleOwner {
  readonly benchmark: string;
  readonly component: string;
}

/** The operations of formulas, in any language. If an operand is missing, so is the result. */
export interface FormulaWords<Term> {
  number(value: number): Term;
  field(name: string): Term;
  /** The number listed for the task's label, otherwise `otherwise`; missing if that is undefined. */
  byLabel(field: string, values: ReadonlyMap<string, number>, otherwise: number | undefined): Term;
  /** `known` if the task has the field, otherwise `unknown`; missing if that is undefined. */
  ifKnown(field: string, known: Term, unknown: number | undefined): Term;
  calculate(left: Term, operator: '+' | '*' | '/', right: Term): Term;
  least(left: Term, right: Term): Term;
  greatest(left: Term, right: Term): Term;
}

/** Everything about one kind of component: its keys in a plan, its values and its descriptions. */
export interface ComponentKind<Rule extends ComponentRule = ComponentRule, WrittenRule = UnknownRecord> {
  readonly name: Rule['kind'];
  /** The keys of a rule in a plan. The first is required and identifies the kind. */
  readonly keys: PlanKeys;
  /** Fills in the defaults of a checked rule and expands its shorthand. */
  resolve(written: WrittenRule): Rule;
  value(rule: Rule, task: ClassifiedTask): ComponentValue;
  /** `value` as a formula for a database, with the operations in the same order; undefined if there is none. */
  formula?<Term>(rule: Rule, words: FormulaWords<Term>): Term;
  /** The fields that a rule uses, each once. */
  fields(rule: Rule): readonly string[];
  /** A rule in words, without a full stop: "from 0 at 0 to 1 at 500 lines changed and more; 0.6 if unknown". */
  words(rule: Rule, fields: PlanFields): string;
  /** A shorter form for a table cell, without the value for unknown fields; undefined if `words` is short enough. */
  brief?(rule: Rule, fields: PlanFields): string;
  /** The values of a field at which the rule's value bends or jumps; it is linear between them. */
  bends(rule: Rule, field: string): readonly number[];
  /** The reasons why a rule gives these tasks no value. */
  faults(rule: Rule, without: readonly ClassifiedTask[], owner: RuleOwner): readonly Fault[];
  /** Likely mistakes in the plan, given the labels of the tasks. */
  warnings(rule: Rule, labelsOf: (field: string) => readonly string[], owner: RuleOwner): readonly Warning[];
}

interface PlainForms {
  /** In [0, 1]. */
  ratio: number;
  'positive number': number;
  'number field': string;
  /** A field from the source, or "id". */
  'task field': string;
  /** Tests on fields that are known before scoring. */
  condition: WrittenCondition;
}

export type PlainForm = keyof PlainForms;

/** The form of a key's value as plain data, from which the plan's schema is built. */
export type PlanKey = {
  /** A sentence for people who edit plans. */
  readonly says?: string;
  readonly optional?: true;
} & (
  | { readonly form: PlainForm }
  /** A mapping from arbitrary labels. */
  | { readonly form: 'by label'; readonly each: PlanKey }
  /** A list of mappings that must not be empty. */
  | { readonly form: 'list'; readonly each: PlanKeys }
);

/** The keys of a mapping, in the order in which an editor offers them. */
export type PlanKeys = Readonly<Record<string, PlanKey>>;

export type Written<Keys> = {
  readonly [Name in keyof Keys as Keys[Name] extends { optional: true } ? never : Name]: WrittenValue<Keys[Name]>;
} & {
  readonly [Name in keyof Keys as Keys[Name] extends { optional: true } ? Name : never]?:
    | WrittenValue<Keys[Name]>
    | undefined;
};

type WrittenValue<Key> = Key extends { form: 'by label'; each: infer Each }
  ? Readonly<Record<string, WrittenValue<Each>>>
  : Key extends { form: 'list'; each: infer Each }
    ? readonly Written<Each>[]
    : Key extends { form: infer Form extends PlainForm }
      ? PlainForms[Form]
      : never;

export const unknownKey = {
  form: 'ratio',
  says: 'The value for tasks without the field.',
  optional: true,
} as const;

export function standIn(unknown: number | undefined): ComponentValue {
  return unknown === undefined ? undefined : { value: unknown, defaulted: true };
}

export function ifUnknown(unknown: number | undefined): string {
  return unknown === undefined ? '' : `; ${unknown} if unknown`;
}

/** The error for tasks that lack a field, if the rule has no value for them. */
export function withoutField(field: string, tasks: readonly ClassifiedTask[], owner: RuleOwner): readonly Fault[] {
  const { benchmark, component } = owner;
  const [first] = tasks;
  if (first === undefined) return [];
  const message = `benchmark "${benchmark}": ${countOf(countAlike(tasks), 'task lacks', 'tasks lack')} ${field}, which component "${component}" needs, such as "${first.id}".`;
  const hint = `Add "unknown: VALUE" to the rule of ${component}, or give the tasks their ${field}.`;
  return [{ code: 'pool/no-value', message, hint }];
}
