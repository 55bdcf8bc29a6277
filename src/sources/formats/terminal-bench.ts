import { auditFolder } from '../audit/audit-folder.js';
import { readTaskYaml } from '../documents/task-documents.js';
import { cellRows } from '../facts/cells.js';
import { languageTag } from '../facts/languages.js';
import { instructionChars } from '../facts/sizes.js';
import { label, list } from '../facts/task-facts.js';
import { fileLabels, yamlFormat } from './task-format.js';

/** Terminal-Bench 1 task folders; the folder's name is the id. */
export const terminalBench = yamlFormat({
  name: 'terminal-bench',
  title: 'Terminal-Bench task folder',
  facts: (data) => {
    const { instruction, language, tags } = data;
    const text = described(data['descriptions'], String(instruction));
    return {
      labels: [
        ...fileLabels(data, { difficulty: 'difficulty', category: 'category' }),
        ...label('language', language ?? languageTag(tags), language === undefined ? 'tag' : 'task file'),
      ],
      numbers: instructionChars(text),
      lists: list('tags', tags),
      remarks: text.trim() === '' ? ['the instruction is empty'] : [],
    };
  },
  audit: (folder) =>
    auditFolder(folder, {
      context: '',
      solution: ['solution.sh', 'solution.yaml', 'solution.py', 'solution/'],
      tests: ['tests/', 'run-tests.sh'],
      testScripts: ['run-tests.sh'],
      needsScript: false,
      missingLimits: () => {
        const document = readTaskYaml(folder, 'terminal-bench');
        const data = 'record' in document ? document.record : {};
        return [
          ...(data['max_agent_timeout_sec'] === undefined ? ['time limit for the agent'] : []),
          ...(data['max_test_timeout_sec'] === undefined ? ['time limit for the tests'] : []),
        ];
      },
      images: () => [],
    }),
});

/** The instruction itself, even if it only names a description. */
function described(descriptions: unknown, instruction: string): string {
  const named = cellRows(descriptions, ['key', 'description']).find(({ key }) => key === instruction);
  return typeof named?.['description'] === 'string' ? named['description'] : instruction;
}
