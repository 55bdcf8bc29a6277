import type { Manifest } from '../core/manifest/manifest.js';
import { countOf } from '../core/text/count-of.js';
import { markdownTable, markdownText } from '../core/text/markdown.js';
import { commandText } from './escape/shell-word.js';
import type { Exports, NamedExport } from './make-exports.js';
import type { RunCommand } from './runners/runner.js';

/** The page of several exports: which runner has which tasks, how to check and run the lot, and what no runner has. */
export function exportsReadme(
  { metadata }: Manifest,
  exports: readonly NamedExport[],
  skipped: Exports['skipped'],
  uncovered: Exports['uncovered'],
): string {
  const checks = exports.flatMap(({ folder, made }) =>
    made.check === undefined ? [] : [{ folder, made, command: made.check }],
  );
  const runs = exports.flatMap(({ folder, made }) =>
    made.commands.slice(0, 1).map((command) => ({ folder, made, command })),
  );
  return `${[
    `# ${countOf(metadata.total_selected, 'selected task')} for ${countOf(exports.length, 'runner')}`,
    `Of the selection made by the plan ${markdownText(metadata.plan.name)}. Each folder is an export of its own, with a README that says more.`,
    markdownTable(
      ['folder', 'runner', 'tasks', 'left out'],
      exports.map(({ folder, made }) => [
        folder,
        `${made.runner.title}${made.version === '' ? '' : ` ${made.version}`}`,
        String(made.tasks.length),
        String(made.selected - made.tasks.length),
      ]),
    ),
    ...(checks.length === 0
      ? []
      : [
          '## Check first',
          'Each with the Python that its runner is installed in; nothing is run.',
          ...checks.map(block),
        ]),
    ...(runs.length === 0
      ? []
      : ['## Run', 'From the folder in which this was exported, unless another is named.', ...runs.map(block)]),
    ...(skipped.length === 0
      ? []
      : [
          `## Not exported (${skipped.length})`,
          markdownTable(
            ['runner', 'why'],
            skipped.map(({ runner, reason }) => [runner, markdownText(reason)]),
          ),
        ]),
    ...(uncovered.length === 0
      ? []
      : [
          `## In none of them (${uncovered.length})`,
          markdownTable(
            ['benchmark', 'task', 'why'],
            uncovered.map(({ task, reason }) => [task.benchmark, task.id, reason].map(markdownText)),
          ),
        ]),
  ].join('\n\n')}\n`;
}

function block({ folder, made, command }: NamedExport & { readonly command: RunCommand }): string {
  const where = made.runFrom === undefined ? '' : ` ${markdownText(made.runFrom)}`;
  return `${folder}:${where}\n\n\`\`\`sh\n${commandText(command.lines)}\n\`\`\``;
}
