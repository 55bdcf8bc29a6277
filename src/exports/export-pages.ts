import type { ProvenanceDocument } from '../core/contracts/provenance-document.js';
import { fingerprint, fingerprintBytes } from '../core/fingerprint/fingerprint.js';
import { fingerprintText } from '../core/fingerprint/fingerprint-pool.js';
import { type Manifest, manifestPieces } from '../core/manifest/manifest.js';
import { provenanceFormat } from '../core/model/export-marker.js';
import type { RowFile } from '../core/model/row-file.js';
import { permanentRandomAlgorithm } from '../core/random/seeded-numbers.js';
import { scheduleSeed } from '../core/schedule/schedule.js';
import { countOf, markdownTable, markdownText, times } from '../core/text/words.js';
import type { Export, ExportRequest } from './make-export.js';
import type { NamedExport } from './make-exports.js';
import { type ExportFile, type RunCommand, when } from './runners/runner.js';
import { asciiJson, commandText } from './tasks/escape.js';
import type { LeftOut } from './tasks/export-task.js';

/** Joins the parts of a page, with an empty line between them. */
function page(...parts: readonly (string | readonly string[])[]): string {
  return `${parts.flat().join('\n\n')}\n`;
}

function shellBlock({ lines }: RunCommand): string {
  return `\`\`\`sh\n${commandText(lines)}\n\`\`\``;
}

function leftOutTable(leftOut: readonly LeftOut[]): string {
  const rows = leftOut.map(({ task, reason }) => [task.benchmark, task.id, reason].map(markdownText));
  return markdownTable(['benchmark', 'task', 'reason'], rows);
}

/** The runner of an export, with the version that it is for. */
function runnerWords({ runner, version }: Export): string {
  return `${runner.title}${version === '' ? '' : ` ${version}`}`;
}

/** The contents of `provenance.json`. */
export const provenanceWords = 'the hashes of the plan, pools and selection, the seed, and all tasks and files';

/** The README of an export: how to run it, its contents, the tasks left out and its provenance. */
export function exportReadme(
  manifest: Manifest,
  request: ExportRequest,
  made: Export,
  selectionSha256: string,
): string {
  const { runner, tasks, leftOut, notes, files, check } = made;
  return page(
    `# ${countOf(tasks.length, 'task')} for ${runnerWords(made)}`,
    overview(manifest, request, made),
    check === undefined
      ? []
      : [
          '## Check first',
          `The check asks the installed ${runner.title} which tasks it would run, and fails if they are not exactly the exported ones. It does not run any tasks. Use the Python environment in which ${runner.title} is installed.`,
          shellBlock(check),
        ],
    runSections(made),
    evaluateSections(made),
    '## Files',
    [...listedFiles(files), { name: 'provenance.json', about: provenanceWords }]
      .map(({ name, about }) => `- \`${name}\`: ${about}`)
      .join('\n'),
    when(notes.length > 0, '## Notes', notes.map((note) => `- ${markdownText(note)}`).join('\n')),
    when(
      leftOut.length > 0,
      `## Left out (${leftOut.length})`,
      'These selected tasks are not in this export.',
      leftOutTable(leftOut),
    ),
    '## Provenance',
    madeFrom(manifest, request, selectionSha256),
  );
}

/** The files one by one, but files in nested folders as a single entry. */
function listedFiles(files: readonly ExportFile[]): readonly Pick<ExportFile, 'name' | 'about'>[] {
  const isDeep = ({ name }: ExportFile) => name.split('/').length > 2;
  const deep = files.filter(isDeep);
  const tops = new Set(deep.map(({ name }) => name.split('/').slice(0, 2).join('/')));
  const folders = {
    name: `${deep[0]?.name.split('/')[0]}/*/`,
    about: `${countOf(tops.size, 'folder')}, ${countOf(deep.length, 'file')}`,
  };
  return [...files.filter((file) => !isDeep(file)), ...when(deep.length > 0, folders)];
}

