import { join } from 'node:path';
import { line, type Paragraph, quietLine, type Section } from '../core/blocks/blocks.js';
import { manifestPieces, manifestSchema, readBack } from '../core/manifest/manifest.js';
import { PoolError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import type { Selection } from '../core/model/selection.js';
import { manifestWithFiles } from '../core/report/selection-files.js';
import { countOf, formatCount, namesOf, visibleText } from '../core/text/words.js';
import { planToUse } from '../disk/find-plan.js';
import { assertUnchanged, loadPlanFiles } from '../disk/load-plan.js';
import { generatorName } from '../disk/own-package.js';
import {
  refuseOtherFile,
  refuseOtherPlan,
  selectionFileNames,
  staleTiers,
  type Tiers,
  tasksBefore,
  writeSelection,
} from '../disk/write-selection.js';
import { embeddedRunners } from '../sources/embedded-data.js';
import {
  commandOf,
  givenWords,
  type InputOf,
  operation,
  option,
  type Ports,
  rare,
  UsageError,
} from './declare/operation.js';
import { firstOf, section } from './declare/sections.js';
import type { PoolChange } from './inputs/accept-pool.js';
import {
  pathsRead,
  poolOptions,
  runOptions,
  runPlanOptions,
  selectByPlan,
  selectWithTiers,
  type TieredSelection,
  timeLimitOption,
} from './inputs/plan-pools.js';
import { planLine, type UsedPlan } from './inputs/used-plan.js';
import { selectionView } from './select-view.js';

interface Selected {
  readonly selection: Selection;
  readonly tiers: Tiers;
  readonly used: UsedPlan;
  readonly out: string | undefined;
  /** The tasks of the previous selection; undefined if there was none, or it is large. */
  readonly before: ReadonlySet<string> | undefined;
  readonly stale: readonly string[];
  readonly accepted: readonly PoolChange[];
}

const input = {
  plan: option.optionalArgument('a plan file (YAML) or the name of a built-in plan', { path: 'read' }),
  out: option.text('dir', 'folder to write into', {
    short: 'o',
    default: '"selection"; "selection-TIER" for a tier',
    path: 'write',
  }),
  tier: option.text('tier', 'select a tier, by name or size: a smaller selection within the whole one'),
  wave: rare.texts('path', 'for a plan with waves: one system’s results on the first wave, to select its second wave', {
    path: 'read',
  }),
  system: rare.text('name', 'with --wave: the system, if the results have several'),
  verbose: option.flag('list every correction, exclusion and warning', { short: 'v', commandOnly: true }),
  quiet: option.flag('print nothing unless there is an error', { short: 'q', commandOnly: true }),
  savePlan: option.text('file', 'save PLAN here first, if it is the text of a plan rather than a file', {
    path: 'write',
  }),
  acceptPool: rare.flag('write the current size of each pool into "expect", and list new and missing tasks'),
  dryRun: option.flag('write nothing', { short: 'n' }),
  force: rare.flag('replace a selection that another plan made'),
  ...runPlanOptions,
  timeLimit: timeLimitOption,
};

type SelectInput = InputOf<typeof input>;

const toRunner = ['--to', 'RUNNER', '--out', 'run'];

export const select = operation({
  name: 'select',
  group: 'Build',
  summary: 'Select tasks with a plan, and record the reasons',
  description:
    'Writes METHODOLOGY.md, selection.csv and selection.json. Each tier gets its own subfolder with these files.\n' +
    'Without PLAN, Winnow uses plan.yaml, or the plan of the selection in this folder, or, in an empty folder,\n' +
    'the built-in plan "ccb".',
  input,
  output: { selection: manifestSchema },
  writes: true,
  run: async (given, ports): Promise<Selected> => {
    const out = given.out ?? (given.tier === undefined ? 'selection' : `selection-${given.tier}`);
    const choice =
      given.savePlan === undefined
        ? await planToUse(given.plan, { use: 'select', out })
        : {
            plan: given.savePlan,
            isEmbedded: false,
            loaded: await (await import('./inputs/save-plan.js')).planToSave(given.plan, given.savePlan),
          };
    const loaded = choice.loaded ?? (await loadPlanFiles(choice.plan));
    const { plan } = loaded;
    const isAccepting = given.acceptPool === true;
    if (isAccepting && given.savePlan !== undefined)
      throw new UsageError('--accept-pool changes a plan on disk, so it cannot be combined with --save-plan');
    const force = given.force === true;
    const writes = given.dryRun !== true;
    // Checked before reading the pools, which may take long, and again before writing.
    if (writes && !force) {
      refuseOtherPlan(out, plan.name);
      await refuseOtherFile(out, plan);
    }
    // Loaded when needed, because it includes the YAML editor.
    const accepts = isAccepting ? await import('./inputs/accept-pool.js') : undefined;
    const { selection: found, tiers: all } = await selectAll(
      accepts?.expectingAny(loaded) ?? plan,
      choice.plan,
      given,
      ports,
    );
    const { accepting, changes: accepted = [] } = accepts?.acceptPool(loaded, found, out) ?? {};
    const planned = (each: Selection) => (isAccepting ? asPlanned(each, accepting?.plan ?? plan) : each);
    const selection = planned(found);
    const tiers: Tiers = new Map([...all].map(([name, each]) => [name, planned(each)]));
    if (given.savePlan === undefined) assertUnchanged(loaded);
    else if (writes) await (await import('./inputs/save-plan.js')).savePlan(loaded);
    const before = tasksBefore(out, plan.name);
    const stale = staleTiers(out, plan);
    if (writes) accepting?.write(() => assertUnchanged(loaded));
    const look = () => {
      if (accepting === undefined) assertUnchanged(loaded);
    };
    if (writes) writeSelection(selection, out, pathsRead(given), { tiers, force, look });
    const used = { ...choice, name: plan.name };
    return { selection, tiers, used, out: writes ? out : undefined, before, stale, accepted };
  },
  document: ({ selection }) => readBack(manifestWithFiles(selection, generatorName())),
  json: ({ selection }) => manifestPieces(manifestWithFiles(selection, generatorName())),
  view: (result, { verbose, quiet }) =>
    quiet === true ? [] : [...selectionView(result.selection, verbose === true), ending(result)],
  digest: (result) => {
    const [headline, claim, ...rest] = selectionView(result.selection, false);
    return [...[headline, claim].filter((each) => each !== undefined), taskIds(result), ...rest, ending(result)];
  },
  next: (result, given) => {
    if (result.out === undefined) return commandOf('select', given.plan, ...givenWords(input, given, ['dryRun']));
    const command = result.selection.looks === undefined ? 'export' : 'next';
    const folders = givenWords({ benchmarks: poolOptions.benchmarks }, given);
    return suiteNext(result, given) ?? commandOf(command, result.out, ...toRunner, ...folders);
  },
  forAgents: true,
  examples: [
    { words: 'Select 50 tasks from SWE-bench Verified', command: 'winnow select verified --tier 50' },
    { words: 'Select the 93 tasks of the ccb plan', command: 'winnow select ccb --out ccb' },
    { words: 'Try a plan without writing anything', command: 'winnow select plan.yaml --dry-run' },
  ],
});

/** The next commands for a built-in suite, whose name can be used instead of the selection; undefined for other plans. */
function suiteNext({ selection: { tier, benchmarks }, used }: Selected, given: SelectInput): string | undefined {
  const [source, ...more] = benchmarks.map(({ plan }) => (plan.source.kind === 'embedded' ? plan.source.name : ''));
  const [runner] = source === undefined || source === '' || more.length > 0 ? [] : Object.keys(embeddedRunners(source));
  if (!used.isEmbedded || runner === undefined) return undefined;
  const named = tier === undefined ? [] : ['--tier', tier.name];
  const pools = givenWords(runPlanOptions, given);
  // A tier without a name cannot be found by its size if a result is missing.
  const measured = tier === undefined || tier.sizes.has(tier.name) ? [] : named;
  const run = commandOf('export', used.plan, ...named, '--to', runner, '--out', 'run', ...pools);
  return `${run}\nAfter the runs: ${commandOf('estimate', used.plan, ...measured, 'RESULTS', ...pools)}`;
}

function asPlanned(selection: Selection, plan: Selection['plan']): Selection {
  const expected = new Map(plan.benchmarks.map(({ name, expect }) => [name, expect]));
  return {
    ...selection,
    plan: { ...selection.plan, benchmarks: plan.benchmarks, hash: plan.hash },
    benchmarks: selection.benchmarks.map((each) => {
      return { ...each, plan: { ...each.plan, expect: expected.get(each.plan.name) } };
    }),
    warnings: selection.warnings.filter(
      ({ code, benchmark = '' }) => code !== 'no-expect' || expected.get(benchmark) === undefined,
    ),
  };
}

const mostChanges = 20;

function acceptedLines(accepted: readonly PoolChange[]): Paragraph[] {
  return accepted.flatMap(({ benchmark, expected, found, added, missing }) => [
    line(`${visibleText(benchmark)}: expect ${formatCount(expected)} -> ${formatCount(found)}`),
    ...(
      [
        ['+', added],
        ['-', missing],
      ] as const
    ).flatMap(([sign, ids = []]) =>
      firstOf(
        ids.map((id) => visibleText(id)),
        mostChanges,
        (left) => `and ${countOf(left, 'more task')}`,
      ).map((words) => quietLine(`${sign} ${words}`, { level: 1 })),
    ),
    ...(added === undefined
      ? [quietLine('The previous pool is unknown, so Winnow cannot list the changes.', { level: 1 })]
      : []),
  ]);
}

/** A saved selection of every task would not be what its plan selects, so "check" would reject it. */
async function refuseEveryTask(plan: Plan, given: string, input: SelectInput, ports: Ports): Promise<void> {
  const { tier } = input;
  const { tiers } = plan;
  if (tier === undefined || tiers === undefined || tiers.has(tier)) return;
  if ([...tiers.values()].some((size) => String(size) === tier)) return;
  // Loaded when needed: hardly any selection gets this far.
  const { planOfEveryTask } = await import('./inputs/manifests.js');
  if ((await planOfEveryTask(plan, input, ports)) === undefined) return;
  const message = `tier "${tier}" is every task in the pool, which needs no selection.`;
  const [run, measure] = [
    commandOf('export', given, '--tier', tier, ...toRunner),
    commandOf('estimate', given, 'RESULTS', '--tier', tier),
  ];
  const hint = `Name the plan instead of a selection: "${run}", and after the runs "${measure}".`;
  throw new PoolError([{ code: 'selection/tier', message, hint }]);
}

async function selectAll(plan: Plan, given: string, input: SelectInput, ports: Ports): Promise<TieredSelection> {
  if (input.wave === undefined) {
    await refuseEveryTask(plan, given, input, ports);
    return selectWithTiers(plan, input, runOptions(input), ports);
  }
  if (plan.waves === undefined) throw new UsageError('--wave is for a plan with "waves: 2"');
  if (input.out === undefined && input.dryRun !== true)
    throw new UsageError('the second wave is for one system only; choose a folder for it with --out');
  const { readFirstWave } = await import('./inputs/first-wave.js');
  const first = await selectByPlan(plan, input, runOptions(input), ports);
  const manifest = readBack(manifestWithFiles(first, generatorName()));
  const wave = await readFirstWave(input.wave, input.system, manifest, ports);
  return { selection: await selectByPlan(plan, input, { ...runOptions(input), wave }, ports), tiers: new Map() };
}

function ending(selected: Selected): Section {
  const { selection, tiers, used, out, before, stale, accepted } = selected;
  const paths = selectionFileNames.map((name) => join(out ?? '', name)).join(', ');
  const below = [...tiers.keys()].map((tier) => join(out ?? '', tier)).join(', ');
  const written =
    out === undefined
      ? 'Nothing was written (--dry-run).'
      : `Wrote ${paths}${tiers.size === 0 ? '' : `, and the same files for each tier in ${below}`}`;
  const changes = changeWords(before, selection);
  const sizes = [...tiers].map(([name, { choices }]) => `${name} ${formatCount(choices.length)}`);
  return section(
    sizes.length > 0 && `Tiers: ${sizes.join(', ')}`,
    acceptedLines(accepted),
    planLine(used),
    quietLine(written),
    stale.length > 0 && quietLine(staleWords(stale, out)),
    changes !== undefined && quietLine(changes),
  );
}

function staleWords(stale: readonly string[], out: string | undefined): string {
  const which = `the files of ${stale.length === 1 ? 'the tier' : 'the tiers'} ${namesOf(stale)}, which are no longer in the plan`;
  return out === undefined ? `Without --dry-run, select also removes ${which}` : `Removed ${which}`;
}

/** The changes since the previous selection; undefined if there are none, or they are unknown. */
function changeWords(before: ReadonlySet<string> | undefined, { choices }: Selection): string | undefined {
  if (before === undefined) return undefined;
  const ids = choices.map(({ task }) => `${task.benchmark}/${task.id}`);
  const kept = ids.filter((id) => before.has(id)).length;
  if (kept === ids.length && kept === before.size) return undefined;
  return `Compared with the previous selection: ${formatCount(ids.length - kept)} added, ${formatCount(before.size - kept)} removed, ${formatCount(kept)} kept`;
}

const mostIds = 120;

function taskIds({ selection: { benchmarks, choices } }: Selected): Section {
  const shown = Math.min(1, mostIds / Math.max(1, choices.length));
  const lines = benchmarks.map(({ plan, choices: own }) => {
    const ids = own.slice(0, Math.ceil(own.length * shown)).map(({ task }) => visibleText(task.id, 100));
    const left = own.length - ids.length;
    return `${plan.name}: ${ids.join(' ')}${left > 0 ? ` and ${countOf(left, 'more task')}` : ''}`;
  });
  return { title: 'Tasks', blocks: lines.map((words) => line(words)) };
}
