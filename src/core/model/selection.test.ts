import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { oneIn } from '../../../test/support/depth.js';
import { projectRoot } from '../../../test/support/run-winnow.js';
import { loadPlan } from '../../disk/load-plan.js';
import { loadOptimiser } from '../../solver/load-optimiser.js';
import { readPools } from '../../sources/read-pools.js';
import { makeManifest, manifestText } from '../manifest/manifest.js';
import { runPlan } from '../pipeline.js';
import { methodologyPage } from '../report/methodology.js';
import type { Selection } from './selection.js';

const plans = ['plans', 'examples']
  .flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.yaml') && readFileSync(join(projectRoot, file), 'utf8').includes('\nbenchmarks:'))
  .sort();

/** A value as JSON has it: maps and sets as lists of what they hold. */
function asJson(_: string, value: unknown): unknown {
  return value instanceof Map ? { map: [...value] } : value instanceof Set ? { set: [...value] } : value;
}

function fromJson(_: string, value: unknown): unknown {
  const { map, set } = (value ?? {}) as { map?: [unknown, unknown][]; set?: unknown[] };
  return Array.isArray(map) ? new Map(map) : Array.isArray(set) ? new Set(set) : value;
}

/** The selection with each group's ranking in one place: JSON repeats it for every choice. */
function withoutRepeats(selection: Selection): Selection {
  const bare = selection.benchmarks.map((benchmark) => ({ ...benchmark, choices: [] }));
  return { ...selection, benchmarks: bare, choices: selection.choices.slice(0, 2) };
}

/** As `toEqual`, which takes seconds for a large selection, if the two differ. */
function expectEqual(one: unknown, other: unknown): void {
  if (!isDeepStrictEqual(one, other)) expect(one).toEqual(other);
}

describe.each(oneIn(5, plans))('the selection of %s is plain data', (file) => {
  it('that can be cloned, and written as JSON and read back', async () => {
    const plan = await loadPlan(join(projectRoot, file));
    const optimiser = await loadOptimiser();
    const selection = runPlan(plan, await readPools(plan), { optimiser, allowShortfall: true });
    const copy = structuredClone(selection);
    expectEqual(copy, selection);
    const documents = (of: Selection) => [manifestText(makeManifest(of, 'test')), methodologyPage(of, 'test')];
    expectEqual(documents(copy), documents(selection));
    const some = withoutRepeats(selection);
    expectEqual(JSON.parse(JSON.stringify(some, asJson), fromJson), some);
  });
});

it('is tried with every kind of plan that ships', () => {
  expect(plans).toContain('plans/ccb.yaml');
  expect(plans.length).toBeGreaterThan(7);
});
