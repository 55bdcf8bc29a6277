import { dirname, resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import { type Fault, ResultsError } from '../../core/model/errors.js';
import type { Outcome, RunResults } from '../../core/model/outcome.js';
import { isRecord } from '../../core/model/record.js';
import { mergedSettings, type ResultSettings, readingOptions } from '../../core/model/result-settings.js';
import { aboutTasks, type NamedTask, type RunParts } from '../../core/outcomes/task-index.js';
import { asPasses } from '../../core/outcomes/task-result.js';
import { ofOneVersion } from '../../core/outcomes/task-versions.js';
import { withoutRetries } from '../../core/outcomes/without-retries.js';
import { optionName, priceSchema, resultSettings } from '../../core/settings/result-settings.js';
import { compareText } from '../../core/text/words.js';
import { existsSync } from '../../disk/file-access.js';
import { readRegularText } from '../../disk/open-regular.js';
import { readOutcomeList } from '../../results/read-outcomes.js';
import { option, type Ports, rare } from '../declare/operation.js';

export interface ResultInput {
  readonly name?: Readonly<Record<string, string>> | undefined;
  readonly passAt?: number | undefined;
  readonly runs?: readonly MemoryRun[] | undefined;
  readonly prices?: string | undefined;
  readonly results?: unknown;
}

export interface AboutResults {
  /** The settings of the plan; those of the command line come first. */
  readonly settings: ResultSettings | undefined;
  /** The tasks of interest. From a very long file, only their results are kept, and only those of their version. */
  readonly tasks: readonly NamedTask[];
  /** The whole pool, if `tasks` is only a part of it: shows which tasks a leaderboard's file leaves out. */
  readonly pool?: readonly NamedTask[];
  /** The parts of the pool that a run may have been limited to. */
  readonly parts: RunParts;
  /** Whether only the number of scored runs matters. */
  readonly countsOnly?: boolean;
  /** Whether each path is one system, so that runs with numbered names are repeats. */
  readonly isOneSystem?: boolean;
  /** Whether runs that repeat only failed tasks are kept. */
  readonly keepsRetries?: boolean;
}

export const settingOptions = Object.fromEntries(
  resultSettings.map((setting) => {
    const { flag, help, schema, fromText } = setting;
    const value = /<(.+)>/.exec(flag)?.[1];
    const details =
      value === undefined
        ? {}
        : {
            value,
            fromText: fromText as (text: string, before: never) => unknown,
            ...('toTexts' in setting ? { toTexts: setting.toTexts as (given: never) => readonly string[] } : {}),
          };
    return [optionName(setting), rare.of(z.optional(schema()), help, { ...details, group: 'Reading results' })];
  }),
) as Readonly<Record<string, z.ZodMiniType>>;

export const resultOptions = {
  name: rare.of(
    z.optional(z.record(z.string(), z.string())),
    'the name of the system whose results are at this path, or a new name for this system; may be repeated',
    {
      value: 'name=path',
      fromText: namesFrom,
      toTexts: (names: Readonly<Record<string, string>>) =>
        Object.entries(names).map(([path, name]) => `${name}=${path}`),
      group: 'Reading results',
    },
  ),
  runs: option.of(z.optional(z.array(runSchema())), 'results in memory, one entry per run', {
    libraryOnly: true,
  }),
  prices: rare.text(
    'file',
    'a file with prices (JSON or YAML): { MODEL: { input, output, cached } } in US dollars per million tokens',
    { path: 'read', group: 'Reading results' },
  ),
  ...settingOptions,
};

function runSchema() {
  return z.object({
    task: z.string().check(z.describe('the id of the task')),
    system: z.string().check(z.describe('the system that was run')),
    reward: z.nullable(z.number()).check(z.describe('from 0 to 1, or null if the run errored')),
    benchmark: z.optional(z.string()),
    cost: z.optional(z.number()).check(z.describe('in US dollars')),
  });
}

type MemoryRun = z.output<ReturnType<typeof runSchema>>;

/** Results in memory; a task that a system ran several times has repeats. */
function memoryResults(runs: readonly MemoryRun[]): RunResults {
  const counts = new Map<string, number>();
  const faults: Fault[] = [];
  const outcomes = runs.map(({ task, system, reward, benchmark, cost }, at): Outcome => {
    const key = JSON.stringify([system, benchmark, task]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const place = { file: 'runs', path: String(at) };
    if (reward !== null && !(reward >= 0 && reward <= 1)) {
      faults.push({ code: 'results/reward', message: `the reward must be from 0 to 1; found ${reward}.`, place });
    }
    return {
      taskId: task,
      benchmark,
      configuration: system,
      run: String(count),
      attempt: 1,
      status: reward === null ? 'errored' : reward === 1 ? 'passed' : 'failed',
      reward: reward ?? undefined,
      costUsd: cost,
      place,
    };
  });
  return { outcomes, files: [{ file: 'runs', format: 'memory', outcomes: runs.length }], faults, warnings: [] };
}

/** Before any run. */
export const noResults: RunResults = { outcomes: [], files: [], faults: [], warnings: [] };

export function settingsOf(flags: object): ResultSettings {
  const given = new Map(Object.entries(flags));
  return Object.fromEntries(
    resultSettings.flatMap((setting) => {
      const value: unknown = given.get(optionName(setting));
      return value === undefined ? [] : [[setting.key, value]];
    }),
  );
}

/** Every path of results: the arguments, and those in `--name`, which may also name systems in the arguments. */
export function resultPaths(paths: readonly string[] | undefined, { name }: ResultInput) {
  if (name === undefined) return paths;
  const named = Object.keys(name);
  return paths === undefined || paths.length === 0 ? named : [...paths, ...named.filter((path) => existsSync(path))];
}

/** The results for the page. */
export async function resultsOf(flags: ResultInput & { readonly results?: readonly string[] | undefined }) {
  return { results: resultPaths(flags.results, flags), systems: namesOf(flags), reading: await allSettingsOf(flags) };
}

async function allSettingsOf(flags: ResultInput): Promise<ResultSettings> {
  const own = settingsOf(flags);
  return flags.prices === undefined ? own : mergedSettings({ prices: await pricesIn(flags.prices) }, own);
}

export async function readResults(
  paths: readonly string[],
  flags: ResultInput,
  { settings, tasks, pool = tasks, parts, countsOnly, isOneSystem, keepsRetries = countsOnly }: AboutResults,
  ports: Ports,
): Promise<RunResults> {
  const reading = readingOptions(mergedSettings(settings, await allSettingsOf(flags)));
  const names = namesOf(flags);
  const systems = names === undefined ? {} : { systems: names };
  const read =
    paths.length === 0 && flags.runs !== undefined
      ? memoryResults(flags.runs)
      : await ports.working('reading results', () =>
          readOutcomeList(paths, {
            ...reading,
            ...systems,
            ...aboutTasks(tasks, pool, parts),
            countsOnly,
            isOneSystem,
          }),
        );
  const every = ofOneVersion(read, tasks, reading);
  const results = keepsRetries === true ? every : withoutRetries(every);
  return reading.passAt === undefined ? results : asPasses(results);
}

/** The systems whose results are at each path, in the order of their names. */
export function systemsAt({ outcomes }: RunResults, paths: readonly string[]): readonly (readonly string[])[] {
  const files = new Map<string, Set<string>>();
  for (const { configuration, place } of outcomes) {
    const names = files.get(place.file ?? '');
    if (names === undefined) files.set(place.file ?? '', new Set([configuration]));
    else names.add(configuration);
  }
  const all = [...files].map(([file, names]) => ({ file: resolve(file), names: [...names] }));
  return paths.map((path) => {
    const root = resolve(path);
    const own = all.filter(({ file }) => `${file}${sep}`.startsWith(`${root}${sep}`));
    // A file may only lead to others, in the folders beside it.
    const beside = all.filter(({ file }) => dirname(file).startsWith(`${dirname(root)}${sep}`));
    return [...new Set((own.length > 0 ? own : beside).flatMap(({ names }) => names))].sort(compareText);
  });
}

/** The only system of the first path, which is the baseline, as in "compare"; undefined if there is no other system. */
export function firstGiven(results: RunResults, paths: readonly string[], system?: string): string | undefined {
  const given = systemsAt(results, paths).map((names) => names.filter((name) => name !== system));
  const [[first, another] = []] = given.filter(({ length }) => length > 0);
  const isOnly = system === undefined && new Set(given.flat()).size === 1;
  return isOnly || another !== undefined ? undefined : first;
}

const largestPrices = 1024 * 1024;

/** The prices in a file. @throws ResultsError with everything that is wrong in it. */
async function pricesIn(file: string): Promise<NonNullable<ResultSettings['prices']>> {
  const { parseYaml } = await import('../../files/documents/parse-yaml.js');
  const data = parseYaml(readRegularText(file, { largestBytes: largestPrices }));
  // The prices are the whole file, or under "prices" as in a plan.
  const table = isRecord(data) && isRecord(data['prices']) ? data['prices'] : data;
  const { success, data: prices, error } = z.safeParse(z.record(z.string(), priceSchema()), table);
  if (success) return prices;
  throw new ResultsError(
    error.issues.map(({ path, message }) => ({
      code: 'outcomes/prices',
      message: `${path.length === 0 ? 'the prices' : path.join('.')}: ${message}.`,
      place: { file },
      hint: 'Give US dollars per million tokens: { MODEL: { input: 3, output: 15, cached: 0.3 } }.',
    })),
  );
}

function namesOf({ name }: ResultInput): ReadonlyMap<string, string> | undefined {
  return name === undefined ? undefined : new Map(Object.entries(name));
}

function namesFrom(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const equals = text.indexOf('=');
  const [name, path] = [text.slice(0, equals).trim(), text.slice(equals + 1)];
  if (equals === -1 || name === '' || path === '') throw new Error('Expected NAME=PATH.');
  const other = before[path];
  if (other !== undefined && other !== name) throw new Error(`This path has two names: "${other}" and "${name}".`);
  return { ...before, [path]: name };
}
