import type { TaskFolder } from '../../files/task-folder.js';
import { readTaskYaml, Sidecars, yamlId } from '../documents/task-documents.js';
import { languageOfPatch } from '../facts/languages.js';
import { instructionChars, patchCounts, testCounts } from '../facts/sizes.js';
import { label, type TaskFinding } from '../facts/task-facts.js';
import type { FolderFormat } from './task-format.js';

/** The task folders of a SWE-bench 5 task repository. */
export const sweBenchTasks: FolderFormat = {
  kind: 'folder',
  name: 'swe-bench-tasks',
  title: 'SWE-bench task folder',
  markers: ['task.yaml'],
  read,
};

function read(folder: TaskFolder): TaskFinding {
  const document = readTaskYaml(folder, 'swe-bench-tasks');
  if (!('data' in document)) return document;
  const { instance_id: instanceId, repo, difficulty } = document.data;
  // Only remarked upon, so that a plan can still find it among what no field uses.
  const { split } = document.record;
  const named = yamlId('instance_id', instanceId);
  if (!('id' in named)) return named;
  const sidecars = new Sidecars(folder);
  const patch = patchCounts(sidecars.text('gold.patch'));
  const tests = testCounts(sidecars.record('tests.json'));
  const statement = sidecars.text('problem_statement.md');
  return {
    id: named.id,
    aliases: folder.name === named.id ? [] : [folder.name],
    labels: [
      ...label('repo', repo, 'task file'),
      ...languageOfPatch(patch),
      ...label('difficulty', difficulty, 'task file'),
    ],
    numbers: [...patch.numbers, ...tests.numbers, ...instructionChars(statement)],
    record: document.record,
    remarks: [
      ...(split === 'deprecated' ? ['it is deprecated: its makers no longer publish it'] : []),
      ...sidecars.remarks,
      ...patch.remarks,
      ...tests.remarks,
    ],
  };
}
