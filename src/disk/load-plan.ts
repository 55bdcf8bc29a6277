import { dirname, join, resolve } from 'node:path';
import { PlanError } from '../core/model/errors.js';
import type { Forecast } from '../core/model/learned.js';
import type { Plan } from '../core/model/plan.js';
import { resolvePlan } from '../core/plan/resolve-plan.js';
import { planNames } from '../core/plan/schema/name-schemas.js';
import type { PlanFile } from '../core/plan/schema/plan-schema.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { quotedWord } from '../core/text/words.js';
import { existsSync, readSync, shipped, statSync } from './file-access.js';
import { readRegularText, textOfBytes } from './open-regular.js';
import { packageRoot, shippedText } from './own-package.js';
import { reasonOf } from './reason-of.js';

// A plan is written by a person; a larger file is a mistake.
const largestPlanBytes = 4 * 1024 * 1024;

/** The default file names of a plan; the first that exists is used. */
export const planFileNames = ['plan.yaml', 'plan.yml', 'plan.json'] as const;

/** A plan on standard input; its paths start at the current folder. */
const standardInput = '-';

/** A plan and its texts by file: the plan and, if it names one, its file of exclusions. */
export interface LoadedPlan {
  readonly plan: Plan;
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Loads a plan: a path, the name of a built-in plan, `-` for standard input, or the text of a plan.
 * @throws PlanError with every error, if the plan cannot be found, read or used.
 */
export async function loadPlan(nameOrPath: string): Promise<Plan> {
  return (await loadPlanFiles(nameOrPath)).plan;
}

/** Loads a plan as `loadPlan` does, with the texts it was read from, so that changes to them can be detected. */
export async function loadPlanFiles(nameOrPath: string): Promise<LoadedPlan> {
  const isText = isPlanText(nameOrPath);
  const isFile = !isText && isPath(nameOrPath);
  const file = isText ? standardInput : isFile ? nameOrPath : embeddedPlanFile(nameOrPath);
  const texts = new Map<string, string>();
  const read = (path: string) => {
    const text = readText(path);
    texts.set(path, text);
    return text;
  };
  const openExclusions = (path: string) => {
    const exclusions = isText ? path : join(dirname(file), path);
    return { text: read(exclusions), file: exclusions };
  };
  // Only a path that the caller names is read as one; the name of a built-in plan isn't.
  const text = isText ? nameOrPath : isFile ? read(file) : shippedText('plans', `${nameOrPath}.yaml`);
  texts.set(file, text);
  const built = isText || isFile ? undefined : checkedAtBuild(nameOrPath, text);
  // Reading a plan takes a parser and a schema. A built-in plan was checked by the build and needs neither.
  const plan =
    built === undefined
      ? (await import('../core/plan/read-plan.js')).readPlan(text, file, openExclusions)
      : withForecasts(resolvePlan(built.plan, planNames(built.plan), file, new Map()), built.forecasts);
  return { plan: isText || isFile ? plan : { ...plan, isBuiltIn: true }, texts };
}

/** Whether an argument is the text of a plan: it has several lines. */
export function isPlanText(argument: string): boolean {
  return argument.includes('\n');
}

/** @throws PlanError if a file has changed since the plan was loaded. */
export function assertUnchanged({ texts }: LoadedPlan): void {
  const changed = [...texts].filter(
    ([file, text]) => file !== standardInput && !isEmbeddedFile(file) && readText(file) !== text,
  );
  const message = 'the plan changed while the command was running.';
  const faults = changed.map(([file]) => ({
    code: 'plan/changed',
    message,
    place: { file },
    hint: 'Run the command again.',
  }));
  if (faults.length > 0) throw new PlanError(faults);
}

/** The names of the built-in plans, sorted. */
export function embeddedPlans(): readonly string[] {
  return shipped
    .list(join(packageRoot(), 'plans'))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();
}

/** Whether the plan exists, valid or not. */
export function isPlanThere(nameOrPath: string): boolean {
  if (nameOrPath === standardInput) return true;
  return isPath(nameOrPath) ? existsSync(nameOrPath) : embeddedPlans().includes(nameOrPath);
}

/** Whether a file is a built-in plan. */
export function isEmbeddedFile(file: string): boolean {
  return resolve(dirname(file)) === join(packageRoot(), 'plans');
}

/** A built-in plan as the build stores it. */
interface BuiltPlan {
  readonly text: string;
  readonly plan: PlanFile;
  /** Forecasts of its selections, by benchmark and key, which are slow to compute. */
  readonly forecasts?: Readonly<Record<string, Readonly<Record<string, Forecast>>>>;
}

function withForecasts(plan: Plan, forecasts: BuiltPlan['forecasts'] = {}): Plan {
  const benchmarks = plan.benchmarks.map((benchmark) => {
    const own = forecasts[benchmark.name];
    return own === undefined ? benchmark : { ...benchmark, forecasts: new Map(Object.entries(own)) };
  });
  return { ...plan, benchmarks };
}

/** A built-in plan that the build has checked; undefined if it was not built, or its text has changed. */
function checkedAtBuild(name: string, text: string): BuiltPlan | undefined {
  const file = join(packageRoot(), 'dist', 'plans', `${name}.json`);
  if (!shipped.exists(file)) return undefined;
  const built = JSON.parse(shippedText('dist', 'plans', `${name}.json`)) as BuiltPlan;
  return built.text === text ? built : undefined;
}

/** Whether an argument is a path; otherwise it is the name of a built-in plan. */
export function isPath(nameOrPath: string): boolean {
  return nameOrPath === standardInput || /[/\\]|\.(ya?ml|json)$/i.test(nameOrPath);
}

function embeddedPlanFile(name: string): string {
  const known = embeddedPlans();
  if (known.includes(name)) return join(packageRoot(), 'plans', `${name}.yaml`);
  refuseTasks(name);
  const message = `there is no built-in plan "${name}".${didYouMean(name, known)} Built-in plans: ${known.join(', ')}.`;
  const hint = `To use a plan file, give its path: "./${name}", or a name that ends in .yaml.`;
  throw new PlanError([{ code: 'plan/not-found', message, hint }]);
}

/** Refuses a folder or a table of tasks, which is not a plan. */
function refuseTasks(path: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  const isTable = /\.(csv|tsv|jsonl|ndjson|parquet)(\.(gz|zst))?$/i.test(path);
  if (status === undefined || !(status.isDirectory() || isTable)) return;
  const isSelection = existsSync(join(path, 'selection.json'));
  const kind = isSelection ? 'selection' : status.isDirectory() ? 'folder' : 'table';
  const hint = isSelection
    ? 'Give the plan that made it, or change that plan and select again.'
    : `To write a plan for the tasks in it, run "winnow init ${quotedWord(path)}".`;
  const message = `this is a ${kind}, not a plan.`;
  throw new PlanError([{ code: 'plan/is-a-pool', message, place: { file: path }, hint }]);
}

/** The plan on standard input. @throws PlanError if it is too long, or not UTF-8. */
export function readStandardText(): string {
  return readText(standardInput);
}

function readText(file: string): string {
  if (file !== standardInput) refuseTasks(file);
  try {
    if (file === standardInput) return textOfBytes(readStandardInput());
    return readRegularText(file, { followLinks: true, largestBytes: largestPlanBytes });
  } catch (cause) {
    const fault = { code: 'plan/unreadable', message: `the plan cannot be read: ${reasonOf(cause)}.`, place: { file } };
    throw new PlanError([fault], { cause });
  }
}

/** All of standard input, up to the limit of a plan. */
function readStandardInput(): Buffer {
  const parts: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const part = Buffer.alloc(64 * 1024);
    const read = readSync(0, part, 0, part.length, null);
    if (read === 0) return Buffer.concat(parts);
    bytes += read;
    if (bytes > largestPlanBytes) throw new Error(`the file has more than ${largestPlanBytes} bytes`);
    parts.push(part.subarray(0, read));
  }
}
