import { join, posix } from 'node:path';
import * as z from 'zod/mini';
import { line, quietLine, type Section } from '../../core/blocks/blocks.js';
import { compact } from '../../core/lists/lists.js';
import type { Manifest } from '../../core/manifest/manifest.js';
import { ExportError } from '../../core/model/errors.js';
import { countOf, visibleText } from '../../core/text/words.js';
import { isFile, isFolder } from '../../disk/open-regular.js';
import { generatorName } from '../../disk/own-package.js';
import { writeExport } from '../../disk/write-export.js';
import { type Export, type ExportRequest, makeExport } from '../../exports/make-export.js';
import { type Exports, makeExports, type NamedExport, runnersIn } from '../../exports/make-exports.js';
import type { RunnerSettings } from '../../exports/runners/runner.js';
import { runnerNames } from '../../exports/runners/runners.js';
import { commandText } from '../../exports/tasks/escape.js';
import { openTaskFolder } from '../../files/documents/open-task-folder.js';
import { readRows } from '../../files/tables/read-rows.js';
import { parquetBytes } from '../../files/tables/write-parquet.js';
import { embeddedIn, embeddedRunners } from '../../sources/embedded-data.js';
import { type InputOf, option, rare } from '../declare/operation.js';
import { firstOf, section, sectionsOf, under } from '../declare/sections.js';
import type { TaskFolders } from './manifests.js';

export const exportOptions = {
  to: option.text('runner', 'the runner, such as harbor or ids ("winnow export --help" lists all)'),
  out: option.text('dir', 'the folder to write into: new, empty, or with an earlier export', {
    short: 'o',
    path: 'write',
  }),
  benchmark: rare.texts('name', 'export only these benchmarks; other tasks are listed as left out'),
  shard: rare.of(
    z.optional(z.object({ index: z.int(), count: z.int() })),
    'export part k of n, with an equal share of every stratum',
    { value: 'k/n', fromText: shardFrom },
  ),
  limit: option.number('n', 'export only the first n tasks by rank, or in wave order if they are not ranked together'),
  repeats: rare.number('k', 'the number of runs per task', { default: '1, or as planned for the pilot' }),
  runId: rare.text('name', 'the name of the run', { default: 'made from the plan and the tasks' }),
  runnerVersion: rare.text('version', 'the version of the runner, if its commands depend on it', {
    default: 'the current one',
  }),
  dataset: option.text('file', 'the dataset to filter: JSON, JSON lines, CSV or Parquet', {
    path: 'read',
  }),
  id: rare.text('column', 'the id column of --dataset', { default: 'the column that contains the task ids' }),
  predictions: rare.text('file', 'predictions or patches to filter', { path: 'read' }),
  datasetName: rare.text('name', "the runner's name for the dataset"),
  split: rare.text('name', 'the split of the dataset', { default: 'test' }),
  path: option.text('dir', 'the folder that contains the tasks, or that their paths are relative to', {
    default: 'from the plan',
    path: 'read',
  }),
  check: rare.flag('do not check that the task folders exist and are valid', { negated: true }),
  copyAs: rare.text(
    'owner',
    'Harbor: copy the tasks into the export, name the unnamed ones, and pin them in dataset.toml',
  ),
  gitUrl: rare.text('url', 'the git repository that contains the tasks, to pin them (needs --commit)'),
  commit: rare.text('hash', 'the commit to pin the tasks to'),
  form: rare.word(['folder', 'package'], 'how to name the tasks: folder or package', { value: 'form' }),
  ref: rare.text('ref', 'the revision of the packages'),
  task: rare.text('name', 'the Inspect task, or one per benchmark: BENCHMARK=TASK,…'),
  agent: rare.text('name', 'the agent to run'),
  model: rare.text('name', 'the model to run'),
};

type ExportInput = InputOf<typeof exportOptions>;

