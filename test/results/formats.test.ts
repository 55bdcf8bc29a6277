import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcomes } from '../../src/core/model/outcome.js';
import { openResultFile } from '../../src/results/content/result-file.js';
import { isOfFormat } from '../../src/results/formats/result-format.js';
import { resultFormats } from '../../src/results/formats/result-formats.js';
import { readOutcomes } from '../../src/results/read-outcomes.js';
import { inDepth } from '../support/depth.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type Case, type Fixture, fixtures } from './fixtures.js';

const hostileIds = [
  '__proto__',
  'constructor',
  'toString',
  'a,b;c\td',
  'line\nbreak',
  '"quoted"',
  '../../etc/passwd',
  ' lead and trail ',
  'Ünïcode\u202e',
  'x'.repeat(10_000),
];

it('has a fixture for every format that gives outcomes', () => {
  const written = new Set(fixtures.map(({ format }) => format));
  const without = resultFormats.filter(({ name }) => !written.has(name));
  // The files of these lead to those with the results.
  const leading = ['harbor-job', 'lm-eval-results'];
  expect(without.filter(({ isRefused, name }) => isRefused !== true && !leading.includes(name))).toEqual([]);
});

describe.each(fixtures.map((fixture) => [fixture.title, fixture] as const))('%s', (_, fixture) => {
  const cases = fixture.statuses.map((status, i): Case => ({ id: `task-${i}`, status }));

  it('is recognised by its content, by one format, before any table', async () => {
    for (const path of await write(fixture, cases)) {
      const content = await openResultFile(path);
      const known = resultFormats.filter((format) => isOfFormat(format, { path, content }));
      if (content.kind === 'archive') content.archive.close();
      expect(known[0]?.name).toBe(fixture.format);
      expect(known.slice(1).filter(({ mayBeTasks }) => mayBeTasks !== true)).toEqual([]);
    }
  });

  it('keeps passed, failed, errored, not run and absent apart', async () => {
    const { outcomes, faults, files } = await readOutcomes(await write(fixture, cases));
    expect(faults).toEqual([]);
    expect(outcomes.map(({ taskId, status }) => ({ id: taskId, status }))).toEqual(cases);
    expect(outcomes.map(({ reward }) => reward)).toEqual(
      cases.map(({ status }) => (status === 'passed' ? 1 : status === 'failed' ? 0 : undefined)),
    );
    expect(new Set(files.map(({ format }) => format))).toEqual(new Set([fixture.format]));
    expect(outcomes.every(({ attempt, configuration }) => attempt === 1 && configuration !== '')).toBe(true);
  });

  it('does not depend on the order of paths or of what is in them', async () => {
    const paths = await write(fixture, cases);
    const whole = await readOutcomes(paths);
    expect(await readOutcomes([...paths].reverse())).toEqual(whole);
    expect(await readOutcomes([...paths, ...paths])).toEqual(whole);
    const turned = await readOutcomes(await write(fixture, [...cases].reverse()));
    expect(bare(turned)).toEqual(bare(whole));
  });

  it('takes ids as they are, whatever is in them', async () => {
    const ids = fixture.pathOf === undefined ? hostileIds : hostileIds.filter((id) => /^[\w, ;\t"]{1,80}$/.test(id));
    const hostile = ids.map(
      (id, i): Case => ({ id, status: fixture.statuses[i % fixture.statuses.length] ?? 'passed' }),
    );
    const { outcomes, faults } = await readOutcomes(await write(fixture, hostile));
    expect(faults).toEqual([]);
    const found = outcomes.map(({ taskId, status }) => ({ id: taskId, status }));
    expect(found.sort(byId)).toEqual([...hostile].sort(byId));
  });

  it('gives a fault when it is cut off, or else only whole lines, or a warning', async () => {
    const [first = ''] = fixture.files(cases);
    const bytes = Buffer.from(await first);
    const folder = temporaryFolder();
    const path = join(folder, 'cut');
    writeFileSync(path, bytes);
    const whole = bare(await readOutcomes([path]));
    for (let length = 0; length < bytes.length; length += inDepth(3, 11)) {
      writeFileSync(path, bytes.subarray(0, length));
      const cut = await readOutcomes([path]);
      if (cut.faults.length > 0) {
        expect(cut.outcomes).toEqual([]);
        expect(cut.faults[0]?.place?.file).toBe(path);
        if (fixture.lines !== true && length > 3) expect(cut.faults[0]?.code).toMatch(/unreadable|empty/);
        continue;
      }
      expect(fixture.lines).toBe(true);
      if (cut.warnings.some(({ code }) => code === 'outcomes/no-line-break')) {
        // Only the last row, which is warned of, may say something else.
        const known = new Set(whole.map((each) => JSON.stringify(each)));
        expect(bare(cut).filter((each) => !known.has(JSON.stringify(each))).length).toBeLessThan(2);
        continue;
      }
      expect([0x0a, undefined]).toContain(
        bytes[length - 1] === 0x0a ? 0x0a : bytes[length] === 0x0a ? undefined : bytes[length - 1],
      );
      expect(whole).toEqual(expect.arrayContaining(bare(cut)));
    }
  });
});

it('reads a folder of files as it reads the files', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'b.csv'), 'task_id,reward\nt,1\n');
  writeFileSync(
    join(folder, 'a.eval'),
    (await fixtures.find(({ title }) => title.includes('zstd'))?.files([{ id: 't', status: 'failed' }])[0]) ?? '',
  );
  mkdirSync(join(folder, 'job', 'trial'), { recursive: true });
  writeFileSync(
    join(folder, 'job', 'trial', 'result.json'),
    (await fixtures.find(({ title }) => title === 'Harbor trial')?.files([{ id: 't', status: 'errored' }])[0]) ?? '',
  );
  const { files, faults, outcomes } = await readOutcomes([folder]);
  expect(faults).toEqual([]);
  expect(files.map(({ format }) => format)).toEqual(['inspect-eval', 'table', 'harbor-trial']);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['errored', 'failed', 'passed']);
});

/** Names that say nothing. */
function write(fixture: Fixture, cases: readonly Case[]): Promise<string[]> {
  const folder = temporaryFolder();
  const written = fixture.files(cases).map(async (content, i) => {
    const one = cases[i];
    const path = join(folder, fixture.pathOf === undefined || one === undefined ? `file-${i}` : fixture.pathOf(one));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await content);
    return path;
  });
  return Promise.all(written);
}

/** Places, and what is named after a file, change with the order of the files; nothing else may. */
function bare({ outcomes }: Outcomes) {
  return outcomes.map(({ taskId, status, reward, attempt }) => ({ taskId, status, reward, attempt }));
}

function byId(a: Case, b: Case): number {
  return a.id < b.id ? -1 : 1;
}
