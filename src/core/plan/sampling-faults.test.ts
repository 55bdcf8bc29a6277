import { describe, expect, it } from 'vitest';
import { faultsOf, planTextOf, samplePlan } from '../../../test/support/sample-plan.js';
import { readPlan } from './read-plan.js';

/** What is wrong with a plan, as code and path, and the text of it all. */
function faultsWith(select: Readonly<Record<string, unknown>>, more: Parameters<typeof samplePlan>[1] = {}) {
  const faults = faultsOf(() => readPlan(samplePlan(select, more), 'plan.yaml'));
  return {
    codes: faults.map(({ code }) => code),
    paths: faults.map(({ place }) => place?.path),
    text: faults.map(({ message, hint }) => `${message} ${hint ?? ''}`).join('\n'),
    faults,
  };
}

const draw = { method: 'cube', by: 'lines_changed' };

describe('a sample needs a seed', () => {
  it.each([
    ['prefer: [random]', { take: 2, prefer: ['random'] }, 'benchmarks.mine.select.prefer'],
    ['random to break ties', { take: 2, prefer: ['score desc', 'random'] }, 'benchmarks.mine.select.prefer'],
    ['a draw', { take: 2, draw }, 'benchmarks.mine.select.draw'],
  ])('%s', (_, select, path) => {
    const { codes, paths, faults, text } = faultsWith(select, { seed: undefined });
    expect([codes, paths]).toEqual([['plan/seed'], [path]]);
    expect(faults[0]?.place).toMatchObject({ file: 'plan.yaml', line: expect.any(Number), column: expect.any(Number) });
    expect(text).toMatch(/the plan has no seed/);
    expect(faultsWith(select).codes).toEqual([]);
    expect(faultsWith(select, { seed: 'any text' }).codes).toEqual([]);
  });

  it('random within an ensure rule, at the place where it stands', () => {
    const ensure = [{ by: 'repo', values: ['a'], at_least: 1, prefer: ['random'] }];
    const { codes, paths } = faultsWith({ take: 2, ensure }, { seed: undefined });
    expect([codes, paths]).toEqual([['plan/seed'], ['benchmarks.mine.select.ensure.0.prefer']]);
  });

  it('and none without chance', () => {
    expect(faultsWith({ take: 2, prefer: ['score desc'] }, { seed: undefined }).codes).toEqual([]);
  });
});

describe('a random order', () => {
  it('has nothing after it', () => {
    const { codes, paths, text } = faultsWith({ take: 2, prefer: ['random', 'score desc'] });
    expect([codes, paths]).toEqual([['plan/unused'], ['benchmarks.mine.select.prefer.1']]);
    expect(text).toMatch(/Put "random" last/);
    expect(faultsWith({ take: 2, prefer: ['score desc', 'random', 'repo asc'] }).codes).toEqual(['plan/unused']);
  });

  it('has nothing after it in an ensure rule either', () => {
    const ensure = [{ by: 'repo', values: ['a'], at_least: 1, prefer: ['random', 'score desc'] }];
    expect(faultsWith({ take: 2, ensure }).codes).toEqual(['plan/unused']);
  });

  it('has no direction and is no field of a task', () => {
    expect(faultsWith({ take: 2, prefer: ['random asc'] }).codes).toHaveLength(1);
    expect(faultsWith({ take: 2, group: { by: 'random' } }).codes).toHaveLength(1);
    expect(faultsWith({ take: 2, where: { random: { below: 0.5 } } }).codes.length).toBeGreaterThan(0);
    expect(faultsWith({ take: 2, draw: { method: 'cube', by: 'random' } }).codes).toHaveLength(1);
  });
});

describe('a rule that chooses beside the draw is refused', () => {
  const ensure = [{ by: 'repo', values: ['a'], at_least: 1 }];
  const inOrder = { by: 'repo', share: 'in-order', order: ['a'] };

  it.each([
    ['ensure with prefer: [random]', { prefer: ['random'], ensure }, 'plan/draw', 'ensure'],
    ['ensure with a draw', { draw, ensure }, 'plan/draw', 'ensure'],
    ['in-order with prefer: [random]', { prefer: ['random'], group: inOrder }, 'plan/draw', 'group.share'],
    ['in-order with a draw', { draw, group: inOrder }, 'plan/draw', 'group.share'],
    ['prefer beside a draw', { draw, prefer: ['score desc'] }, 'plan/unused', 'prefer'],
    [
      'pareto by two fields',
      { draw: { method: 'pareto', by: ['files_changed', 'lines_changed'] } },
      'plan/draw',
      'draw.by',
    ],
  ])('%s', (_, select, code, path) => {
    const { codes, paths } = faultsWith({ take: 2, ...select });
    expect([codes, paths]).toEqual([[code], [`benchmarks.mine.select.${path}`]]);
  });

  it('pareto by a label', () => {
    const { codes, paths, text } = faultsWith({ take: 2, draw: { method: 'pareto', by: 'repo' } });
    expect([codes.length, paths]).toEqual([1, ['benchmarks.mine.select.draw.by']]);
    expect(text).toMatch(/repo contains text/);
  });

  it('an unknown method, a draw by nothing, a field given twice', () => {
    expect(faultsWith({ take: 2, draw: { method: 'cubic', by: 'repo' } }).codes).toHaveLength(1);
    expect(faultsWith({ take: 2, draw: { method: 'cube' } }).codes).toHaveLength(1);
    expect(faultsWith({ take: 2, draw: { method: 'cube', by: ['repo', 'repo'] } }).codes).toHaveLength(1);
  });

  it('while an order that chance only ends may have all of them', () => {
    expect(faultsWith({ take: 2, prefer: ['score desc', 'random'], ensure, group: inOrder }).codes).toEqual([]);
  });

  it('in every benchmark at once', () => {
    const benchmarks = { one: { select: { draw, ensure } }, two: { select: { prefer: ['random'], ensure } } };
    const faults = faultsOf(() => readPlan(planTextOf({ benchmarks })));
    expect(faults.map(({ code }) => code).sort()).toEqual(['plan/draw', 'plan/draw', 'plan/seed', 'plan/seed']);
  });
});

