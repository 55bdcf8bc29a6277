import fc from 'fast-check';
import { expect } from 'vitest';
import { stringify } from 'yaml';
import { labelCoverage } from '../../src/core/describe/label-coverage.js';
import { explainTask } from '../../src/core/explain/explain-task.js';
import { explanationDocument } from '../../src/core/explain/explanation.js';
import { at } from '../../src/core/lists/lists.js';
import { WinnowError } from '../../src/core/model/errors.js';
import type { BenchmarkPlan, Plan } from '../../src/core/model/plan.js';
import type { Pool } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { selectionFiles } from '../../src/disk/write-selection.js';
import { type Engine, NotExpressible } from '../../src/engines/engine.js';
import { readColumns } from '../../src/engines/read-tables.js';
import { tables as generated, plans as generatedPlans, type Row } from './generated.js';
import { pruneOne } from './prune-one.js';

/** How tables are made of generated rows and opened. */
export interface Tables {
  /** Where the plan lies. */
  readonly planFile: string;
  /** The source that the plan names. */
  readonly source: Readonly<Record<string, unknown>>;
  /** Makes a table of the rows. */
  write(rows: readonly Row[]): Promise<void>;
  /** Every task of it, as the reader of rows gives them. */
  read(plan: Plan): Promise<Pool>;
  open(plan: Plan, benchmark: BenchmarkPlan): Promise<Engine>;
}

/**
 * Holds an engine to its promise on generated plans and tables: what it counts and keeps gives the same bytes as all rows
 * in memory, and where those give a fault it gives no selection.
 */
export async function expectSameBytes(
  { planFile, source, ...tables }: Tables,
  numRuns: number,
  plans = generatedPlans,
  seed?: number,
): Promise<void> {
  let tried = 0;
  let pruned = 0;
  let same = 0;
  const reasons = new Map<string, number>();
  const property = fc.asyncProperty(generated, plans, async (rows, data) => {
    tried += 1;
    const plan = planOf(data(rows.length, source), planFile);
    if (plan === undefined) return;
    const benchmark = at(plan.benchmarks, 0);
    const { source: reading } = benchmark;
    if (reading.kind === 'embedded') throw new Error('a source of another kind');
    await tables.write(rows);
    const all = await tables.read(plan).catch((error: unknown) => {
      if (!(error instanceof WinnowError)) throw error;
    });
    const whole = all && textsOf(plan, all);
    let engine: Engine | undefined;
    try {
      engine = await tables.open(plan, benchmark);
      const pool = await pruneOne(engine, plan, benchmark, reading);
      pruned += 1;
      if (all === undefined) throw new Error('a selection from tasks that cannot be read');
      if (benchmark.prior === undefined) expectSameTasks(await readColumns(engine, plan, benchmark, reading), all);
      const texts = textsOf(plan, pool);
      if (pool.census?.isFaulty === true) {
        // Errors in the tasks come first; errors of the selection itself appear once those are fixed.
        const faults = faultsOf(plan, pool);
        expect(faults).not.toEqual([]);
        expect(faults).toEqual(faultsOf(plan, all).slice(0, faults.length));
        same += 1;
      }
      if (texts === undefined) {
        // A selection without any task is refused in the same words.
        const [fault = '', ...more] = faultsOf(plan, pool);
        if (more.length > 0 || !/ is eligible, | is selected/.test(fault)) return;
        same += 1;
        expect([fault]).toEqual(faultsOf(plan, all));
        return;
      }
      same += 1;
      expect(texts).toEqual(whole);
      const ids = [0, rows.length >> 1, rows.length - 1].map(
        (i) => at(all.tasks, Math.min(i, all.tasks.length - 1)).id,
      );
      if (same % 3 === 0)
        expectSameExplanations(plan, all, await pruneOne(engine, plan, benchmark, reading, { ids }), ids);
      const [tier] = plan.tiers?.keys() ?? [];
      if (tier !== undefined) expect(textsOf(plan, pool, tier)).toEqual(textsOf(plan, all, tier));
    } catch (error) {
      // What is wrong with a plan is wrong with all rows at hand, too.
      if (error instanceof WinnowError && whole === undefined) return;
      if (!(error instanceof NotExpressible)) throw error;
      reasons.set(error.message, (reasons.get(error.message) ?? 0) + 1);
    } finally {
      engine?.close();
    }
  });
  // Without looking for a smaller one: every try opens files, and the test would run out of time without a word.
  await fc.assert(property, { numRuns, endOnFailure: true, ...(seed === undefined ? {} : { seed }) });
  // A suite that never prunes would pass, too.
  expect(pruned, JSON.stringify([...reasons], null, 1)).toBeGreaterThan(tried / 5);
  expect(same).toBeGreaterThan(tried / 8);
}

/** Tasks made of columns are those made of rows, but for what else the rows hold. */
export function expectSameTasks(columns: Pool, { tasks, outside, problems }: Pool): void {
  const inOrder = tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(columns.tasks).toEqual(inOrder.map((task) => ({ ...task, contents: undefined })));
  expect(columns.outside).toBe(outside);
  expect(columns.problems).toEqual(problems);
}

/** What is said of a task that was asked for is what is said with all tasks at hand, but for what was not tried. */
function expectSameExplanations(plan: Plan, all: Pool, pool: Pool, asked: readonly string[]): void {
  // An excluded candidate that nobody asked for has no place among the others.
  const { exclusions } = at(runPlan(plan, new Map([['one', pool]]), { allowShortfall: true }).benchmarks, 0);
  const open = pool.tasks.filter(({ id }) => exclusions.every(({ taskId }) => taskId !== id));
  const ids = new Set([...asked, ...open.slice(0, 3).map(({ id }) => id)]);
  const explained = [all, pool].map((each) => {
    const selection = runPlan(plan, new Map([['one', each]]), { allowShortfall: true });
    const tasks = at(selection.benchmarks, 0).tasks.filter(({ id }) => ids.has(id));
    return tasks.map((task) =>
      untried(JSON.stringify(explanationDocument(plan, [explainTask(selection, task)], undefined), null, 2)),
    );
  });
  const hasEnsure = at(plan.benchmarks, 0).select.ensure.length > 0;
  const known = explained.map((texts) =>
    texts.map((text) => (hasEnsure ? text.replace(/"verdict"[\s\S]*/, '') : text)),
  );
  expect(known[1]).toEqual(known[0]);
}

function untried(text: string): string {
  return text.replace(/"changes": [\s\S]*?"ruled_out": \[[^\]]*\]|"if_unpinned": \{[^}]*\}/g, '');
}

function planOf(data: Record<string, unknown>, file: string): Plan | undefined {
  try {
    return readPlan(stringify(data), file);
  } catch (error) {
    if (error instanceof WinnowError) return undefined;
    throw error;
  }
}

/** What is wrong with a pool, by the plan. */
function faultsOf(plan: Plan, pool: Pool): readonly string[] {
  try {
    runPlan(plan, new Map([['one', pool]]), { allowShortfall: true });
    return [];
  } catch (error) {
    if (error instanceof WinnowError) return error.faults.map(({ message }) => message);
    throw error;
  }
}

/** The files of the selection, and what the summary says of its labels; undefined where there is none. */
export function textsOf(plan: Plan, pool: Pool, tier?: string): readonly unknown[] | undefined {
  try {
    const selection = runPlan(plan, new Map([['one', pool]]), { allowShortfall: true, tier });
    return [...selectionFiles(selection), labelCoverage(selection)];
  } catch (error) {
    if (error instanceof WinnowError) return undefined;
    throw error;
  }
}
