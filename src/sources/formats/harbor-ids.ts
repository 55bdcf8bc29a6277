import { idText } from '../../files/documents/id-text.js';
import type { HarborParts } from './harbor-parts.js';

/** All names of a task: first its id, then the others, by which results and selections may call it. */
export function harborIds({ task, metadata, row, context }: HarborParts, folderName: string): [string, ...string[]] {
  const declared = [task['id'], metadata['task_id'], metadata['instance_id'], task['name']];
  const others = [metadata['name'], row['instance_id'], context['task_id']];
  const names = [...declared, folderName, ...others].map(idText).filter((name) => name !== undefined);
  const [id = folderName, ...aliases] = new Set(names);
  return [id, ...aliases];
}
