import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskStates } from '../../packed/selection-columns.js';
import { addressable, home, readRoute, routeHash } from './route.js';
import { filterFrom, filterLabels, filterText, noFilter } from './task-filter.js';

/** The usual labels, and two of a plan's own. */
const known: readonly string[] = [...filterLabels, '__proto__', 'team.name'];
const word = fc.string({ unit: 'grapheme', maxLength: 12 });
const filters = fc.record({
  search: word,
  labels: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...known), fc.array(word, { minLength: 1, maxLength: 3 })), {
      selector: ([label]) => label,
    })
    .map((entries) => entries.map(([label, values]) => [label, label === 'state' ? [...taskStates] : values] as const))
    .map(
      (entries) =>
        new Map<string, readonly string[]>(known.flatMap((label) => entries.filter(([each]) => each === label))),
    ),
  sort: fc.record({ key: fc.constantFrom('id', 'state', 'files_changed'), descending: fc.boolean() }),
  columns: fc.option(fc.array(fc.constantFrom('id', 'score', 'repo'), { minLength: 1 }), { nil: undefined }),
});

describe('the address', () => {
  it('holds every filter', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(filterFrom(filterText(filter))).toEqual(filter);
      }),
    );
    expect(filterText(noFilter)).toBe('');
  });

  it('holds every route', () => {
    fc.assert(
      fc.property(filters, word, word, (filter, benchmark, id) => {
        const chart = { x: benchmark || undefined, y: undefined, colour: id || undefined, zoom: id.length > 3 };
        const cost = { price: id.length / 7, systems: benchmark.length || undefined, runs: undefined };
        const workspace = { view: 'workspace', filter, chart, isEditing: benchmark.length > 3, cost } as const;
        expect(readRoute(routeHash(workspace))).toEqual(workspace);
        if (benchmark !== '' && id !== '') {
          const route = { view: 'task', benchmark, id } as const;
          expect(readRoute(routeHash(route))).toEqual(route);
        }
      }),
    );
  });

  it.each(['', '#', '#/', '#/nowhere', '#/task', '#/task/a', '#/%E0%A4%A', '#main'])(
    'that is no route shows the workspace: %s',
    (hash) => {
      expect(readRoute(hash)).toEqual(home);
    },
  );

  it.each([
    ['#/overview', home],
    ['#/tasks?language=go', { ...home, filter: filterFrom('language=go') }],
    ['#/map?x=team&y=score', { ...home, chart: { ...home.chart, x: 'team', y: 'score' } }],
    ['#/what-if', { ...home, isEditing: true }],
    ['#/designs', { view: 'methods' }],
    ['#/assess', { view: 'methods' }],
  ])('of an earlier version leads to the same: %s', (hash, route) => {
    expect(readRoute(hash)).toEqual(route);
  });

  it('drops what a filter does not know', () => {
    expect(filterFrom('sort=-no+column&state=maybe&colour=red&columns=')).toEqual(noFilter);
  });

  it('can name a task whose id is markup, a path or half a character', () => {
    for (const id of ['<img src=x onerror=alert(1)>', '../../etc', 'a?b#c&d', '100%', 'ü ']) {
      expect(readRoute(routeHash({ view: 'task', benchmark: 'b', id }))).toEqual({ view: 'task', benchmark: 'b', id });
    }
    const half = 'x\ud800y';
    expect(readRoute(routeHash({ view: 'task', benchmark: 'b', id: half }))).toMatchObject({ id: addressable(half) });
  });
});
