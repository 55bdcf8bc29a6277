import { describe, expect, it } from 'vitest';
import { codes } from '../../test/results/outcome-lines.js';
import { writeTree } from '../../test/results/write-tree.js';
import { readOutcomes } from './read-outcomes.js';

/** A table of tasks that are each run twice. */
function repeated(tasks: number, second: (reward: number, cost: number) => string, isPartial = true): string {
  const rows = Array.from({ length: tasks }, (_, i) => {
    const [reward, cost] = isPartial ? [(i % 15) / 20, 1 + i / 100] : [i % 2, 1];
    return `task-${i},1,${reward},${cost}\ntask-${i},2,${second(reward, cost)}\n`;
  });
  return `id,attempt,reward,cost_usd\n${rows.join('')}`;
}

const warningsOf = async (text: string) => codes(await readOutcomes([writeTree({ 's.csv': text })])).warnings;

describe('repeats that look copied', () => {
  it('are reported if every second run has the reward and cost of the first', async () => {
    const read = await readOutcomes([writeTree({ 's.csv': repeated(20, (reward, cost) => `${reward},${cost}`) })]);
    expect(read.warnings.find(({ code }) => code === 'outcomes/copied-repeats')?.message).toContain(
      'on all 20 tasks with repeats, the second run has the same reward and cost as the first',
    );
  });

  it.each([
    ['with few tasks', repeated(19, (reward, cost) => `${reward},${cost}`)],
    ['with another cost', repeated(30, (reward, cost) => `${reward},${cost + 0.01}`)],
    ['that only pass or fail at one cost', repeated(30, (reward, cost) => `${reward},${cost}`, false)],
  ])('are not reported: %s', async (_, text) => {
    expect(await warningsOf(text)).not.toContain('outcomes/copied-repeats');
  });
});
