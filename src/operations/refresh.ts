import { basename, dirname, join, resolve } from 'node:path';
import {
  type Block,
  figureColumn,
  line,
  quietLine,
  type Section,
  tableOf,
  warningSection,
  wordColumn,
} from '../core/blocks/blocks.js';
import { diffManifests } from '../core/compare/diff-manifests.js';
import { poolsAsHashed, stateOfPools } from '../core/compare/pool-state.js';
import { documentOf } from '../core/documents/forms.js';
import { lazyManifest, type Manifest, manifestText, readBack } from '../core/manifest/manifest.js';
import { ManifestError, PlanError } from '../core/model/errors.js';
import type { Selection } from '../core/model/selection.js';
import { taskKey } from '../core/outcomes/match-outcomes.js';
import { poolNames } from '../core/outcomes/task-index.js';
import { type Keeps, keepSound, soundSwapFaults } from '../core/refresh/keep-sound.js';
import { type Proposal, proposeRefresh } from '../core/refresh/propose-refresh.js';
import { compareVersions, nextVersion, type Refresh, refreshSchema, versionChanges } from '../core/refresh/refresh.js';
import { manifestWithFiles } from '../core/report/selection-files.js';
import { countOf, inPoints, quotedWord, visibleText } from '../core/text/words.js';
import { type PlanChange, pathFrom, refreshPlan, writeRefreshed } from '../disk/change-plan.js';
import { existsSync } from '../disk/file-access.js';
import { findPlanFiles } from '../disk/find-plan.js';
import { assertUnchanged, embeddedPlans, type LoadedPlan, loadPlanFiles } from '../disk/load-plan.js';
import { generatorName, shippedText } from '../disk/own-package.js';
import { readSelection } from '../disk/read-selection.js';
import { selectionFileNames } from '../disk/write-selection.js';
import { commandOf, givenWords, type InputOf, operation, option, type Ports, rare } from './declare/operation.js';
import { firstOf, section, sectionsOf, under } from './declare/sections.js';
import { refuseEarlierVersion, soundManifest } from './inputs/manifests.js';
import { partsWithoutTier } from './inputs/measured-selection.js';
import {
  pathsRead,
  readPlanPools,
  runOptions,
  runPlanOptions,
  selectFromPools,
  selectTiers,
} from './inputs/plan-pools.js';
import { noResults, readResults, resultOptions, resultPaths, settingsOf } from './inputs/results.js';

const input = {
  selection: option.optionalArgument(
    'a selection.json, its folder or a built-in suite (default: "selection", or else ".")',
    { path: 'read' },
  ),
  results: option.texts('path', 'results on the tasks: files or folders in any known format', {
    short: 'r',
    path: 'read',
  }),
  plan: option.text('plan', 'the plan file', { short: 'p', default: 'the plan of the selection', path: 'write' }),
  onlyReplace: rare.flag('only replace unsound tasks; stop if sound ones would leave, too'),
  ...resultOptions,
  write: option.flag('write the plan and replace the selection'),
  out: rare.text('dir', 'write the plan, and put the selection in this folder', { short: 'o', path: 'write' }),
  ...runPlanOptions,
};

type RefreshInput = InputOf<typeof input>;