interface ExportMatter {
  /** The files that were read for it and must not be overwritten. */
  readonly inputs: readonly string[];
  /** The folders of the tasks, if the plan is known. */
  readonly places?: TaskFolders | undefined;
  readonly only?: ExportRequest['only'];
  readonly repeat?: number;
  /** Why it is only these tasks. */
  readonly part?: ExportRequest['part'];
}

export async function runExport(manifest: Manifest, flags: ExportInput, matter: ExportMatter): Promise<Export> {
  const made = await prepareExport(manifest, flags, matter);
  writeExports([{ folder: '', made }], flags, matter.inputs);
  return made;
}

/** Makes the requested export, to be written into a folder within --out. */
export async function prepareExport(
  manifest: Manifest,
  flags: ExportInput,
  matter: Omit<ExportMatter, 'inputs'>,
  folder = '',
): Promise<Export> {
  const { to, out } = targetOf(flags);
  if (folder === '') return makeExport(manifest, await requestFrom(manifest, flags, to, out, matter));
  // Runs of two systems under one id would replace each other.
  const runId = flags.runId === undefined ? undefined : `${flags.runId}-${folder}`;
  return makeExport(manifest, await requestFrom(manifest, { ...flags, runId }, to, join(out, folder), matter));
}

/** Writes exports for one runner, each into its own folder within --out. A trial only checks that they can be written. */
export function writeExports(
  exports: readonly NamedExport[],
  flags: ExportInput,
  inputs: readonly string[],
  isTrial = false,
): void {
  const runner = exports[0]?.made.runner;
  if (runner === undefined) return;
  const files = exports.flatMap(({ folder, made }) =>
    made.files.map((file) => ({ ...file, name: posix.join(folder, file.name) })),
  );
  writeExport(targetOf(flags).out, { runner, files }, [...inputs, ...rowFiles(flags)], isTrial);
}

export function folderNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '') || 'system';
    let own = plain;
    for (let i = 2; taken.has(own.toLowerCase()); i++) own = `${plain}-${i}`;
    taken.add(own.toLowerCase());
    return own;
  });
}

export async function runExports(manifest: Manifest, flags: ExportInput, matter: ExportMatter): Promise<Exports> {
  const { to, out } = targetOf(flags);
  const made = await makeExports(manifest, await requestFrom(manifest, flags, to, out, matter));
  writeExport(out, made, [...matter.inputs, ...rowFiles(flags)]);
  return made;
}

/** The runner and the folder of an export. @throws ExportError if one is missing, or there is no such runner. */
export function targetOf({ to, out }: ExportInput): { readonly to: string; readonly out: string } {
  if (to !== undefined && out !== undefined) return { to, out };
  const missing = [...(to === undefined ? ['--to RUNNER'] : []), ...(out === undefined ? ['--out DIR'] : [])];
  const message = `an export needs ${missing.join(' and ')}.`;
  const hint = to === undefined ? { hint: `Runners: ${runnerNames.join(', ')}.` } : {};
  throw new ExportError([{ code: 'usage', message, ...hint }]);
}

function rowFiles({ dataset, predictions }: ExportInput): readonly string[] {
  return [dataset, predictions].filter((file) => file !== undefined);
}

async function requestFrom(
  manifest: Manifest,
  flags: ExportInput,
  to: string,
  out: string,
  { places, only, repeat, part }: Omit<ExportMatter, 'inputs'>,
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
    repeat: repeat ?? flags.repeats ?? manifest.methodology.pilot?.repeats_per_arm,
    runId,
    settings: runnerSettings(flags, to, places),
    usual: usualSettings(manifest, flags),
    dataset: dataset === undefined ? undefined : await readRows(dataset),
    predictions: predictions === undefined ? undefined : await readRows(predictions),
    hasFile: check !== false ? isFile : undefined,
    hasFolder: check !== false ? isFolder : undefined,
    openTask: openTaskFolder,
    here: process.cwd(),
    otherFolders: places?.otherFolders,
    sources: flags.path === undefined ? places?.sources : undefined,
    tableBytes: parquetBytes,
    generatedBy: generatorName(),
  };
}

