import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes, outcomeLines } from '../../test/results/outcome-lines.js';
import { writeTree } from '../../test/results/write-tree.js';
import { readOutcomes } from './read-outcomes.js';

const rows = 'a,0.5,passed\nb,0.25,passed\nc,0,failed\n';
const plain = `id,reward,status\n${rows}`;

async function readBoth(tool: string, options = {}) {
  const root = writeTree({ 'plain.csv': plain, 'tool.csv': tool });
  const read = await readOutcomes([root], options);
  return { ...read, root };
}

describe('files that are scored in different ways', () => {
  it('are an error if they share tasks, with the columns and the misspelt one', async () => {
    const read = await readBoth(`id,rewrd,status\n${rows}`);
    expect(codes(read).faults).toEqual(['outcomes/mixed-scores']);
    const [fault] = read.faults;
    expect(fault?.message.replaceAll(read.root, '')).toBe(
      'the results are scored in different ways: /plain.csv (column "reward") has rewards between 0 and 1, but /tool.csv (column "status") only shows which runs passed.',
    );
    expect(fault?.place).toEqual({ file: join(read.root, 'tool.csv') });
    expect(fault?.hint).toContain('add --reward rewrd');
    expect(fault?.hint).toContain('add --reward status');
    expect(codes(await readBoth('id,rewrd,passed\na,0.5,1\nb,0.3,1\n')).faults).toEqual(['outcomes/mixed-scores']);
    expect(codes(await readBoth(`id,rewrd,status\n${rows}`, { passAt: 0.2 })).faults).toHaveLength(1);
  });

  it('can be read by one column, or as passed and failed', async () => {
    const misspelt = `id,rewrd,status\n${rows}`;
    const rewards = async (tool: string, options: object) =>
      outcomeLines(await readBoth(tool, options)).filter((line) => line.includes(' tool '));
    expect(await rewards(misspelt, { reward: 'rewrd' })).toEqual([
      'a tool - 1 failed 0.5',
      'b tool - 1 failed 0.25',
      'c tool - 1 failed 0',
    ]);
    const read = await readBoth(misspelt, { reward: 'status' });
    expect(read.faults).toEqual([]);
    expect(read.outcomes.map(({ reward }) => reward)).toEqual([1, 1, 1, 1, 0, 0]);
    const passed = await readBoth('id,status\na,passed\nb,failed\n', { passAt: 0.5 });
    expect(codes(passed)).toMatchObject({ faults: [], warnings: expect.arrayContaining(['outcomes/mixed-scores']) });
  });

  it('are only a warning without common tasks, or if results are only counted', async () => {
    const other = await readBoth('id,status\nx,passed\ny,failed\n');
    expect(codes(other)).toMatchObject({ faults: [], warnings: expect.arrayContaining(['outcomes/mixed-scores']) });
    const counted = await readBoth(`id,rewrd,status\n${rows}`, { countsOnly: true });
    expect(codes(counted)).toMatchObject({
      faults: [],
      warnings: expect.arrayContaining(['outcomes/mixed-scores', 'outcomes/similar-column']),
    });
  });

  it('are nothing to report if every reward is 0 or 1', async () => {
    const root = writeTree({ 'plain.csv': 'id,reward\na,1\nb,0\n', 'tool.csv': 'id,status\na,passed\nb,failed\n' });
    expect(codes(await readOutcomes([root]))).toEqual({ faults: [], warnings: [] });
  });
});

describe('an empty reward beside partial rewards', () => {
  it('is no result if the run passed, and 0 if it failed, with warnings', async () => {
    const root = writeTree({ 's.csv': 'id,reward,status\na,0.5,passed\nb,,passed\nc,,failed\n' });
    const read = await readOutcomes([root]);
    expect(outcomeLines(read)).toEqual(['a s - 1 failed 0.5', 'b s - 1 not-run -', 'c s - 1 failed 0']);
    expect(codes(read)).toMatchObject({
      faults: [],
      warnings: expect.arrayContaining(['outcomes/failed-without-reward', 'outcomes/passed-without-reward']),
    });
  });
});