export const refresh = operation({
  name: 'refresh',
  group: 'Check',
  summary: 'Replace unsound tasks, or make the next version',
  description:
    'Replaces tasks that are broken, flaky, changed or missing with the next task in their group, and gives the reasons.\n' +
    'In a ranked or optimised selection, other tasks stay if its rules and shares allow it. If the pool of a random\n' +
    'sample changed, new tasks can also replace sound ones, so that the sample represents the current pool. With\n' +
    'full results from newer systems, it draws a new version (purpose level or comparison) or reranks the tasks\n' +
    '(ranking). Reranking swaps at most a fifth of the tasks, or chooses all of them again once 20 newer systems have\n' +
    'full results. A sample keeps tasks that every system or no system solves. Writes nothing without --write or -o,\n' +
    'which write the plan and then the selection. The next version of a built-in suite is a plan in this folder,\n' +
    'NAME.yaml, with its selection in NAME-v2.',
  input,
  output: { refresh: refreshSchema },
  writes: true,
  run: async (given, ports): Promise<Refresh> => {
    const { onDisk, former, loaded, text, look } = await readFormer(given, ports);
    const { plan } = loaded;
    const paths = resultPaths(given.results, given) ?? [];
    const pools = await readPlanPools(plan, given, ports);
    const now = await selectFromPools(plan, pools, runOptions(given), ports);
    const state = stateOfPools(plan, poolsAsHashed(pools, former));
    const parts = partsWithoutTier(plan, pools, now, 'A new version needs full results.');
    const about = { settings: plan.results, tasks: poolNames(pools), parts, keepsRetries: true };
    const results = paths.length === 0 ? noResults : await readResults(paths, given, about, ports);
    const proposal = proposeRefresh({ former, now, state, results, onlyReplace: onlyReplace(given) });
    const asked = changeOf(
      proposal,
      paths.map((each) => pathFrom(plan, each)),
    );
    const learnsMore = asked.edits.length > 0;
    const nextPools = learnsMore ? await readPlanPools(refreshPlan(plan, asked, text).plan, given, ports) : pools;
    const withKeeps = (keeps: Keeps): PlanChange => {
      const edits = [...keeps].map(([benchmark, keep]) => ({ benchmark, prior: [], configurations: undefined, keep }));
      return { ...asked, edits: [...asked.edits, ...edits] };
    };
    const { keeps, after, words } = await keepSound(former, proposal, async (each) =>
      selectFromPools(refreshPlan(plan, withKeeps(each), text).plan, nextPools, runOptions(given), ports),
    );
    const change = withKeeps(keeps);
    const number = (former.history?.length ?? 0) + 1;
    const names = [`version ${number}`, `version ${number + 1}`] as const;
    const { removed } = diffManifests(former, readBack(lazyManifest(after, generatorName())), names).tasks;
    const changes = versionChanges(former, after, proposal, removed);
    const unasked = given.onlyReplace === true ? soundSwapFaults(changes, proposal, after, onDisk.file) : [];
    if (unasked.length > 0) throw new ManifestError(unasked);
    const isSame = changes.out.length + changes.added.length + change.exclusions.length + change.edits.length === 0;
    const version = isSame ? undefined : nextVersion(former, onDisk.manifest, proposal, changes);
    const out = given.out ?? onDisk.folder;
    const refreshed = version === undefined ? undefined : refreshPlan(plan, { ...change, history: version }, text);
    const write = given.write === true || given.out !== undefined;
    if (refreshed !== undefined && write) {
      const selection = await selectFromPools(refreshed.plan, nextPools, runOptions(given), ports);
      writeRefreshed(refreshed, selection, {
        tiers: await selectTiers(refreshed.plan, nextPools, runOptions(given), ports),
        out,
        inputs: pathsRead(given),
        look,
      });
    }
    const folders = [out, ...[...(plan.tiers?.keys() ?? [])].map((tier) => join(out, tier))];
    const files = folders.flatMap((folder) => selectionFileNames.map((name) => join(folder, name)));
    const replaced = changes.out.filter(({ replacedBy }) => replacedBy !== undefined).length;
    return {
      plan: plan.name,
      selection: onDisk.file,
      version: version?.version ?? number,
      changes: version !== undefined,
      newSeries: proposal.renewals.some(({ action }) => action !== 'keep'),
      benchmarks: proposal.renewals.map((each) => {
        return { ...each, why: `${each.why}${words.get(each.benchmark) ?? ''}` };
      }),
      churn: { kept: changes.kept, replaced, removed: changes.out.length - replaced, added: changes.added.length },
      swaps: version?.reasons ?? [],
      added: changes.added,
      excluded: proposal.unsound.flatMap(({ benchmark, id, exclude, evidence, selected }) =>
        exclude === undefined ? [] : [{ benchmark, taskId: id, reason: exclude, evidence, selected }],
      ),
      comparison: compareVersions(keptKeys(former.tasks, after), changes, proposal.matched.configurations),
      written: refreshed !== undefined && write,
      files: refreshed === undefined ? [] : [...refreshed.texts.keys(), ...files],
      warnings: proposal.warnings,
    };
  },
  document: (refreshed) => documentOf(refreshSchema(), refreshed),
  view: viewOf,
  next: ({ selection, changes, written, files }, given) => {
    if (!changes) return undefined;
    if (!written) return commandOf('refresh', given.selection, ...givenWords(input, given), '--write');
    const first = files.findIndex((file) => basename(file) === 'selection.json');
    const [file = '', folder] = [files[first - 1], dirname(files[first] ?? selection)];
    // "winnow check" looks for the plan in these folders.
    const isFound = [resolve(folder), dirname(resolve(folder))].includes(dirname(resolve(file)));
    const plan = given.plan ?? (isFound ? undefined : file);
    return commandOf('check', folder, ...givenWords({ plan: input.plan, ...runPlanOptions }, { ...given, plan }));
  },
  forAgents: true,
  examples: [
    { words: 'Preview a refresh', command: 'winnow refresh selection --results oracle.csv' },
    {
      words: 'Preview the next version of a built-in suite',
      command: 'winnow refresh verified --results full-results/',
    },
    { words: 'Write the refreshed selection', command: 'winnow refresh selection --results oracle.csv --write' },
  ],
});

