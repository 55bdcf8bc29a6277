import { expect, it } from 'vitest';
import { bullet, headedTable, line, wordColumn } from './blocks.js';
import { markdownOf } from './markdown.js';

it('renders titles, lists, formulas and tables, and shows text from outside as it is', () => {
  const page = markdownOf([
    { title: ['A ', '*b*'], level: 1, blocks: [line(['Read ', { strong: 'x|y' }, ' with ', { code: 'z' }, '.'])] },
    {
      title: 'Lists',
      blocks: [
        bullet('- one'),
        bullet('two', { level: 1 }),
        bullet('three', { apart: true }),
        line('a + b', { verbatim: true }),
      ],
    },
    {
      blocks: [
        headedTable(
          ['name', 'n:', { ...wordColumn('hash'), isCode: true }, { ...wordColumn('in'), isList: true }],
          [['<a>', '-1.5', 'ab_', '#1, #2']],
        ),
      ],
    },
  ]);
  expect(page).toBe(
    [
      '# A \\*b\\*\n\nRead **x\\|y** with `z`.\n',
      '## Lists\n\n- \\- one\n  - two\n\n- three\n\n```\na + b\n```\n',
      '| name | n | hash | in |\n|---|---:|---|---|\n| \\<a\\> | -1.5 | `ab_` | \\#1, \\#2 |\n',
    ].join('\n'),
  );
});

it('refuses a row that does not fit its headings', () => {
  expect(() => markdownOf([{ blocks: [headedTable(['a', 'b'], [['x']])] }])).toThrow(
    'a row of 1 cells under 2 headings',
  );
});
