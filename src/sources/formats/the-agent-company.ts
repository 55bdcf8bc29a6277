import { DocumentError } from '../../files/documents/document-error.js';
import { parseYaml } from '../../files/documents/parse-yaml.js';
import { type TaskFolder, UnreadableFile } from '../../files/task-folder.js';
import { Sidecars } from '../documents/task-documents.js';
import { instructionChars } from '../facts/sizes.js';
import { label, notMine, type TaskFinding } from '../facts/task-facts.js';
import type { FolderFormat } from './task-format.js';

/** The Agent Company's task folders, named after the role that does the work: "sde-close-issue". */
export const theAgentCompany: FolderFormat = {
  kind: 'folder',
  name: 'the-agent-company',
  title: 'The Agent Company task folder',
  markers: ['task.md', 'evaluator.py'],
  read,
};

function read(folder: TaskFolder): TaskFinding {
  if (folder.has('task.toml') || folder.has('task.yaml') || !folder.has('evaluator.py')) return notMine;
  let instruction: string | undefined;
  try {
    instruction = folder.text('task.md');
  } catch (cause) {
    if (cause instanceof UnreadableFile) return { broken: cause.message };
    throw cause;
  }
  if (instruction === undefined) return notMine;
  const [, role] = /^([a-z]+)-/i.exec(folder.name) ?? [];
  return {
    id: folder.name,
    aliases: [],
    labels: label('category', role, 'folder name'),
    numbers: instructionChars(instruction),
    remarks: faultsOfServices(folder),
  };
}

/** The list of services gives no facts about a task, but if it can't be read, the task can't run. */
function faultsOfServices(folder: TaskFolder): string[] {
  const sidecars = new Sidecars(folder);
  const text = sidecars.text('dependencies.yml');
  if (text === undefined) return sidecars.remarks;
  try {
    const services = parseYaml(text.slice(0, longestServices));
    return services === null || Array.isArray(services) ? [] : ['dependencies.yml: not a list of services'];
  } catch (cause) {
    if (!(cause instanceof DocumentError)) throw cause;
    return [`dependencies.yml: ${cause.message}`];
  }
}

const longestServices = 1_000_000;
