import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { manifestContradictions } from '../../src/core/compare/contradictions.js';
import { provenanceSchema } from '../../src/core/contracts/provenance-document.js';
import { schemaOf } from '../../src/core/documents/forms.js';
import { readManifest } from '../../src/core/manifest/read-manifest.js';
import { PlanError } from '../../src/core/model/errors.js';
import { sourceFields } from '../../src/core/model/task.js';
import { readExclusions, readPlan } from '../../src/core/plan/read-plan.js';
import { readRoute, routeHash } from '../../src/explorer/page/route/route.js';
import { DocumentError } from '../../src/files/documents/document-error.js';
import { parseToml } from '../../src/files/documents/parse-toml.js';
import { parseYaml } from '../../src/files/documents/parse-yaml.js';
import { ZipArchive } from '../../src/files/zip/zip-archive.js';
import { readOutcomes } from '../../src/results/read-outcomes.js';
import { discover } from '../../src/sources/discover.js';
import { textCells } from '../../src/sources/facts/cells.js';
import { readTestList } from '../../src/sources/facts/sizes.js';
import { table } from '../../src/sources/formats/table.js';
import { taskFormats } from '../../src/sources/formats/task-formats.js';
import { OwnFields, withOwnFields } from '../../src/sources/own-fields.js';
import { findHeredocPatches } from '../../src/sources/patch/find-heredoc-patch.js';
import { readPatch } from '../../src/sources/patch/read-patch.js';
import { PythonLiteralError, readPythonLiteral } from '../../src/sources/python-literal/read-python-literal.js';
import { fixtures } from '../results/fixtures.js';
import { zipOf } from '../results/zip-of.js';
import type { FuzzedParser } from './fuzz-parser.js';

