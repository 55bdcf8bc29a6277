import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectHeader, inspectSample } from '../../../test/results/fixtures.js';
import { codes, outcomeLines } from '../../../test/results/outcome-lines.js';
import { writeTree } from '../../../test/results/write-tree.js';
import { zipOf } from '../../../test/results/zip-of.js';
import { readOutcomes } from '../read-outcomes.js';

const passed = inspectSample({ id: 'a', status: 'passed' });

async function readLog(samples: readonly unknown[], options = {}, header: unknown = inspectHeader) {
  const text = JSON.stringify({ ...(header as object), samples }).replaceAll('"<NaN>"', 'NaN');
  return readOutcomes([join(writeTree({ log: text }), 'log')], options);
}

describe('an Inspect log', () => {
  it.each([
    ['C', 1],
    ['P', 0.5],
    ['I', 0],
    ['N', 0],
    [true, 1],
    [false, 0],
    [0.25, 0.25],
    ['0.25', 0.25],
    ['yes', 1],
    [[1], 1],
    [{ only: 'C' }, 1],
  ])('reads %j as %d', async (value, reward) => {
    const { outcomes, faults } = await readLog([{ id: 1, epoch: 1, scores: { s: { value } } }]);
    expect(faults).toEqual([]);
    expect(outcomes).toMatchObject([{ taskId: '1', reward }]);
  });

  it.each([[2], ['maybe'], [[1, 0]], [{ a: { b: 1 } }], [-0.1]])('refuses %j', async (value) => {
    expect(codes(await readLog([{ id: 1, scores: { s: { value } } }])).faults).toEqual(['outcomes/reward']);
  });

  it('takes a bare NaN, no scores and an error as errored, and says which are unscored', async () => {
    const read = await readLog([
      { id: 'NaN', epoch: 1, scores: { s: { value: '<NaN>', explanation: 'NaN, he said: "NaN\\"' } } },
      { id: 'none', epoch: 1, scores: {} },
      { id: 'broken', epoch: 1, scores: { s: { value: 'C' } }, error: { message: 'x' } },
    ]);
    expect(read.outcomes.map(({ taskId, status }) => [taskId, status])).toEqual([
      ['NaN', 'errored'],
      ['broken', 'errored'],
      ['none', 'errored'],
    ]);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/no-score'] });
    expect(read.warnings[0]?.message).toContain('2 results');
  });

  it('keeps the score of a sample that met a limit', async () => {
    expect((await readLog([{ ...passed, limit: { type: 'time', limit: 5 } }])).outcomes).toMatchObject([
      { status: 'passed' },
    ]);
  });

  it('takes epochs as attempts, the model and solver as configuration, seconds as time', async () => {
    const header = { ...inspectHeader, eval: { ...inspectHeader.eval, solver: 'agent' } };
    const read = await readLog([{ ...passed, epoch: 2, total_time: 1.5 }, passed], {}, header);
    expect(outcomeLines(read)).toEqual(['a agent__maker/model e1 1 passed 1', 'a agent__maker/model e1 2 passed 1']);
    expect(read.outcomes[1]).toMatchObject({ benchmark: 'bench', durationMs: 1500 });
    expect(codes(await readLog([passed, passed])).faults).toEqual(['outcomes/twice']);
  });

  it('is of another system in another folder, unless the folders only count runs', async () => {
    const log = { ...(inspectHeader as object), samples: [passed] };
    const namesIn = async (...folders: string[]) => {
      const read = await readOutcomes([
        writeTree(Object.fromEntries(folders.map((name) => [`${name}/2026-09-01T10_a.json`, log]))),
      ]);
      return new Set(read.outcomes.map(({ configuration }) => configuration)).size;
    };
    expect([await namesIn('base', 'mcp'), await namesIn('run-1', 'run-2')]).toEqual([2, 1]);
  });

  it('refuses several scorers or values without a choice, with their counts', async () => {
    const scores = { first: { value: { x: 0, y: 1 } }, second: { value: 'C' } };
    const samples = [
      { id: 'a', scores },
      { id: 'b', scores },
    ];
    expect((await readLog(samples)).faults).toMatchObject([
      {
        code: 'outcomes/several-scorers',
        message: expect.stringContaining('"first" (2), "second" (2)'),
        hint: expect.stringContaining('--scorer first'),
      },
    ]);
    const told = await readLog(samples, { scorer: 'second' });
    expect(told.outcomes).toMatchObject([{ reward: 1 }, { reward: 1 }]);
    expect(told.warnings).toEqual([]);
    expect(codes(await readLog(samples, { scorer: 'first' })).faults).toEqual(['outcomes/several-rewards']);
    expect((await readLog(samples, { scorer: 'first', reward: 'y' })).outcomes).toMatchObject([
      { reward: 1 },
      { reward: 1 },
    ]);
    // A missing scorer isn't silently replaced by another.
    expect(codes(await readLog(samples, { scorer: 'third' })).faults).toEqual(['outcomes/no-scorer']);
    const named = [{ id: 'a', scores: { other: { value: 'I' }, reward: { value: 'C' } } }];
    expect((await readLog(named)).outcomes).toMatchObject([{ reward: 1 }]);
  });

  it('leaves out samples that were marked as invalid, and reads what the models cost', async () => {
    const usage = { maker: { total_cost: 0.5 }, judge: { total_cost: 0.25 }, free: { input_tokens: 3 } };
    const invalidation = { timestamp: '2026-01-01T00:00:00Z', author: 'me', reason: 'leak', metadata: {} };
    const header = { ...inspectHeader, invalidated: true };
    const read = await readLog(
      [
        { ...passed, id: 'a', model_usage: usage },
        { ...passed, id: 'b', invalidation },
      ],
      {},
      { ...header, eval: { ...inspectHeader.eval, dataset: { sample_ids: ['a', 'b'] } } },
    );
    expect(read.outcomes).toMatchObject([{ taskId: 'a', costUsd: 0.75 }]);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/invalidated'] });
    expect(read.warnings[0]?.message).toContain('1 Inspect sample is marked as invalid and counts as missing');
  });

  it('says when it did not end well, what it lacks, and refuses a header alone', async () => {
    const cancelled = {
      ...inspectHeader,
      status: 'cancelled',
      eval: { ...inspectHeader.eval, dataset: { sample_ids: ['a', 'b', 3] } },
    };
    const read = await readLog([passed], {}, cancelled);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/missing-samples', 'outcomes/unfinished'] });
    expect(read.outcomes).toHaveLength(1);
    const alone = await readOutcomes([join(writeTree({ log: inspectHeader }), 'log')]);
    expect(codes(alone).faults).toEqual(['outcomes/no-samples']);
  });

  it('counts once the samples that a retried log took over', async () => {
    const log = (eval_id: string, ids: readonly string[]) => ({
      ...inspectHeader,
      eval: { ...inspectHeader.eval, eval_id },
      samples: ids.map((id) => ({ ...passed, id, uuid: `u-${id}` })),
    });
    const read = await readOutcomes([writeTree({ '1.json': log('e1', ['a']), '2.json': log('e2', ['a', 'b']) })]);
    expect(outcomeLines(read)).toEqual(['a maker/model e1 1 passed 1', 'b maker/model e2 1 passed 1']);
  });
});

