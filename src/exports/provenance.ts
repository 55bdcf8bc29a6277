import type { ProvenanceDocument } from '../core/contracts/provenance-document.js';
import { fingerprint, fingerprintBytes } from '../core/fingerprint/fingerprint.js';
import type { Manifest } from '../core/manifest/manifest.js';
import { provenanceFormat } from '../core/model/export-marker.js';
import type { RowFile } from '../core/model/row-file.js';
import { permanentRandomAlgorithm } from '../core/random/permanent-random-number.js';
import { scheduleSeed } from '../core/schedule/schedule.js';
import { asciiJson } from './escape/ascii-json.js';
import type { Export, ExportRequest } from './make-export.js';

/** What the provenance says of an export. */
type ProvenExport = Pick<Export, 'version' | 'runId' | 'repeat' | 'selected' | 'tasks' | 'leftOut' | 'files'> & {
  readonly runner: { readonly name: string };
};

/** Where an export comes from, as the text of its `provenance.json`: enough to tie a run to a selection, task by task. */
export function provenanceText(
  manifest: Manifest,
  request: ExportRequest,
  made: ProvenExport,
  selectionSha256: string,
): string {
  const { metadata, benchmarks, task_hashes: hashes } = manifest;
  const { settings = {}, part, shard, limit, dataset, predictions } = request;
  return `${asciiJson(
    {
      format: provenanceFormat,
      generated_by: request.generatedBy,
      runner: made.runner.name,
      runner_version: made.version === '' ? null : made.version,
      run_id: made.runId,
      plan: metadata.plan,
      selection_sha256: selectionSha256,
      pools: Object.fromEntries(benchmarks.map(({ name, tasks_sha256 }) => [name, tasks_sha256])),
      seed: metadata.random_seed,
      schedule: { algorithm: permanentRandomAlgorithm, seed: scheduleSeed(manifest), key: 'schedule/BENCHMARK' },
      selected: made.selected,
      not_in_export: made.selected - made.tasks.length,
      part: partEntry(part),
      shard: shard === undefined ? null : `${shard.index}/${shard.count}`,
      limit: limit ?? null,
      repeat: made.repeat,
      settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
      dataset: rowFileEntry(dataset),
      predictions: rowFileEntry(predictions),
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

function rowFileEntry(file: RowFile | undefined) {
  return file === undefined ? null : { file: file.file, sha256: file.sha256, rows: file.rows.length };
}

/** Why an export holds only some tasks of the selection, where that is neither a limit nor a shard. */
export interface ExportPortion {
  /** Ends the sentence "Only the tasks that …", such as "are not done". */
  readonly reason: string;
  /** The configuration that this holds for. */
  readonly configuration?: string | undefined;
  /** The files of results that it was found in. */
  readonly results?: readonly string[] | undefined;
  /** What the runs of these tasks may cost. */
  readonly budgetUsd?: number | undefined;
}

/** A part as a sentence of plain text. */
export function portionSentence({ reason, configuration, results = [], budgetUsd }: ExportPortion): string {
  const more = [
    configuration === undefined ? '' : ` (configuration ${configuration})`,
    results.length === 0 ? '' : ` after the results in ${results.join(', ')}`,
    budgetUsd === undefined ? '' : `, as far as a budget of $${budgetUsd} goes`,
  ];
  return `Only the tasks that ${reason}${more.join('')}.`;
}

/** A part as `provenance.json` has it. */
function partEntry(part: ExportPortion | undefined) {
  if (part === undefined) return null;
  const { reason, configuration = null, results = [], budgetUsd = null } = part;
  return { reason, configuration, results, budget_usd: budgetUsd };
}
