import type { ExportDocument } from '../core/contracts/export-document.js';
import type { ExportsDocument } from '../core/contracts/exports-document.js';
import { commandText } from './escape/shell-word.js';
import type { Export } from './make-export.js';
import type { Exports } from './make-exports.js';

/** An export as plain data, ready for JSON: what was written, what runs it, what is not in it. */
export function exportSummary(made: Export, folder: string) {
  return {
    runner: made.runner.name,
    runner_version: made.version === '' ? null : made.version,
    folder,
    run_id: made.runId,
    repeat: made.repeat,
    tasks: made.tasks.map(({ task: { benchmark, id }, name }) => ({ benchmark, task_id: id, exported_as: name })),
    left_out: made.leftOut.map(({ task: { benchmark, id }, reason }) => ({ benchmark, task_id: id, reason })),
    commands: made.commands.map(({ title, lines }) => ({ title, command: commandText(lines) })),
    ...(made.check === undefined ? {} : { check: commandText(made.check.lines) }),
    notes: [...(made.runFrom === undefined ? [] : [made.runFrom]), ...made.notes],
    files: made.files.map(({ name }) => name),
  } satisfies ExportDocument;
}

/** Several exports as plain data, ready for JSON. */
export function exportsSummary({ exports, skipped, uncovered, files }: Exports, folder: string) {
  return {
    folder,
    exports: exports.map((each) => exportSummary(each.made, `${folder}/${each.folder}`)),
    skipped,
    uncovered: uncovered.map(({ task: { benchmark, id }, reason }) => ({ benchmark, task_id: id, reason })),
    files: files.map(({ name }) => name),
  } satisfies ExportsDocument;
}
