import * as z from 'zod/mini';
import { type Fault, WinnowError } from '../core/model/errors.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { inputErrorOf } from '../disk/reason-of.js';
import { flagDetails, type Operation, quietPorts } from './declare/operation.js';
import { operations } from './operations.js';

/** Calls an operation from a program, and returns the document that the command prints with `--json`. */
export type Call = (input: object) => Promise<object>;

/** An operation as a library function. Plans and selections may be objects. Writes nothing unless `out` is given. */
export function callOf(name: string): Call {
  return async (input) => {
    const operation = await operations.find((each) => each.name === name)?.load();
    if (operation === undefined) throw new Error(name);
    const { result, given } = await runAsLibrary(operation, input);
    return operation.document(result, given);
  };
}

export async function runAsLibrary(operation: Operation, input: object) {
  const given = inputFor(operation, input);
  try {
    return { result: await operation.run(given, quietPorts), given };
  } catch (error) {
    throw inputErrorOf(error) ?? error;
  }
}

/** The input of an operation, from what a program passes. @throws WinnowError with every error. */
function inputFor(operation: Operation, given: object): never {
  const inText = Object.entries(given).map(([key, value]) => [key, isMemory(key, value) ? inJson(value) : value]);
  const input: Record<string, unknown> = Object.fromEntries(inText);
  const { success, error } = z.safeParse(libraryInput(operation), input);
  if (!success) {
    throw new WinnowError(inputFaults(operation, error));
  }
  const isDry = 'dryRun' in operation.input && input['out'] === undefined && input['dryRun'] === undefined;
  return (isDry ? { ...input, dryRun: true } : input) as never;
}

export function inputFaults({ name, input }: Operation, { issues }: z.core.$ZodError): readonly Fault[] {
  return issues.flatMap((issue) => {
    const at = issue.path.length === 0 ? '' : ` "${issue.path.join('.')}"`;
    if (issue.code === 'unrecognized_keys') {
      const known = Object.keys(input);
      return issue.keys.map((key) => usage(`${name} has no option "${key}".${didYouMean(key, known)}`));
    }
    if (issue.code === 'invalid_type') {
      const isMissing = issue.input === undefined;
      return [usage(`${name}:${at} ${isMissing ? 'is missing' : 'has the wrong type'}; expected ${issue.expected}.`)];
    }
    if (issue.code === 'invalid_value') return [usage(`${name}:${at} must be one of ${issue.values.join(', ')}.`)];
    return [usage(`${name}:${at} is not valid: ${issue.message}.`)];
  });
}

function usage(message: string): Fault {
  return { code: 'usage', message };
}

export function libraryInput({ input }: Operation): z.ZodMiniObject {
  const shape = Object.entries(input).filter(([, option]) => {
    const { commandOnly, former } = flagDetails(option);
    return commandOnly !== true && former !== true;
  });
  return z.strictObject(Object.fromEntries(shape));
}

/** The options that name a plan or a selection, which may be an object in memory instead. */
const inMemory = new Set(['plan', 'selection', 'a', 'b']);

function isMemory(key: string, value: unknown): value is object {
  return inMemory.has(key) && typeof value === 'object' && value !== null;
}

/** An object as text of several lines, which distinguishes it from a path. */
function inJson(value: object): string {
  return JSON.stringify(withSources(value), null, 1);
}

/** A plan whose benchmarks have no source gets its tasks from memory. */
function withSources(value: object): object {
  const { benchmarks } = value as { readonly benchmarks?: unknown };
  if (typeof benchmarks !== 'object' || benchmarks === null || Array.isArray(benchmarks)) return value;
  const entries = Object.entries(benchmarks).map(([name, benchmark]: [string, object]) => [
    name,
    'source' in benchmark || 'pool' in benchmark ? benchmark : { source: { path: 'memory' }, ...benchmark },
  ]);
  return 'metadata' in value ? value : { ...value, benchmarks: Object.fromEntries(entries) };
}
