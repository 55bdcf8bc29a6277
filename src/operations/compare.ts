import { resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import { line, quietLine, type Section, tableOf, warningSection, wordColumn } from '../core/blocks/blocks.js';
import { documentOf } from '../core/documents/forms.js';
import { difference, endWords, pValue, signedUnit } from '../core/estimate/estimate-words.js';
import { compact } from '../core/lists/lists.js';
import type { Manifest } from '../core/manifest/manifest.js';
import { ResultsError } from '../core/model/errors.js';
import type { RunResults } from '../core/model/outcome.js';
import { baselineFirst, comparablePair, filterOutcomes } from '../core/outcomes/task-result.js';
import { compareText, countOf, formatCount, inPoints, percent, visibleText } from '../core/text/words.js';
import { estimateUplift, type UpliftEstimate, upliftSchema } from '../core/uplift/estimate-uplift.js';
import type { Arms } from '../core/uplift/paired-tasks.js';
import { existsSync } from '../disk/file-access.js';
import { recordedBaseline } from '../disk/looks-file.js';
import {
  commandOf,
  type FlagDetails,
  givenWords,
  type InputOf,
  operation,
  option,
  type Ports,
  rare,
} from './declare/operation.js';
import { section, sectionsOf, under } from './declare/sections.js';
import { selectionArgument } from './inputs/manifests.js';
import { looksOpen, measuredOptions, measuredSelection, tierOption, usedResults } from './inputs/measured-selection.js';
import { type AboutResults, readResults, systemsAt } from './inputs/results.js';

export const armsOption = (help: string, flag: FlagDetails = {}) =>
  rare.of(z.optional(z.object({ with: z.string(), without: z.string() })), help, {
    value: 'arms',
    fromText: armsFrom,
    ...flag,
  });

/** The two arms of `with=NAME,without=NAME`, in either order; a name may hold commas and equals signs. */
function armsFrom(text: string): Arms {
  const forward = /^with=(.+?),without=(.+)$/.exec(text);
  const back = /^without=(.+?),with=(.+)$/.exec(text);
  const [tried, plain] = forward === null ? [back?.[2], back?.[1]] : [forward[1], forward[2]];
  if (tried === undefined || plain === undefined) throw new Error('Expected with=NAME,without=NAME.');
  if (tried.trim() === plain.trim()) throw new Error('The two arms must differ.');
  return { with: tried.trim(), without: plain.trim() };
}

const input = {
  selection: selectionArgument,
  a: option.argument('results of the baseline, or its name in --results', { path: 'read' }),
  b: option.optionalArgument('results of the treatment, or its name; without B, A must contain both', { path: 'read' }),
  results: option.texts('path', 'results of both systems, if A and B are names', { short: 'r', path: 'read' }),
  tier: tierOption,
  by: option.list('labels', 'break figures down by these labels', { default: 'benchmark,phase,language' }),
  level: rare.number('number', 'the confidence level of the intervals', { default: '0.95' }),
  fdr: rare.number('number', 'the false-discovery rate of the task lists', { default: '0.1' }),
  assumeNoise: rare.number('sd', 'assume this standard deviation of one run, to get per-task results without repeats'),
  repeats: rare.number('n', 'the expected number of runs per task', {
    default: 'from the pilot, or else from the results',
  }),
  ...measuredOptions,
};

type CompareInput = InputOf<typeof input>;

export const compare = operation({
  name: 'compare',
  group: 'Measure',
  summary: 'Compare two systems and find the tasks where they differ',
  description:
    'Pairs the results of two systems by task and shows the mean difference with an interval, overall and by label. If\n' +
    'tasks were run several times, it also lists those that gain or lose, at a given false-discovery rate.',
  input,
  output: { compare: upliftSchema },
  writes: false,
  run: async (given, ports) => {
    const { selection } = given;
    const read = (about: AboutResults) => bothSystems(given, about, ports);
    const asked = { selection, flags: given, read, resultsOf: onlyArms, command: 'compare', needed: 2 };
    const { manifest, read: found, ...about } = await measuredSelection(asked, ports);
    return compareArms(manifest, usedResults(found.outcomes, about), found.arms, given, ports);
  },
  document: (result) => documentOf(upliftSchema(), result),
  view: compareView,
  forAgents: true,
  examples: [
    { words: 'Compare two folders of results', command: 'winnow compare selection baseline/ with-tool/' },
    { words: 'Compare on the tasks of a built-in suite', command: 'winnow compare verified baseline/ with-tool/' },
    { words: 'Compare two systems in one table', command: 'winnow compare selection results.csv' },
    { words: 'Compare two of several systems', command: 'winnow compare selection baseline mcp --results results.csv' },
  ],
});

/** The results of the two arms, which decide on the tier whatever other systems ran; all if a name is wrong. */
function onlyArms({ outcomes, arms }: { readonly arms: Arms; readonly outcomes: RunResults }): RunResults {
  const own = filterOutcomes(
    outcomes.outcomes,
    ({ configuration }) => configuration === arms.with || configuration === arms.without,
  );
  return own.length === 0 ? outcomes : { ...outcomes, outcomes: own };
}

export async function compareArms(
  manifest: Manifest,
  outcomes: RunResults,
  arms: Arms,
  {
    level,
    fdr: rate,
    by,
    repeats: repeat,
    assumeNoise,
  }: Pick<CompareInput, 'level' | 'fdr' | 'by' | 'repeats' | 'assumeNoise'>,
  ports: Ports,
): Promise<UpliftEstimate> {
  const options = { arms, level, rate, by, repeat, assumeNoise };
  return ports.working('comparing', () => estimateUplift(manifest, outcomes, options));
}

/** The results of both systems under the names of the two arms. */
async function bothSystems(given: CompareInput, about: AboutResults, ports: Ports) {
  const { a, b, results, runs } = given;
  if (b === undefined) return twoSystemsIn(a, given, about, ports);
  if (results !== undefined || runs !== undefined) {
    if (a === b) {
      const message = `A and B are both "${visibleText(a, 80)}", so there is nothing to compare.`;
      const hint = 'Name two systems. If both have the same name in the results, rename one with --name NAME=PATH.';
      throw new ResultsError([{ code: 'compare/same', message, hint }]);
    }
    return { arms: { with: b, without: a }, outcomes: await readResults(results ?? [], given, about, ports) };
  }
  // Every named path is read, so names of other paths are left out.
  const isOwn = (named: string) =>
    [a, b].some((path) => `${resolve(named)}${sep}`.startsWith(`${resolve(path)}${sep}`));
  const own = Object.entries(given.name ?? {}).filter(([named]) => isOwn(named) || !existsSync(named));
  const named = { ...given, name: own.length === 0 ? undefined : Object.fromEntries(own) };
  const read = (...paths: readonly string[]) => readSound(paths, named, { ...about, isOneSystem: true }, ports);
  const outcomes = await read(a, b);
  const [first = [], second = []] = systemsAt(outcomes, [a, b]);
  if (resolve(a) === resolve(b) && first.length === 1) {
    const message = 'A and B are the same results, so there is nothing to compare.';
    const hint = 'Give the results of two systems: winnow compare SELECTION A B.';
    throw new ResultsError([{ code: 'compare/same', message, place: { file: b }, hint }]);
  }
  // Beside the results of the other path, it is no error that one has none.
  if (first.length === 0 || second.length === 0) await read(first.length === 0 ? a : b);
  const [[without, ...others], [tried, ...rest]] = [first, second];
  if (without === undefined || tried === undefined || others.length + rest.length > 0) {
    throw await otherSystems(await readResults([a, b], named, about, ports), [a, b], given, {
      needs: 'A and B must each contain one system.',
      hint: 'Give files or folders that each contain the results of one system.',
    });
  }
  const arms = { without, with: tried };
  if (arms.with !== arms.without) return { arms, outcomes };
  const message = `contains the same system as ${visibleText(a, 200)}: "${visibleText(arms.with, 80)}". "compare" needs two different systems.`;
  const hint = 'Give the results of another system, or rename one with --name NAME=PATH.';
  throw new ResultsError([{ code: 'compare/systems', message, place: { file: b }, hint }]);
}

/** The two systems in the results at a path, the baseline first. @throws ResultsError if there are not two. */
async function twoSystemsIn(path: string, given: CompareInput, about: AboutResults, ports: Ports) {
  const outcomes = await readSound([path], given, about, ports);
  const [names = []] = systemsAt(outcomes, [path]);
  const [without, tried, another] = baselineFirst(names, await recordedBaseline(given.selection, names));
  if (without !== undefined && tried !== undefined && another === undefined) {
    return { arms: { without, with: tried }, outcomes };
  }
  throw await otherSystems(outcomes, [path], given, {
    needs: 'Without B, "compare" needs exactly two systems.',
    hint: 'Give the results of the other system as well: winnow compare SELECTION A B.',
  });
}

/** The error for paths with another number of systems than needed. `hint` is for fewer than two systems. */
async function otherSystems(
  outcomes: RunResults,
  paths: readonly string[],
  given: CompareInput,
  { needs, hint }: { readonly needs: string; readonly hint: string },
) {
  const at = systemsAt(outcomes, paths);
  const place = at.findIndex(({ length }) => length !== 1);
  const [file = paths[0] ?? '', names = at.flat()] = [paths[place], at[place]];
  const message = `found ${names.length === 0 ? 'no results' : `${countOf(names.length, 'system')}: ${names.slice(0, 8).join(', ')}`}. ${needs}`;
  const pooled = outcomes.warnings.find(({ code }) => code === 'outcomes/pooled');
  const sorted = [...new Set(at.flat())].sort(compareText);
  const all = baselineFirst(sorted, await recordedBaseline(given.selection, sorted));
  const [a, b] = comparablePair(outcomes.outcomes, all) ?? [];
  const options = givenWords(input, given, ['results']);
  const both = (first: string, second: string) =>
    `If several names are the same system, give them one name with --name NAME=OTHER-NAME. Otherwise, name two of them: ${commandOf('compare', given.selection, first, second, '--results', ...paths, ...options)}`;
  const advice = a === undefined || b === undefined ? (pooled?.message ?? hint) : both(a, b);
  return new ResultsError([{ code: 'compare/systems', message, place: { file }, hint: advice }]);
}

/** Results without errors. @throws ResultsError with all there are. */
async function readSound(...given: Parameters<typeof readResults>): Promise<RunResults> {
  const outcomes = await readResults(...given);
  if (outcomes.faults.length > 0) throw new ResultsError(outcomes.faults);
  return outcomes;
}

const mostListed = 15;

/** The printed comparison: the mean difference, its parts, and the tasks that gain or lose. */
export function compareView(estimate: UpliftEstimate): readonly Section[] {
  const { coverage, kind, level, tasks, noise, shrinkage, perTaskNote, parts, uplift } = estimate;
  const name = `${visibleText(estimate.with, 100)} minus ${visibleText(estimate.without, 100)}`;
  const marks = compact([
    parts.some(({ trust }) => trust === 'indicative') && '* Fewer than 20 tasks, so only a rough estimate.',
    parts.length > 0 &&
      'Group intervals are not adjusted for the number of groups. Groups with fewer than 5 tasks have no interval.',
    tasks && '--json lists every task.',
  ]);
  const onlyThese =
    'The selected tasks are not a random sample, so figures describe only these tasks and have no interval for the pool.';
  const rows = [
    ['all', ...cellsOf(uplift)],
    ...beyondRow(estimate),
    ...parts.map(({ by, value, trust, ...part }) => [
      `${by} ${visibleText(value === '' ? 'unknown' : value, 40)}${trust === 'indicative' ? ' *' : ''}`,
      ...cellsOf(part),
    ]),
  ];
  const columns = ['', 'tasks', 'mean', 'interval', 'median'].map((heading) => wordColumn(heading));
  const of = coverage.pairs === coverage.selected ? '' : ` (of ${formatCount(coverage.selected)})`;
  const both = `${countOf(coverage.pairs, 'task')} that both systems ran${of}`;
  return sectionsOf(
    section(line([{ strong: visibleText(estimate.plan) }, `: ${name}, on ${both}`])),
    section(verdictOf(estimate)),
    under(`Mean difference in points (${percent(level)} intervals)`, tableOf('Mean difference', columns, rows)),
    under('Runs', runLines(estimate)),
    { title: 'Per task', ...section(noise && shrinkage && noiseLines(noise, shrinkage), perTaskNote) },
    taskLists(tasks ?? []),
    warningSection(estimate.warnings),
    section(kind === 'focus' ? quietLine(onlyThese) : marks.length > 0 && quietLine(marks.join(' '))),
  );
}

function verdictOf(estimate: UpliftEstimate): string {
  const { uplift, missingCountedAsFailed: failed, beyondBenchmarks: beyond, lists, falseDiscoveryRate } = estimate;
  const here = `${effectOf(uplift, estimate)}${failed === undefined ? '' : ', ignoring missing results'}`;
  const counted =
    failed === undefined ? '' : ` With missing results counted as failed, the difference is ${figureWords(failed)}.`;
  const there =
    beyond === undefined
      ? ''
      : beyond.interval.low > 0 || beyond.interval.high < 0
        ? ' Expect the same direction on other benchmarks.'
        : ' This says nothing about other benchmarks.';
  if (lists === undefined) return `${here}.${there}${counted}`;
  const [benefits, hurt] = [lists.benefits.length, lists.hurt.length];
  const words = `${countOf(benefits, 'task')} ${benefits === 1 ? 'benefits' : 'benefit'}, ${hurt} ${hurt === 1 ? 'is' : 'are'} hurt and ${lists.cannotTell} ${lists.cannotTell === 1 ? 'is' : 'are'} undecided`;
  return `${here}.${there}${counted} At a false-discovery rate of ${Number((100 * falseDiscoveryRate).toPrecision(4))}%, ${words}.`;
}

function effectOf(
  { interval, mean, pValue: p }: UpliftEstimate['uplift'],
  { with: tried, without, kind, warnings }: UpliftEstimate,
): string {
  const [a, b] = [visibleText(without, 100), visibleText(tried, 100)];
  const by = signedUnit(mean);
  const open = warnings.some(({ code }) => code === looksOpen) ? ' (planned looks are in progress)' : '';
  if (interval === undefined) return `On these tasks${open}, ${b} minus ${a} is ${by}`;
  const range = `${by} (${rangeOf(interval)}${p === undefined ? '' : `, p ${pValue(p)}`})`;
  if (interval.low <= 0 && interval.high >= 0)
    return `The results don't show a difference between ${a} and ${b}${open}: ${range}`;
  return `${b} is ${interval.low > 0 ? 'better' : 'worse'} than ${a}${kind === 'focus' ? '' : ' on the pool'}${open}: ${range}`;
}

function figureWords({ interval, mean }: Pick<UpliftEstimate['uplift'], 'interval' | 'mean'>): string {
  return interval === undefined ? signedUnit(mean) : difference({ mean, ...interval });
}

function inSignedPoints(share: number): string {
  return signedUnit(share, '');
}

function rangeOf({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${endWords(low)} to ${endWords(high)}`;
}

function beyondRow({ beyondBenchmarks: beyond }: UpliftEstimate): string[][] {
  if (beyond === undefined) return [];
  const figures = [inSignedPoints(beyond.mean), rangeOf(beyond.interval), '(benchmarks as units)'];
  return [['beyond these benchmarks', '', ...figures]];
}

function cellsOf({ pairs, mean, interval, median }: UpliftEstimate['uplift']): string[] {
  return [
    String(pairs),
    inSignedPoints(mean),
    interval === undefined ? 'none' : rangeOf(interval),
    inSignedPoints(median),
  ];
}

function runLines({ coverage, artefacts, with: tried, without }: UpliftEstimate): readonly string[] {
  const { loneZeros, meanWithoutLoneZeros, unequalArms, oneRun, signDepends } = artefacts;
  const { pairs, better = 0, worse = 0, runs } = coverage;
  const [a, b] = [visibleText(without, 100), visibleText(tried, 100)];
  const names = signDepends.slice(0, 6).map((name) => visibleText(name, 40));
  const more = signDepends.length > 6 ? ` and ${signDepends.length - 6} more (--json lists all)` : '';
  return compact([
    `${b} is better on ${countOf(better, 'task')}, worse on ${formatCount(worse)} and tied on ${formatCount(pairs - better - worse)}`,
    `${countOf(runs.without, 'run')} of ${a} and ${formatCount(runs.with)} of ${b}; ${countOf(coverage.repeated, 'task has', 'tasks have')} repeats in both arms`,
    loneZeros.tasks > 0 &&
      `Lone zeros among passing repeats: ${loneZeros.without} in ${a}, ${loneZeros.with} in ${b}; without them, the mean is ${inSignedPoints(meanWithoutLoneZeros)}`,
    unequalArms > 0 && `Tasks with different numbers of runs: ${formatCount(unequalArms)}`,
    oneRun > 0 && `Tasks with only one run in at least one arm: ${formatCount(oneRun)}`,
    names.length > 0 && `Benchmarks where the sign depends on the estimator: ${names.join(', ')}${more}`,
  ]);
}

function noiseLines(
  noise: NonNullable<UpliftEstimate['noise']>,
  { deviationTasks, deviationBenchmarks }: NonNullable<UpliftEstimate['shrinkage']>,
): string[] {
  const each = noise.reliability
    .map(({ runs, reliability }) => `${(reliability ?? 0).toFixed(2)} with ${countOf(runs, 'run')} per arm`)
    .join(', ');
  const from =
    noise.noiseBy === 'assumed' ? 'assumed noise' : `measured on ${countOf(noise.tasks, 'task')} with repeats`;
  return [
    `Reliability of a single task's difference: ${each} (${from})`,
    `True differences have a standard deviation of about ${inPoints(deviationTasks)} points within benchmarks and ${inPoints(deviationBenchmarks)} between benchmarks`,
  ];
}

function taskLists(tasks: NonNullable<UpliftEstimate['tasks']>): Section[] {
  return (['benefits', 'hurt'] as const).flatMap((benefit) => {
    const own = tasks
      .filter((task) => task.benefit === benefit)
      .toSorted((a, b) => Math.abs(b.uplift) - Math.abs(a.uplift) || compareText(a.taskId, b.taskId));
    if (own.length === 0) return [];
    const rows = own.map(({ benchmark, taskId, measured, interval, uplift, credibleInterval: { low, high } }) => [
      visibleText(taskId, 50),
      visibleText(benchmark, 30),
      inSignedPoints(uplift),
      rangeOf({ low, high }),
      inSignedPoints(measured),
      rangeOf(interval),
    ]);
    const columns = ['', '', 'shrunken', 'credible interval', 'measured', 'interval'].map((each) => wordColumn(each));
    const words = benefit === 'benefits' ? 'Tasks that benefit' : 'Tasks that are hurt';
    const title = `${words} (${own.length}): in new runs, expect the shrunken difference`;
    return [{ title, blocks: [tableOf(words, columns, rows, { most: mostListed })] }];
  });
}
