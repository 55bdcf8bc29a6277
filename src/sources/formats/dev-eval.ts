import { cellList, cellStruct, cellText } from '../facts/cells.js';
import { languageByEndings } from '../facts/languages.js';
import { instructionChars } from '../facts/sizes.js';
import { count, label } from '../facts/task-facts.js';
import { columnFormat } from './task-format.js';

/** DevEval's functions to write, named by their place in the package; the first folder of the path is the topic. */
export const devEval = columnFormat({
  name: 'dev-eval',
  title: 'DevEval',
  // Files with completions also have the namespace.
  columns: [['namespace'], ['completion_path']],
  id: 'namespace',
  facts: (record) => {
    const path = cellText(record['completion_path']) ?? '';
    const [topic, project] = path.split('/').slice(0, -1);
    return {
      labels: [
        ...label('repo', project, 'row'),
        ...label('language', languageByEndings([path]), 'row'),
        ...label('category', topic, 'row'),
      ],
      numbers: [
        ...count('tests_to_fix', cellList(record['tests'])?.length, true),
        ...instructionChars(requirementOf(record['requirement'])),
      ],
    };
  },
});

function requirementOf(value: unknown): string | undefined {
  const texts = Object.values(cellStruct(value) ?? {}).map(cellText);
  return texts.every((text) => text === undefined) ? cellText(value) : texts.filter(Boolean).join('\n');
}