function runnerSettings(flags: ExportInput, to: string, places: TaskFolders | undefined): RunnerSettings {
  const { runnerVersion, datasetName, split, gitUrl, commit, form, ref, task, agent, model, copyAs, id } = flags;
  const isElsewhere = gitUrl !== undefined || form === 'package' || datasetName !== undefined;
  const own = { runnerVersion, datasetName, split, gitUrl, commit, form, ref, task, agent, model, copyAs };
  const reads = runnersIn(to).some(({ reads, readsFolders }) => readsFolders?.(own) ?? reads.includes('path'));
  const path = flags.path ?? (reads && !isElsewhere ? places?.folder : undefined);
  return { ...own, path, idColumn: id };
}

/** The settings of each runner for a built-in pool, unless a flag sets them. */
function usualSettings({ benchmarks }: Manifest, flags: ExportInput): ExportRequest['usual'] {
  const { dataset, datasetName, path, gitUrl, form, task } = flags;
  if ([dataset, datasetName, path, gitUrl, form, task].some((each) => each !== undefined)) return undefined;
  const [source, ...more] = embeddedIn(benchmarks.map((each) => each.source));
  return source === undefined || more.length > 0 || benchmarks.length > 1 ? undefined : embeddedRunners(source);
}

function shardFrom(text: string): { index: number; count: number } {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  if (index === undefined) throw new Error('Expected K/N, such as 2/5.');
  return { index: Number(index), count: Number(count) };
}

const mostReasons = 5;
const longestCommand = 2000;

export function exportSections(made: Export, folder: string, plan?: string): Section[] {
  const { runner, version, tasks, repeat, commands, runFrom, leftOut, check } = made;
  const times = repeat === 1 ? '' : `, ${repeat} runs each`;
  const left = `Not in this export: ${countOf(leftOut.length, 'selected task')}`;
  const [first] = commands;
  return sectionsOf(
    section(
      line([
        ...(plan === undefined ? [] : [{ strong: visibleText(plan) }, ': ']),
        { strong: countOf(tasks.length, 'task') },
        ` for ${runner.title}${version === '' ? '' : ` ${version}`}${times}`,
      ]),
    ),
    section(first && commandLines(commandText(first.lines), folder)),
    check && section(quietLine('To check which tasks it would run:'), commandLines(commandText(check.lines), folder)),
    section(compact([runFrom, ...made.notes]).map((note) => line(visibleText(note, 600), { level: 1 }))),
    under([{ strong: left, tone: 'warning' }], reasons(made)),
    section(quietLine(`Wrote ${writtenFiles(made, folder)}`)),
  );
}

/** The files that were written, with only a count for copied tasks. */
function writtenFiles({ files }: Pick<Export, 'files'>, folder: string): string {
  const near = files.filter(({ name }) => name.split('/').length < 3);
  const names = near.map(({ name }) => visibleText(`${folder}/${name}`, 300));
  const deep = files.length - near.length;
  return [...names, ...(deep === 0 ? [] : [`and ${countOf(deep, 'file')} in the copied tasks`])].join(', ');
}

/** The tasks left out, counted by benchmark and reason. The README lists each one. */
function reasons({ leftOut }: Pick<Export, 'leftOut'>): readonly string[] {
  const counts = new Map<string, number>();
  for (const { task, reason } of leftOut) {
    const words = `${task.benchmark}: ${reason}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const lines = [...counts].map(([words, count]) => `${count} from ${visibleText(words, 300)}`);
  return firstOf(lines, mostReasons, (more) => `and ${more} more, listed in the README`);
}

function commandLines(command: string, folder: string): readonly string[] {
  const indented = command.split('\n').map((each) => `  ${each}`);
  if (command.length <= longestCommand) return indented;
  const shortened = `${indented.join('\n').slice(0, longestCommand)}…`.split('\n');
  return [...shortened, `  (the full command is in ${visibleText(folder, 300)}/README.md)`];
}
