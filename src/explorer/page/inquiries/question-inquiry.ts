import type { Answer, Question } from '../../../core/assess/question/question.js';
import { questions } from '../../../core/assess/questions.js';
import { type Block, type Picture, quietLine } from '../../../core/blocks/blocks.js';
import { formatCount } from '../../../core/text/count-of.js';
import { assessInput } from './assess-input.js';
import type { Inquiry } from './inquiry.js';

/** An answer as a page shows it: charts as data, no more rows than anybody reads, and no document. */
export interface ShownAnswer extends Omit<Answer, 'document' | 'grade' | 'pictures'> {
  readonly pictures: readonly Omit<Picture, 'svg'>[];
}

/** A question of `assess`, with options as a page has them. */
export const questionInquiry: Inquiry<
  { readonly question: string; readonly options: Readonly<Record<string, unknown>> },
  ShownAnswer
> = {
  name: 'question',
  answer: (about, { question: name, options }) => {
    const question: Question | undefined = questions.find((each) => each.name === name);
    if (question === undefined) throw new RangeError(`There is no question ${name}.`);
    return shownAnswer(question.ask(assessInput(about), options));
  },
};

/** What a page shows of an answer. */
export function shownAnswer({ verdict, sections, notes, method, pictures }: Answer): ShownAnswer {
  return {
    verdict,
    notes,
    ...(method === undefined ? {} : { method }),
    sections: sections.map((section) => ({ ...section, blocks: section.blocks.flatMap(shortened) })),
    pictures: pictures.map(({ svg: _, ...picture }) => picture),
  };
}

/** Of a long table a page shows more than a screen of text, but not thousands of rows. */
const mostRows = 200;

function shortened(block: Block): readonly Block[] {
  if (block.kind !== 'table' || block.most === undefined) return [block];
  const limit = Math.max(block.most, mostRows);
  if (block.rows.length <= limit) return [block];
  const more = quietLine(`${block.title}: ${formatCount(block.rows.length - limit)} more rows.`);
  return [{ ...block, rows: block.rows.slice(0, limit) }, more];
}
