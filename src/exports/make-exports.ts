import type { Manifest } from '../core/manifest/manifest.js';
import { ExportError, type Fault } from '../core/model/errors.js';
import { provenanceName } from '../core/model/export-marker.js';
import { taskKey } from '../core/outcomes/match-outcomes.js';
import { exportsReadme, manifestHash, provenanceText } from './export-pages.js';
import { type Export, type ExportRequest, makeExport, runIdFor } from './make-export.js';
import { type ExportFile, flagOf, type Runner, type RunnerSettings, settingNames } from './runners/runner.js';
import { runnerNamed, runnerNames } from './runners/runners.js';
import { exportTasks, type LeftOut, type NamedTask } from './tasks/export-task.js';

/** One of several exports, in its own subfolder. */
export interface NamedExport {
  readonly folder: string;
  readonly made: Export;
}

/** Exports of one selection for several runners, ready to write into one folder. */
export interface Exports {
  /** Marks the common folder. */
  readonly runner: { readonly name: string };
  readonly exports: readonly NamedExport[];
  /** For `all`: the runners that were left out, and why. */
  readonly skipped: readonly { readonly runner: string; readonly reason: string }[];
  /** Selected tasks that none of the exports has. */
  readonly uncovered: readonly LeftOut[];
  /** The files of all exports, with one shared README and one provenance file. */
  readonly files: readonly ExportFile[];
}

/** Whether more than one export is requested: `a,b`, `a:BENCHMARK` or `all`. */
export function isSeveral(to: string): boolean {
  return to === 'all' || /[,:]/.test(to);
}

/** Makes an export for several runners: `all`, or a list `a,b:BENCHMARK`. Throws ExportError with every reason. */
export async function makeExports(manifest: Manifest, request: ExportRequest): Promise<Exports> {
  const wanted = targetsIn(request.to);
  const runners = runnersIn(request.to);
  const faults: Fault[] = settingsOfNobody(runners, request);
  const exports: NamedExport[] = [];
  const skipped: { runner: string; reason: string }[] = [];
  for (const [i, { name, benchmark }] of wanted.entries()) {
    const runner = runners[i] ?? runnerNamed(name);
    const isAlone = wanted.filter((each) => each.name === name).length === 1;
    const folder = isAlone || benchmark === undefined ? name : `${name}-${benchmark.replace(/[^\w.-]/g, '_')}`;
    try {
      const own = { ...forRunner(runner, request), to: name, folder: `${request.folder}/${folder}` };
      const benchmarks = benchmark === undefined ? request.benchmarks : [benchmark];
      exports.push({ folder, made: await makeExport(manifest, { ...own, benchmarks }) });
    } catch (error) {
      if (!(error instanceof ExportError)) throw error;
      if (request.to === 'all') skipped.push({ runner: name, reason: error.faults[0]?.message ?? '' });
      else for (const fault of error.faults) faults.push({ ...fault, message: `${name}: ${fault.message}` });
    }
  }
  if (request.to === 'all' && exports.length === 0) {
    faults.push({ code: 'export/empty', message: 'no runner can run any of the selected tasks.' });
  }
  if (faults.length > 0) throw new ExportError(faults);
  return together(manifest, request, exports, skipped);
}

interface Target {
  readonly name: string;
  readonly benchmark?: string | undefined;
}

/** The requested runners. */
export function runnersIn(to: string): readonly Runner[] {
  return targetsIn(to).map(({ name }) => runnerNamed(name));
}

function targetsIn(to: string): readonly Target[] {
  if (to === 'all') return runnerNames.map((name) => ({ name }));
  const targets = to.split(',').map((each): Target => {
    const [name = '', ...rest] = each.split(':');
    return { name: name.trim(), benchmark: rest.length === 0 ? undefined : rest.join(':').trim() };
  });
  const twice = targets.find((each, i) =>
    targets.some((other, k) => k < i && other.name === each.name && other.benchmark === each.benchmark),
  );
  if (twice === undefined) return targets;
  throw new ExportError([{ code: 'export/runner', message: `--to lists ${twice.name} twice.` }]);
}

/** Errors for settings that none of the runners reads. */
function settingsOfNobody(runners: readonly Runner[], { settings = {}, dataset, predictions }: ExportRequest): Fault[] {
  const given: RunnerSettings = { ...settings, dataset: dataset?.file, predictions: predictions?.file };
  return settingNames
    .filter((key) => given[key] !== undefined && !runners.some(({ reads }) => reads.includes(key)))
    .map((key) => ({ code: 'export/setting', message: `none of the runners uses ${flagOf(key)}.` }));
}

/** The part of a request that a runner uses. */
function forRunner(runner: Runner, request: ExportRequest): ExportRequest {
  const reads = (key: string) => runner.reads.some((each) => each === key);
  const dataset = reads('dataset') ? request.dataset : undefined;
  const isNameUnread = dataset !== undefined && runner.takesRowsOrName === true;
  const entries = Object.entries(request.settings ?? {});
  const settings = Object.fromEntries(
    entries.filter(([key]) => reads(key) && !(key === 'datasetName' && isNameUnread)),
  );
  return { ...request, settings, dataset, predictions: reads('predictions') ? request.predictions : undefined };
}

function together(
  manifest: Manifest,
  request: ExportRequest,
  exports: readonly NamedExport[],
  skipped: Exports['skipped'],
): Exports {
  const runner = { name: 'several' };
  const all = exportTasks(manifest);
  const foldersOf = new Map<string, string[]>();
  for (const { folder, made } of exports) {
    for (const { task } of made.tasks) {
      const key = taskKey(task);
      foldersOf.set(key, [...(foldersOf.get(key) ?? []), folder]);
    }
  }
  const tasks = all.flatMap((task): readonly NamedTask[] => {
    const folders = foldersOf.get(taskKey(task));
    return folders === undefined ? [] : [{ task, name: folders.join(', ') }];
  });
  const uncovered = all
    .filter((task) => !foldersOf.has(taskKey(task)))
    .map((task) => ({ task, reason: reasonIn(exports, taskKey(task)) }));
  const inFolders = exports.flatMap(({ folder, made }) =>
    made.files.map((file) => ({ ...file, name: `${folder}/${file.name}` })),
  );
  const readme = exportsReadme(manifest, exports, skipped, uncovered);
  const files = [...inFolders, { name: 'README.md', content: readme, about: 'how to run all exports' }];
  const [{ made: first } = { made: undefined }] = exports;
  const sha256 = manifestHash(manifest);
  const runId = runIdFor(manifest, request, tasks, sha256);
  const made = { runner, version: '', runId, repeat: first?.repeat ?? 1, selected: all.length };
  const provenance = provenanceText(manifest, request, { ...made, tasks, leftOut: uncovered, files }, sha256);
  const last = { name: provenanceName, content: provenance, about: 'provenance of all exports' };
  return { runner, exports, skipped, uncovered, files: [...files, last] };
}

function reasonIn(exports: readonly NamedExport[], key: string): string {
  const reasons = exports.flatMap(({ folder, made }) =>
    made.leftOut.filter(({ task }) => taskKey(task) === key).map(({ reason }) => `${folder}: ${reason}`),
  );
  return reasons.join('; ') || 'not in any requested export';
}
