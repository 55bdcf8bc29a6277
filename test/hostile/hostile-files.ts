import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createGzip, deflateRawSync, gzipSync } from 'node:zlib';
import { zipOf } from '../results/zip-of.js';
import { parquetBySql } from '../support/copy-by-sql.js';
import { deepParquet } from './deep-parquet.js';

/** A file or folder that is made to exhaust whoever reads it, and the commands that read it. */
export interface HostileFile {
  readonly title: string;
  readonly kind: 'decompression' | 'dictionary' | 'nesting' | 'columns' | 'long lines' | 'patterns' | 'many';
  /** Writes it into a folder with a plan, a small table, results and a selection; the name that it gets stands for it below. */
  write(folder: string): Promise<void> | void;
  /** Calls of the command line; each must end with exit code 0, 1 or 2. */
  readonly commands: readonly string[];
  /** Whether `npm test` tries it: it takes a second or two. */
  readonly isQuick?: boolean;
}

const megabyte = 2 ** 20;

/** Writes a file of a head, a block so many times, and a tail. */
function repeated(folder: string, name: string, head: string, block: string, times: number, tail = ''): void {
  const file = openSync(join(folder, name), 'w');
  writeSync(file, head);
  const bytes = Buffer.from(block);
  for (let i = 0; i < times; i++) writeSync(file, bytes);
  writeSync(file, tail);
  closeSync(file);
}

/** The same, packed with gzip. */
async function packed(folder: string, name: string, head: string, block: string, times: number): Promise<void> {
  const file = openSync(join(folder, name), 'w');
  const gzip = createGzip({ level: 9 });
  const done = (async () => {
    for await (const part of gzip) writeSync(file, part as Buffer);
  })();
  gzip.write(head);
  const bytes = Buffer.from(block);
  for (let i = 0; i < times; i++) {
    if (!gzip.write(bytes)) await new Promise((resolve) => gzip.once('drain', resolve));
  }
  gzip.end();
  await done;
  closeSync(file);
}

const text =
  (name: string, content: () => string) =>
  (folder: string): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content());
  };

/** A file with data `depth` levels deep, in a syntax that opens and closes each level. */
const nested = (
  name: string,
  open: string,
  close: string,
  depth: number,
  around: readonly [string, string] = ['', ''],
) => text(name, () => `${around[0]}${open.repeat(depth)}1${close.repeat(depth)}${around[1]}`);

const asPool = (name: string) => [`inspect ${name}`, `init ${name} --dry-run`];
const asResults = (name: string) => [`estimate selection ${name}`, `status selection ${name}`];
const asRows = (name: string) => [`export selection --to swe-bench --out out --dataset ${name}`];

const plan = (lines: string) => `name: small
seed: 1
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 20, unknown: 0.1 } } }
benchmarks: { mine: { source: { path: tasks.csv }, select: { take: 4 } } }
${lines}`;

