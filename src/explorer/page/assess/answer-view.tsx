import type { ReactNode } from 'react';
import { type Block, plainWords, type Section, type Table, type Words } from '../../../core/blocks/blocks.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DrawnChart } from '../charts/drawn-chart.js';
import type { ShownAnswer } from '../inquiries/question-inquiry.js';
import { DataTable } from '../parts/data-table.js';
import { Notes } from '../parts/notes.js';
import { TaskLink } from '../parts/task-link.js';

/** An answer in full: its verdict, charts, figures and notes. */
export function AnswerView({
  answer: { verdict, pictures, sections, notes, method },
}: {
  readonly answer: ShownAnswer;
}) {
  return (
    <>
      <p aria-live="polite">{visibleText(verdict, 2000)}</p>
      {pictures.map(({ name, title, description, shown, height }) => (
        <DrawnChart key={name} title={title} description={description} shown={shown} height={height} />
      ))}
      {sections.map((section) => (
        <SectionView key={nameOf(section)} section={section} />
      ))}
      <Notes notes={notes} />
      {method !== undefined && <p className="quiet">{method}</p>}
    </>
  );
}

/** What no other section of an answer begins with. */
function nameOf({ title, blocks: [first] }: Section): string {
  return plainWords(title ?? (first?.kind === 'paragraph' ? first.words : (first?.title ?? '')));
}

function SectionView({ section: { title, blocks } }: { readonly section: Section }) {
  // The verdict stands above already.
  const shown = blocks.filter((block) => block.kind === 'table' || block.isVerdict !== true);
  return (
    <>
      {title !== undefined && <h3>{plainWords(title)}</h3>}
      {shown.map((block) => (
        <BlockView key={block.kind === 'table' ? block.title : plainWords(block.words)} block={block} />
      ))}
    </>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === 'table') return <TableView table={block} />;
  return <p className={block.quiet === true ? 'quiet' : undefined}>{wordsOf(block.words)}</p>;
}

function wordsOf(words: Words): ReactNode {
  if (typeof words === 'string') return words;
  return words.map((part) =>
    typeof part === 'object' && 'strong' in part ? (
      <strong key={part.strong}>{part.strong}</strong>
    ) : (
      plainWords([part])
    ),
  );
}

function TableView({ table: { title, columns, rows } }: { readonly table: Table }) {
  // What a row is about stands first.
  const order = columns
    .map((column, at) => ({ ...column, at }))
    .toSorted((a, b) => Number(b.isTask === true) - Number(a.isTask === true));
  return (
    <DataTable
      caption={title}
      columns={order.map(({ name, align }) => ({ name: capital(name), number: align === 'right' }))}
      rows={rows.map(({ cells, level = 0, task }, i) => ({
        key: String(i),
        cells: order.map(({ at, isTask }, place) =>
          isTask === true && task !== undefined ? (
            <TaskCell key={at} task={task} />
          ) : (
            `${place === 0 ? '\u2003'.repeat(level) : ''}${cells[at] ?? ''}`
          ),
        ),
      }))}
    />
  );
}

function TaskCell({ task }: { readonly task: { readonly benchmark: string; readonly id: string } }) {
  return (
    <>
      {visibleText(task.benchmark, 40)} <TaskLink task={task} />
    </>
  );
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
