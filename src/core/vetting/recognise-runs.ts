import { ResultsError } from '../model/errors.js';
import type { Fault } from '../model/fault.js';
import type { OutcomeList } from '../model/outcome.js';
import { compareText } from '../text/compare-text.js';
import { joinWords } from '../text/join-words.js';
import { didYouMean } from '../text/nearest-name.js';
import { namesOf } from '../text/shown.js';
import { visibleText } from '../text/visible-text.js';
import { type ValidityRun, validityRuns } from './validity-runs.js';

/** The configurations that are runs of one kind, and how that is known. */
export interface RecognisedRun {
  readonly run: ValidityRun;
  /** Sorted. */
  readonly configurations: readonly string[];
  readonly knownBy: 'name' | 'option';
}

/** A configuration that is no validity run, and how many results it has. */
export interface OtherConfiguration {
  readonly name: string;
  readonly results: number;
}

/** For each kind by name, the configurations that the user says are of it; they stand in for those known by name. */
export type NamedRuns = ReadonlyMap<string, readonly string[]>;

/**
 * Finds which configurations are validity runs, of which kind, and which are not.
 *
 * @throws ResultsError when a named configuration is not there or has two kinds, or when there is no validity run at all.
 */
export function recogniseRuns(
  outcomes: OutcomeList,
  named: NamedRuns,
): { readonly recognised: readonly RecognisedRun[]; readonly others: readonly OtherConfiguration[] } {
  const counts = new Map<string, number>();
  for (const { configuration } of outcomes) counts.set(configuration, (counts.get(configuration) ?? 0) + 1);
  const found = [...counts.keys()].sort(compareText);
  const faults: Fault[] = [];
  const byOption = new Map<string, ValidityRun>();
  for (const run of validityRuns) {
    for (const name of named.get(run.name) ?? []) {
      const configuration = configurationOf(name, found);
      const before = configuration === undefined ? undefined : byOption.get(configuration);
      if (configuration === undefined) faults.push(unknownConfiguration(run, name, found));
      else if (before !== undefined && before !== run) faults.push(twoKinds(configuration, before, run));
      else byOption.set(configuration, run);
    }
  }
  const kindOf = (configuration: string) =>
    byOption.get(configuration) ?? validityRuns.find((run) => !named.has(run.name) && isKnownName(run, configuration));
  const recognised = validityRuns.flatMap((run): readonly RecognisedRun[] => {
    const configurations = found.filter((configuration) => kindOf(configuration) === run);
    if (configurations.length === 0) return [];
    return [{ run, configurations, knownBy: named.has(run.name) ? 'option' : 'name' }];
  });
  if (recognised.length === 0 && faults.length === 0) faults.push(noRuns(found));
  if (faults.length > 0) throw new ResultsError(faults);
  const others = found
    .filter((configuration) => kindOf(configuration) === undefined)
    .map((name) => ({ name, results: counts.get(name) ?? 0 }));
  return { recognised, others };
}

/** The kind of validity run that a configuration is known for by its name; undefined: it is an ordinary system. */
export function validityRunOf(configuration: string): ValidityRun | undefined {
  return validityRuns.find((run) => isKnownName(run, configuration));
}

/** Harbor names a configuration `agent__model`; the agent alone says what it is. */
function isKnownName({ knownNames }: ValidityRun, configuration: string): boolean {
  const [agent = ''] = configuration.toLowerCase().replaceAll(' ', '-').split('__');
  return knownNames.includes(agent.trim());
}

/** The configuration of that name, as spelt or else ignoring letter case. */
function configurationOf(name: string, found: readonly string[]): string | undefined {
  if (found.includes(name)) return name;
  const folded = found.filter((each) => each.toLowerCase() === name.toLowerCase());
  return folded.length === 1 ? folded[0] : undefined;
}

function unknownConfiguration({ name: kind }: ValidityRun, name: string, found: readonly string[]): Fault {
  return {
    code: 'exclude/unknown-configuration',
    message: `--${kind} names the configuration "${visibleText(name, 80)}", which the results do not have.${didYouMean(name, found)} Found: ${listOf(found)}.`,
  };
}

function twoKinds(configuration: string, one: ValidityRun, two: ValidityRun): Fault {
  return {
    code: 'exclude/two-kinds',
    message: `the configuration "${visibleText(configuration, 80)}" is named by --${one.name} and by --${two.name}; it can be one of them.`,
  };
}

function noRuns(found: readonly string[]): Fault {
  const known = validityRuns.filter(({ knownNames }) => knownNames.length > 0);
  const names = known.map(({ words, knownNames }) => `${words} (${knownNames.join(', ')})`);
  const options = validityRuns.map(({ name }) => `--${name} NAME`);
  return {
    code: 'exclude/no-validity-runs',
    message: `no configuration of the results has a name that is known for ${joinWords(names, 'or')}. Found: ${listOf(found)}.`,
    hint: `Say which configuration is what: ${joinWords(options, 'or')}.`,
  };
}

function listOf(found: readonly string[]): string {
  return namesOf(found.map((name) => visibleText(name, 80)));
}
