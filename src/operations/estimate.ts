import { documentOf } from '../core/documents/forms.js';
import { adjustments } from '../core/estimate/adjustments.js';
import { evalRecords, withoutDeveloper } from '../core/estimate/evaluation-record.js';
import { type Estimate, estimateSchema } from '../core/estimate/pool-estimate.js';
import { estimateRequired } from '../core/estimate/requirements.js';
import { ResultsError } from '../core/model/errors.js';
import {
  baselineFirst,
  baselineNameWords,
  comparablePair,
  configurationNames,
  namedBaseline,
} from '../core/outcomes/task-result.js';
import { visibleText } from '../core/text/words.js';
import { type UpliftEstimate, upliftSchema } from '../core/uplift/estimate-uplift.js';
import { recordedBaseline } from '../disk/looks-file.js';
import { packageVersion } from '../disk/own-package.js';
import { writeEvalRecords } from '../disk/write-together.js';
import { armsOption, compareArms, compareView } from './compare.js';
import { commandOf, givenWords, type InputOf, operation, option, rare, UsageError } from './declare/operation.js';
import { selectionArgument } from './inputs/manifests.js';
import { looksOpen, measuredOptions, measuredSelection, tierOption, usedResults } from './inputs/measured-selection.js';
import { type AboutResults, firstGiven, readResults, resultPaths } from './inputs/results.js';
import { printEstimate } from './print-estimate.js';

const input = {
  selection: selectionArgument,
  results: option.optionalList('files or folders with results: tables, SWE-bench, Harbor, Terminal-Bench, Inspect …', {
    path: 'read',
  }),
  tier: tierOption,
  baseline: option.text('name', 'the system to compare the others with', {
    default: `of two: the recorded baseline of planned looks, the system from the first path, ${baselineNameWords}, or the first by name`,
  }),
  by: option.list('labels', 'break figures down by these labels', { default: 'benchmark,phase,language' }),
  weightBy: rare.list(
    'labels',
    'adjust weights to match the pool on these labels: one label post-stratifies, several (a,b) rake',
  ),
  prior: option.texts('path', 'results of earlier systems on the pool, to make levels more precise', { path: 'read' }),
  beyondPool: rare.flag(
    'estimate for tasks like those in the pool, not only for the pool itself (widens the intervals)',
  ),
  level: rare.number('number', 'the confidence level of the intervals', { default: '0.95' }),
  joint: rare.flag('widen level intervals so that all of them hold jointly (Bonferroni)'),
  require: option.texts(
    'text',
    'a requirement, such as "new - baseline >= 0" or "new >= 0.5"; exit code 1 unless it is met',
  ),
  repeats: rare.number('n', 'the expected number of runs per task', {
    default: 'from the pilot, or else from the results',
  }),
  errorsFail: rare.flag('count errored runs as failed instead of missing'),
  everyEvalEver: rare.text('dir', 'write the levels as Every Eval Ever records, one per system', { path: 'write' }),
  verbose: option.flag('show details of each system', { short: 'v', commandOnly: true }),
  weight: rare.word(
    ['pool', 'equal'],
    'the level to show first: weighted by pool size, or with equal weight for each benchmark',
    { default: 'from the plan, or else pool' },
  ),
  retrieved: rare.number('seconds', 'the time of the Every Eval Ever records, in seconds since 1970'),
  organisation: rare.text(
    'name',
    'the organisation that reports these results, and the developer of systems named without "developer/"',
  ),
  uplift: armsOption('replaced by "winnow compare SELECTION A B"', { former: true }),
  fdr: rare.number('number', 'now an option of compare', { former: true }),
  assumeNoise: rare.number('sd', 'now an option of compare', { former: true }),
  ...measuredOptions,
};

type EstimateInput = InputOf<typeof input>;

type Estimated =
  | { readonly estimated: Estimate; readonly pair: ReturnType<typeof comparablePair> }
  | { readonly uplift: UpliftEstimate };

