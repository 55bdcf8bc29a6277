import type { Picture, Section } from '../../blocks/blocks.js';
import { type DataOf, documentOf, type Form } from '../../documents/forms.js';
import { compact } from '../../lists/lists.js';
import { type Fault, ResultsError, WinnowError } from '../../model/errors.js';
import type { Optimiser } from '../../model/optimum.js';
import type { Plan } from '../../model/plan.js';
import type { Selection } from '../../model/selection.js';
import { didYouMean } from '../../text/nearest-name.js';
import type { AssessResults } from './pool-results.js';

/** "look" means worth a look. */
export const grades = ['good', 'look', 'unknown'] as const;
export type Grade = (typeof grades)[number];

/** An answer as data, which the terminal, the page and the API each render. */
export interface Answer {
  readonly grade: Grade;
  readonly verdict: string;
  readonly document: object;
  readonly sections: readonly Section[];
  /** Limits of the figures. May contain names from untrusted data. */
  readonly notes: readonly string[];
  /** One closing line on how the figures were computed. */
  readonly method?: string;
  readonly pictures: readonly Picture[];
}

/** The parts of an answer besides its document. The verdict and notes default to the document's. */
interface AnswerParts extends Pick<Answer, 'grade'>, Partial<Pick<Answer, 'verdict' | 'notes'>> {
  readonly sections: readonly (Section | false | undefined)[];
  readonly method?: string | false | undefined;
  /** Drawings by name; undefined if there is nothing to draw. */
  readonly pictures?: readonly (readonly [name: string, drawing: Omit<Picture, 'name'> | undefined])[];
}

export function answerOf<Schema extends Form<object>>(
  schema: Schema,
  data: DataOf<Schema> & { readonly conclusion?: string; readonly notes?: readonly string[] },
  { grade, verdict, sections, notes, method, pictures = [] }: AnswerParts,
): Answer {
  return {
    grade,
    verdict: verdict ?? data.conclusion ?? '',
    document: documentOf(schema, data),
    sections: compact(sections),
    notes: notes ?? data.notes ?? [],
    ...(method ? { method } : {}),
    pictures: pictures.flatMap(([name, drawing]) => (drawing === undefined ? [] : [{ name, ...drawing }])),
  };
}

/** A question about a selection. The command line, report card and page are generated from it. */
export interface Question<Options extends object = Record<never, never>> {
  /** The subcommand of `winnow assess`. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** Lines of at most 120 characters. */
  readonly description: string;
  readonly options?: { readonly [Name in keyof Options]-?: QuestionOption };
  readonly schema: () => Form<object>;
  /** Example arguments, such as `--cutoff 2025-06-01`. */
  readonly example?: string;
  readonly needsResults?: true;
  /** Whether the report card includes it for this selection. Default: always. */
  readonly isMeant?: (input: AssessInput) => boolean;
  /** Why the question can't be asked about this selection; undefined if it can. */
  readonly whyNot?: (input: AssessInput) => string | undefined;
  /** Standard task fields to read even if the plan does not use them. */
  readonly reads?: readonly string[];
  /** Whether it answers instantly for any pool size. */
  readonly isQuick?: true;
  readonly hasOwnView?: true;
  /** Pure. Throws WinnowError if an option is out of range or results are missing. */
  readonly ask: (input: AssessInput, options: Options) => Answer;
}

export interface AssessInput {
  readonly selection: Selection;
  readonly results: AssessResults | undefined;
  /** The solver, for questions that solve the plan again; undefined on a page. */
  readonly optimiser?: Optimiser | undefined;
}

/** The command-line flag is the option's key in kebab case. */
export interface QuestionOption {
  /** The value of a "file" option is the file's text. */
  readonly kind: 'number' | 'numbers' | 'text' | 'file';
  /** The placeholder in the help, one word. */
  readonly value: string;
  readonly help: string;
  readonly default: string | undefined;
  /** Help text on the report card; undefined if the card does not accept the option. */
  readonly onCard?: string;
  readonly control?: OptionControl;
}

