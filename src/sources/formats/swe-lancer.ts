import type { UnknownRecord } from '../../core/model/record.js';
import { cellNumber, cellText, hasAny } from '../facts/cells.js';
import { instructionChars } from '../facts/sizes.js';
import { count, label, noId, notMine } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** SWE-Lancer's paid jobs: to mend something, or to choose among proposals. */
export const sweLancer: RecordFormat = {
  kind: 'record',
  name: 'swe-lancer',
  title: 'SWE-Lancer',
  matches,
  read(record) {
    if (!matches(record)) return notMine;
    const id = cellText(record['question_id']);
    if (id === undefined) return noId('question_id', record['question_id']);
    return {
      id,
      aliases: [],
      labels: [
        ...label('category', cellText(record['variant']), 'row'),
        ...label('difficulty', cellText(record['difficulty']), 'row'),
      ],
      numbers: [
        ...count('price', priceOf(record['price']), false),
        ...instructionChars(withLineBreaks(record['description'])),
      ],
      remarks: [],
    };
  },
};

function matches(record: UnknownRecord): boolean {
  return hasAny(record, 'question_id') && hasAny(record, 'variant');
}

function priceOf(value: unknown): number | undefined {
  return cellNumber(typeof value === 'string' ? value.slice(0, 40).replace(/^\s*\$|,(?=\d{3})/g, '') : value);
}

/** The table holds line breaks as a backslash and a letter. */
function withLineBreaks(text: unknown): unknown {
  return typeof text === 'string' ? text.replace(/\\r\\n|\\[nr]/g, '\n') : text;
}
