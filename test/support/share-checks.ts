import { describe, expect, it } from 'vitest';
import { learnedFrom } from '../../src/core/assess/fidelity/witnesses.js';
import { describeShare } from '../../src/core/describe/describe-strategy.js';
import { makeManifest } from '../../src/core/manifest/manifest.js';
import type { SettingValue } from '../../src/core/model/select-rule.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { planJsonSchema } from '../../src/core/plan/schema/plan-schema.js';
import { methodologyPage } from '../../src/core/report/methodology.js';
import { sharePlaces } from '../../src/core/select/share-places.js';
import type { SettingForm, ShareDesign, SharedWhat } from '../../src/core/shares/share-design.js';
import { defaultShare } from '../../src/core/shares/shares.js';
import { faultsOf, groupedTasks, placesOf, runText, samplePlan } from './sample-plan.js';
import { shareRule, sharerOfSize } from './share-rule.js';

const sizes = { a: 13, b: 9, c: 2 };
const keys = Object.keys(sizes);
const take = 8;
const pool = groupedTasks(sizes).map((task, i) => ({
  ...task,
  fields: { ...task.fields, prior_results: 4, prior_solved: i % 5, prior_variance: 0.05 + (i % 5) / 25 },
}));
const sharers = Object.entries(sizes).map(([key, size]) =>
  sharerOfSize(key, size, { priorResults: 8, priorSolved: 3, anticipated: size / 2 }),
);
const what: SharedWhat = { who: 'x', by: 'repo', each: 'group', known: new Set(keys), pinned: 0, isShare: false };

/** A value of that form that a plan could give: numbers that sum to the places that are taken. */
const examples: Readonly<Record<SettingForm['kind'], (form: SettingForm) => unknown>> = {
  number: (form) => (form.kind === 'number' ? (form.least + form.most) / 2 : 0),
  names: () => keys,
  numbers: (form) =>
    form.kind === 'numbers' && form.are === 'whole' ? { a: 5, b: 2, c: 1 } : { a: 0.5, b: 0.3, c: 0.2 },
};

/**
 * What must hold of every share, whatever it is. The share must be listed: most is asked by a plan that names it, as a user
 * would.
 */
