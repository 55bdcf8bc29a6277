import { dirname, resolve } from 'node:path';
import { readTaskLines } from './read-task-lines.js';
import type { Source } from './source.js';

/** A file of tasks, one JSON object a line, beside the plan or wherever the plan's path leads. */
export const jsonLinesSource: Source = {
  kind: 'path',
  read({ plan, benchmark }) {
    const path = benchmark.source.kind === 'path' ? benchmark.source.path : '';
    return readTaskLines(resolve(dirname(plan.file), path), path, benchmark, plan);
  },
};
