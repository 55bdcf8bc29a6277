import type { UnknownRecord } from '../../core/model/record.js';
import { parseYaml } from '../../files/documents/parse-yaml.js';
import type { TaskFolder } from '../../files/task-folder.js';
import { notMine } from '../facts/task-facts.js';
import { readDocument } from './read-document.js';

/** The kinds of task.yaml there are, told apart by their keys. */
type TaskYamlKind = 'terminal-bench' | 'swe-bench-tasks' | 'package-docs' | 'ten-figure';

/** Every format is asked, and the document parsed once. */
const read = new WeakMap<TaskFolder, ReturnType<typeof readDocument>>();

/** Reads a task.yaml if it is of the kind that is asked for; one beside a task.toml is a Harbor task's. */
export function readTaskYaml(folder: TaskFolder, kind: TaskYamlKind): ReturnType<typeof readDocument> {
  if (folder.has('task.toml')) return notMine;
  const document = read.get(folder) ?? readDocument(folder, 'task.yaml', parseYaml);
  read.set(folder, document);
  if (!('data' in document)) return document;
  const { record } = document;
  return kindOf(record) === kind ? { data: folder.onRecord?.(record) ?? record, record } : notMine;
}

/** The more particular keys decide: any kind may hold an `instruction` besides. */
function kindOf(data: UnknownRecord): TaskYamlKind | undefined {
  const has = (key: string) => data[key] !== undefined && data[key] !== null;
  if (has('instance_id')) return has('log_parser') ? 'swe-bench-tasks' : undefined;
  if (has('task_prompt')) return has('target_path') ? 'package-docs' : undefined;
  if (has('task_id') && has('type')) return 'ten-figure';
  return typeof data['instruction'] === 'string' ? 'terminal-bench' : undefined;
}
