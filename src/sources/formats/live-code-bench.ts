import type { UnknownRecord } from '../../core/model/record.js';
import { cellText, hasAny } from '../facts/cells.js';
import { instructionChars } from '../facts/sizes.js';
import { created, label } from '../facts/task-facts.js';
import { columnFormat, rowLabels } from './task-format.js';

/** LiveCodeBench's contest problems; in its other scenarios one problem gives several tasks. */
export const liveCodeBench = columnFormat({
  name: 'live-code-bench',
  title: 'LiveCodeBench',
  columns: [['question_id'], ['contest_date', 'question_content']],
  // SWE-Lancer has the same key.
  without: ['variant'],
  id: 'question_id',
  facts: (record, question) => ({
    id: idOf(record, question),
    labels: [
      ...label('language', 'python', 'format'),
      ...rowLabels(record, { difficulty: 'difficulty', category: 'platform' }),
      ...created('row', record['contest_date']),
    ],
    numbers: instructionChars(record['question_content']),
  }),
});

/** A test whose output is to be predicted has a number within its problem; a program to execute has an id. */
function idOf(record: UnknownRecord, question: string): string {
  const test = cellText(record['test_id']);
  if (test !== undefined) return `${question}/${test}`;
  const sample = hasAny(record, 'numsteps', 'problem_id') ? cellText(record['id']) : undefined;
  return sample ?? question;
}