function overview({ metadata, methodology }: Manifest, { part, limit, shard }: ExportRequest, made: Export): string {
  const { repeat, selected, tasks } = made;
  const outside = selected - tasks.length;
  const parts = [
    part === undefined ? '' : ` ${markdownText(portionSentence(part))}`,
    limit === undefined
      ? ''
      : ` Limited to the first ${limit} tasks${made.isRanked ? ' by rank' : ' in wave order, which keeps the strata in proportion'}.`,
    shard === undefined
      ? ''
      : ` This is shard ${shard.index} of ${shard.count}. Shards do not overlap, and each has an equal share of every stratum.`,
    outside === 0
      ? ''
      : ` ${outside} of the ${countOf(selected, 'selected task')} ${outside === 1 ? 'is' : 'are'} not in this export.`,
    methodology.pilot === undefined
      ? repeat === 1
        ? ''
        : ` Run each task ${times(repeat)}.`
      : ` This is a pilot with two arms, the baseline and the treatment. Run each task ${times(repeat)} in each arm, ${countOf(2 * repeat * tasks.length, 'run')} in total, and give the arms different names in the results. To compare them, use \`winnow compare SELECTION WITHOUT WITH --results RESULTS\`.`,
  ];
  return `Tasks selected by the plan ${markdownText(metadata.plan.name)}.${parts.join('')}`;
}

function runSections({ commands, runFrom }: Export): readonly string[] {
  if (commands.length === 0) return [];
  const here = 'Run this in the folder where you ran `winnow export`, because paths are relative to it.';
  const blocks = commands.flatMap((command) => [
    ...when(commands.length > 1, `${command.title}:`),
    shellBlock(command),
  ]);
  return ['## Run', runFrom === undefined ? here : markdownText(runFrom), ...blocks];
}

function evaluateSections({ evaluate, runner }: Export): readonly string[] {
  if (evaluate.length === 0) return [];
  return [
    '## Evaluate',
    `${runner.title} writes patches, not results. Evaluate them, and give Winnow the report that the evaluation writes.`,
    ...evaluate.flatMap((command) => [...when(evaluate.length > 1, `${command.title}:`), shellBlock(command)]),
  ];
}

function madeFrom(
  { metadata }: Manifest,
  { generatedBy, dataset, predictions }: ExportRequest,
  selectionSha256: string,
): string {
  const inputs = [dataset, predictions].filter((file) => file !== undefined);
  return markdownTable(
    ['', ''],
    [
      ['plan', `${markdownText(metadata.plan.name)}, SHA-256 ${metadata.plan.sha256}`],
      ['selection', `SHA-256 ${selectionSha256}`],
      ['seed', metadata.random_seed === null ? 'none' : markdownText(String(metadata.random_seed))],
      ...inputs.map(({ file, sha256 }) => [markdownText(file), `SHA-256 ${sha256}`]),
      ['made by', generatedBy],
    ],
  );
}

/** The README of several exports: the tasks of each runner, how to check and run them, and the tasks in no export. */
export function exportsReadme(
  { metadata }: Manifest,
  exports: readonly NamedExport[],
  skipped: readonly { readonly runner: string; readonly reason: string }[],
  uncovered: readonly LeftOut[],
): string {
  const blockOf = ({ folder, made: { runFrom } }: NamedExport, command: RunCommand) =>
    `${folder}:${runFrom === undefined ? '' : ` ${markdownText(runFrom)}`}\n\n${shellBlock(command)}`;
  const checks = exports.flatMap((each) => (each.made.check === undefined ? [] : [blockOf(each, each.made.check)]));
  const runs = exports.flatMap((each) => each.made.commands.slice(0, 1).map((command) => blockOf(each, command)));
  const rows = exports.map(({ folder, made }) => [
    folder,
    runnerWords(made),
    String(made.tasks.length),
    String(made.selected - made.tasks.length),
  ]);
  const reasons = skipped.map(({ runner, reason }) => [runner, markdownText(reason)]);
  return page(
    `# ${countOf(metadata.total_selected, 'selected task')} for ${countOf(exports.length, 'runner')}`,
    `Tasks selected by the plan ${markdownText(metadata.plan.name)}. Each folder is a separate export with its own README.`,
    markdownTable(['folder', 'runner', 'tasks', 'left out'], rows),
    when(
      checks.length > 0,
      '## Check first',
      'Run each check in the Python environment of its runner. Checks do not run any tasks.',
      ...checks,
    ),
    when(
      runs.length > 0,
      '## Run',
      'Run these in the folder where you ran `winnow export`, unless stated otherwise.',
      ...runs,
    ),
    when(skipped.length > 0, `## Not exported (${skipped.length})`, markdownTable(['runner', 'reason'], reasons)),
    when(uncovered.length > 0, `## Not in any export (${uncovered.length})`, leftOutTable(uncovered)),
  );
}

