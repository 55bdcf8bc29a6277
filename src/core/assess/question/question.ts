import type { Picture, Section } from '../../blocks/blocks.js';
import type { Optimiser } from '../../model/optimum.js';
import type { Selection } from '../../model/selection.js';
import type { AssessResults } from './pool-results.js';

/** Good enough, to be looked at, or not to be told from what was given. */
export const grades = ['good', 'look', 'unknown'] as const;
export type Grade = (typeof grades)[number];

/** What comes of a question, as data: a screen, a page and a program each show it in their own way. */
export interface Answer {
  readonly grade: Grade;
  /** One sentence that a person acts on. */
  readonly verdict: string;
  /** What `--json` prints. */
  readonly document: object;
  readonly sections: readonly Section[];
  /** What a reader must know about the figures. Names in them are as strangers wrote them. */
  readonly notes: readonly string[];
  /** How the figures were made, in one line that stands last. */
  readonly method?: string;
  readonly pictures: readonly Picture[];
}

/**
 * A question that can be asked of a selection: one description each, an entry in `questions`. The command line, the
 * report card and the page are made from it.
 */
export interface Question<Options extends object = Record<never, never>> {
  /** The word after `winnow assess`. */
  readonly name: string;
  /** The heading of its answer. */
  readonly title: string;
  readonly summary: string;
  /** More of it, in lines of at most 120 characters. */
  readonly description: string;
  /** Every option, by its key; each may be left out. */
  readonly options: { readonly [Name in keyof Options]-?: QuestionOption };
  /**
   * What the document of its answer holds, which `--json` prints and programs may rely on: a schema of zod, whose type is
   * not named here, so that the published types need no other package.
   */
  readonly schema: () => object;
  /** Whether it has nothing to say without results of runs. */
  readonly needsResults: boolean;
  /** Whether it has a meaning for a selection; where it has none, the report card leaves it out. Default: always. */
  readonly isMeant?: (input: AssessInput) => boolean;
  /** Why it is not asked of a selection, as a sentence; undefined: it is. */
  readonly whyNot?: (input: AssessInput) => string | undefined;
  /** Whether it answers at once, however large the pool is. */
  readonly isQuick: boolean;
  /** Whether a page shows it in a view of its own, and not among the others. Default: no. */
  readonly hasOwnView?: true;
  /**
   * Answers. Pure: the same input and options give the same answer.
   *
   * @throws WinnowError when an option is out of range, or results are needed and there are none.
   */
  readonly ask: (input: AssessInput, options: Options) => Answer;
}

/** What every question is asked about. */
export interface AssessInput {
  readonly selection: Selection;
  /** Undefined when no results were given. */
  readonly results: AssessResults | undefined;
  /** What solved a plan with a goal, to solve it again; undefined on a page. */
  readonly optimiser?: Optimiser | undefined;
}

/** An option of a question. Its flag on the command line is its key, in words with hyphens. */
export interface QuestionOption {
  readonly kind: 'number' | 'numbers' | 'text';
  /** What the value is, in a word. */
  readonly value: string;
  readonly help: string;
  /** In words, what holds where it is left out; undefined: nothing does. */
  readonly default: string | undefined;
  /** The help where the report card takes it too; undefined: it does not. */
  readonly onCard?: string;
  /** How a page lets it be changed; undefined: it does not. */
  readonly control?: OptionControl;
}

/** Values of an option to choose from. */
export interface OptionControl {
  readonly label: string;
  /** Whether the values are steps on a scale. */
  readonly isScale: boolean;
  /** Fewer than two are no choice. */
  readonly choices: (input: AssessInput) => readonly OptionChoice[];
  /** The value that is taken at first. */
  readonly initial: (input: AssessInput) => OptionChoice['value'] | undefined;
}

export interface OptionChoice {
  readonly value: number | string;
  readonly words: string;
}

/** The options of a question with their keys, in their order. */
export function optionsOf({ options }: Question): readonly (readonly [key: string, option: QuestionOption])[] {
  return Object.entries<QuestionOption>(options);
}
