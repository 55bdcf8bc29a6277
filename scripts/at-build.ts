// What the build itself runs, from the bundle it has just made.
import { Command } from 'commander';
import * as z from 'zod/mini';
import { commandOf } from '../src/cli/commands/command-of.js';
import { schemaOf } from '../src/core/documents/forms.js';
import { forecastFor } from '../src/core/learning/forecasts.js';
import type { Forecast } from '../src/core/model/learned.js';
import { runPlan } from '../src/core/pipeline.js';
import { forecastKey } from '../src/core/purposes/design-benchmark.js';
import { learnTasks } from '../src/core/purposes/learn-benchmark.js';
import { loadPlan } from '../src/disk/load-plan.js';
import { libraryInput } from '../src/operations/call.js';
import { type FlagDetails, flagDetails, type InputShape, type Operation } from '../src/operations/declare/operation.js';
import { operations } from '../src/operations/operations.js';
import { readPools } from '../src/sources/read-pools.js';

export { checkedPlan } from '../src/core/plan/read-plan.js';
export { planJsonSchema } from '../src/core/plan/schema/plan-schema.js';
export { publishedSchemas } from '../src/operations/documents.js';

/** The forecasts of a plan that ships, by benchmark and key: of each of its tiers, of the whole and of every task. */
export async function shippedForecasts(name: string): Promise<Readonly<Record<string, Record<string, Forecast>>>> {
  const plan = await loadPlan(name);
  if (!plan.benchmarks.some(({ select }) => select.purpose !== undefined)) return {};
  const selection = runPlan(plan, await readPools(plan));
  const seed = String(plan.seed ?? '');
  const found = selection.benchmarks.map(({ plan: benchmark, tasks, priorRewards, learned, choices, leftOut }) => {
    const out = new Set(leftOut);
    const fitting = tasks.filter(({ id }) => !out.has(id));
    const known = priorRewards && learnTasks(fitting, priorRewards);
    if (learned === undefined || known === undefined) return [benchmark.name, {}];
    const sizes = new Set([...(plan.tiers?.values() ?? []), choices.length, fitting.length]);
    const forecasts = [...sizes].map((places) => {
      const of = {
        tasks: fitting,
        learned: known,
        places,
        benchmark: benchmark.name,
        seed,
        quotaCost: learned.quotaCost,
      };
      return [forecastKey(of), forecastFor(of)];
    });
    return [benchmark.name, Object.fromEntries(forecasts)];
  });
  return Object.fromEntries(found);
}

/** The operations as functions of the library: their names and the schemas of what they take and return. */
export async function libraryOperations() {
  const all = await Promise.all(operations.map(({ load }) => load()));
  const described = all.map(async (operation) => {
    const { name, summary, description, output, parts = [] } = operation;
    const outputs = [output, ...parts.map((part) => part.output)].flatMap((each) => Object.entries(each));
    return {
      name,
      summary,
      description,
      // `export` is a word of the language.
      exported: name === 'export' ? 'exportTasks' : name,
      /** The options that a command takes without a flag, in their order. */
      positions: optionsWith(operation.input, ({ position }) => position !== undefined),
      /** The options that name files. */
      paths: optionsWith(operation.input, ({ path }) => path !== undefined),
      input: z.toJSONSchema(libraryInput(operation), { io: 'input' }),
      examples: await Promise.all(
        operation.examples
          // A function always returns the document.
          .filter(({ command }) => !command.endsWith(' --json'))
          .map(({ words, command }) => callFor(operation, words, command)),
      ),
      outputs: outputs.map(([document, schema]) => [document, z.toJSONSchema(schemaOf(schema()), { io: 'input' })]),
    };
  });
  return Promise.all(described);
}

/** An example of a command as the input that its function takes. */
async function callFor(operation: Operation, words: string, command: string) {
  const [, , ...given] = command.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  const { parts = [] } = operation;
  const part = parts.find(({ name }) => name === `${operation.name} ${given[0]}`);
  let found: Readonly<Record<string, unknown>> = {};
  const run = async (input: object) => {
    found = { ...(part === undefined ? {} : { question: given[0] }), ...input };
    return 0;
  };
  const made = new Command();
  commandOf(made, { ...(part ?? operation), run }, () => undefined);
  const rest = given.slice(part === undefined ? 0 : 1).map((word) => word.replaceAll(/^['"]|['"]$/g, ''));
  await made.parseAsync(rest, { from: 'user' });
  const isUsual = (key: string) => found[key] === true && flagDetails(operation.input[key] ?? z.any()).negated === true;
  const keys = [...new Set([...Object.keys(operation.input), ...Object.keys(found)])];
  const own = keys.filter((key) => found[key] !== undefined && !isUsual(key));
  return { words, input: Object.fromEntries(own.map((key) => [key, found[key]])) };
}

function optionsWith(input: InputShape, holds: (details: FlagDetails) => boolean): readonly string[] {
  return Object.entries(input).flatMap(([key, option]) => (holds(flagDetails(option)) ? [key] : []));
}
