import type { UnknownRecord } from '../../core/model/record.js';
import { cellText, hasAny } from '../facts/cells.js';
import { instructionChars } from '../facts/sizes.js';
import { label, noId, notMine } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** LiveCodeBench's contest problems; in its other scenarios one problem gives several tasks. */
export const liveCodeBench: RecordFormat = {
  kind: 'record',
  name: 'live-code-bench',
  title: 'LiveCodeBench',
  matches,
  read(record) {
    if (!matches(record)) return notMine;
    const question = cellText(record['question_id']);
    if (question === undefined) return noId('question_id', record['question_id']);
    return {
      id: idOf(record, question),
      aliases: [],
      labels: [
        ...label('language', 'python', 'format'),
        ...label('difficulty', cellText(record['difficulty']), 'row'),
        ...label('category', cellText(record['platform']), 'row'),
      ],
      numbers: instructionChars(record['question_content']),
      remarks: [],
    };
  },
};

/** A test whose output is to be told has a number within its problem; a program to be executed has an id of its own. */
function idOf(record: UnknownRecord, question: string): string {
  const test = cellText(record['test_id']);
  if (test !== undefined) return `${question}/${test}`;
  const sample = hasAny(record, 'numsteps', 'problem_id') ? cellText(record['id']) : undefined;
  return sample ?? question;
}

// SWE-Lancer calls its key alike.
function matches(record: UnknownRecord): boolean {
  return (
    hasAny(record, 'question_id') && hasAny(record, 'contest_date', 'question_content') && !hasAny(record, 'variant')
  );
}