/** An export's entry in the provenance. */
type ProvenExport = Pick<Export, 'version' | 'runId' | 'repeat' | 'selected' | 'tasks' | 'leftOut' | 'files'> & {
  readonly runner: { readonly name: string };
};

/**
 * The provenance of an export, as the text of its `provenance.json`: enough to tie a run to a selection, task by
 * task.
 */
export function provenanceText(
  manifest: Manifest,
  request: ExportRequest,
  made: ProvenExport,
  selectionSha256: string,
): string {
  const { metadata, benchmarks, task_hashes: hashes } = manifest;
  const { settings = {}, part, shard, limit, dataset, predictions } = request;
  const fileEntry = (each: RowFile | undefined) =>
    each === undefined ? null : { file: each.file, sha256: each.sha256, rows: each.rows.length };
  return `${asciiJson(
    {
      format: provenanceFormat,
      generated_by: request.generatedBy,
      runner: made.runner.name,
      runner_version: made.version === '' ? null : made.version,
      run_id: made.runId,
      plan: { name: metadata.plan.name, sha256: metadata.plan.sha256 },
      selection_sha256: selectionSha256,
      pools: Object.fromEntries(benchmarks.map(({ name, tasks_sha256 }) => [name, tasks_sha256])),
      seed: metadata.random_seed,
      schedule: { algorithm: permanentRandomAlgorithm, seed: scheduleSeed(manifest), key: 'schedule/BENCHMARK' },
      selected: made.selected,
      not_in_export: made.selected - made.tasks.length,
      part:
        part === undefined
          ? null
          : {
              reason: part.reason,
              configuration: part.configuration ?? null,
              results: part.results ?? [],
              budget_usd: part.budgetUsd ?? null,
            },
      shard: shard === undefined ? null : `${shard.index}/${shard.count}`,
      limit: limit ?? null,
      repeat: made.repeat,
      settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
      dataset: fileEntry(dataset),
      predictions: fileEntry(predictions),
      tasks: made.tasks.map(({ task: { benchmark, id }, name, digest }) => ({
        benchmark,
        task_id: id,
        exported_as: name,
        sha256_12: hashes[benchmark]?.[id] ?? null,
        ...(digest === undefined ? {} : { digest }),
      })),
      left_out: made.leftOut.map(({ task: { benchmark, id }, reason }) => ({ benchmark, task_id: id, reason })),
      files: Object.fromEntries(
        made.files.map(({ name, content }) => [
          name,
          typeof content === 'string' ? fingerprint(content) : fingerprintBytes(content),
        ]),
      ),
    } satisfies ProvenanceDocument,
    2,
  )}\n`;
}

/** Why an export has only some of the selected tasks, if not because of a limit or a shard. */
export interface ExportPortion {
  /** Ends the sentence "Only the tasks that …", such as "are not done". */
  readonly reason: string;
  /** The system that this applies to. */
  readonly configuration?: string | undefined;
  /** The number of earlier runs of these tasks: an export of more runs gets another run id. */
  readonly runsBefore?: number | undefined;
  /** The result files that show it. */
  readonly results?: readonly string[] | undefined;
  /** What the runs of these tasks may cost. */
  readonly budgetUsd?: number | undefined;
}

/** A part as a sentence of plain text. */
function portionSentence({ reason, configuration, results = [], budgetUsd }: ExportPortion): string {
  const more = [
    configuration === undefined ? '' : ` (system ${configuration})`,
    results.length === 0 ? '' : ` after the results in ${results.join(', ')}`,
    budgetUsd === undefined ? '' : `, within a budget of $${budgetUsd}`,
  ];
  return `Only the tasks that ${reason}${more.join('')}.`;
}

/** SHA-256 of a selection: of its `selection.json` as Winnow writes it. */
export function manifestHash(manifest: Manifest): string {
  return fingerprintText(manifestPieces(manifest));
}