export function checkShare(design: ShareDesign): void {
  const written = Object.fromEntries(design.settings.map(({ key, form }) => [key, examples[form.kind](form)]));
  const settings = Object.fromEntries(
    design.settings.map(({ key, read }): [string, SettingValue] => [key, read(written[key]) ?? 0]),
  );
  const rule = shareRule(design.name, settings);
  const groupOf = (more: object = {}): Record<string, unknown> => {
    return { by: 'repo', share: design.name, ...written, ...more };
  };
  const faultsWith = (group: object, more: object = { prefer: ['score desc'] }) =>
    faultsOf(() => runText(samplePlan({ take, group, ...more }), pool)).map(
      ({ code, message }) => `${code} ${message}`,
    );

  describe(`the share "${design.name}"`, () => {
    it('says what it is', () => {
      expect(design.words.label(rule)).toMatch(/^[A-Z]\S/);
      expect(describeShare(rule)).toMatch(/^[a-z].*[^.]\.$/);
      for (const { key, what: it, sentence } of design.settings) {
        expect(key).toMatch(/^[a-z_]+$/);
        expect(it).toMatch(/\S/);
        expect(sentence('benchmark')).toContain(`share "${design.name}"`);
      }
    });

    it('shares every number of places, within all bounds', () => {
      for (const bounds of [{}, { atLeast: { values: new Map([['c', 1]]), otherwise: 0 } }, capped]) {
        const bounded = { ...rule, ...bounds };
        for (let wanted = 0; wanted <= 24; wanted++) {
          const { places, shortfalls, faults } = sharePlaces(sharers, wanted, bounded, what);
          const given = places.reduce((sum, each) => sum + each, 0);
          const found = shortfalls[0]?.found ?? (faults.length > 0 ? 0 : wanted);
          expect(given, `${wanted} ${design.name}`).toBe(found);
          sharers.forEach((sharer, i) => {
            const { atLeast, atMost } = design.bounds(sharer, bounded);
            expect(atLeast).toBeLessThanOrEqual(atMost);
            expect(atMost).toBeLessThanOrEqual(sharer.eligible);
            if (faults.length > 0) return;
            expect(places[i]).toBeGreaterThanOrEqual(atLeast);
            expect(places[i]).toBeLessThanOrEqual(atMost);
          });
          for (const { message } of shortfalls) expect(message).toMatch(/by repo, these groups .*\.$/);
        }
      }
    });

    it('looks neither at the order of the groups nor at their names', () => {
      const byKey = (list: typeof sharers) => {
        const { places } = sharePlaces(list, take, rule, what);
        return Object.fromEntries(list.map(({ key }, i) => [key, places[i]]));
      };
      expect(byKey(sharers.toReversed())).toEqual(byKey(sharers));
      for (const sharer of sharers) {
        const measure = design.measure(sharer, rule);
        expect(measure >= 0 && Number.isFinite(measure)).toBe(true);
      }
    });

    it('is read from a plan, and what it needs is checked there', () => {
      expect(faultsWith(groupOf())).toEqual([]);
      expect(readPlan(samplePlan({ take, group: groupOf() })).benchmarks[0]?.select.group?.settings).toEqual(
        new Map(Object.entries(settings)),
      );
      for (const { key, isNeeded, form, sentence } of design.settings) {
        const { [key]: _, ...without } = groupOf();
        const missing = faultsWith(without).some((fault) => fault.includes(`needs "${key}"`));
        expect(missing).toBe(isNeeded);
        const value = examples[form.kind](form);
        const misplaced = faultsWith({ by: 'repo', share: defaultShare, [key]: value });
        expect(misplaced[0]).toMatch(new RegExp(`^plan/unused "${key}" only works with share "${design.name}"`));
        expect(faultsWith(groupOf({ [key]: 'nonsense' }))[0]).toContain('plan/invalid');
        expect(JSON.stringify(planJsonSchema())).toContain(JSON.stringify(sentence('group')));
      }
    });

    it('is selected by and reported', () => {
      const selection = runText(samplePlan({ take, group: groupOf(), prefer: ['score desc'] }), pool);
      const places = placesOf(selection);
      expect(Object.values(places).reduce((sum, each) => sum + each, 0)).toBe(take);
      const { groups = [], strategy } = makeManifest(selection, 'test').benchmarks[0] ?? {};
      expect(strategy).toContain(design.words.label(rule));
      const isKnown = sharers.some((sharer) => design.deviation(sharer, rule) !== undefined);
      expect(groups.every((group) => (group.standard_deviation !== null) === isKnown)).toBe(true);
      expect(methodologyPage(selection, 'test')).toContain(describeShare(rule).slice(0, 20));
      const from = design.learnsFrom(rule);
      const learned = learnedFrom(selection.plan, selection.plan.benchmarks[0] ?? fail());
      expect(learned).toBe(from === undefined ? undefined : `shares places by ${from} (${design.name})`);
    });

    it('lets a sample reach every group, or is refused', () => {
      const faults = faultsWith(groupOf({ at_least: 1 }), { prefer: ['random'] });
      expect(faults.some((fault) => fault.includes(design.leavesOut ?? 'nothing of the kind'))).toBe(
        design.leavesOut !== undefined,
      );
      if (design.leavesOut === undefined) expect(faults).toEqual([]);
    });

    it('takes as many as it lists, if it lists any', () => {
      const plan = readPlan(samplePlan({ group: groupOf() }));
      expect(plan.benchmarks[0]?.select.take).toBe(design.placesIn === undefined ? 'all' : take);
      const other = faultsWith(groupOf(), { take: take + 1 });
      expect(other.some((fault) => fault.includes('but take is 9'))).toBe(design.placesIn !== undefined);
    });
  });
}

const capped = { atMost: { values: new Map<string, number>(), otherwise: 6 } };

function fail(): never {
  throw new Error('the plan has no benchmark');
}