export const estimate = operation({
  name: 'estimate',
  group: 'Measure',
  summary: 'Estimate the success rate on the whole pool from results',
  description:
    "Estimates each system's success rate on the pool from results on a sample, with intervals, overall and by\n" +
    'benchmark, phase and language. With two systems, it also estimates their paired difference. For a purposive\n' +
    'selection, figures describe only the selected tasks. For a ranking selection, it also shows the order of the\n' +
    'systems and their ties. Writes nothing except records with --every-eval-ever.',
  input,
  output: { estimate: estimateSchema, 'estimate-uplift': upliftSchema },
  writes: false,
  run: async (given, ports): Promise<Estimated> => {
    const results = resultPaths(given.results, given) ?? [];
    if (results.length === 0 && given.runs === undefined) throw new UsageError("missing required argument 'results'");
    // The names are those of the results; earlier systems keep their own.
    const { name: _, ...priorInput } = given;
    const readPrior = (about: AboutResults) =>
      given.prior && readResults(given.prior, priorInput, { ...about, tasks: about.pool ?? about.tasks }, ports);
    const measured = await measuredSelection(
      {
        selection: given.selection,
        flags: given,
        read: async (about) => ({
          results: await readResults(results, given, about, ports),
          prior: await readPrior(about),
        }),
        resultsOf: (each) => each.results,
        command: 'estimate',
      },
      ports,
    );
    const { manifest, others, levels, copies, isChosen } = measured;
    const { results: read, prior } = measured.read;
    if (given.uplift !== undefined) {
      const { with: tried, without } = given.uplift;
      ports.note(`estimate --uplift is now "winnow compare SELECTION ${without} ${tried} --results RESULTS"`);
      const outcomes = usedResults(read, measured);
      return { uplift: await compareArms(manifest, outcomes, given.uplift, given, ports) };
    }
    const recorded = await recordedBaseline(given.selection, configurationNames(read.outcomes));
    const { baseline, by, weightBy, beyondPool, level, joint, require, repeats: repeat, weight } = given;
    const scope = beyondPool === true ? 'beyond' : 'pool';
    const estimated = await ports.working('estimating', () =>
      estimateRequired(manifest, usedResults(read, { others, notes: levels.notes }), {
        baseline,
        first: recorded ?? firstGiven(read, results),
        by,
        adjust: adjustments({ weightBy, prior }),
        scope,
        level,
        joint,
        require,
        repeat,
        weight,
        errorsFail: given.errorsFail,
        levels: levels.manifests,
        copies,
        cutToResults: isChosen,
      }),
    );
    if (given.everyEvalEver !== undefined) writeRecords(given.everyEvalEver, estimated, given, results);
    const levelOf = ({ readings: [first] }: (typeof estimated.configurations)[number]) =>
      first?.pool?.mean ?? first?.selectedMean ?? -1;
    const best = estimated.configurations.toSorted((a, b) => levelOf(b) - levelOf(a)).map(({ name }) => name);
    const names = baselineFirst(best, namedBaseline(best) ?? best[1]);
    return { estimated, pair: estimated.differences.length > 0 ? undefined : comparablePair(read.outcomes, names) };
  },
  document: (result) =>
    'uplift' in result ? documentOf(upliftSchema(), result.uplift) : documentOf(estimateSchema(), result.estimated),
  view: (result, { verbose }) =>
    'uplift' in result ? compareView(result.uplift) : printEstimate(result.estimated, verbose === true),
  next: (result, given) => {
    const { selection, results = [] } = given;
    const { tier, by, level, repeats } = input;
    const asked = givenWords({ tier, ...measuredOptions, by, level, repeats }, given);
    if ('uplift' in result || results.length === 0) return undefined;
    const { differences, warnings } = result.estimated;
    if (warnings.some(({ code }) => code === looksOpen)) return undefined;
    const pair = differences.find(({ readings }) => readings.length > 0);
    const [a, b] = differences.length === 0 ? (result.pair ?? []) : [pair?.first, pair?.second];
    return a === undefined || b === undefined
      ? undefined
      : commandOf('compare', selection, a, b, ...results.flatMap((each) => ['--results', each]), ...asked);
  },
  exitCode: (result) => {
    const requirements = 'uplift' in result ? [] : (result.estimated.requirements ?? []);
    return requirements.every(({ verdict }) => verdict === 'yes') ? 0 : 1;
  },
  forAgents: true,
  examples: [
    { words: 'Estimate from results on the selected tasks', command: 'winnow estimate selection results/' },
    { words: 'Estimate from results on any tier of a built-in suite', command: 'winnow estimate verified results/' },
    {
      words: 'Fail in CI unless a requirement is met',
      command: "winnow estimate selection results/ --require 'new >= 0.5'",
    },
  ],
});

function writeRecords(folder: string, estimate: Estimate, flags: EstimateInput, inputs: readonly string[]): void {
  const { retrieved, organisation } = flags;
  if (retrieved === undefined || !Number.isSafeInteger(retrieved) || retrieved < 0) {
    const message = `--retrieved must be a whole number of seconds since 1970; found ${retrieved ?? 'none'}.`;
    const hint = 'Every Eval Ever records need a time. For now, add --retrieved "$(date +%s)".';
    throw new ResultsError([{ code: 'usage', message, hint }]);
  }
  const flat = organisation === undefined ? withoutDeveloper(estimate) : [];
  if (flat.length > 0) {
    const message = `Every Eval Ever sorts records by developer and model, but ${flat.length === 1 ? 'one name has' : `${flat.length} names have`} no developer: ${visibleText(flat.join(', '), 200)}.`;
    const hint = 'Add --organisation NAME, or name the systems DEVELOPER/MODEL with --name.';
    throw new ResultsError([{ code: 'usage', message, hint }]);
  }
  writeEvalRecords(folder, evalRecords(estimate, { retrieved, organisation, version: packageVersion() }), inputs);
}
