import type { Picture, Section } from '../../blocks/blocks.js';
import { type DataOf, documentOf, type Form } from '../../documents/forms.js';
import { compact } from '../../lists/lists.js';
import { type Fault, ResultsError, WinnowError } from '../../model/errors.js';
import type { Optimiser } from '../../model/optimum.js';
import type { Plan } from '../../model/plan.js';
import type { Selection } from '../../model/selection.js';
import { didYouMean } from '../../text/nearest-name.js';
import type { AssessResults } from './pool-results.js';

/** Good enough, worth a look, or unknown. */
export const grades = ['good', 'look', 'unknown'] as const;
export type Grade = (typeof grades)[number];

/** The answer to a question as data, which the terminal, the page and programs each show in their own way. */
export interface Answer {
  readonly grade: Grade;
  /** One sentence to act on. */
  readonly verdict: string;
  /** What `--json` prints. */
  readonly document: object;
  readonly sections: readonly Section[];
  /** Limits of the figures that a reader must know. They quote names from untrusted data. */
  readonly notes: readonly string[];
  /** How the figures were made, in one line at the end. */
  readonly method?: string;
  readonly pictures: readonly Picture[];
}

/** What an answer has besides its document; the conclusion and the notes are those of the document unless given here. */
interface AnswerParts {
  readonly grade: Grade;
  readonly verdict?: string;
  readonly sections: readonly (Section | false | undefined)[];
  readonly notes?: readonly string[];
  readonly method?: string | false | undefined;
  /** The charts by their names; undefined where one could not be drawn. */
  readonly pictures?: readonly (readonly [name: string, drawing: Omit<Picture, 'name'> | undefined])[];
}

/** The answer from the data of its document. */
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
    ...(method === undefined || method === false ? {} : { method }),
    pictures: pictures.flatMap(([name, drawing]) => (drawing === undefined ? [] : [{ name, ...drawing }])),
  };
}

/** A question about a selection, listed in `questions`; the command line, report card and page are made from it. */
export interface Question<Options extends object = Record<never, never>> {
  /** The word after `winnow assess`. */
  readonly name: string;
  /** The heading of its answer. */
  readonly title: string;
  readonly summary: string;
  /** In lines of at most 120 characters. */
  readonly description: string;
  /** Every option by its key; all are optional. */
  readonly options: { readonly [Name in keyof Options]-?: QuestionOption };
  /** The form of the document that `--json` prints. */
  readonly schema: () => Form<object>;
  /** What an example of a call adds, such as `--cutoff 2025-06-01`. */
  readonly example?: string;
  /** Whether it cannot answer without results of runs. */
  readonly needsResults: boolean;
  /** Whether it makes sense for a selection; otherwise the report card leaves it out. Default: always. */
  readonly isMeant?: (input: AssessInput) => boolean;
  /** A sentence that says why it is not asked of a selection; undefined: it is asked. */
  readonly whyNot?: (input: AssessInput) => string | undefined;
  /** Standard fields of tasks that it looks at, also where the plan uses none of them. */
  readonly reads?: readonly string[];
  /** Whether it answers at once for any size of the pool. */
  readonly isQuick: boolean;
  /** Whether a page shows it in a separate view. Default: no. */
  readonly hasOwnView?: true;
  /** Answers; pure. Throws WinnowError if an option is out of range or results are missing. */
  readonly ask: (input: AssessInput, options: Options) => Answer;
}

/** The selection and the results that a question is about. */
export interface AssessInput {
  readonly selection: Selection;
  /** Undefined when no results were given. */
  readonly results: AssessResults | undefined;
  /** What solved a plan with a goal, to solve it again; undefined on a page. */
  readonly optimiser?: Optimiser | undefined;
}

