import type { UnknownRecord } from '../../core/model/record.js';
import { cellStruct, cellText, hasAny } from '../facts/cells.js';
import { languageByEndings } from '../facts/languages.js';
import { instructionChars } from '../facts/sizes.js';
import { label, noId } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** CrossCodeEval's lines to complete; the id is in `metadata.task_id`. */
export const crossCodeEval: RecordFormat = {
  kind: 'record',
  name: 'cross-code-eval',
  title: 'CrossCodeEval',
  matches,
  read(record) {
    const metadata = cellStruct(record['metadata']) ?? {};
    const id = cellText(metadata['task_id']);
    if (id === undefined) return noId('metadata.task_id', metadata['task_id']);
    // `project_cc_python/62` is Python.
    const [, named] = /^project_cc_([a-z]+)\//.exec(id.slice(0, 100)) ?? [];
    const language = languageByEndings([cellText(metadata['file']) ?? '']) ?? named;
    return {
      id,
      aliases: [],
      labels: [...label('repo', cellText(metadata['repository']), 'row'), ...label('language', language, 'row')],
      numbers: instructionChars(record['prompt']),
      remarks: [],
    };
  },
};

function matches(record: UnknownRecord): boolean {
  return ['metadata', 'groundtruth', 'prompt'].every((key) => hasAny(record, key));
}
