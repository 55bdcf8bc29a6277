import { type Command, InvalidArgumentError } from 'commander';
import { type ResultColumns, type ResultRole, type RunResults, resultRoles } from '../../core/model/outcome.js';
import { askedAbout } from '../../core/outcomes/asked-about.js';
import type { NamedTask } from '../../core/outcomes/task-index.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { readOutcomeList } from '../../results/read-outcomes.js';
import { withTicker } from '../terminal/ticker.js';

/** How results are read, as the flags of every command that takes some say. */
export interface ResultFlags {
  /** The names that are given to configurations, by path. */
  readonly name?: ReadonlyMap<string, string>;
  readonly columns?: ResultColumns;
  readonly passAt?: number;
}

/** Adds the flags that say whose results are read and which columns of a table hold what. */
export function addResultOptions(command: Command): Command {
  return command
    .option('--name <name=path>', 'call the configuration of the results at this path so; may be repeated', namesFrom)
    .option(
      '--columns <what=column,...>',
      `the columns of tables of results: ${resultRoles.slice(0, 5).join(', ')} …`,
      columnsFrom,
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
  return { results: resultPaths(flags.results, flags), systems: flags.name, columns: flags.columns };
}

/**
 * Reads the results that a command is given, and shows that it does where that takes long.
 *
 * @param tasks The tasks that are asked about: of a very long file, only their results are kept.
 */
export async function readResults(
  paths: readonly string[],
  { name, columns, passAt }: ResultFlags,
  tasks?: readonly NamedTask[],
): Promise<RunResults> {
  const isWanted = tasks === undefined ? undefined : askedAbout(tasks);
  return withTicker('reading results', () =>
    readOutcomeList(paths, { passAt, columns, isWanted, ...(name === undefined ? {} : { systems: name }) }),
  );
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

function columnsFrom(text: string, before: ResultColumns = {}): ResultColumns {
  // A comma may be part of a column's name: only one before a role parts.
  const parts = text.split(new RegExp(`,(?=\\s*(?:${resultRoles.join('|')})=)`));
  const named = parts.map((part): [ResultRole, string] => {
    const equals = part.indexOf('=');
    const [role, column] = [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
    if (equals === -1 || column === '') throw new InvalidArgumentError('Expected WHAT=COLUMN, with commas between.');
    const known = resultRoles.find((each) => each === role);
    if (known === undefined) {
      throw new InvalidArgumentError(
        `A column cannot be named for "${role}".${didYouMean(role, resultRoles)} Known: ${resultRoles.join(', ')}.`,
      );
    }
    return [known, column];
  });
  return { ...before, ...Object.fromEntries(named) };
}
