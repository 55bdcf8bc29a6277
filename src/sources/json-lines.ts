import { dirname, resolve } from 'node:path';
import type { Source } from './source.js';
import { tasksFromFile } from './tasks-from-file.js';

/** A file of tasks, one JSON object a line, beside the plan or wherever the plan's path leads. */
export const jsonLinesSource: Source = {
  kind: 'path',
  read(request) {
    const { plan, benchmark } = request;
    const path = benchmark.source.kind === 'path' ? benchmark.source.path : '';
    return tasksFromFile(resolve(dirname(plan.file), path), path, request);
  },
};
