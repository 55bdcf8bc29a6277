import type { TaskFolder } from '../../files/task-folder.js';
import { readTaskYaml, yamlId } from '../documents/task-documents.js';
import { instructionChars } from '../facts/sizes.js';
import { label, type TaskFinding } from '../facts/task-facts.js';
import type { FolderFormat } from './task-format.js';

/** Task folders that ask for the documentation of a package, described in a task.yaml. */
export const packageDocs: FolderFormat = {
  kind: 'folder',
  name: 'package-docs',
  title: 'Package documentation task folder',
  markers: ['task.yaml'],
  read,
};

function read(folder: TaskFolder): TaskFinding {
  const document = readTaskYaml(folder, 'package-docs');
  if (!('data' in document)) return document;
  const { id, repository, category, difficulty, task_prompt: prompt } = document.data;
  const named = yamlId('id', id ?? folder.name);
  if (!('id' in named)) return named;
  return {
    id: named.id,
    aliases: folder.name === named.id ? [] : [folder.name],
    labels: [
      ...label('repo', repository, 'task file'),
      ...label('category', category, 'task file'),
      ...label('difficulty', difficulty, 'task file'),
    ],
    numbers: instructionChars(typeof prompt === 'string' ? prompt : undefined),
    record: document.record,
    remarks: [],
  };
}
