import { join } from 'node:path';
import type { Command } from 'commander';
import { poolsAsHashed, stateOfPools } from '../../core/compare/pool-state.js';
import { documentOf } from '../../core/documents/document-of.js';
import { readManifest } from '../../core/manifest/read-manifest.js';
import { ManifestError } from '../../core/model/errors.js';
import type { RunResults } from '../../core/model/outcome.js';
import type { Selection } from '../../core/model/selection.js';
import { taskKey } from '../../core/outcomes/match-outcomes.js';
import { poolNames } from '../../core/outcomes/task-index.js';
import { type Proposal, proposeRefresh } from '../../core/refresh/propose-refresh.js';
import { compareVersions, refreshOf, refreshSchema } from '../../core/refresh/refresh.js';
import { nextVersion, versionChanges } from '../../core/refresh/version-changes.js';
import { findPlanFiles } from '../../disk/find-plan.js';
import { assertUnchanged, loadPlanFiles } from '../../disk/load-plan.js';
import { readSelection } from '../../disk/read-selection.js';
import { type PlanChange, pathFrom, refreshPlan, writeRefreshed } from '../../disk/refresh-plan.js';
import { selectionFileNames } from '../../disk/write-selection.js';
import { faultOf, refuseEarlierVersion } from '../arguments/manifest-of.js';
import {
  fromTable,
  noCache,
  type PoolFlags,
  pathsRead,
  readPlanPools,
  runOptions,
  selectFromPools,
} from '../arguments/read-plan-pools.js';
import { addResultOptions, type ResultFlags, readResults, resultPaths, settingsOf } from '../arguments/read-results.js';
import { refreshReport } from '../reports/refresh-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

interface RefreshFlags extends PoolFlags, ResultFlags {
  readonly results?: string[];
  readonly plan?: string;
  readonly onlyReplace?: true;
  readonly write?: true;
  readonly out?: string;
  readonly allowShortfall?: true;
  readonly json?: true;
}

/** `winnow refresh [SELECTION] --results RESULTS…`: the next version of a selection, with the fewest swaps. */
export function addRefresh(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Replaces tasks that are broken, flaky, changed or gone by the next of their group, and says why. With full results\n' +
        'of newer systems it draws a new version (purpose level or comparison) or reranks with at most a fifth of the\n' +
        'tasks swapped (ranking). It never takes a task out of a sample for being solved by all or by none.\n' +
        'Nothing is written without --write or -o: then the plan is written, and after it the selection.',
    )
    .argument('[selection]', 'a selection.json or the folder it lies in (default: "selection", or else ".")')
    .option('-r, --results <path...>', 'results on the tasks: files or folders, in any known format')
    .option('-p, --plan <plan>', 'the plan file (default: the plan of the selection)')
    .option('--only-replace', 'replace unsound tasks, and make no new version whatever the results hold');
  addResultOptions(command)
    .option('--write', 'write the plan, and the selection in place')
    .option('-o, --out <dir>', 'write the plan, and the selection into this folder')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .option('--json', 'print one JSON document and nothing else')
    .action(async (selection: string | undefined, flags: RefreshFlags) => done(await runRefresh(selection, flags)));
}

