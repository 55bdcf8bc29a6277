import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Command } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compare, definePlan, estimate, explain, select, WinnowError } from 'winnow-bench';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { libraryTypes } from '../scripts/types.mjs';
import { type CommandEntry, commandOf } from '../src/cli/commands/command-of.js';
import { planJsonSchema } from '../src/core/plan/schema/plan-schema.js';
import { agentInput } from '../src/mcp/tools.js';
import { libraryInput } from '../src/operations/call.js';
import { type Operation, option } from '../src/operations/declare/operation.js';
import { operations } from '../src/operations/operations.js';
import { select as extendedFrom } from '../src/operations/select.js';
import { projectRoot, runWinnow } from './support/run-winnow.js';
import { temporaryFolder } from './support/temporary-folder.js';

const tasks = Array.from({ length: 200 }, (_, i) => ({
  id: `task-${i}`,
  files_changed: (i * 7) % 23,
  team: `t${i % 4}`,
}));
const plan = definePlan({
  name: 'mine',
  seed: 1,
  phases: ['Fix'],
  phase: 'Fix',
  score: { name: 'size', weights: { size: 1 }, components: { size: { ramp: 'files_changed', full: 20 } } },
  benchmarks: { mine: { select: { take: 40, draw: { method: 'random' } } } },
});

describe('the library', () => {
  it('has a function for every operation', async () => {
    const { WinnowError: _, definePlan: __, exportTasks, ...functions } = await import('winnow-bench');
    expect(exportTasks).toBeTypeOf('function');
    expect([...Object.keys(functions), 'export'].sort()).toEqual(operations.map(({ name }) => name).sort());
  });

  it('returns the document that the command prints', async () => {
    const selection = await select({ plan: 'ccb' });
    expect(selection).toEqual(JSON.parse(runWinnow(['select', 'ccb', '--dry-run', '--json']).stdout));
  });

  it('selects and estimates in memory, and writes nothing', async () => {
    const folder = temporaryFolder();
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => process.chdir(before));
    const selection = await select({ plan, pools: { mine: tasks } });
    expect(selection.tasks).toHaveLength(40);
    const runs = selection.tasks.flatMap(({ task_id: task }, i) => [
      { task, system: 'old', reward: i % 2 },
      { task, system: 'new', reward: i % 4 === 0 ? 0 : 1 },
    ]);
    expect(await estimate({ selection, runs })).toMatchObject({
      configurations: [{ name: 'new', coverage: { scored: 40 } }, { name: 'old' }],
      differences: [{ first: 'new', second: 'old' }],
    });
    expect(await compare({ selection, a: 'old', b: 'new', runs })).toMatchObject({ with: 'new', without: 'old' });
    expect(await explain({ plan, pools: { mine: tasks }, tasks: ['task-1'] })).toMatchObject({
      tasks: [{ task_id: 'task-1' }],
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes where it is told to', async () => {
    const folder = temporaryFolder();
    await select({ plan: 'ccb', out: join(folder, 'mine') });
    expect(readdirSync(join(folder, 'mine')).sort()).toEqual(['METHODOLOGY.md', 'selection.csv', 'selection.json']);
  });

  it.each([
    ['an option that it does not have', () => select({ plan: 'ccb', sed: 1 } as never), /no option "sed"/],
    ['a plan that is not there', () => select({ plan: 'none.yaml' }), /none\.yaml/],
    ['a plan with errors', () => select({ plan: { name: 'x', phases: [] } as never }), /"benchmarks" is missing/],
    ['tasks of no benchmark', () => select({ plan, pools: { min: tasks } }), /did you mean "mine"/i],
    [
      'a reward out of range',
      () => estimate({ selection: 'ccb', runs: [{ task: 'a', system: 's', reward: 2 }] }),
      /from 0 to 1/,
    ],
  ])('throws a WinnowError for %s', async (_, call, words) => {
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WinnowError);
    expect((error as WinnowError).faults.map(({ message, place }) => `${place?.file} ${message}`).join()).toMatch(
      words,
    );
  });
});

describe('an option that is added to one schema', () => {
  const colour = option.text('name', 'the colour of the chart');
  const extended = { ...extendedFrom, input: { ...extendedFrom.input, colour } } as unknown as Operation;

  it('appears in the help, the input of agents and of the library', () => {
    const made = new Command('select');
    commandOf(made, { ...extended, run: async () => 0 } as unknown as CommandEntry, () => undefined);
    expect(made.helpInformation()).toMatch(/--colour <name> +the colour of the chart/);
    for (const input of [agentInput(extended), libraryInput(extended)]) {
      expect(z.toJSONSchema(input).properties).toMatchObject({
        colour: { type: 'string', description: 'the colour of the chart' },
      });
    }
  });

  it('appears in the type of the library', async () => {
    const types = await libraryTypes({
      planJsonSchema,
      libraryOperations: [
        { ...extended, exported: 'select', input: z.toJSONSchema(libraryInput(extended)), outputs: [] },
      ],
    });
    expect(types).toMatch(/the colour of the chart\s+\*\/\s+colour\?: string/);
  });
});

describe('the JSON Schema', () => {
  const shipped = JSON.parse(readFileSync(join(projectRoot, 'schema/plan.schema.json'), 'utf8')) as object;
  const validate = new Ajv2020({ strict: false }).compile(shipped);
  const plan = () => parse(readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8')) as Record<string, unknown>;

  it('is the one the program validates with', () => {
    expect(shipped).toEqual(JSON.parse(JSON.stringify(planJsonSchema())));
  });

  it('accepts the plans that ship and refuses a misspelt key', () => {
    expect(validate(plan())).toBe(true);
    expect(validate(parse(readFileSync(join(projectRoot, 'examples/review-assistant/plan.yaml'), 'utf8')))).toBe(true);
    expect(validate({ ...plan(), sed: 1 })).toBe(false);
  });

  it('is named in the first line of the plan that ships, by a path that is there', () => {
    const [first = ''] = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8').split('\n');
    const [, path] = /^# yaml-language-server: \$schema=(.+)$/.exec(first) ?? [];
    expect(readFileSync(join(projectRoot, 'plans', path ?? ''), 'utf8')).toContain('"$schema"');
  });
});
