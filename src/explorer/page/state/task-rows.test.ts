import { describe, expect, it } from 'vitest';
import { groupedTasks, planTextOf, runText } from '../../../../test/support/sample-plan.js';
import { poolColumns } from '../../packed/selection-columns.js';
import { filterFrom } from '../route/task-filter.js';
import { orderedTasks, passingTasks, readQuery, taskRow } from './task-rows.js';

const exclude = [{ id: 't03', reason: 'leaked' }];
const select = { take: 5, where: { files_changed: { at_least: 3 } } };
const text = planTextOf({ benchmarks: { mine: { select, exclude }, yours: { select: { take: 2 } } } });
const selection = runText(text, groupedTasks({ a: 14, b: 9 }), groupedTasks({ 'C/c': 6 }, 'yours'));
const columns = poolColumns(selection);
const rows = Array.from({ length: columns.count }, (_, row) => taskRow(columns, row));
const fields = ['repo', 'state', 'files_changed', 'score', 'id'];
const filtered = (text: string) => {
  const filter = filterFrom(text);
  const query = readQuery(filter.search, (name) => fields.includes(name));
  const { labels, sort = { key: 'score', descending: true } } = filter;
  const passing = passingTasks(columns, query, { labels, facets: ['state', 'benchmark', 'repo'] });
  return orderedTasks(columns, passing, { labels }, sort);
};
const shown = (query: string) => Array.from(filtered(query).rows, (row) => taskRow(columns, row));
const found = (search: string) => shown(new URLSearchParams({ q: search }).toString());

describe('the rows of the table of tasks', () => {
  it('are all tasks, each with its state', () => {
    expect(rows).toHaveLength(29);
    expect(
      shown('state=in')
        .map(({ task }) => task.id)
        .sort(),
    ).toEqual(selection.choices.map(({ task }) => task.id).sort());
    expect(shown('state=excluded').map(({ task }) => task.id)).toEqual(['t03']);
    expect(shown('state=ineligible').every(({ task }) => Number(task.fields['files_changed']) < 3)).toBe(true);
  });

  it('are found by id and label in any case, and by every label at once', () => {
    expect(shown('q=T11')).toHaveLength(1);
    expect(shown('q=c%2FC')).toHaveLength(6);
    expect(shown('repo=a&repo=b')).toHaveLength(23);
    expect(shown('repo=a&benchmark=yours')).toHaveLength(0);
    expect(shown('language=')).toHaveLength(29);
  });

  it('are sorted by every column, equal ones by benchmark and id', () => {
    const scores = shown('').map(({ task }) => task.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(
      shown('sort=id')
        .slice(0, 3)
        .map(({ task }) => [task.benchmark, task.id]),
    ).toEqual([
      ['mine', 't00'],
      ['yours', 't00'],
      ['mine', 't01'],
    ]);
    const states = shown('sort=state').map(({ state, task }) => [state, task.score] as const);
    expect([...new Set(states.map(([state]) => state))]).toEqual(['in', 'out', 'excluded', 'ineligible']);
    const chosen = states.filter(([state]) => state === 'in').map(([, score]) => score);
    expect(chosen).toEqual(chosen.toSorted((a, b) => b - a));
    expect(shown('sort=-repo')[0]?.task.fields['repo']).toBe('b');
  });

  it('are found by several words, fields, ranges, and what must not be there', () => {
    expect(found('t11 a')).toEqual(found('T11'));
    expect(found('repo:a')).toHaveLength(14);
    expect(found('repo:a -t11')).toHaveLength(13);
    expect(found('repo:"C/c"')).toHaveLength(6);
    expect(found('state:excluded').map(({ task }) => task.id)).toEqual(['t03']);
    const counts = (search: string) => found(search).map(({ task }) => Number(task.fields['files_changed']));
    expect(Math.min(...counts('files_changed:>3'))).toBeGreaterThan(3);
    expect(new Set(counts('files_changed:3..4'))).toEqual(new Set([3, 4]));
    expect(counts('files_changed:3..').length + counts('files_changed:<3').length).toBe(29);
    expect(readQuery('colour:red https://x', () => false).unknownFields).toEqual(['colour']);
  });

  it('count the values of each label by what the other filters show, the most frequent first', () => {
    const repos = (query: string) => filtered(query).facets.get('repo');
    expect(repos('')).toEqual([
      ['a', 14],
      ['b', 9],
      ['C/c', 6],
    ]);
    expect(repos('repo=b')).toEqual(repos(''));
    expect(repos('benchmark=yours')).toEqual([['C/c', 6]]);
    expect(repos('benchmark=yours&repo=a')).toEqual([
      ['C/c', 6],
      ['a', 0],
    ]);
  });
});