/** For tests: every parser of what others wrote. A new one is one entry here. */
export function fuzzedParsers(root: string): readonly FuzzedParser[] {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-fuzz-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const filesOf = (below: string, ending: RegExp) => () => filesIn(join(root, below), ending);
  const sourceFixtures = 'test/sources/fixtures';
  const rows = (name: string, ending: RegExp, more: readonly string[]): FuzzedParser => ({
    name,
    corpus: () => [...filesIn(join(root, sourceFixtures), ending), ...more.map((text) => Buffer.from(text))],
    read: (bytes) => readRowsOf(file(name, bytes)),
  });
  return [
    {
      name: 'plan',
      corpus: () =>
        [smallPlan, smallSample, smallPlan.replace('take: 2', 'take: all')].map((text) => Buffer.from(text)),
      read: (bytes) => {
        const { benchmarks } = readPlan(bytes.toString());
        assert(benchmarks.length > 0, 'a plan has benchmarks');
      },
      isDeclared: (error) => error instanceof PlanError && error.faults.length > 0,
    },
    {
      name: 'exclusions',
      corpus: () => [Buffer.from(exclusions)],
      read: (bytes) => {
        const read = readExclusions({ text: bytes.toString(), file: 'exclusions.yaml' }, ['a', 'b']);
        if ('faults' in read) assert(read.faults.length > 0, 'there are faults or exclusions');
      },
    },
    {
      name: 'manifest',
      corpus: () => [Buffer.from(smallManifest(root)), Buffer.from(JSON.stringify(JSON.parse(smallManifest(root))))],
      read: (bytes) => {
        const { manifest, differences } = readManifest(bytes.toString());
        assert((manifest === undefined) === differences.length > 0, 'there are differences or a manifest');
        if (manifest !== undefined) manifestContradictions(manifest);
      },
    },
    {
      name: 'provenance',
      corpus: () => [Buffer.from(provenance)],
      read: (bytes) => {
        z.safeParse(schemaOf(provenanceSchema()), JSON.parse(bytes.toString()));
      },
      isDeclared: (error) => error instanceof SyntaxError,
    },
    rows('json', /\.json$/, ['[{"id": "a", "files_changed": 3}, {"id": "b"}]', '{"tasks": [{"task_id": "x"}]}']),
    rows('json-lines', /\.jsonl$/, ['{"id": "a", "additions": 1, "deletions": 2}\n{"id": "b"}\n']),
    rows('csv', /\.(csv|tsv)$/, [
      'id,repo,files_changed,patch\na,"x, y",3,"d\n""e"""\nb,z,,\n',
      'instance_id\trepo\tadditions\nq\tr\t5\n',
    ]),
    {
      name: 'toml',
      corpus: filesOf(sourceFixtures, /\.toml$/),
      read: (bytes) => void parseToml(bytes.toString()),
      isDeclared: (error) => error instanceof DocumentError,
    },
    {
      name: 'yaml',
      corpus: filesOf(sourceFixtures, /\.ya?ml$/),
      read: (bytes) => void parseYaml(bytes.toString()),
      isDeclared: (error) => error instanceof DocumentError,
    },
    {
      name: 'patch',
      corpus: () => [...filesIn(join(root, sourceFixtures), /\.(patch|diff)$/), ...patchesInRows(root)],
      read: (bytes) => {
        const { files, filesChanged, additions, deletions } = readPatch(bytes.toString());
        for (const count of [filesChanged, additions, deletions, ...files.map((each) => each.additions)]) {
          assert(Number.isSafeInteger(count) && count >= 0, `${count} is a count`);
        }
      },
    },
    {
      name: 'heredoc',
      corpus: filesOf(sourceFixtures, /\.sh$/),
      read: (bytes) => {
        for (const patch of findHeredocPatches(bytes.toString())) {
          assert(patch.length <= bytes.toString().length, 'a patch is part of its script');
        }
      },
    },
    {
      name: 'python-literal',
      corpus: () => literals.map((text) => Buffer.from(text)),
      read: (bytes) => void readPythonLiteral(bytes.toString()),
      isDeclared: (error) => error instanceof PythonLiteralError,
    },
    {
      name: 'test-list',
      corpus: () => literals.map((text) => Buffer.from(text)),
      read: (bytes) => {
        for (const test of readTestList(bytes.toString()).tests) assert(typeof test === 'string', 'a test is named');
      },
      isDeclared: (error) => error instanceof Error && error.message.startsWith('expected a list of test names'),
    },
    {
      name: 'results',
      corpus: () => fixtures.filter(({ title }) => !title.includes('Parquet')).flatMap((each) => resultFiles(each)),
      read: async (bytes) => {
        const { outcomes, faults, files } = await readOutcomes([file('results', bytes)]);
        assert(outcomes.length > 0 || faults.length > 0 || files.length > 0, 'a file gives results or a fault');
        for (const { reward, attempt } of outcomes) {
          assert(reward === undefined || (reward >= 0 && reward <= 1), `${reward} is a reward`);
          assert(attempt >= 0, `${attempt} is an attempt`);
        }
      },
    },
    {
      name: 'zip',
      corpus: () => [
        zipOf([
          { name: 'a.json', text: '{"a": 1}', packing: 'stored' },
          { name: 'b/c.txt', text: 'words '.repeat(50), packing: 'deflate' },
        ]),
        zipOf([{ name: 'header.json', text: '{}' }], 'a comment'),
      ],
      read: async (bytes) => {
        const archive = ZipArchive.open(file('zip', bytes), { entryBytes: 2 ** 20, totalBytes: 2 ** 21 });
        try {
          for (const name of archive.names()) assert((await archive.text(name)).length <= 2 ** 20, 'the limit is kept');
        } finally {
          archive.close();
        }
      },
      // What is wrong with an archive is said by a plain Error; zlib's has a code.
      isDeclared: (error) => error instanceof Error && !(error instanceof TypeError) && !isOurs(error),
    },
    {
      name: 'route',
      corpus: () => routes.map((text) => Buffer.from(text)),
      read: (bytes) => {
        const route = readRoute(bytes.toString());
        const hash = routeHash(route);
        assert(routeHash(readRoute(hash)) === hash, `${hash} leads to itself`);
      },
    },
  ];
}

class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

function assert(holds: boolean, promise: string): void {
  if (!holds) throw new BrokenPromise(promise);
}

const isOurs = (error: unknown) => error instanceof BrokenPromise;

const fields = new Map(sourceFields.map((field) => [field.name, field]));