const mostRows = 50;

function viewOf(refreshed: Refresh): readonly Section[] {
  const { churn, swaps, added, benchmarks, warnings, version, changes, written, files } = refreshed;
  const plan = visibleText(refreshed.plan);
  const head = changes
    ? `${plan}: version ${version}, ${countOf(churn.kept, 'task')} kept, ${churn.replaced} replaced, ${churn.removed} removed, ${churn.added} added`
    : `${plan}: nothing to refresh; version ${version} is still current (${countOf(churn.kept, 'task')})`;
  const series =
    'The new version starts a new series: compare its results with earlier ones only on the tasks in both.';
  // Exclusions of tasks that are not in: without them the next replacement could be one of them.
  const outside = refreshed.excluded.filter(({ selected }) => !selected);
  const names = files.map((file) => visibleText(file)).join(', ');
  const toWrite = changes ? ` To write ${names}, add --write or --out DIR.` : '';
  const listed = (title: string, count: number, lines: readonly Block[]) => {
    const rest = (left: number) => quietLine(`and ${countOf(left, 'more line')} (--json lists all)`);
    return under(`${title} (${count})`, firstOf(lines, 2 * mostRows, rest));
  };
  return sectionsOf(
    section(line([{ strong: head }])),
    section(refreshed.newSeries && line([{ text: series, tone: 'warning' }])),
    section(
      benchmarks.map(({ benchmark, action, why }) => [
        `${visibleText(benchmark)} (${actionWords[action]})`,
        line(visibleText(why, 2000), { level: 1 }),
      ]),
    ),
    listed(
      'Replaced or removed',
      swaps.length,
      swaps.flatMap(({ benchmark, taskId: id, replacedBy: next = 'none', reason, evidence }) => [
        line(`${visibleText(benchmark)}/${visibleText(id)} -> ${visibleText(next)}: ${visibleText(reason)}`),
        ...(evidence === undefined ? [] : [line(visibleText(evidence, 400), { level: 1 })]),
      ]),
    ),
    listed(
      'Also added',
      added.length,
      added.map((key) => line(visibleText(key))),
    ),
    listed(
      'Excluded (not in the selection)',
      outside.length,
      outside.map(({ benchmark, taskId: id, reason, evidence }) =>
        line(`${visibleText(benchmark)}/${visibleText(id)}: ${reason}; ${visibleText(evidence, 400)}`),
      ),
    ),
    changes && comparisonSections(refreshed.comparison),
    warningSection(warnings, 600),
    section(quietLine(written ? `Wrote ${names}` : `Nothing was written.${toWrite}`)),
  );
}

type Compared = ReturnType<typeof compareVersions>;

const actionWords = { draw: 'redrawn', swap: 'reranked', keep: 'same series' } as const;

function comparisonSections({ commonTasks: common, systems, onCommon: pairs }: Compared): Section[] {
  const signed = (value: number) => `${value > 0 ? '+' : ''}${inPoints(value)}`;
  const interval = ({ difference, low, high }: { difference: number; low: number; high: number }) =>
    `${signed(difference)} [${signed(low)}, ${signed(high)}]`;
  const table = (title: string, names: readonly string[], rows: readonly (readonly string[])[]) => {
    const columns = names.map((name, at) => (at === 0 ? wordColumn(name) : figureColumn(name)));
    return under(title, rows.length > 0 && tableOf(title, columns, rows.slice(0, mostRows)));
  };
  return sectionsOf(
    section(`The two versions have ${countOf(common, 'task')} in common. Compare their results only on these.`),
    table(
      'Effect of the swaps, in points (95% interval; unweighted means)',
      ['system', 'tasks', 'old', 'new', 'difference'],
      systems.map(({ name, tasks, before, after, ...figure }) => [
        visibleText(name, 60),
        String(tasks),
        inPoints(before),
        inPoints(after),
        interval(figure),
      ]),
    ),
    table(
      'Differences on the common tasks, in points (95% interval)',
      ['systems', 'tasks', 'difference'],
      pairs.map(({ first, second, tasks, ...figure }) => [
        `${visibleText(second, 60)} - ${visibleText(first, 60)}`,
        String(tasks),
        interval(figure),
      ]),
    ),
  );
}

interface Former {
  readonly onDisk: { readonly file: string; readonly folder: string; readonly manifest: string };
  readonly former: Manifest;
  readonly loaded: LoadedPlan;
  /** The text of its plan; undefined: the file on disk. */
  readonly text: string | undefined;
  /** Throws if something has changed since. */
  readonly look: () => void;
}

