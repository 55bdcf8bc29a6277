import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { groupedTasks, runText, samplePlan } from '../../../test/support/sample-plan.js';
import { schemaOf } from '../documents/forms.js';
import { selectionCsv } from '../report/selection-files.js';
import { tableColumns, taskColumns } from './csv-columns.js';
import { makeManifest, manifestSchema, selectedTasks } from './manifest.js';

const tasks = groupedTasks({ a: 6, b: 4 });
const selections = {
  focus: runText(samplePlan({ take: 5, group: { by: 'repo' } }), tasks),
  representative: runText(samplePlan({ take: 5, group: { by: 'repo' }, prefer: ['random'] }), tasks),
};

describe.each([...taskColumns, ...tableColumns].map((column) => [column.key, column] as const))(
  'the column %s',
  (key, column) => {
    it('says what it means, in a sentence, once', () => {
      const meanings = [...taskColumns, ...tableColumns].filter((each) => each.key === key && 'meaning' in each);
      expect(meanings).toHaveLength(1);
      expect(meanings[0]?.meaning).toMatch(/^[A-Z].*\.$/);
    });

    it.each(Object.entries(selections))(
      'has a value and a cell under each heading in a %s selection',
      (_, selection) => {
        const { shape, tasks: entries } = selectedTasks(selection);
        for (const entry of entries) {
          // Only a runner's tasks have digests, and only a plan with looks has looks.
          if ('form' in column && key !== 'digest' && key !== 'look')
            expect(new Map<string, unknown>(Object.entries(entry)).get(key)).not.toBeUndefined();
          if (!('cells' in column)) continue;
          const { headings } = column;
          const cells = column.cells(entry, { shape, shortfalls: [] });
          expect(cells).toHaveLength((typeof headings === 'function' ? headings(shape) : headings).length);
        }
      },
    );
  },
);

it.each(Object.entries(selections))(
  'what is written of a %s selection is what the schema describes',
  (_, selection) => {
    const manifest: unknown = JSON.parse(JSON.stringify(makeManifest(selection, 'test')));
    expect(z.parse(schemaOf(manifestSchema()), manifest)).toEqual(manifest);
  },
);

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
