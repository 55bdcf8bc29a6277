import type { TaskFolder } from '../../files/task-folder.js';
import { readTaskYaml } from '../documents/task-documents.js';
import { cellRows } from '../facts/cells.js';
import { languageTag } from '../facts/languages.js';
import { instructionChars } from '../facts/sizes.js';
import { label, list, type TaskFinding } from '../facts/task-facts.js';
import type { FolderFormat } from './task-format.js';

/** Terminal-Bench 1 task folders; the folder's name is the id. */
export const terminalBench: FolderFormat = {
  kind: 'folder',
  name: 'terminal-bench',
  title: 'Terminal-Bench task folder',
  markers: ['task.yaml'],
  read,
};

/** The instruction itself, also where it only names one of the descriptions. */
function described(descriptions: unknown, instruction: string): string {
  const named = cellRows(descriptions, ['key', 'description']).find(({ key }) => key === instruction);
  return typeof named?.['description'] === 'string' ? named['description'] : instruction;
}

function read(folder: TaskFolder): TaskFinding {
  const document = readTaskYaml(folder, 'terminal-bench');
  if (!('data' in document)) return document;
  const { instruction, difficulty, category, language, tags } = document.data;
  const text = described(document.data['descriptions'], String(instruction));
  return {
    id: folder.name,
    aliases: [],
    labels: [
      ...label('difficulty', difficulty, 'task file'),
      ...label('category', category, 'task file'),
      ...label('language', language ?? languageTag(tags), language === undefined ? 'tag' : 'task file'),
    ],
    numbers: instructionChars(text),
    lists: list('tags', tags),
    record: document.record,
    remarks: text.trim() === '' ? ['its instruction is empty'] : [],
  };
}