async function readFormer(given: RefreshInput, ports: Ports): Promise<Former> {
  const { selection: path, plan: planName } = given;
  if (path !== undefined && embeddedPlans().includes(path)) return shippedFormer(path, given, ports);
  if (path !== undefined && /\.ya?ml$/i.test(path)) {
    const message = 'this is a plan, but "refresh" needs a built-in suite or a saved selection.';
    const hint = `Give the folder of the selection: winnow refresh FOLDER --plan ${quotedWord(path)}. To make a selection, run "winnow select ${quotedWord(path)}".`;
    throw new ManifestError([{ code: 'file/not-json', message, place: { file: path }, hint }]);
  }
  const { file, folder, texts } = readSelection(path);
  const former = await soundManifest(texts.manifest, file);
  const mark = former.metadata.plan;
  const { name } = mark;
  if (planName === undefined) await refuseEarlierVersion({ file, text: texts.manifest }, mark);
  const loaded = await (planName === undefined ? findPlanFiles(mark, folder) : loadPlanFiles(planName));
  if (loaded.plan.name !== name) {
    const message = `the selection was made from the plan "${name}", not from "${loaded.plan.name}".`;
    throw new ManifestError([{ code: 'plan/other', message, place: { file } }]);
  }
  const look = () => {
    assertUnchanged(loaded);
    if (readSelection(path).texts.manifest === texts.manifest) return;
    const message = 'the selection changed during the refresh.';
    throw new ManifestError([{ code: 'selection/changed', message, place: { file }, hint: 'Run the command again.' }]);
  };
  return { onDisk: { file, folder, manifest: texts.manifest }, former, loaded, text: undefined, look };
}

/** A built-in suite: its next version is a plan in this folder, with a selection beside it. */
async function shippedFormer(name: string, given: RefreshInput, ports: Ports): Promise<Former> {
  const file = `${name}.yaml`;
  // The schema is found from where the plan ships.
  const text = shippedText('plans', file).replace(/^# yaml-language-server:.*\n#?\n?/, '');
  const { readPlan } = await import('../core/plan/read-plan.js');
  const plan = readPlan(text, file);
  const folder = `${name}-v${(plan.history?.length ?? 0) + 2}`;
  const look = () => {
    if (!existsSync(file)) return;
    const message = 'this folder already has a refreshed version of this suite.';
    const refreshed = existsSync(join(folder, 'selection.json')) ? folder : 'FOLDER';
    const again = commandOf('refresh', refreshed, '--plan', file, ...givenWords(input, given, ['plan']));
    throw new PlanError([{ code: 'plan/exists', message, place: { file }, hint: `Refresh that version: ${again}` }]);
  };
  look();
  const selection = await selectFromPools(plan, await readPlanPools(plan, given, ports), runOptions(given), ports);
  const former = readBack(manifestWithFiles(selection, generatorName()));
  const onDisk = { file: `embedded ${name}`, folder, manifest: manifestText(former) };
  return { onDisk, former, loaded: { plan, texts: new Map() }, text, look };
}

/** Why no new version is allowed: by option, or because the plan could not read the results in the same way. */
function onlyReplace(flags: RefreshInput): string | undefined {
  if (flags.onlyReplace === true) return '--only-replace rules out a new version.';
  // Prices change the costs, which a new version does not use.
  const settings = Object.keys(settingsOf(flags)).filter((key) => key !== 'prices');
  const given = [...(flags.name === undefined ? [] : ['name']), ...settings];
  if (given.length === 0) return undefined;
  return `The plan doesn't contain the options for reading results (${given.join(', ')}). For a new version, add them to the plan under "results", and put the names of the systems in the results themselves.`;
}

function changeOf({ unsound, renewals }: Proposal, paths: readonly string[]): PlanChange {
  return {
    exclusions: unsound.flatMap(({ benchmark, id, exclude: reason, evidence }) =>
      reason === undefined
        ? []
        : [{ benchmark, id, reason, evidence, date: undefined, who: undefined, replacement: undefined }],
    ),
    edits: renewals.flatMap(({ benchmark, action, systems, namesSystems, keep }) => {
      if (action === 'keep') return [];
      return [{ benchmark, prior: paths, configurations: namesSystems ? systems : undefined, keep }];
    }),
  };
}

function keptKeys(tasks: Manifest['tasks'], after: Selection): readonly string[] {
  const is = new Set(after.choices.map(({ task }) => taskKey(task)));
  return tasks.map(({ benchmark, task_id: id }) => taskKey({ benchmark, id })).filter((key) => is.has(key));
}
