import type { TaskFolder } from '../files/task-folder.js';
import type { Format } from './formats/task-format.js';

/** The formats, each also running its static check of a task's files, if it has one. */
export function allWithAudits(formats: readonly Format[]): readonly Format[] {
  return formats.map((format) => {
    if (format.kind !== 'folder' || format.audit === undefined) return format;
    return {
      ...format,
      read: (folder: TaskFolder) => {
        const reading = format.read(folder);
        return 'id' in reading ? { ...reading, findings: format.audit?.(folder) ?? [] } : reading;
      },
    };
  });
}
