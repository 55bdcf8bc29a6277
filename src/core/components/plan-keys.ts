import type { WrittenCondition } from '../model/resolve-condition.js';

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
