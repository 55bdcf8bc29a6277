import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Manifest } from '../../core/manifest/manifest.js';
import { ExportError } from '../../core/model/errors.js';
import { generatorName } from '../../disk/own-package.js';
import { isFile, isFolder, writeExport } from '../../disk/write-export.js';
import { type Export, type ExportRequest, makeExport } from '../../exports/make-export.js';
import { type Exports, makeExports, runnersIn } from '../../exports/make-exports.js';
import type { RunnerSettings } from '../../exports/runners/runner.js';
import { runnerNames } from '../../exports/runners/runners.js';
import { openTaskFolder } from '../../files/documents/open-task-folder.js';
import { readRows } from '../../files/tables/read-rows.js';
import { parquetBytes } from '../../files/tables/write-parquet.js';
import { numberFrom } from './number-from.js';
import type { TaskFolders } from './task-folders.js';

/** The options of an export, as Commander gives them. */
export interface ExportFlags extends RunnerSettings {
  readonly to?: string;
  readonly out?: string;
  readonly benchmark?: string[];
  readonly shard?: { readonly index: number; readonly count: number };
  readonly limit?: number;
  readonly repeat?: number;
  readonly runId?: string;
  readonly dataset?: string;
  readonly predictions?: string;
  readonly check: boolean;
}

/** Gives a command the options that say what is exported to whom, and what a runner may need to know. */
export function addExportOptions(command: Command): Command {
  return command
    .option('--to <runner>', 'the runner (all of them: "winnow export --help")')
    .option('-o, --out <dir>', 'a folder of its own; one that holds anything else is left alone')
    .option('--benchmark <name...>', 'only these benchmarks; the tasks of the others are listed as left out')
    .option('--shard <k/n>', 'one of n disjoint parts, even in every stratum', shardFrom)
    .option('--limit <n>', 'the first n that keep the proportions of the strata; n is within n + 1', numberFrom)
    .option('--repeat <k>', 'how often each task is to be run (default: 1, of a pilot as designed)', numberFrom)
    .option('--run-id <name>', 'the name of the run (default: from the plan and the exported tasks)')
    .option('--runner-version <version>', 'of the runner, where its calls differ (default: the current one)')
    .option('--dataset <file>', 'rows of the data set to filter: JSON, JSON lines, CSV or Parquet')
    .option('--predictions <file>', 'predictions or patches to filter')
    .option('--dataset-name <name>', 'what the runner calls the data set')
    .option('--split <name>', 'the split of the data set (default: test)')
    .option('--path <dir>', 'the folder of the tasks, or the one theirs are relative to (default: the plan’s)')
    .option('--no-check', 'do not look whether the tasks’ folders are there and would be taken')
    .option('--copy-as <owner>', 'Harbor: copy the tasks, name those without a name, and pin them in dataset.toml')
    .option('--git-url <url>', 'the repository that holds the tasks, to pin them (with --commit)')
    .option('--commit <hash>', 'the commit of that repository')
    .addOption(new Option('--form <form>', 'which of its names a task is called by').choices(['folder', 'package']))
    .option('--ref <ref>', 'the revision of packages')
    .option('--task <name>', 'Inspect’s name of the task, or of one for each benchmark: BENCHMARK=TASK,…')
    .option('--agent <name>', 'the agent to run')
    .option('--model <name>', 'the model to run');
}

/** What an export is about besides the flags. */
interface ExportMatter {
  /** The files that were read for it, and are not to be written over. */
  readonly inputs: readonly string[];
  /** Where the tasks' folders lie, as far as the plan is known. */
  readonly places?: TaskFolders | undefined;
  /** The tasks to speak of. */
  readonly only?: ExportRequest['only'];
  readonly repeat?: number;
  /** Why it is only these tasks. */
  readonly part?: ExportRequest['part'];
}

/** Makes the export that the flags ask for and writes it. */
export async function runExport(manifest: Manifest, flags: ExportFlags, matter: ExportMatter): Promise<Export> {
  const { to, out } = targetOf(flags);
  const made = await makeExport(manifest, await requestFrom(manifest, flags, to, out, matter));
  writeExport(out, made, [...matter.inputs, ...rowFiles(flags)]);
  return made;
}

/** Makes the exports for several runners that the flags ask for and writes them into one folder. */
export async function runExports(manifest: Manifest, flags: ExportFlags, matter: ExportMatter): Promise<Exports> {
  const { to, out } = targetOf(flags);
  const made = await makeExports(manifest, await requestFrom(manifest, flags, to, out, matter));
  writeExport(out, made, [...matter.inputs, ...rowFiles(flags)]);
  return made;
}

function targetOf({ to, out }: ExportFlags): { readonly to: string; readonly out: string } {
  if (to !== undefined && out !== undefined) return { to, out };
  const missing = [...(to === undefined ? ['--to RUNNER'] : []), ...(out === undefined ? ['--out DIR'] : [])];
  const message = `an export needs ${missing.join(' and ')}.`;
  throw new ExportError([{ code: 'usage', message, hint: `Runners: ${runnerNames.join(', ')}.` }]);
}

function rowFiles({ dataset, predictions }: ExportFlags): readonly string[] {
  return [dataset, predictions].filter((file) => file !== undefined);
}

async function requestFrom(
  manifest: Manifest,
  flags: ExportFlags,
  to: string,
  out: string,
  { places, only, repeat, part }: ExportMatter,
): Promise<ExportRequest> {
  const { dataset, predictions, check, benchmark, shard, limit, runId } = flags;
  return {
    to,
    folder: out,
    benchmarks: benchmark,
    only,
    part,
    shard,
    limit,
    repeat: repeat ?? flags.repeat ?? manifest.methodology.pilot?.repeats_per_arm,
    runId,
    settings: settingsOf(flags, to, places),
    dataset: dataset === undefined ? undefined : await readRows(dataset),
    predictions: predictions === undefined ? undefined : await readRows(predictions),
    hasFile: check ? isFile : undefined,
    hasFolder: check ? isFolder : undefined,
    openTask: openTaskFolder,
    here: process.cwd(),
    otherFolders: places?.otherFolders,
    tableBytes: parquetBytes,
    generatedBy: generatorName(),
  };
}

function settingsOf(flags: ExportFlags, to: string, places: TaskFolders | undefined): RunnerSettings {
  const { runnerVersion, datasetName, split, gitUrl, commit, form, ref, task, agent, model, copyAs } = flags;
  const isElsewhere = gitUrl !== undefined || form === 'package' || datasetName !== undefined;
  const reads = runnersIn(to).some((runner) => runner.reads.includes('path'));
  const usual = reads && !isElsewhere ? places?.folder : undefined;
  const path = flags.path ?? usual;
  return { runnerVersion, datasetName, split, path, gitUrl, commit, form, ref, task, agent, model, copyAs };
}

function shardFrom(text: string): { index: number; count: number } {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  if (index === undefined) throw new InvalidArgumentError('Expected K/N, such as 2/5.');
  return { index: Number(index), count: Number(count) };
}
