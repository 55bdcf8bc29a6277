/**
 * The non-decreasing list nearest to the values in weighted squares, found by pooling neighbours in the wrong order
 * (Ayer et al. 1955; Barlow et al. 1972). Weights are above 0, and all 1 when not given.
 */
export function isotonic(values: readonly number[], weights?: readonly number[]): number[] {
  const blocks: Block[] = [];
  values.forEach((value, i) => {
    let block: Block = { mean: value, weight: weights?.[i] ?? 1, size: 1 };
    for (let before = blocks.at(-1); before !== undefined && before.mean > block.mean; before = blocks.at(-1)) {
      block = pooled(before, block);
      blocks.pop();
    }
    blocks.push(block);
  });
  return blocks.flatMap(({ mean, size }) => new Array<number>(size).fill(mean));
}

/** Neighbours that share a value. */
interface Block {
  readonly mean: number;
  readonly weight: number;
  readonly size: number;
}

function pooled(a: Block, b: Block): Block {
  const weight = a.weight + b.weight;
  return { mean: (a.mean * a.weight + b.mean * b.weight) / weight, weight, size: a.size + b.size };
}
