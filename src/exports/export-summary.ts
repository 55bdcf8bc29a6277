import type { ExportDocument, ExportsDocument } from '../core/contracts/command-documents.js';
import type { Export } from './make-export.js';
import type { Exports } from './make-exports.js';
import { commandText } from './tasks/escape.js';
import type { LeftOut } from './tasks/export-task.js';

/** An export as plain data: its files, its commands and its left-out tasks. */
export function exportSummary(made: Export, folder: string): ExportDocument {
  return {
    runner: made.runner.name,
    runnerVersion: made.version === '' ? undefined : made.version,
    folder,
    runId: made.runId,
    repeat: made.repeat,
    tasks: made.tasks.map(({ task: { benchmark, id }, name }) => ({ benchmark, taskId: id, exportedAs: name })),
    leftOut: made.leftOut.map(leftOutEntry),
    commands: made.commands.map(({ title, lines }) => ({ title, command: commandText(lines) })),
    check: made.check && commandText(made.check.lines),
    notes: [...(made.runFrom === undefined ? [] : [made.runFrom]), ...made.notes],
    files: made.files.map(({ name }) => name),
  };
}

/** Several exports as plain data. */
export function exportsSummary({ exports, skipped, uncovered, files }: Exports, folder: string): ExportsDocument {
  return {
    folder,
    exports: exports.map((each) => exportSummary(each.made, `${folder}/${each.folder}`)),
    skipped,
    uncovered: uncovered.map(leftOutEntry),
    files: files.map(({ name }) => name),
  };
}

function leftOutEntry({ task: { benchmark, id }, reason }: LeftOut) {
  return { benchmark, taskId: id, reason };
}