/** Reads a file as a pool is read. */
async function readRowsOf(path: string): Promise<void> {
  const formats = [
    ...taskFormats,
    withOwnFields(table, new OwnFields({ fields, columns: new Map(), measured: [] }, textCells)),
  ];
  for await (const found of discover(path, formats, { contents: true })) {
    if (found.kind !== 'task') continue;
    for (const { value } of found.facts.numbers) assert(Number.isFinite(value) && value >= 0, `${value} is a count`);
    const { names, marks } = found.contents ?? { names: [], marks: '' };
    assert(names.length > 0 && marks.split('\n').length === names.length, 'every column has a mark');
  }
}

function filesIn(folder: string, ending: RegExp): Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.endsWith('expected.json'))
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path));
}

function patchesInRows(root: string): Buffer[] {
  const rows = filesIn(join(root, 'test/sources/fixtures'), /\.jsonl$/).flatMap((bytes) =>
    bytes.toString().split('\n'),
  );
  return rows.flatMap((row) => {
    const { patch } = row.trim() === '' ? {} : (JSON.parse(row) as { patch?: unknown });
    return typeof patch === 'string' && patch !== '' ? [Buffer.from(patch)] : [];
  });
}

function resultFiles(fixture: (typeof fixtures)[number]): Buffer[] {
  const cases = fixture.statuses.map((status, i) => ({ id: `task-${i}`, status }));
  // What an engine writes is fuzzed where the engine reads it.
  return fixture.files(cases).flatMap((content) => (content instanceof Promise ? [] : [Buffer.from(content)]));
}

/** A whole manifest, with few tasks. */
function smallManifest(root: string): string {
  const file = join(root, 'test/frozen/1.1/manifests/review-assistant/selection.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { tasks: unknown[]; benchmarks: unknown[] };
  return JSON.stringify({
    ...manifest,
    tasks: manifest.tasks.slice(0, 2),
    benchmarks: manifest.benchmarks.slice(0, 1),
  });
}

const smallPlan = `name: small
title: Small
phases: [Work]
score: { name: size, weights: { files: 1 }, components: { files: { ramp: files_changed, full: 10 } } }
benchmarks:
  a:
    source: { path: rows.jsonl }
    phase: Work
    select: { take: 2, prefer: [score desc, id asc] }
    exclude: [{ id: task-7, reason: duplicate, evidence: "https://example.org/1" }]
`;

const smallSample = `name: sample
title: Sample
seed: 42
phases: [Work, Rest]
phase: { by: category, values: { bug: Work }, otherwise: Rest }
score: { name: size, weights: { a: 0.5, b: 0.5 }, components: { a: { ramp: additions, full: 9 }, b: { when: [{ if: { repo: x }, value: 1 }], otherwise: 0 } } }
benchmarks:
  b:
    source: { path: [a.csv, b.csv], columns: { id: key } }
    correct: { language: { by: repo, values: { x: go } } }
    select: { take: 10, group: { by: category, at_least: 2 }, prefer: [random], ensure: [{ by: language, at_least: 1 }] }
`;

const exclusions = `- benchmark: a
  id: task-1
  reason: other
  evidence: seen to fail
- { benchmark: b, id: task-2, reason: leaked, date: 2026-01-02, who: me, replace_with: task-3 }
`;

const provenance = JSON.stringify({
  metadata: { version: '1.0', schema: 'urn:winnow:provenance:1' },
  plan: { name: 'ccb', sha256: '0' },
  tasks: [{ benchmark: 'a', task_id: 'x', sha256: '1' }],
  files: [{ name: 'a.json', sha256: '2' }],
});

const literals = [
  `['test_a.py::test_one', "it's", 'tab\\t', u'\\u00e9\\x41', b'bytes', r'raw\\n']`,
  '["test_a", "test_b"]',
  `{'a': [1, 2.5, -3e10], 'b': (None, True, False), "c": {1, 2}, 'd': set()}`,
  `('one',)`,
  `"""long\ntext""" 'joined'`,
  '0x1F, 0b101, 1_000, 1j, 12345678901234567890',
];

const routes = [
  '#/tasks?q=a+b&language=go&language=c%2B%2B&state=in&sort=-score',
  '#/task/a%2Fb/id%20%3F',
  '#/what-if',
  '#/',
];
