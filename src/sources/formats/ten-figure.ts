import type { TaskFolder } from '../../files/task-folder.js';
import { readTaskYaml, Sidecars, yamlId } from '../documents/task-documents.js';
import { instructionChars } from '../facts/sizes.js';
import { label, type TaskFinding } from '../facts/task-facts.js';
import type { FolderFormat } from './task-format.js';

/** 10Figure task folders that come with a task.yaml alone. */
export const tenFigure: FolderFormat = {
  kind: 'folder',
  name: 'ten-figure',
  title: '10Figure task folder',
  markers: ['task.yaml'],
  read,
};

function read(folder: TaskFolder): TaskFinding {
  const document = readTaskYaml(folder, 'ten-figure');
  if (!('data' in document)) return document;
  const { task_id: taskId, type, difficulty } = document.data;
  const named = yamlId('task_id', taskId);
  if (!('id' in named)) return named;
  const sidecars = new Sidecars(folder);
  return {
    id: named.id,
    aliases: folder.name === named.id ? [] : [folder.name],
    labels: [...label('category', type, 'task file'), ...label('difficulty', difficulty, 'task file')],
    numbers: instructionChars(sidecars.text('instruction.md')),
    record: document.record,
    remarks: sidecars.remarks,
  };
}
