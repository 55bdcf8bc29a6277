import type { UnknownRecord } from '../../core/model/record.js';
import { cellStruct, cellText, hasAny } from '../facts/cells.js';
import { languageByEndings } from '../facts/languages.js';
import { instructionChars } from '../facts/sizes.js';
import { label, noId, notMine } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** CrossCodeEval's lines to be completed; the id stands in `metadata.task_id`. */
export const crossCodeEval: RecordFormat = {
  kind: 'record',
  name: 'cross-code-eval',
  title: 'CrossCodeEval',
  matches,
  read(record) {
    if (!matches(record)) return notMine;
    const metadata = cellStruct(record['metadata']) ?? {};
    const id = cellText(metadata['task_id']);
    if (id === undefined) return noId('metadata.task_id', metadata['task_id']);
    return {
      id,
      aliases: [],
      labels: [
        ...label('repo', cellText(metadata['repository']), 'row'),
        ...label('language', languageByEndings([cellText(metadata['file']) ?? '']) ?? languageIn(id), 'row'),
      ],
      numbers: instructionChars(record['prompt']),
      remarks: [],
    };
  },
};

/** `project_cc_python/62` → python. */
function languageIn(id: string): string | undefined {
  return /^project_cc_([a-z]+)\//.exec(id.slice(0, 100))?.[1];
}

function matches(record: UnknownRecord): boolean {
  return hasAny(record, 'metadata') && hasAny(record, 'groundtruth') && hasAny(record, 'prompt');
}