/** The kept collection. A new file is one entry. */
export const hostileFiles: readonly HostileFile[] = [
  {
    title: 'gzip of 400 MB of rows with the same id',
    kind: 'decompression',
    write: (folder) => packed(folder, 'h.csv.gz', 'id,files_changed\n', 'a,1\n'.repeat(250_000), 400),
    commands: asPool('h.csv.gz'),
  },
  {
    title: 'gzip of 400 MB of results with the same id',
    kind: 'decompression',
    write: (folder) => packed(folder, 'h.csv.gz', 'task,system,result\n', 't1,a,1\n'.repeat(150_000), 400),
    commands: asResults('h.csv.gz'),
  },
  {
    title: 'gzip of one CSV cell of 1 GB',
    kind: 'decompression',
    write: (folder) => packed(folder, 'h.csv.gz', 'id,body\na,', 'x'.repeat(megabyte), 1000),
    commands: [...asPool('h.csv.gz'), ...asResults('h.csv.gz'), ...asRows('h.csv.gz')],
  },
  {
    title: 'gzip of one JSON line of 1 GB',
    kind: 'decompression',
    write: (folder) => packed(folder, 'h.jsonl.gz', '{"id":"a","body":"', 'x'.repeat(megabyte), 1000),
    commands: [...asPool('h.jsonl.gz'), ...asResults('h.jsonl.gz'), ...asRows('h.jsonl.gz')],
  },
  {
    title: 'gzip of 1 GB of blank lines',
    kind: 'decompression',
    write: (folder) => packed(folder, 'h.jsonl.gz', '', '\n'.repeat(megabyte), 1000),
    commands: asPool('h.jsonl.gz'),
  },
  {
    title: 'an archive with a task of 200 MB',
    kind: 'decompression',
    isQuick: true,
    write: (folder) => {
      const content = Buffer.alloc(200 * megabyte);
      const entry = { text: '', content, packed: deflateRawSync(content) };
      writeFileSync(join(folder, 'h.zip'), zipOf([{ name: 'a/task.toml', ...entry }]));
    },
    commands: asPool('h.zip'),
  },
  {
    title: 'an archive that claims a task is small',
    kind: 'decompression',
    isQuick: true,
    write: (folder) => {
      const content = Buffer.alloc(200 * megabyte);
      const entry = { text: '', content, packed: deflateRawSync(content), claims: 10 };
      writeFileSync(join(folder, 'h.zip'), zipOf([{ name: 'a/task.toml', ...entry }]));
    },
    commands: asPool('h.zip'),
  },
  {
    title: 'Parquet of one text of 900 MB',
    kind: 'decompression',
    write: async (folder) => {
      await parquetBySql(join(folder, 'h.parquet'), `select 'a' as id, repeat('x', 900000000) as body`);
    },
    commands: [...asPool('h.parquet'), ...asResults('h.parquet'), ...asRows('h.parquet')],
  },
  {
    title: 'Parquet of 4,000 different texts of 200 kB that pack to nothing',
    kind: 'decompression',
    write: async (folder) => {
      const query = `select 'id-' || n as id, repeat(n::varchar, 50000) as body from range(4000) t(n)`;
      await parquetBySql(join(folder, 'h.parquet'), query);
    },
    commands: [...asPool('h.parquet'), ...asRows('h.parquet')],
  },
  {
    title: 'Parquet of 12,000 rows that share a text of 1 MB',
    kind: 'dictionary',
    write: async (folder) => {
      const query = `select 'id-' || n as id, repeat('x', 1000000) as body from range(12000) t(n)`;
      await parquetBySql(join(folder, 'h.parquet'), query);
    },
    commands: [...asPool('h.parquet'), ...asResults('h.parquet'), ...asRows('h.parquet')],
  },
  {
    title: 'Parquet of 150,000 rows that share a text of 20 kB, to be counted',
    kind: 'dictionary',
    write: async (folder) => {
      const query = `select 'id-' || n as id, n % 9 as files_changed, repeat('x', 20000) as body from range(150000) t(n)`;
      await parquetBySql(join(folder, 'h.parquet'), query);
      writeFileSync(join(folder, 'h.yaml'), plan('').replace('tasks.csv', 'h.parquet'));
    },
    commands: ['select h.yaml --dry-run', 'inspect h.parquet'],
  },
  {
    title: 'Parquet of lists that repeat a text of 1 MB',
    kind: 'dictionary',
    write: async (folder) => {
      const query = `select 'id-' || n as id, list_transform(range(100), lambda i: repeat('x', 1000000)) as list from range(50) t(n)`;
      await parquetBySql(join(folder, 'h.parquet'), query);
    },
    commands: asPool('h.parquet'),
  },
  {
    title: 'Parquet of a list of 10 million nothings',
    kind: 'dictionary',
    write: async (folder) => {
      const query = `select 'a' as id, list_resize(['x'], 10000000) as list`;
      await parquetBySql(join(folder, 'h.parquet'), query);
    },
    commands: asPool('h.parquet'),
  },
  ...[30, 200].map(
    (depth): HostileFile => ({
      title: `Parquet of lists nested ${depth} deep`,
      kind: 'nesting',
      isQuick: depth === 30,
      write: async (folder) => {
        const query = `select 'id-' || n as id, ${'['.repeat(depth)}'x'${']'.repeat(depth)} as list from range(100) t(n)`;
        await parquetBySql(join(folder, 'h.parquet'), query);
      },
      commands: asPool('h.parquet'),
    }),
  ),
  {
    title: 'Parquet of groups nested 100,000 deep',
    kind: 'nesting',
    isQuick: true,
    write: (folder) => writeFileSync(join(folder, 'h.parquet'), deepParquet(100_000)),
    commands: [...asPool('h.parquet'), ...asResults('h.parquet'), ...asRows('h.parquet')],
  },
  {
    title: 'JSON nested 1,000,000 deep',
    kind: 'nesting',
    isQuick: true,
    write: nested('h.json', '[', ']', 1_000_000, ['[{"id":"a","x":', '}]']),
    commands: [
      ...asPool('h.json'),
      ...asResults('h.json'),
      ...asRows('h.json'),
      'check h.json',
      'diff h.json selection',
    ],
  },
  {
    title: 'JSON of objects nested 1,000,000 deep',
    kind: 'nesting',
    write: nested('h.json', '{"tasks":', '}', 1_000_000),
    commands: [
      ...asPool('h.json'),
      ...asResults('h.json'),
      ...asRows('h.json'),
      'check h.json',
      'select h.json --dry-run',
    ],
  },
  {
    title: 'a JSON line nested 1,000,000 deep in a pool that is selected from',
    kind: 'nesting',
    write: (folder) => {
      nested('h.jsonl', '[', ']', 1_000_000, ['{"id":"a","files_changed":1,"x":', '}\n'])(folder);
      writeFileSync(join(folder, 'h.yaml'), plan('').replace('tasks.csv', 'h.jsonl').replace('take: 4', 'take: 1'));
    },
    commands: ['select h.yaml --out out', 'explain a --plan h.yaml', 'pool h.yaml --out pool.jsonl'],
  },
  {
    title: 'a manifest nested 1,000,000 deep',
    kind: 'nesting',
    write: nested('h/selection.json', '[', ']', 1_000_000, ['{"metadata":{"plan":"small"},"tasks":', '}']),
    commands: ['check h', 'diff h selection', 'status h', 'export h --to ids --out out', 'estimate h results.csv'],
  },
  {
    title: 'a plan nested 100,000 deep',
    kind: 'nesting',
    isQuick: true,
    write: nested('h.yaml', '[', ']', 100_000, [plan(''), '\nx: ']),
    commands: ['select h.yaml --dry-run', 'serve h.yaml.missing.yaml --no-open'],
  },
  {
    title: 'a plan of blocks nested 2,000 deep',
    kind: 'nesting',
    write: text(
      'h.yaml',
      () => `${plan('')}x:\n${Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i + 1)}a:\n`).join('')}`,
    ),
    commands: ['select h.yaml --dry-run', 'check selection --plan h.yaml'],
  },
  {
    title: 'a task.yaml nested 200,000 deep',
    kind: 'nesting',
    write: nested('h/task.yaml', '[', ']', 200_000, ['instruction: ', '\n']),
    commands: asPool('h'),
  },
  {
    title: 'a task.toml of lists nested 200,000 deep',
    kind: 'nesting',
    write: nested('h/task.toml', '[', ']', 200_000, ['x = ', '\n']),
    commands: asPool('h'),
  },
  {
    title: 'a task.toml of one dotted key of 200,000 parts',
    kind: 'nesting',
    write: text('h/task.toml', () => `${'a.'.repeat(200_000)}a = 1\n`),
    commands: asPool('h'),
  },
  {
    title: 'a Python literal nested 100,000 deep',
    kind: 'nesting',
    write: text('h.csv', () => `instance_id,FAIL_TO_PASS,patch\na,"${'['.repeat(100_000)}${']'.repeat(100_000)}",x\n`),
    commands: [...asPool('h.csv'), ...asRows('h.csv')],
  },
  {
    title: 'folders nested 1,500 deep',
    kind: 'nesting',
    write: (folder) => {
      const before = process.cwd();
      process.chdir(folder);
      try {
        for (let i = 0; i < 1500; i++) {
          mkdirSync('h');
          process.chdir('h');
        }
      } finally {
        process.chdir(before);
      }
    },
    commands: [...asPool('h'), ...asResults('h')],
  },
  {
    title: 'Parquet of 20,000 columns',
    kind: 'columns',
    write: async (folder) => {
      const columns = Array.from({ length: 20_000 }, (_, i) => `n as c${i}`).join(', ');
      await parquetBySql(join(folder, 'h.parquet'), `select 'id-' || n as id, ${columns} from range(10) t(n)`);
    },
    commands: [...asPool('h.parquet'), ...asResults('h.parquet'), ...asRows('h.parquet')],
  },
  {
    title: 'a JSON line of 200,000 keys',
    kind: 'columns',
    write: text('h.jsonl', () => {
      const keys = Array.from({ length: 200_000 }, (_, i) => `"key${i}":${i}`).join(',');
      return Array.from({ length: 5 }, (_, i) => `{"id":"t${i}",${keys}}\n`).join('');
    }),
    commands: [...asPool('h.jsonl'), ...asResults('h.jsonl'), ...asRows('h.jsonl')],
  },
  {
    title: 'a CSV table of 80,000 columns',
    kind: 'columns',
    write: text('h.csv', () => {
      const numbers = Array.from({ length: 80_000 }, (_, i) => i);
      const row = numbers.join(',');
      return `id,${numbers.map((i) => `c${i}`).join(',')}\n${Array.from({ length: 5 }, (_, i) => `t${i},${row}\n`).join('')}`;
    }),
    commands: asPool('h.csv'),
  },
  {
    title: 'a JSON line of 200 MB',
    kind: 'long lines',
    write: (folder) => repeated(folder, 'h.jsonl', '{"id":"a"}\n{"id":"b","x":"', 'x'.repeat(megabyte), 200, '"}\n'),
    commands: [...asPool('h.jsonl'), ...asResults('h.jsonl'), ...asRows('h.jsonl')],
  },
  {
    title: 'a JSON document of 200 MB',
    kind: 'long lines',
    write: (folder) => repeated(folder, 'h.json', '[{"id":"b","x":"', 'x'.repeat(megabyte), 200, '"}\n]'),
    commands: [...asPool('h.json'), ...asResults('h.json'), ...asRows('h.json'), 'check h.json'],
  },
  {
    title: 'CSV with a quote that is never closed, 200 MB',
    kind: 'long lines',
    write: (folder) => repeated(folder, 'h.csv', 'id,body\na,"', 'x,y\n'.repeat(megabyte / 4), 200),
    commands: [...asPool('h.csv'), ...asResults('h.csv'), ...asRows('h.csv')],
  },
  {
    title: 'CSV of one line of 200 MB of separators',
    kind: 'long lines',
    write: (folder) => repeated(folder, 'h.csv', 'id,body\na', ','.repeat(megabyte), 200),
    commands: asPool('h.csv'),
  },
  {
    title: 'a patch of one line of 50 MB',
    kind: 'long lines',
    write: (folder) =>
      repeated(
        folder,
        'h.jsonl',
        '{"instance_id":"a","repo":"r/r","base_commit":"1","problem_statement":"p","patch":"diff --git a/x b/x\\n--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n+',
        'x '.repeat(megabyte / 2),
        50,
        '"}\n',
      ),
    commands: asPool('h.jsonl'),
  },
  {
    title: 'a plan of one line of 3 MB',
    kind: 'long lines',
    isQuick: true,
    write: text('h.yaml', () => plan(`description: "${'x '.repeat(1.5 * megabyte)}"\n`)),
    commands: ['select h.yaml --dry-run', 'check selection --plan h.yaml'],
  },
  {
    title: 'a plan whose description is 3 MB of white space',
    kind: 'patterns',
    isQuick: true,
    write: text('h.yaml', () => plan(`description: "a${'\\t'.repeat(1.5 * megabyte)}b"\n`)),
    commands: ['select h.yaml --out out'],
  },
  {
    title: 'a folder of files of comments beside the selection',
    kind: 'patterns',
    isQuick: true,
    write: (folder) => {
      for (let i = 0; i < 20; i++) writeFileSync(join(folder, `c${i}.yaml`), '# \t \t \n'.repeat(8000));
      // Without the plan itself, every other file is looked at.
      writeFileSync(join(folder, 'plan.yaml'), plan('').replace('name: small', 'name: other'));
    },
    commands: ['check selection', 'status selection'],
  },
  {
    title: 'a page of comments that is to be replaced',
    kind: 'patterns',
    isQuick: true,
    write: text('h.html', () => `${'<!----><!-'.repeat(50_000)}`),
    commands: ['report plan.yaml --html h.html'],
  },
  {
    title: 'a path of a plan with many stars',
    kind: 'patterns',
    isQuick: true,
    write: (folder) => {
      writeFileSync(join(folder, 'a'.repeat(200)), '');
      writeFileSync(join(folder, 'h.yaml'), plan('').replace('path: tasks.csv', `path: "${'*a'.repeat(60)}*b"`));
    },
    commands: ['select h.yaml --dry-run'],
  },
  {
    title: 'ids and names of 1 MB of punctuation',
    kind: 'patterns',
    write: text('h.jsonl', () =>
      ['-', '_', '.', '/', ' ', '0', '@', '__-']
        .map(
          (sign, i) =>
            `${JSON.stringify({ instance_id: `${sign.repeat(megabyte / sign.length)}${i}x`, repo: `${sign.repeat(megabyte / sign.length)}x`, benchmark: `x${sign.repeat(megabyte / sign.length)}x` })}\n`,
        )
        .join(''),
    ),
    commands: [...asPool('h.jsonl'), ...asRows('h.jsonl')],
  },
  {
    title: '30 files of 4 MB that name the plan, beside the selection',
    kind: 'many',
    write: (folder) => {
      const faults = Array.from({ length: 60_000 }, (_, i) => `unknown${i}: 1\n`).join('');
      for (let i = 0; i < 30; i++) writeFileSync(join(folder, `p${i}.yaml`), plan(faults));
      writeFileSync(join(folder, 'plan.yaml'), plan('').replace('name: small', 'name: other'));
    },
    commands: ['check selection'],
  },
  {
    title: '100,000 files in a folder',
    kind: 'many',
    write: (folder) => {
      mkdirSync(join(folder, 'h'));
      for (let i = 0; i < 100_000; i++) closeSync(openSync(join(folder, 'h', `f${i}.json`), 'w'));
    },
    commands: ['inspect h', ...asResults('h')],
  },
  {
    title: 'gzip of gzip',
    kind: 'decompression',
    isQuick: true,
    write: (folder) =>
      writeFileSync(join(folder, 'h.csv.gz'), gzipSync(gzipSync(Buffer.alloc(200 * megabyte, 'a,1\n')))),
    commands: asPool('h.csv.gz'),
  },
];
