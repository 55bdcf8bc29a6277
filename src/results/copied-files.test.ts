import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes } from '../../test/results/outcome-lines.js';
import { writeTree } from '../../test/results/write-tree.js';
import { readOutcomes } from './read-outcomes.js';

const row = (i: number) => `task-${i},${(i % 7) / 10},${i / 100}\n`;
const varied = `id,reward,cost_usd\n${Array.from({ length: 30 }, (_, i) => row(i)).join('')}`;
const alike = 'id,resolved\na,1\nb,0\n';
const systemsIn = ({ outcomes }: Awaited<ReturnType<typeof readOutcomes>>) => [
  ...new Set(outcomes.map(({ configuration }) => configuration)),
];

describe('a copy of a file in the same folder', () => {
  it.each(['glm (1).csv', 'glm-copy.csv', 'glm - Copy.csv', 'Copy of glm.csv'])('counts once: %s', async (name) => {
    const read = await readOutcomes([writeTree({ 'glm.csv': alike, [name]: alike })]);
    expect(systemsIn(read)).toEqual(['glm']);
    expect(read.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['outcomes/copied-file', expect.stringContaining(`"${name}" is a copy of "glm.csv" in the same folder`)],
    ]);
  });

  it('counts once under any name if its costs or rewards vary', async () => {
    const read = await readOutcomes([writeTree({ 'w1.csv': varied, 'backup.csv': varied })]);
    expect(read.outcomes).toHaveLength(30);
    expect(codes(read).warnings).toContain('outcomes/copied-file');
  });

  it('is a separate system if systems may be equal by chance, the files differ, or the user names it', async () => {
    expect(systemsIn(await readOutcomes([writeTree({ 'x.csv': alike, 'y.csv': alike })]))).toEqual(['x', 'y']);
    const other = `${alike}c,1\n`;
    expect(systemsIn(await readOutcomes([writeTree({ 'x.csv': alike, 'x (1).csv': other })]))).toHaveLength(2);
    const root = writeTree({ 'x.csv': alike, 'x (1).csv': alike });
    expect(systemsIn(await readOutcomes([join(root, 'x.csv'), join(root, 'x (1).csv')]))).toHaveLength(2);
    const systems = new Map([[join(root, 'x (1).csv'), 'second']]);
    expect(systemsIn(await readOutcomes([root], { systems }))).toEqual(['second', 'x']);
  });
});
