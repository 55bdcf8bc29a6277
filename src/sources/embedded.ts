import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../core/text/nearest-name.js';
import { packageRoot } from '../disk/package-root.js';
import type { Source } from './source.js';
import { tasksFromFile } from './tasks-from-file.js';

/** A pool that ships with Winnow: `data/NAME/pool.jsonl`. */
export const embeddedSource: Source = {
  kind: 'embedded',
  read(request) {
    const { benchmark } = request;
    const name = benchmark.source.kind === 'embedded' ? benchmark.source.name : '';
    const data = join(packageRoot(), 'data');
    const known = readdirSync(data).filter((folder) => existsSync(join(data, folder, 'pool.jsonl')));
    if (known.includes(name)) return tasksFromFile(join(data, name, 'pool.jsonl'), `embedded ${name}`, request);
    const fault = {
      code: 'pool/not-found',
      message: `benchmark "${benchmark.name}": no pool named "${name}" ships with Winnow.${didYouMean(name, known)} Known: ${known.join(', ')}.`,
      hint: 'To read a file, write source: { path: FILE }.',
    };
    return { tasks: [], faults: [fault] };
  },
};