describe('a share that contradicts itself is refused', () => {
  const group = (more: object) => ({ take: 6, group: { by: 'repo', ...more } });

  it.each([
    ['bands on a label', group({ bands: [1, 2] }), /repo contains text/, 'group.bands'],
    ['bands that fall', { take: 6, group: { by: 'files_changed', bands: [3, 2] } }, /2 follows 3/, 'group.bands.1'],
    ['equal bands', { take: 6, group: { by: 'files_changed', bands: [3, 3] } }, /3 follows 3/, 'group.bands.1'],
    ['no bands', { take: 6, group: { by: 'files_changed', bands: [] } }, /./, 'group.bands'],
    ['power without an exponent', group({ share: 'power' }), /needs "exponent"/, 'group.share'],
    ['an exponent above 1', group({ share: 'power', exponent: 1.5 }), /./, 'group.exponent'],
    ['an exponent without power', group({ exponent: 0.5 }), /only works with share "power"/, 'group.exponent'],
    ['fixed without places', group({ share: 'fixed' }), /needs "places"/, 'group.share'],
    ['places without fixed', group({ places: { a: 6 } }), /only works with share "fixed"/, 'group.places'],
    [
      'places that sum to another number than take',
      group({ share: 'fixed', places: { a: 2, b: 3 } }),
      /the places add up to 5, but take is 6/,
      'group.places',
    ],
    [
      'deviations without neyman',
      group({ deviations: { a: 0.5 } }),
      /only works with share "neyman"/,
      'group.deviations',
    ],
    ['a deviation of 0', group({ share: 'neyman', deviations: { a: 0 } }), /./, 'group.deviations.a'],
    ['crossing bounds', group({ at_least: 3, at_most: 2 }), /at_least 3 is more than at_most 2/, 'group.at_least'],
    [
      'crossing bounds of one group',
      group({ at_least: { values: { a: 3 } }, at_most: { values: { a: 2 } } }),
      /at_least 3 for "a" is more than at_most 2/,
      'group.at_least',
    ],
    [
      'a floor of one group above the cap of all',
      group({ at_least: { values: { a: 3 }, otherwise: 1 }, at_most: 2 }),
      /at_least 3 for "a" is more than at_most 2/,
      'group.at_least',
    ],
    [
      'the floor of all above the cap of one group',
      group({ at_least: 3, at_most: { values: { a: 2 }, otherwise: 4 } }),
      /at_least 3 for "a" is more than at_most 2/,
      'group.at_least',
    ],
  ])('%s', (_, select, message, path) => {
    const { text, paths } = faultsWith(select);
    expect(text).toMatch(message);
    expect(paths).toEqual([`benchmarks.mine.select.${path}`]);
  });

  it('bounds of different groups do not cross', () => {
    const bounds = { at_least: { values: { a: 3 } }, at_most: { values: { b: 2 } } };
    expect(faultsWith(group(bounds)).codes).toEqual([]);
  });

  it('and so is the share of a total', () => {
    const totals = [
      { take: 9, at_least: 3, at_most: 2 },
      { take: 9, share: 'power' },
      { take: 9, share: 'fixed', places: { mine: 8 } },
      { take: 9, bands: [1] },
      { share: 'equal' },
    ];
    for (const total of totals) {
      const { codes, paths } = faultsWith({}, { total });
      expect([codes.length, String(paths[0]).startsWith('total')]).toEqual([1, true]);
    }
    expect(faultsWith({}, { total: { take: 9, share: 'square-root', at_least: 1 } }).codes).toEqual([]);
  });
});

describe('keep', () => {
  const keep = (most: number) => ({ keep: { tasks: ['a'], new_at_most: most } });

  it.each([
    ['a rank', { take: 2, ...keep(0) }, []],
    ['a rank, with more new tasks', { take: 2, ...keep(1) }, ['benchmarks.mine.select.keep.new_at_most']],
    ['rules', { take: 2, rules: [{ by: 'repo', at_least: 1 }], ...keep(1) }, []],
    ['a draw', { take: 2, draw, ...keep(0) }, ['benchmarks.mine.select.keep']],
    ['a random order', { take: 2, prefer: ['random'], ...keep(0) }, ['benchmarks.mine.select.keep']],
  ])('goes with %s', (_, select, paths) => {
    expect(faultsWith(select).paths).toEqual(paths);
  });
});
