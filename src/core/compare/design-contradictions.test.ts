import { describe, expect, it } from 'vitest';
import { groupedTasks, planTextOf, runText, samplePlan } from '../../../test/support/sample-plan.js';
import { type Manifest, makeManifest, manifestText } from '../manifest/manifest.js';
import { designContradictions, manifestContradictions } from './contradictions.js';

type Design = NonNullable<Manifest['tasks'][number]['design']>;

const tasks = groupedTasks({ a: 10, b: 8, c: 6 });
const plans = {
  random: samplePlan({ take: 9, group: { by: 'repo' }, prefer: ['random'] }),
  pinned: samplePlan({ take: 9, pin: ['t03'], group: { by: 'repo' }, prefer: ['random'] }),
  systematic: samplePlan({ take: 7, draw: { method: 'systematic', by: 'lines_changed' } }),
  pareto: samplePlan({ take: 9, group: { by: 'repo' }, draw: { method: 'pareto', by: 'files_changed' } }),
  pivotal: samplePlan({ take: 7, draw: { method: 'local-pivotal', by: ['lines_changed'] } }),
  cube: samplePlan({ take: 7, draw: { method: 'cube', by: ['lines_changed'] } }),
  whole: samplePlan({ take: 'all' }),
  ranked: samplePlan({ take: 9 }),
  excluded: planTextOf({
    seed: 42,
    benchmarks: { mine: { select: { take: 9, prefer: ['random'] }, exclude: [{ id: 't04', reason: 'duplicate' }] } },
  }),
};

/** A manifest as it is read back, changed by hand. */
function changed(plan: string, change: (manifest: Manifest) => void = () => {}): Manifest {
  const manifest = JSON.parse(manifestText(makeManifest(runText(plan, tasks), 'test'))) as Manifest;
  change(manifest);
  return manifest;
}

/** Changes the design of the first task. */
const designed = (more: Partial<Design>) => (manifest: Manifest) => {
  Object.assign(manifest.tasks[0]?.design ?? {}, more);
};
const found = (plan: string, change?: (manifest: Manifest) => void) =>
  designContradictions(changed(plan, change)).map(({ code, message }) => [code, message] as const);
const codes = (plan: string, change?: (manifest: Manifest) => void) => found(plan, change).map(([code]) => code);

describe('a manifest as it was written', () => {
  it.each(Object.entries(plans))('does not contradict itself: %s', (_, plan) => {
    expect(found(plan)).toEqual([]);
    expect(manifestContradictions(changed(plan))).toEqual([]);
  });
});

describe('a probability or weight changed by hand', () => {
  it.each([0, -0.1, 1.2, Number.NaN])('is found: probability %d', (probability) => {
    const [[code, message] = []] = found(plans.random, designed({ inclusion_probability: probability }));
    expect(code).toBe('design/probability');
    expect(message).toContain(`the inclusion probability ${probability}; it must be above 0 and at most 1`);
  });

  it('is found: a weight that is not 1 / probability', () => {
    const [[code, message] = []] = found(plans.random, designed({ design_weight: 3.5 }));
    expect(code).toBe('design/weight');
    expect(message).toMatch(/^t\d\d has the weight 3\.5, but its probability 0\.\d+ gives 2\.\d+\.$/);
  });

  it('is found: a probability and a weight that fit each other but not the stratum', () => {
    // An even draw of 4 of 10 gives every task 0.4.
    const change = designed({ inclusion_probability: 0.5, design_weight: 2 });
    expect(codes(plans.random, change)).not.toEqual([]);
  });

  it.each(['random', 'systematic', 'cube'] as const)(
    'is found: all probabilities halved, and the weights doubled: %s',
    (name) => {
      const halved = ({ tasks: list }: Manifest) => {
        for (const { design } of list) {
          if (design === null) continue;
          Object.assign(design, {
            inclusion_probability: design.inclusion_probability / 2,
            design_weight: design.design_weight * 2,
          });
        }
      };
      expect(codes(plans[name], halved)).not.toEqual([]);
    },
  );

  it('is found: a pinned task that is not certain', () => {
    const change = ({ tasks: list }: Manifest) => {
      const pinned = list.find(({ task_id: id }) => id === 't03')?.design;
      Object.assign(pinned ?? {}, { inclusion_probability: 0.5, design_weight: 2 });
    };
    expect(codes(plans.pinned, change)).not.toEqual([]);
  });
});

describe('strata changed by hand', () => {
  it.each([
    ['a size that is not that of the others', { stratum_size: 11 }, 'design/stratum'],
    ['a count that is not that of the tasks', { stratum_sampled: 5 }, 'design/stratum'],
    ['a name of its own', { stratum: 'mine/z' }, 'design/stratum'],
  ])('are found: %s', (_, more, code) => {
    expect(codes(plans.random, designed(more))).toContain(code);
  });

  it('are found: sizes that do not make up the eligible tasks', () => {
    const grown = ({ tasks: list }: Manifest) => {
      for (const { design } of list) if (design?.stratum === 'mine/a') Object.assign(design, { stratum_size: 12 });
    };
    const differences = found(plans.random, grown);
    expect(differences.map(([code]) => code)).toContain('design/strata');
    expect(differences.find(([code]) => code === 'design/strata')?.[1]).toBe(
      'the strata of mine have 26 tasks in total, but 24 are eligible.',
    );
  });

  it('are found: more drawn than there are', () => {
    const shrunk = ({ tasks: list }: Manifest) => {
      for (const { design } of list) if (design?.stratum === 'mine/a') Object.assign(design, { stratum_size: 1 });
    };
    expect(codes(plans.random, shrunk)).toContain('design/stratum');
  });

  it('are found: a drawn task that is gone', () => {
    expect(codes(plans.random, (manifest) => Object.assign(manifest, { tasks: manifest.tasks.slice(1) }))).toContain(
      'design/stratum',
    );
  });
});

describe('the kind changed by hand', () => {
  it('is found: of the whole', () => {
    const change = ({ metadata }: Manifest) => Object.assign(metadata, { kind: 'representative' });
    expect(found(plans.ranked, change)).toEqual([
      ['design/kind', 'metadata.kind is "representative", but the kinds of the benchmarks make it "focus".'],
    ]);
  });

  it('is found: of a benchmark, whose tasks have no probability', () => {
    const change = ({ metadata, benchmarks }: Manifest) => {
      Object.assign(metadata, { kind: 'representative' });
      for (const benchmark of benchmarks) Object.assign(benchmark, { kind: 'representative' });
    };
    const all = codes(plans.ranked, change);
    expect(all.filter((code) => code === 'design/kind')).toHaveLength(9);
    expect(all).toContain('design/strata');
  });

  it('is found: a sample that is called a focus', () => {
    const change = ({ metadata, benchmarks }: Manifest) => {
      Object.assign(metadata, { kind: 'focus' });
      for (const benchmark of benchmarks) Object.assign(benchmark, { kind: 'focus' });
    };
    expect(codes(plans.random, change)).toContain('design/kind');
  });

  it('is found: a task of a sample without a design', () => {
    expect(codes(plans.random, ({ tasks: list }) => Object.assign(list[0] ?? {}, { design: null }))).toContain(
      'design/kind',
    );
  });
});
