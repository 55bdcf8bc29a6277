import { describe, expect, it } from 'vitest';
import { type MadeTask, manifestWith } from '../../../test/support/manifest-with.js';
import { diffManifests } from './diff-manifests.js';

const tasks = (benchmark: string, ids: readonly string[], repo = 'a/a'): MadeTask[] =>
  ids.map((id) => ({ benchmark, id, repo }));
const relocated = (before: readonly MadeTask[], after: readonly MadeTask[]) => {
  const diff = diffManifests(manifestWith(before), manifestWith(after));
  const names = (list: readonly { task_id: string; benchmark: string }[]) =>
    list.map(({ benchmark, task_id }) => `${benchmark}/${task_id}`);
  return {
    moves: diff.tasks.relocated.map(({ benchmark_before, benchmark, task_id }) => [
      `${benchmark_before}/${task_id}`,
      benchmark,
    ]),
    added: names(diff.tasks.added),
    removed: names(diff.tasks.removed),
    changed: names(diff.tasks.changed),
    pools: diff.pools.map(({ benchmark, benchmark_before, equal }) => [
      benchmark_before ?? benchmark,
      benchmark,
      equal,
    ]),
  };
};

describe('tasks whose benchmark is another', () => {
  it('are moved where the benchmark was renamed', () => {
    expect(relocated(tasks('old', ['1', '2', '3']), tasks('new', ['1', '2', '3']))).toEqual({
      moves: [
        ['old/1', 'new'],
        ['old/2', 'new'],
        ['old/3', 'new'],
      ],
      added: [],
      removed: [],
      changed: [],
      pools: [['old', 'new', true]],
    });
  });

  it('are changed as well where their content is another, in a benchmark that was renamed', () => {
    const after = [...tasks('new', ['1', '2', '4', '5']), ...tasks('new', ['3'], 'b/b')];
    const { moves, added, removed, changed, pools } = relocated(tasks('old', ['1', '2', '3', '4']), after);
    expect(moves).toHaveLength(4);
    expect({ added, removed }).toEqual({ added: ['new/5'], removed: [] });
    expect(changed).toContain('new/3');
    expect(pools).toEqual([['old', 'new', false]]);
  });

  it('are moved one by one where a benchmark was split', () => {
    const after = [...tasks('mine', ['1', '2']), ...tasks('new', ['3'])];
    const { moves, added, removed, pools } = relocated(tasks('mine', ['1', '2', '3']), after);
    expect({ moves, added, removed }).toEqual({ moves: [['mine/3', 'new']], added: [], removed: [] });
    expect(pools).toEqual([
      ['mine', 'mine', false],
      ['new', 'new', false],
    ]);
  });

  it('are others where only the id is the same', () => {
    const { moves, added, removed } = relocated(tasks('old', ['1', '2']), tasks('new', ['1', '2'], 'b/b'));
    expect({ moves, added, removed }).toEqual({
      moves: [],
      added: ['new/1', 'new/2'],
      removed: ['old/1', 'old/2'],
    });
  });

  it('are not guessed where two benchmarks had the same task', () => {
    const before = [...tasks('one', ['1']), ...tasks('two', ['1'])];
    const { moves, added, removed } = relocated(before, tasks('three', ['1']));
    expect({ moves, added, removed }).toEqual({ moves: [], added: ['three/1'], removed: ['one/1', 'two/1'] });
  });

  it('make two selections related that have no name in common', () => {
    const before = manifestWith(tasks('old', ['1']));
    const after = { ...before, ...manifestWith(tasks('new', ['1'])) };
    const renamed = { ...after, metadata: { ...after.metadata, plan: { name: 'other', sha256: 'x' } } };
    expect(diffManifests(before, renamed).related).toBe(true);
  });
});