/** An option of a question. Its flag on the command line is its key in kebab case. */
export interface QuestionOption {
  /** The value of a file is its text. */
  readonly kind: 'number' | 'numbers' | 'text' | 'file';
  /** The value in one word, for the help. */
  readonly value: string;
  readonly help: string;
  /** The default in words; undefined: there is none. */
  readonly default: string | undefined;
  /** The help for the report card; undefined: the card does not take it. */
  readonly onCard?: string;
  /** How a page changes it; undefined: it cannot. */
  readonly control?: OptionControl;
}

/** The values of an option that a page offers. */
interface OptionControl {
  readonly label: string;
  /** Whether the values are steps of a scale. */
  readonly isScale: boolean;
  /** Fewer than two are no choice. */
  readonly choices: (input: AssessInput) => readonly OptionChoice[];
  /** The value at first. */
  readonly initial: (input: AssessInput) => OptionChoice['value'] | undefined;
}

export interface OptionChoice {
  readonly value: number | string;
  readonly words: string;
}

/** The options of a question with their keys, in order. */
export function optionsOf({ options }: Question): readonly (readonly [key: string, option: QuestionOption])[] {
  return Object.entries<QuestionOption>(options);
}

/** An option; `usual` is the default in words. */
export function option<Kind extends QuestionOption['kind']>(
  kind: Kind,
  value: string,
  help: string,
  usual?: string,
  more: Pick<QuestionOption, 'onCard' | 'control'> = {},
) {
  return { kind, value, help, default: usual, ...more };
}

/** The values of options by their keys. */
export type OptionValues<Options extends Readonly<Record<string, QuestionOption>>> = {
  readonly [Key in keyof Options]?: ValueOf[Options[Key]['kind']] | undefined;
};

interface ValueOf {
  readonly number: number;
  readonly numbers: readonly number[];
  readonly text: string;
  readonly file: string;
}

/** Collects the options of a question that are out of range. */
export class OptionChecks {
  readonly #faults: Fault[] = [];
  add(fault: Fault): void {
    this.#faults.push(fault);
  }

  check(isRight: boolean, name: string, expected: string, found: number | string | undefined, hint?: string): void {
    const message = `${name} must be ${expected}; found ${found ?? 'nothing'}.`;
    if (!isRight) this.add({ code: `assess/${name}`, message, ...(hint === undefined ? {} : { hint }) });
  }

  whole(name: string, found: number, least: number, most: number, hint?: string): void {
    const isRight = Number.isSafeInteger(found) && found >= least && found <= most;
    this.check(isRight, name, `a whole number from ${least} to ${most}`, found, hint);
  }

  sizes(sizes: readonly number[], least: number, example: string): void {
    const odd = sizes.filter((size) => !Number.isSafeInteger(size) || size < least).join(', ');
    this.check(
      odd === '',
      'sizes',
      `whole numbers, ${least} or more`,
      odd,
      `Give them with commas: --sizes ${example}.`,
    );
  }

  benchmark(benchmark: string | undefined, { name, benchmarks }: Plan): void {
    const names = benchmarks.map((each) => each.name);
    if (benchmark === undefined || names.includes(benchmark)) return;
    const message = `the plan "${name}" has no benchmark "${benchmark}".${didYouMean(benchmark, names)}`;
    this.add({ code: 'assess/benchmark', message, hint: `It has: ${names.join(', ')}.` });
  }

  /** @throws WinnowError with every option that is out of range. */
  done(): void {
    if (this.#faults.length > 0) throw new WinnowError(this.#faults);
  }
}

/** The results of runs; throws ResultsError, which names what only results can show, if there are none. */
export function neededResults({ results }: AssessInput, shows: string): AssessResults {
  if (results !== undefined) return results;
  const message = `only results can show ${shows}.`;
  throw new ResultsError([{ code: 'assess/no-results', message, hint: 'Give them with --results.' }]);
}

/** The name of a picture. The name of a benchmark comes from a plan and must not lead out of the folder. */
export function pictureName(question: string, benchmark: string | undefined): string {
  return benchmark === undefined ? question : `${question}-${benchmark.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
}
