import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import type { Export } from '../../src/exports/make-export.js';
import { readRows } from '../../src/files/tables/read-rows.js';
import { fnmatch, reMatch, splitLines } from '../support/python/python-matching.js';
import { optionValues, commandsIn as shellCommandsIn } from '../support/shell-words.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What a runner would run of a data set: reads the files of an export as the runner's documentation says it does. */
export type Reader = (made: Export, dataset: readonly string[]) => readonly string[] | Promise<readonly string[]>;

/** For each runner, every way in which its export can be used. */
export const readers: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  ids: { lines: (made) => fileText(made, 'ids.txt').split('\n').slice(0, -1) },
  csv: {
    table: (made) =>
      (parseCsv(fileText(made, 'tasks.csv'), { columns: true }) as { task_id: string }[]).map(({ task_id: id }) =>
        id.startsWith("'") ? id.slice(1) : id,
      ),
  },
  parquet: {
    table: async (made) => {
      const file = join(temporaryFolder(), 'tasks.parquet');
      writeFileSync(file, fileOf(made, 'tasks.parquet'));
      const { rows } = await readRows(file);
      return rows.map(({ task_id: id }) => String(id));
    },
  },
  harbor: {
    'job (paths)': (made, dataset) => {
      const { tasks } = JSON.parse(fileText(made, 'job.json')) as { tasks: { path: string }[] };
      const paths = new Set(tasks.map(({ path }) => path));
      return dataset.filter((id) => paths.has(`tasks/${id}`));
    },
  },
  'swe-bench': {
    'version 5 (repeated option)': (made, dataset) => {
      const wanted = new Set(optionValues(commandOf(made, 'swebench'), '--instance'));
      return dataset.filter((id) => wanted.has(id));
    },
    'version 4 (values up to the next option)': (made, dataset) => {
      if (!made.commands.some(({ title }) => title.startsWith('SWE-bench 4')))
        return made.tasks.map(({ name }) => name);
      const wanted = new Set(optionValues(commandOf(made, 'python'), '--instance_ids'));
      return dataset.filter((id) => wanted.has(id));
    },
  },
  'swe-bench-pro': {
    samples: (made, dataset) => {
      const ids = new Set(splitLines(fileText(made, 'samples.jsonl')).map((line) => JSON.parse(line).instance_id));
      return dataset.filter((id) => ids.has(id));
    },
  },
  'hugging-face': {
    'Parquet by its path': async (made, dataset) => {
      const file = join(temporaryFolder(), 'test.parquet');
      writeFileSync(file, fileOf(made, 'dataset/test.parquet'));
      const ids = new Set((await readRows(file)).rows.map(({ instance_id: id }) => id));
      return dataset.filter((id) => ids.has(id));
    },
  },
  'mini-swe-agent': {
    filter: (made, dataset) => {
      const [filter = ''] = optionValues(commandOf(made, 'mini-extra'), '--filter');
      return dataset.filter((id) => reMatch(filter, id));
    },
  },
  'swe-agent': {
    filter: (made, dataset) => {
      const [filter = ''] = optionValues(commandOf(made, 'sweagent'), '--instances.filter');
      return dataset.filter((id) => reMatch(filter, id));
    },
  },
  inspect: {
    'run configuration': (made, dataset) => {
      const { eval_config: config } = JSON.parse(fileText(made, 'run.json'));
      return inspected(config.sample_id, dataset);
    },
    '--sample-id': (made, dataset) => {
      const [, words] = commandsIn(fileText(made, 'README.md'));
      if (words === undefined) return made.tasks.map(({ name }) => name);
      const patterns = (optionValues(words, '--sample-id')[0] ?? '').split(',').map((id) => id.trim());
      return inspected(patterns, dataset);
    },
  },
  openhands: {
    '--select': (made, dataset) => {
      const wanted = new Set(
        fileText(made, 'select.txt')
          .split(/\r\n|\r|\n/)
          .map((line) => line.trim())
          .filter((line) => line !== '' && !line.startsWith('#')),
      );
      return dataset.filter((id) => wanted.has(id));
    },
  },
  'terminal-bench': {
    'data set file (globs)': (made, dataset) => {
      const { task_ids: patterns } = parseYaml(fileText(made, 'dataset.yaml')) as { task_ids: string[] };
      return dataset.filter((id) => patterns.some((pattern) => fnmatch(id, pattern)));
    },
    '--task-id (globs)': (made, dataset) => {
      const [, words] = commandsIn(fileText(made, 'README.md'));
      const patterns = optionValues(words ?? [], '--task-id');
      return dataset.filter((id) => patterns.some((pattern) => fnmatch(id, pattern)));
    },
  },
};

/** The commands in a page, with words for the data set and the export's folder. */
export function commandsIn(page: string): readonly (readonly string[])[] {
  const given = page
    .replaceAll('"$DATASET"', 'the-dataset')
    .replaceAll('"$SUBSET"', 'the-subset')
    .replaceAll('"$PROGRAM"', 'the-program')
    .replaceAll('"$EVALUATION"', 'the-evaluation')
    .replaceAll('"$OUTPUT"', 'the-output')
    .replaceAll('"$EXPORT/', '"/the/export/');
  // The check that comes first runs nothing.
  return shellCommandsIn(given).filter((words) => !words.some((word) => word.endsWith('/check.py')));
}

/** Inspect: a prefix that names a task is taken away, digits are filled up, and the rest is `fnmatch`. */
function inspected(patterns: readonly string[], dataset: readonly string[]): readonly string[] {
  const tasks = new Set(['a', 'b', 'z', '0', 'the-task']);
  const scoped = patterns.map((pattern) => {
    const [prefix = '', ...rest] = pattern.split(':');
    return rest.length > 0 && tasks.has(prefix.toLowerCase()) ? rest.join(':') : pattern;
  });
  const filled = (id: string) => (/^\d+$/.test(id) ? String(BigInt(id)).padStart(20, '0') : id);
  return dataset.filter((id) => scoped.some((pattern) => fnmatch(filled(id), filled(pattern))));
}

function commandOf(made: Export, program: string): readonly string[] {
  const found = commandsIn(fileText(made, 'README.md')).find(([first]) => first === program);
  if (found === undefined) throw new Error(`no command ${program}`);
  return found;
}

/** The text of a file of an export. */
export function fileText(made: Export, name: string): string {
  return fileOf(made, name) as string;
}

function fileOf(made: Export, name: string): string | Uint8Array {
  const file = made.files.find((each) => each.name === name);
  if (file === undefined)
    throw new Error(`no file ${name}; there are ${made.files.map((each) => each.name).join(', ')}`);
  return file.content;
}
