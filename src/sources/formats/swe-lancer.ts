import { cellNumber } from '../facts/cells.js';
import { instructionChars } from '../facts/sizes.js';
import { count } from '../facts/task-facts.js';
import { columnFormat, rowLabels } from './task-format.js';

/** SWE-Lancer's paid jobs: to fix something, or to choose among proposals. */
export const sweLancer = columnFormat({
  name: 'swe-lancer',
  title: 'SWE-Lancer',
  columns: [['question_id'], ['variant']],
  id: 'question_id',
  facts: (record) => ({
    labels: rowLabels(record, { category: 'variant', difficulty: 'difficulty' }),
    numbers: [
      ...count('price', priceOf(record['price']), false),
      ...instructionChars(withLineBreaks(record['description'])),
    ],
  }),
});

function priceOf(value: unknown): number | undefined {
  return cellNumber(typeof value === 'string' ? value.slice(0, 40).replace(/^\s*\$|,(?=\d{3})/g, '') : value);
}

/** In the table, a line break is a backslash and a letter. */
function withLineBreaks(text: unknown): unknown {
  return typeof text === 'string' ? text.replace(/\\r\\n|\\[nr]/g, '\n') : text;
}
