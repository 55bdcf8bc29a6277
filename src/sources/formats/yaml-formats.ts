import { auditFolder } from '../audit/audit-folder.js';
import { readTaskYaml } from '../documents/task-documents.js';
import { cellRows } from '../facts/cells.js';
import { languageOfPatch, languageTag } from '../facts/languages.js';
import { instructionChars, patchCounts, testCounts } from '../facts/sizes.js';
import { created, label, list } from '../facts/task-facts.js';
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

/** The task folders of a SWE-bench 5 task repository. */
export const sweBenchTasks = yamlFormat({
  name: 'swe-bench-tasks',
  title: 'SWE-bench task folder',
  id: 'instance_id',
  // The split is only used for a remark and is read without tracking, so that `inspect` still lists it as unused.
  facts: (data, sidecars, { split }) => {
    const patch = patchCounts(sidecars.text('gold.patch'));
    const tests = testCounts(sidecars.record('tests.json'));
    const statement = sidecars.text('problem_statement.md');
    const deprecated = split === 'deprecated' ? ['deprecated: no longer part of the published benchmark'] : [];
    return {
      labels: [
        ...fileLabels(data, { repo: 'repo' }),
        ...languageOfPatch(patch),
        ...fileLabels(data, { difficulty: 'difficulty' }),
        ...created('task file', data['created_at']),
      ],
      numbers: [...patch.numbers, ...tests.numbers, ...instructionChars(statement)],
      remarks: [...deprecated, ...sidecars.remarks, ...patch.remarks, ...tests.remarks],
    };
  },
});

/** Task folders that ask for the documentation of a package, described in a task.yaml. */
export const packageDocs = yamlFormat({
  name: 'package-docs',
  title: 'Package documentation task folder',
  id: 'id',
  facts: (data) => ({
    labels: fileLabels(data, { repo: 'repository', category: 'category', difficulty: 'difficulty' }),
    numbers: instructionChars(data['task_prompt']),
  }),
});

/** 10Figure task folders that come with only a task.yaml. */
export const tenFigure = yamlFormat({
  name: 'ten-figure',
  title: '10Figure task folder',
  id: 'task_id',
  facts: (data, sidecars) => ({
    labels: fileLabels(data, { category: 'type', difficulty: 'difficulty' }),
    numbers: instructionChars(sidecars.text('instruction.md')),
  }),
});
