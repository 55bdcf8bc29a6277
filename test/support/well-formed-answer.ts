import { expect } from 'vitest';
import { type Answer, grades } from '../../src/core/assess/question/question.js';
import { plainWords, type Table } from '../../src/core/blocks/blocks.js';
import { chartSvg } from '../../src/core/pictures/chart.js';
import { visibleText } from '../../src/core/text/words.js';

function tablesOf({ sections }: Answer): readonly Table[] {
  return sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'table'));
}

function textsOf({ sections, method = '' }: Answer): readonly string[] {
  const blocks = sections.flatMap((section) => section.blocks);
  const cells = blocks.flatMap((block) =>
    block.kind === 'table'
      ? [block.title, ...block.rows.flatMap((row) => row.cells)]
      : block.kind === 'paragraph'
        ? [plainWords(block.words)]
        : [],
  );
  return [method, ...sections.flatMap(({ title }) => (title === undefined ? [] : [plainWords(title)])), ...cells];
}

/** Holds against an answer what every answer must be: sentences, tables that fit, pictures with alternatives, no markup. */
export function expectWellFormed({ grade, verdict, document, pictures, ...answer }: Answer): void {
  expect(grades).toContain(grade);
  expect(verdict).toMatch(/^\S.*\.$/s);
  expect(JSON.stringify(document)).not.toMatch(/NaN|Infinity|undefined/);
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  expect(answer.notes.every((note) => note.length > 0)).toBe(true);
  const whole = { grade, verdict, document, pictures, ...answer };
  const titles = tablesOf(whole).map(({ title }) => title);
  expect(new Set(titles).size, titles.join('; ')).toBe(titles.length);
  for (const { title, columns, rows } of tablesOf(whole)) {
    expect(title).not.toBe('');
    const names = columns.map(({ name }) => name);
    expect(names).not.toContain('');
    expect(new Set(names).size, `columns of "${title}"`).toBe(names.length);
    expect(rows.filter(({ cells }) => cells.length !== columns.length).map(({ cells }) => [title, cells])).toEqual([]);
    const isAboutTasks = columns.some(({ isTask }) => isTask === true);
    expect(rows.every(({ task }) => (task !== undefined) === isAboutTasks)).toBe(true);
  }
  expect(textsOf(whole).filter((text) => visibleText(text, text.length) !== text)).toEqual([]);
  expect(textsOf(whole).filter((text) => /NaN|undefined|\[object/.test(text))).toEqual([]);
  expect(new Set(pictures.map(({ name }) => name)).size).toBe(pictures.length);
  for (const picture of pictures) {
    const { name, title, description, width, height } = picture;
    const svg = chartSvg(picture);
    expect(name).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(svg).toMatch(/^<svg [^>]*role="img"[^>]*>\n<title id="title">[^<]+<\/title><desc id="description">[^<]+</);
    expect(svg).toMatch(/<\/svg>\n$/);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect([title.length > 0, description.length > 0, width > 0, height > 0]).toEqual([true, true, true, true]);
  }
}
