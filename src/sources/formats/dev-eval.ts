import type { UnknownRecord } from '../../core/model/record.js';
import { cellList, cellStruct, cellText, hasAny } from '../facts/cells.js';
import { languageByEndings } from '../facts/languages.js';
import { instructionChars } from '../facts/sizes.js';
import { count, label, noId, notMine } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** DevEval's functions to be written, named by their place in the package; the first folder of the path is the topic. */
export const devEval: RecordFormat = {
  kind: 'record',
  name: 'dev-eval',
  title: 'DevEval',
  matches,
  read(record) {
    if (!matches(record)) return notMine;
    const id = cellText(record['namespace']);
    if (id === undefined) return noId('namespace', record['namespace']);
    const path = cellText(record['completion_path']) ?? '';
    const [topic, project] = path.split('/').slice(0, -1);
    return {
      id,
      aliases: [],
      labels: [
        ...label('repo', project, 'row'),
        ...label('language', languageByEndings([path]), 'row'),
        ...label('category', topic, 'row'),
      ],
      numbers: [
        ...count('tests_to_fix', cellList(record['tests'])?.length, true),
        ...instructionChars(requirementOf(record['requirement'])),
      ],
      remarks: [],
    };
  },
};

function requirementOf(value: unknown): string | undefined {
  const texts = Object.values(cellStruct(value) ?? {}).map(cellText);
  return texts.every((text) => text === undefined) ? cellText(value) : texts.filter(Boolean).join('\n');
}

// Files of completions have the namespace, too.
function matches(record: UnknownRecord): boolean {
  return hasAny(record, 'namespace') && hasAny(record, 'completion_path');
}
