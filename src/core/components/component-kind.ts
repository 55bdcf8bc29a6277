import type { PlanFields } from '../describe/field-words.js';
import type { Fault, Warning } from '../model/errors.js';
import type { ComponentRule } from '../model/plan.js';
import type { UnknownRecord } from '../model/record.js';
import type { WrittenCondition } from '../model/select-rule.js';
import { type ClassifiedTask, countAlike } from '../model/task.js';
import { countOf } from '../text/words.js';

/** A component's value in [0, 1] and whether the plan's `unknown` had to stand in; undefined when the rule gives none. */
export type ComponentValue = { readonly value: number; readonly defaulted: boolean } | undefined;

/** Whose rule it is, by name. */
export interface RuleOwner {
  readonly benchmark: string;
  readonly component: string;
}

/** What formulas are made of, in whatever language they are written; a missing number makes the whole missing. */
export interface FormulaWords<Term> {
  number(value: number): Term;
  /** The number that a task has for a field. */
  field(name: string): Term;
  /** What is listed for the label that a task has for a field; undefined: nothing for any other. */
  byLabel(field: string, values: ReadonlyMap<string, number>, otherwise: number | undefined): Term;
  /** The first where the task has the field, else the second; undefined: nothing. */
  ifKnown(field: string, known: Term, unknown: number | undefined): Term;
  calculate(left: Term, operator: '+' | '*' | '/', right: Term): Term;
  least(left: Term, right: Term): Term;
  greatest(left: Term, right: Term): Term;
}

/** All that there is to say about one kind of component: how it is written, what it gives a task, and its words. */
export interface ComponentKind<Rule extends ComponentRule = ComponentRule, WrittenRule = UnknownRecord> {
  /** What its rules have as `kind`. */
  readonly name: Rule['kind'];
  /** The keys of a rule in a plan. The first must be given and tells the kind from the others. */
  readonly keys: PlanKeys;
  /** The rule, from what is written and checked: every default filled in, shorthand unfolded. */
  resolve(written: WrittenRule): Rule;
  /** What a rule gives a task. */
  value(rule: Rule, task: ClassifiedTask): ComponentValue;
  /** The same as a formula, the operations in the same order, for a database to compute; undefined: there is none. */
  formula?<Term>(rule: Rule, words: FormulaWords<Term>): Term;
  /** The fields that a rule looks at, each once. */
  fields(rule: Rule): readonly string[];
  /** A rule in words, without a full stop: "lines changed ÷ 500, between 0.2 and 1; 0.6 if unknown". */
  words(rule: Rule, fields: PlanFields): string;
  /** The same for a table cell, without the value for unknown fields; undefined: `words` is short enough. */
  brief?(rule: Rule, fields: PlanFields): string;
  /** The values of a field at which the rule's value bends or jumps: between them it rises or falls evenly. */
  bends(rule: Rule, field: string): readonly number[];
  /** Why a rule gives these tasks no value. */
  faults(rule: Rule, without: readonly ClassifiedTask[], owner: RuleOwner): readonly Fault[];
  /** What looks like a slip of the plan's author, now that the labels of the tasks are known. */
  warnings(rule: Rule, labelsOf: (field: string) => readonly string[], owner: RuleOwner): readonly Warning[];
}

/** The forms that a key's value may have and that have no parts, each with the type of what is written. */
interface PlainForms {
  /** A number in [0, 1]. */
  ratio: number;
  /** A number above 0. */
  'positive number': number;
  /** The name of a field that holds a number. */
  'number field': string;
  /** The name of a field that the source gives, or "id". */
  'task field': string;
  /** Tests on fields that are known before a task is scored. */
  condition: WrittenCondition;
}

/** The name of a form that has no parts. */
export type PlainForm = keyof PlainForms;

/** What may stand at a key of a plan, as plain data: the plan's schema is made from it. */
export type PlanKey = {
  /** A sentence for whoever edits the plan. */
  readonly says?: string;
  /** Whether the key may be left out. */
  readonly optional?: true;
} & (
  | { readonly form: PlainForm }
  /** A mapping of any labels. */
  | { readonly form: 'by label'; readonly each: PlanKey }
  /** A list, not empty, of mappings. */
  | { readonly form: 'list'; readonly each: PlanKeys }
);

/** The keys of a mapping, in the order in which an editor offers them. */
export type PlanKeys = Readonly<Record<string, PlanKey>>;

/** A mapping with these keys, as it is written. */
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

/** The key of a rule that says what a task gets whose field is not known. */
export const unknownKey = {
  form: 'ratio',
  says: 'The value for a task that lacks the field.',
  optional: true,
} as const;

/** What stands in for the value of a task that lacks the field. */
export function standIn(unknown: number | undefined): ComponentValue {
  return unknown === undefined ? undefined : { value: unknown, defaulted: true };
}

/** "; 0.6 if unknown", or nothing. */
export function ifUnknown(unknown: number | undefined): string {
  return unknown === undefined ? '' : `; ${unknown} if unknown`;
}

/** The fault of tasks that lack a field for which nothing stands in. */
export function withoutField(field: string, tasks: readonly ClassifiedTask[], owner: RuleOwner): readonly Fault[] {
  const { benchmark, component } = owner;
  const [first] = tasks;
  if (first === undefined) return [];
  return [
    {
      code: 'pool/no-value',
      message: `benchmark "${benchmark}": ${countOf(countAlike(tasks), 'task')} without ${field}, which component "${component}" needs, such as "${first.id}".`,
      hint: `Add "unknown: VALUE" to the rule of ${component}, or give the tasks their ${field}.`,
    },
  ];
}
