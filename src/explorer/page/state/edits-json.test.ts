import { describe, expect, it } from 'vitest';
import { type Edits, exclude, noEdits, pin, withBenchmark, withPlan } from './edits.js';
import { editsFromJson, packEdits, unpackEdits } from './edits-json.js';
import { packText } from './page-data.js';

const task = { benchmark: 'mine', id: 'a/1;é' };
const some: readonly Edits[] = [
  noEdits,
  withPlan(noEdits, { weights: new Map([['a', 0.25]]), seed: '7', total: 12, text: 'name: x\n# y' }),
  withBenchmark(noEdits, 'mine', { take: 'all', atLeast: 0, share: 'equal', rounding: 'hill', withoutEnsure: true }),
  withBenchmark(noEdits, 'mine', { design: { kind: 'rank', field: 'score', direction: 'asc' } }),
  withBenchmark(noEdits, 'mine', { design: { kind: 'draw', method: 'random', by: undefined } }),
  pin(exclude(noEdits, [task], { reason: 'leaked', evidence: 'seen' }), [{ benchmark: 'mine', id: 'b' }]),
  withBenchmark(noEdits, 'mine', { lifted: new Set(['c']), unpinned: new Set(['d']) }),
];

describe('edits in an address', () => {
  it.each(some)('come out as they went in: %#', async (edits) => {
    const packed = await packEdits(edits);
    expect(packed).toMatch(/^[\w-]*$/);
    expect(await unpackEdits(packed)).toEqual(edits);
  });

  it('are none where somebody wrote something else, and never what is not theirs', async () => {
    for (const text of ['', '{', '[]', '{"benchmarks":3}', 'null']) expect(editsFromJson(text)).toBeUndefined();
    expect(await unpackEdits('not packed')).toBeUndefined();
    const foreign =
      '{"seed":{"x":1},"total":-3,"weights":[["a",2],7],"benchmarks":[["mine",{"take":1.5,"excluded":[["x",{"reason":"no"}]]}],4]}';
    expect(editsFromJson(foreign)).toEqual({ benchmarks: new Map([['mine', {}]]) });
  });

  it('do not unfold to more than a plan could be', async () => {
    const text = (length: number) => packText(`${JSON.stringify({ benchmarks: [] })}${' '.repeat(length)}`);
    expect(await unpackEdits(await text(1_000_000))).toEqual(noEdits);
    expect(await unpackEdits(await text(5_000_000))).toBeUndefined();
  });
});
