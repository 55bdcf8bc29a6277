import { type Command, InvalidArgumentError } from 'commander';
import type { RunResults } from '../../core/model/outcome.js';
import { mergedSettings, type ResultSettings, readingOptions } from '../../core/model/result-settings.js';
import { asPasses } from '../../core/outcomes/as-passes.js';
import { askedAbout } from '../../core/outcomes/asked-about.js';
import type { NamedTask } from '../../core/outcomes/task-index.js';
import { ofOneVersion } from '../../core/outcomes/task-versions.js';
import { optionName, resultSettings } from '../../core/settings/result-settings.js';
import { readOutcomeList } from '../../results/read-outcomes.js';
import { withTicker } from '../terminal/ticker.js';

/** How results are read, as the flags of every command that takes some say; each setting is under its option's name. */
export interface ResultFlags {
  /** The names that are given to systems, by path. */
  readonly name?: ReadonlyMap<string, string>;
  readonly columns?: ResultSettings['columns'];
  readonly passAt?: number;
}

/** What a command knows of the results before it reads them. */
export interface AboutResults {
  /** The settings of the plan; those of the command line come first. */
  readonly settings: ResultSettings | undefined;
  /** The tasks that are asked about: of a very long file, only their results are kept, and those of other versions are not used. */
  readonly tasks?: readonly NamedTask[];
  /** Whether it only counts which runs have a score. */
  readonly countsOnly?: boolean;
}

/** Adds the flags that say whose results are read, and how. */
export function addResultOptions(command: Command): Command {
  const named = 'call the configuration of the results at this path so; may be repeated';
  return addSettingOptions(command.option('--name <name=path>', named, namesFrom));
}

/** Adds the flags that say how results are read. */
export function addSettingOptions(command: Command): Command {
  for (const { flag, help, fromText } of resultSettings) {
    // The value before is one of the same setting, which the compiler does not see through the list.
    const read = fromText as (text: string, before: unknown) => unknown;
    if (flag.includes('<')) command.option(flag, help, (text, before: unknown) => expected(() => read(text, before)));
    else command.option(flag, help);
  }
  return command;
}

/** The settings that the flags give. */
export function settingsOf(flags: object): ResultSettings {
  const given = new Map(Object.entries(flags));
  return Object.fromEntries(
    resultSettings.flatMap((setting) => {
      const value: unknown = given.get(optionName(setting));
      return value === undefined ? [] : [[setting.key, value]];
    }),
  );
}

/** Every path of results: those that are given, and those that a name is given to. */
export function resultPaths(
  paths: readonly string[] | undefined,
  { name }: ResultFlags,
): readonly string[] | undefined {
  return name === undefined ? paths : [...(paths ?? []), ...name.keys()];
}

/** The results that a page shows, as its host takes them. */
export function resultsOf(flags: ResultFlags & { readonly results?: readonly string[] }) {
  return { results: resultPaths(flags.results, flags), systems: flags.name, reading: settingsOf(flags) };
}

/** Reads the results that a command is given, and shows that it does where that takes long. */
export async function readResults(
  paths: readonly string[],
  flags: ResultFlags,
  { settings, tasks, countsOnly }: AboutResults,
): Promise<RunResults> {
  const reading = readingOptions(mergedSettings(settings, settingsOf(flags)));
  const isWanted = tasks === undefined ? undefined : askedAbout(tasks);
  const systems = flags.name === undefined ? {} : { systems: flags.name };
  const read = await withTicker('reading results', () =>
    readOutcomeList(paths, { ...reading, ...systems, isWanted, countsOnly }),
  );
  const results = ofOneVersion(read, tasks, reading);
  return reading.passAt === undefined ? results : asPasses(results);
}

function expected<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    throw new InvalidArgumentError((cause as Error).message);
  }
}

function namesFrom(text: string, before: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const equals = text.indexOf('=');
  const [name, path] = [text.slice(0, equals).trim(), text.slice(equals + 1)];
  if (equals === -1 || name === '' || path === '') throw new InvalidArgumentError('Expected NAME=PATH.');
  const other = before.get(path);
  if (other !== undefined && other !== name) {
    throw new InvalidArgumentError(`The path has two names: "${other}" and "${name}".`);
  }
  return new Map([...before, [path, name]]);
}
