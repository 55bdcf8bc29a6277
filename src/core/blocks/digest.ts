import { type Block, plainWords, type Section } from './blocks.js';

const mostRows = 12;

/** Sections as compact text for an agent. Lines beyond `mostCharacters` are only counted. */
export function digestText(sections: readonly Section[], mostCharacters: number): string {
  const lines = sections.filter(({ detail }) => detail !== true).flatMap(sectionLines);
  const kept: string[] = [];
  let left = mostCharacters;
  for (const line of lines) {
    if (line.length + 1 > left) break;
    kept.push(line);
    left -= line.length + 1;
  }
  const cut = lines.length - kept.length;
  return [...kept, ...(cut > 0 ? [`(${cut} more lines; the full document has all)`] : [])].join('\n');
}

function sectionLines({ title, blocks }: Section): string[] {
  const lines = blocks.flatMap(blockLines);
  return title === undefined ? lines : [`${plainWords(title)}${lines.length === 0 ? '' : ':'}`, ...lines];
}

function blockLines(block: Block): string[] {
  if (block.kind === 'paragraph') return [plainWords(block.words)];
  if (block.kind === 'coverage') {
    return block.tables.map(({ title, rows }) => {
      const shown = rows.slice(0, mostRows).map(({ name, selected, available }) => `${name} ${selected}/${available}`);
      return `${title}: ${[...shown, ...moreOf(rows.length, mostRows)].join(', ')}`;
    });
  }
  const columns = block.columns.flatMap(({ detail, look }, at) =>
    detail === true || look === 'bar' || look === 'shape' ? [] : [at],
  );
  const most = Math.min(mostRows, block.most ?? mostRows);
  const row = (cells: readonly string[]) =>
    columns
      .map((at) => (cells[at] ?? '').trim())
      .filter((cell) => cell !== '')
      .join(' | ');
  const head = row(block.columns.map(({ heading }) => heading));
  return [
    ...(head === '' ? [] : [head]),
    ...block.rows.slice(0, most).map(({ cells }) => row(cells)),
    ...moreOf(block.rows.length, most),
  ];
}

function moreOf(count: number, most: number): string[] {
  return count > most ? [`and ${count - most} more`] : [];
}
