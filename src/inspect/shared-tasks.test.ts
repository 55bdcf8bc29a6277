import { expect, it } from 'vitest';
import type { Format } from '../sources/formats/task-format.js';
import type { FoundTask } from '../sources/found.js';
import { OverlapFinder } from './shared-tasks.js';

const format = { kind: 'record' } as Format;
const task = (path: string, id: string, ...aliases: string[]): FoundTask => ({
  kind: 'task',
  format,
  facts: { id, aliases, labels: [], numbers: [], remarks: [] },
  path,
});

function overlapsOf(...tasks: readonly (readonly [string, FoundTask])[]) {
  const finder = new OverlapFinder();
  for (const [source, found] of tasks) finder.add(source, '/pool', found);
  return { repeated: finder.repeated, pairs: finder.result() };
}

it('a task in two sources is found by id or alias, letter case apart', () => {
  const found = overlapsOf(
    ['rows', task('/pool/rows.jsonl', 'Acme__kit-1')],
    ['rows', task('/pool/rows.jsonl', 'acme__kit-2')],
    ['folders', task('/pool/tasks/kit-1', 'kit-1', 'acme__kit-1')],
  );
  expect(found).toEqual({ repeated: 1, pairs: [{ sources: ['folders', 'rows'], tasks: 1, example: 'kit-1' }] });
});

it('names of two folders below a place do not meet', () => {
  const found = overlapsOf(['a', task('/pool/one/x', '1')], ['b', task('/pool/two/rows.jsonl', '1')]);
  expect(found).toEqual({ repeated: 0, pairs: [] });
});

it('two tasks with one alias count as one, and a source does not meet itself', () => {
  const found = overlapsOf(
    ['rows', task('/pool/rows.jsonl', 'a')],
    ['folders', task('/pool/t/a1', 'a1', 'a')],
    ['folders', task('/pool/t/a2', 'a2', 'a')],
  );
  expect(found.pairs).toMatchObject([{ tasks: 1 }]);
});

it('a task in three sources repeats twice', () => {
  const found = overlapsOf(
    ['a', task('/pool/a.jsonl', 'x')],
    ['b', task('/pool/b.jsonl', 'x')],
    ['c', task('/pool/c.jsonl', 'x')],
  );
  expect([found.repeated, found.pairs.length]).toEqual([2, 3]);
});
