import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { groupedTasks, runText, samplePlan } from '../../../test/support/sample-plan.js';
import { schemaOf, text } from '../documents/forms.js';
import { selectionCsv, tableColumns } from '../report/selection-csv.js';
import { shapeOf, type TaskColumn, taskColumns } from './csv-columns.js';
import { makeManifest, manifestSchema } from './manifest.js';

const tasks = groupedTasks({ a: 6, b: 4 });
const selections = {
  focus: runText(samplePlan({ take: 5, group: { by: 'repo' } }), tasks),
  representative: runText(samplePlan({ take: 5, group: { by: 'repo' }, prefer: ['random'] }), tasks),
};
const columns: readonly TaskColumn[] = taskColumns;

describe.each(columns.map((column) => [column.key, column] as const))('the column %s', (key, column) => {
  it('says what it means, in a sentence', () => {
    expect(column.meaning).toMatch(/^[A-Z].*\.$/);
  });

  it('is told somewhere, once', () => {
    expect(column.form !== undefined || column.table !== undefined).toBe(true);
    expect(columns.filter((each) => each.key === key)).toHaveLength(1);
  });

  it.each(Object.entries(selections))('has a value and a cell under each heading in a %s selection', (_, selection) => {
    const { plan, benchmarks, choices } = selection;
    const shape = shapeOf(selection);
    for (const choice of choices) {
      const value = column.value(choice, { plan, benchmark: benchmarks[0], shape });
      // Only a runner's tasks have digests, and only a plan with looks has looks.
      if (key !== 'digest' && key !== 'look') expect(value).not.toBeUndefined();
      if (column.table === undefined) continue;
      const { headings, cells } = column.table;
      expect(cells(value, shape)).toHaveLength((typeof headings === 'function' ? headings(shape) : headings).length);
    }
  });

  it('follows a column that the table has', () => {
    const { follows } = column.table ?? {};
    if (follows !== undefined) expect(tableColumns().map((each) => each.key)).toContain(follows);
    if (column.table !== undefined) expect(tableColumns()).toContain(column);
  });
});

it.each(Object.entries(selections))(
  'what is written of a %s selection is what the schema describes',
  (_, selection) => {
    const manifest: unknown = JSON.parse(JSON.stringify(makeManifest(selection, 'test')));
    expect(z.parse(schemaOf(manifestSchema()), manifest)).toEqual(manifest);
  },
);

it('a new column is one more entry: the table puts it where it stands, or behind the one it follows', () => {
  const made = (key: string, follows?: string): TaskColumn => ({
    key,
    form: text,
    meaning: 'A test.',
    value: () => key,
    table: { headings: [key], cells: () => [key], ...(follows === undefined ? {} : { follows }) },
  });
  const { table: _, ...untold } = made('untold');
  const order = tableColumns([made('d', 'b'), made('a'), untold, made('b'), made('e', 'd'), made('c')]);
  expect(order.map(({ key }) => key)).toEqual(['a', 'b', 'd', 'e', 'c']);
});

it('the table has no heading twice', () => {
  const [header = ''] = selectionCsv(selections.focus).split('\n');
  const headings = header.split(',');
  expect(new Set(headings).size).toBe(headings.length);
});

describe('the header of the table', () => {
  it('names no column twice, even where a part of the score is called like a label', () => {
    const text = samplePlan({ take: 5 }).replaceAll('depth:', 'repo:');
    const [header = ''] = selectionCsv(runText(text, tasks)).split('\n');
    const names = header.split(',');
    expect(names).toContain('repo_score');
    expect(new Set(names).size).toBe(names.length);
  });
});