async function runRefresh(path: string | undefined, flags: RefreshFlags): Promise<number> {
  const { onDisk, former, loaded } = await readFormer(path, flags.plan);
  const { plan } = loaded;
  const paths = resultPaths(flags.results, flags) ?? [];
  const pools = await readPlanPools(plan, flags);
  const now = await selectFromPools(plan, pools, runOptions(flags));
  const state = stateOfPools(plan, poolsAsHashed(pools, former));
  const results =
    paths.length === 0
      ? noResults
      : await readResults(paths, flags, { settings: plan.results, tasks: poolNames(pools) });
  const proposal = proposeRefresh({ former, now, state, results, onlyReplace: onlyReplace(flags) });
  const change = changeOf(
    proposal,
    paths.map((each) => pathFrom(plan, each)),
  );
  const tried = refreshPlan(plan, change);
  const learnsMore = change.edits.length > 0;
  const nextPools = learnsMore ? await readPlanPools(tried.plan, flags) : pools;
  const after = await selectFromPools(tried.plan, nextPools, runOptions(flags));
  const changes = versionChanges(former, after, proposal);
  const isSame = changes.out.length + changes.added.length + change.exclusions.length === 0 && !learnsMore;
  const version = isSame ? undefined : nextVersion(former, onDisk.texts.manifest, proposal, changes);
  const out = flags.out ?? onDisk.folder;
  const refreshed = version === undefined ? undefined : refreshPlan(plan, { ...change, history: version });
  const write = flags.write === true || flags.out !== undefined;
  if (refreshed !== undefined && write) {
    const selection = await selectFromPools(refreshed.plan, nextPools, runOptions(flags));
    writeRefreshed(refreshed, selection, {
      out,
      inputs: pathsRead(flags),
      look: () => {
        assertUnchanged(loaded);
        assertSame(onDisk.file, onDisk.texts.manifest, path);
      },
    });
  }
  const refresh = refreshOf({
    plan: plan.name,
    selection: onDisk.file,
    proposal,
    changes,
    version,
    formerVersion: (former.history?.length ?? 0) + 1,
    comparison: compareVersions(keptKeys(former.tasks, after), changes, proposal.matched.configurations),
    written: refreshed !== undefined && write,
    files:
      refreshed === undefined ? [] : [...refreshed.texts.keys(), ...selectionFileNames.map((name) => join(out, name))],
  });
  if (flags.json === true) print(`${JSON.stringify(documentOf(refreshSchema(), refresh), null, 2)}\n`);
  else print(`${refreshReport(refresh, terminalFor(process.stdout))}\n`);
  return exitCodes.done;
}

const noResults: RunResults = { outcomes: [], files: [], faults: [], warnings: [] };

/** The selection that is refreshed, with its plan. */
async function readFormer(path: string | undefined, planName: string | undefined) {
  const selection = soundSelection(path);
  const { onDisk, former } = selection;
  const { name, sha256 } = former.metadata.plan;
  if (planName === undefined) {
    await refuseEarlierVersion({ file: onDisk.file, text: onDisk.texts.manifest }, { name, sha256 });
  }
  const loaded = await (planName === undefined ? findPlanFiles(name, onDisk.folder, sha256) : loadPlanFiles(planName));
  if (loaded.plan.name === name) return { ...selection, loaded };
  const message = `it was made by the plan "${name}", not by "${loaded.plan.name}".`;
  throw new ManifestError([{ code: 'plan/other', message, place: { file: onDisk.file } }]);
}

function soundSelection(path: string | undefined) {
  const onDisk = readSelection(path);
  const { manifest, differences } = readManifest(onDisk.texts.manifest);
  if (manifest === undefined) throw new ManifestError(differences.map((each) => faultOf(each, onDisk.file)));
  return { onDisk, former: manifest };
}

function assertSame(file: string, text: string, path: string | undefined): void {
  if (readSelection(path).texts.manifest === text) return;
  const message = 'the selection changed while it was refreshed.';
  throw new ManifestError([{ code: 'selection/changed', message, place: { file }, hint: 'Run again.' }]);
}

/** Why no new version may be made: because it was said so, or because a plan could not read the results alike. */
function onlyReplace(flags: RefreshFlags): string | undefined {
  if (flags.onlyReplace === true) return 'No new version was asked for (--only-replace).';
  const given = [...(flags.name === undefined ? [] : ['name']), ...Object.keys(settingsOf(flags))];
  if (given.length === 0) return undefined;
  return `The results are read with options that the plan does not have (${given.join(', ')}): for a new version, write the settings into the plan under "results", and name systems in the results themselves.`;
}

function changeOf({ unsound, renewals }: Proposal, paths: readonly string[]): PlanChange {
  return {
    exclusions: unsound.flatMap(({ benchmark, id, exclude: reason, evidence }) =>
      reason === undefined
        ? []
        : [{ benchmark, id, reason, evidence, date: undefined, who: undefined, replacement: undefined }],
    ),
    edits: renewals.flatMap(({ benchmark, action, systems, namesSystems, keep }) => {
      if (action === 'keep' && keep === undefined) return [];
      const prior = action === 'keep' ? [] : paths;
      return [{ benchmark, prior, configurations: namesSystems ? systems : undefined, keep }];
    }),
  };
}

function keptKeys(
  tasks: readonly { readonly benchmark: string; readonly task_id: string }[],
  after: Selection,
): readonly string[] {
  const is = new Set(after.choices.map(({ task }) => taskKey(task)));
  return tasks.map(({ benchmark, task_id: id }) => taskKey({ benchmark, id })).filter((key) => is.has(key));
}