interface OptionControl {
  readonly label: string;
  readonly isScale: boolean;
  /** Fewer than two choices hide the control. */
  readonly choices: (input: AssessInput) => readonly OptionChoice[];
  readonly initial: (input: AssessInput) => OptionChoice['value'] | undefined;
}

export interface OptionChoice {
  readonly value: number | string;
  readonly words: string;
}

export function optionsOf({ options = {} }: Question): readonly (readonly [key: string, option: QuestionOption])[] {
  return Object.entries<QuestionOption>(options);
}

/** `usual` is the default in words. */
export function option<Kind extends QuestionOption['kind']>(
  kind: Kind,
  value: string,
  help: string,
  usual?: string,
  more: Pick<QuestionOption, 'onCard' | 'control'> = {},
) {
  return { kind, value, help, default: usual, ...more };
}

export type OptionValues<Options extends Readonly<Record<string, QuestionOption>>> = {
  readonly [Key in keyof Options]?: ValueOf<Options[Key]['kind']> | undefined;
};

type ValueOf<Kind> = Kind extends 'number' ? number : Kind extends 'numbers' ? readonly number[] : string;

/** Collects errors in a question's options, to report them all at once. */
export class OptionChecks {
  readonly #faults: Fault[] = [];

  add(name: string, message: string, hint: string | undefined): void {
    this.#faults.push({ code: `assess/${name}`, message, ...(hint === undefined ? {} : { hint }) });
  }

  check(isRight: boolean, name: string, expected: string, found: number | string | undefined, hint?: string): void {
    if (!isRight) this.add(name, `${name} must be ${expected}; found ${found ?? 'nothing'}.`, hint);
  }

  whole(name: string, found: number, least: number, most: number, hint?: string): void {
    const isRight = Number.isSafeInteger(found) && found >= least && found <= most;
    this.check(isRight, name, `a whole number from ${least} to ${most}`, found, hint);
  }

  sizes(sizes: readonly number[], least: number, example: string): void {
    const odd = sizes.filter((size) => !Number.isSafeInteger(size) || size < least).join(', ');
    const hint = `Separate them with commas: --sizes ${example}.`;
    this.check(odd === '', 'sizes', `whole numbers, ${least} or more`, odd, hint);
  }

  benchmark(benchmark: string | undefined, { name, benchmarks }: Plan): void {
    const names = benchmarks.map((each) => each.name);
    if (benchmark === undefined || names.includes(benchmark)) return;
    const message = `the plan "${name}" has no benchmark "${benchmark}".${didYouMean(benchmark, names)}`;
    this.add('benchmark', message, `Its benchmarks: ${names.join(', ')}.`);
  }

  /** @throws WinnowError with every option that is out of range. */
  done(): void {
    if (this.#faults.length > 0) throw new WinnowError(this.#faults);
  }
}

/** Returns the results or throws ResultsError. `shows` completes "this part needs results to show". */
export function neededResults({ results }: AssessInput, shows: string): AssessResults {
  if (results !== undefined) return results;
  const message = `this part needs results to show ${shows}.`;
  throw new ResultsError([{ code: 'assess/no-results', message, hint: 'Add --results FILE.' }]);
}

/** The benchmark's name comes from a plan, so characters that could escape the folder are replaced. */
export function pictureName(question: string, benchmark: string | undefined): string {
  return benchmark === undefined ? question : `${question}-${benchmark.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
}

export interface Seed {
  readonly seed: string;
  readonly seedFrom: 'option' | 'plan' | 'default';
}

export function seedOf(given: string | undefined, planned: string | number | undefined): Seed {
  if (given !== undefined) return { seed: given, seedFrom: 'option' };
  if (planned !== undefined) return { seed: String(planned), seedFrom: 'plan' };
  return { seed: '0', seedFrom: 'default' };
}

export const seedWords: Readonly<Record<Seed['seedFrom'], string>> = {
  option: 'given',
  plan: 'from the plan',
  default: 'default',
};
