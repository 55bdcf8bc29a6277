import { Fragment, type ReactNode } from 'react';
import { type Block, plainWords, type Section, type Words } from '../../../core/blocks/blocks.js';
import { visibleText } from '../../../core/text/visible-text.js';
import type { ShownAnswer } from '../state/inquiries.js';
import { ChartView } from './chart.js';
import { TableView } from './table.js';

/** An answer in full: its verdict, charts, sections and notes. */
export function AnswerView({ answer }: { readonly answer: ShownAnswer }) {
  const { verdict, pictures, sections, notes, method } = answer;
  return (
    <>
      <p aria-live="polite">{visibleText(verdict, 2000)}</p>
      {pictures.map((picture) => (
        <ChartView key={picture.name} {...picture} />
      ))}
      <Sections sections={sections} />
      <Notes notes={notes} />
      {method !== undefined && <p className="quiet">{method}</p>}
    </>
  );
}

/** Sections with their paragraphs and tables. A paragraph that repeats the verdict is left out. */
export function Sections({ sections }: { readonly sections: readonly Section[] }) {
  return sections.map(({ title, blocks }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a section may have no title
    <Fragment key={at}>
      {title !== undefined && <h3>{plainWords(title)}</h3>}
      {blocks
        .filter((block) => block.kind === 'table' || block.isVerdict !== true)
        .map((block) => (
          <BlockView key={block.kind === 'table' ? block.title : plainWords(block.words)} block={block} />
        ))}
    </Fragment>
  ));
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === 'table') return <TableView {...block} />;
  return <p className={block.quiet === true ? 'quiet' : undefined}>{wordsOf(block.words)}</p>;
}

function wordsOf(words: Words): ReactNode {
  if (typeof words === 'string') return words;
  return words.map((part) => (typeof part === 'string' ? part : <strong key={part.strong}>{part.strong}</strong>));
}

/** What a reader must know about some figures, to be opened. */
export function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <details className="notes">
      <summary>What to know about these figures</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{visibleText(note, 2000)}</li>
        ))}
      </ul>
    </details>
  );
}
