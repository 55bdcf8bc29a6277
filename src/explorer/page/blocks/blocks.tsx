import { type ComponentChildren, Fragment } from 'preact';
import { type Block, plainWords, type Section, type Words } from '../../../core/blocks/blocks.js';
import { capital, formatCount, visibleText } from '../../../core/text/words.js';
import { withoutOptions } from '../parts/without-options.js';
import type { Found } from '../state/inquiries.js';
import { ChartView } from './chart.js';
import { figures, TableView, words } from './table.js';

export function AnswerView({ answer }: { readonly answer: Found<'question'> }) {
  const { verdict, pictures, sections, notes, method } = answer;
  return (
    <>
      <p aria-live="polite">{visibleText(withoutOptions(verdict), 2000)}</p>
      {pictures.map((picture) => (
        <ChartView key={picture.name} {...picture} />
      ))}
      <Sections sections={sections} />
      <Notes notes={notes} />
      {method !== undefined && <p class="quiet">{method}</p>}
    </>
  );
}

interface SectionsProps {
  readonly sections: readonly Section[];
  readonly isFolded?: boolean;
}

/** Sections with paragraphs and tables, without the paragraph that repeats the verdict. */
export function Sections({ sections, isFolded = false }: SectionsProps) {
  let heading = '';
  return sections.map(({ title, blocks }, at) => {
    if (title !== undefined) heading = visibleText(plainWords(title));
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a section may have no title
      <Fragment key={at}>
        {title !== undefined && <h3>{heading}</h3>}
        {blocks.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name
          <BlockView key={place} block={block} heading={heading} isFolded={isFolded} />
        ))}
      </Fragment>
    );
  });
}

interface BlockViewProps {
  readonly block: Block;
  readonly heading: string;
  readonly isFolded: boolean;
}

/** Longer tables open on request. */
const mostRows = 20;

function TableOf({ name }: { readonly name: string }) {
  return (
    <>
      Table<span class="only-heard"> of {name}</span>
    </>
  );
}

function BlockView({ block, heading, isFolded }: BlockViewProps) {
  switch (block.kind) {
    case 'table': {
      const named = block.title === '' ? heading || 'Table' : visibleText(block.title);
      const label = heading === '' || named === heading ? named : `${heading}: ${named}`;
      const columns = block.columns.map((column) => ({ ...column, name: capital(column.name) }));
      const table = <TableView {...block} columns={columns} title={named} label={label} />;
      if (!isFolded && block.rows.length <= mostRows) return table;
      return (
        <details class="notes">
          <summary>{named === heading ? <TableOf name={named} /> : named}</summary>
          {table}
        </details>
      );
    }
    case 'coverage':
      return block.tables.map(({ title, rows }) => (
        <TableView
          key={title}
          title={title}
          columns={[...words('Name'), ...figures('Selected', 'Available')]}
          rows={rows.map(({ name, selected, available }) => [name, formatCount(selected), formatCount(available)])}
        />
      ));
    case 'paragraph':
      if (block.isVerdict === true) return null;
      if (block.verbatim === true)
        return (
          <pre>
            {plainWords(block.words)
              .split('\n')
              .map((line) => `${visibleText(line, 5000)}\n`)}
          </pre>
        );
      return (
        <p class={[block.quiet === true ? 'quiet' : '', block.bullet === true ? 'bullet' : ''].join(' ')}>
          {wordsOf(block.words)}
        </p>
      );
  }
}

/** The text of a block. Text from a plan or a pool may contain any character. */
function wordsOf(text: Words): ComponentChildren {
  const shown = (each: string) => visibleText(withoutOptions(each), 5000);
  // Names of systems, benchmarks and fields keep their case.
  if (typeof text === 'string') return shown(/^(?:\p{Ll}+[ ,]|pool:)/u.test(text) ? capital(text) : text);
  return text.map((part, at) => {
    if (typeof part === 'string') return shown(part);
    if ('sign' in part) return part.sign;
    if ('asIs' in part) return shown(part.asIs);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
    if ('code' in part) return <code key={at}>{shown(part.code)}</code>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
    return 'strong' in part ? <strong key={at}>{shown(part.strong)}</strong> : <em key={at}>{shown(part.text)}</em>;
  });
}

export function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <details class="notes">
      <summary>Notes on these figures</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{visibleText(withoutOptions(note), 2000)}</li>
        ))}
      </ul>
    </details>
  );
}
