import type { PlanFields } from '../describe/field-words.js';
import type { Fault, Warning } from '../model/fault.js';
import type { ComponentRule } from '../model/plan.js';
import type { UnknownRecord } from '../model/record.js';
import type { ClassifiedTask } from '../model/task.js';
import type { PlanKeys } from './plan-keys.js';

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
  /** The values of a field at which the rule's value bends or jumps: between them it rises or falls evenly. */
  bends(rule: Rule, field: string): readonly number[];
  /** Why a rule gives these tasks no value. */
  faults(rule: Rule, without: readonly ClassifiedTask[], owner: RuleOwner): readonly Fault[];
  /** What looks like a slip of the plan's author, now that the labels of the tasks are known. */
  warnings(rule: Rule, labelsOf: (field: string) => readonly string[], owner: RuleOwner): readonly Warning[];
}