describe('an .eval archive', () => {
  const header = { name: 'header.json', text: JSON.stringify(inspectHeader) };
  const start = { name: '_journal/start.json', text: JSON.stringify({ version: 2, eval: inspectHeader.eval }) };
  const text = JSON.stringify(passed);
  const readZip = async (content: Buffer) => readOutcomes([join(writeTree({ log: content }), 'log')]);

  it('gives its samples where it has no summaries, also those in parts', async () => {
    const entries = [
      header,
      { name: 'samples/a_epoch_1.json', text },
      { name: 'samples/b_epoch_1/sample.json', text: text.replace('"a"', '"b"') },
      { name: 'samples/b_epoch_1/events_1.json', text: '[]' },
    ];
    expect(outcomeLines(await readZip(zipOf(entries)))).toEqual([
      'a maker/model e1 1 passed 1',
      'b maker/model e1 1 passed 1',
    ]);
  });

  it('looks into its samples for those that were marked as invalid, which summaries do not say', async () => {
    const entries = (invalidated: boolean) => [
      { name: 'header.json', text: JSON.stringify({ ...inspectHeader, invalidated }) },
      { name: 'summaries.json', text: `[${text},${text.replace('"a"', '"b"')}]` },
      { name: 'samples/a_epoch_1.json', text },
      {
        name: 'samples/b_epoch_1.json',
        text: JSON.stringify({ ...passed, id: 'b', invalidation: { timestamp: 'x', author: 'me' } }),
      },
    ];
    expect((await readZip(zipOf(entries(false)))).outcomes).toHaveLength(2);
    const read = await readZip(zipOf(entries(true)));
    expect(read.outcomes.map(({ taskId }) => taskId)).toEqual(['a']);
    expect(codes(read).warnings).toEqual(['outcomes/invalidated']);
  });

  it('gives the journal of a log that was not finished, and says so', async () => {
    const summary = (n: number, id: string) => ({
      name: `_journal/summaries/${n}.json`,
      text: `[${text.replace('"a"', `"${id}"`)}]`,
    });
    const read = await readZip(zipOf([start, summary(2, 'b'), summary(1, 'a')]));
    expect(read.outcomes.map(({ taskId }) => taskId)).toEqual(['a', 'b']);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/unfinished'] });
  });

  it('takes the later of two entries with one name, and reads bare NaN', async () => {
    const nan = text.replace('"C"', 'NaN');
    const read = await readZip(
      zipOf([
        header,
        { name: 'summaries.json', text: '[' },
        { name: 'summaries.json', text: `[${nan}]`, packing: 'zstd' },
      ]),
    );
    expect(read.outcomes).toMatchObject([{ taskId: 'a', status: 'errored' }]);
  });

  it('refuses an archive without samples, and one that is none of Inspect', async () => {
    expect(codes(await readZip(zipOf([header]))).faults).toEqual(['outcomes/no-samples']);
    expect(codes(await readZip(zipOf([{ name: 'x', text: 'y' }]))).faults).toEqual(['outcomes/unknown-format']);
  });

  it.skipIf(!hasZstd())('reads what the real packer of Zstandard makes', async () => {
    const list = JSON.stringify(Array.from({ length: 3000 }, (_, i) => ({ ...passed, id: `task-${i}` })));
    const halves = [list.slice(0, 100_000), list.slice(100_000)].map((half) =>
      execFileSync('zstd', ['-c'], { input: half }),
    );
    const read = await readZip(
      zipOf([header, { name: 'summaries.json', text: list, packed: Buffer.concat(halves), method: 93 }]),
    );
    expect(read.faults).toEqual([]);
    expect(read.outcomes).toHaveLength(3000);
  });
});

function hasZstd(): boolean {
  try {
    execFileSync('zstd', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
