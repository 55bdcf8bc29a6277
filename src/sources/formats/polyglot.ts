import { isRecord } from '../../core/model/record.js';
import { DocumentError } from '../../files/documents/document-error.js';
import type { TaskFolder } from '../../files/task-folder.js';
import { readDocument, Sidecars } from '../documents/task-documents.js';
import { languageByEndings } from '../facts/languages.js';
import { instructionChars } from '../facts/sizes.js';
import { count, label, notMine, type TaskFinding } from '../facts/task-facts.js';
import type { FolderFormat } from './task-format.js';

/**
 * Exercises in the layout of Aider's polyglot benchmark and Exercism. An exercise exists in several languages, so the
 * language is part of the id, as in Harbor's edition: `polyglot_python_bowling`.
 */
export const polyglot: FolderFormat = {
  kind: 'folder',
  name: 'polyglot',
  title: 'Aider polyglot or Exercism exercise',
  markers: ['.meta/config.json', '.docs/instructions.md'],
  read,
};

function read(folder: TaskFolder): TaskFinding {
  const document = readDocument(folder, '.meta/config.json', parseJson);
  if (!('data' in document)) return document;
  const { files } = document.data;
  const [solution, test] = [filesIn(files, 'solution'), filesIn(files, 'test')];
  if (solution.length === 0 && test.length === 0) return notMine;
  const sidecars = new Sidecars(folder);
  // Files that are read count as part of the task, so changed tests are noticed.
  for (const file of [...solution, ...test].slice(0, mostFiles)) if (isWithin(folder, file)) sidecars.text(file);
  const language = languageByEndings(solution) ?? languageByEndings(test);
  const texts = ['introduction', 'instructions', 'instructions.append'].map((name) =>
    sidecars.text(`.docs/${name}.md`),
  );
  return {
    id: language === undefined ? folder.name : `polyglot_${language}_${folder.name}`,
    aliases: language === undefined ? [] : [folder.name],
    labels: label('language', language, 'task file'),
    numbers: [
      ...count('files_changed', solution.length, false),
      ...instructionChars(texts.filter((text) => text !== undefined).join('\n')),
    ],
    record: document.data,
    remarks: [...(language === undefined ? ['unknown language, which is part of the id'] : []), ...sidecars.remarks],
  };
}

const mostFiles = 50;

function filesIn(files: unknown, key: string): readonly string[] {
  const list: unknown = isRecord(files) ? files[key] : undefined;
  return Array.isArray(list) ? list.filter((file): file is string => typeof file === 'string') : [];
}

/** Paths are untrusted: none may lead out of the folder, by dots or through a link. */
function isWithin(folder: TaskFolder, path: string): boolean {
  const parts = path.split('/');
  if (parts.length > deepest || !parts.every((part) => /^[\w.-]{1,200}$/.test(part) && !/^\.+$/.test(part)))
    return false;
  // Only real folders can be listed.
  return parts.slice(0, -1).every((_, i) => folder.list(parts.slice(0, i + 1).join('/')).length > 0);
}

const deepest = 8;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DocumentError('not valid JSON');
  }
}
