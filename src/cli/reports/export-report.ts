import type { Terminal } from '../terminal/terminal.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { commandText } from '../../exports/tasks/escape.js';
import type { Export } from '../../exports/make-export.js';
import type { Exports } from '../../exports/make-exports.js';

const mostReasons = 5;
const longestCommand = 2000;

/** What was exported, for a person: the command, what to know, what is not in it. */
export function exportReport(made: Export, folder: string, { bold, dim, warning }: Terminal): string {
  const { runner, version, tasks, repeat, commands, runFrom, leftOut } = made;
  const notes = [...(runFrom === undefined ? [] : [runFrom]), ...made.notes];
  const times = repeat === 1 ? '' : `, ${repeat} runs of each`;
  const [first] = commands;
  return [
    `${bold(countOf(tasks.length, 'task'))} for ${runner.title}${version === '' ? '' : ` ${version}`}${times}`,
    ...(first === undefined ? [] : [shortened(commandText(first.lines), folder)]),
    ...(made.check === undefined
      ? []
      : [`${dim('Check first which tasks it would run:')}\n${shortened(commandText(made.check.lines), folder)}`]),
    ...(notes.length === 0 ? [] : [notes.map((note) => `  ${visibleText(note, 600)}`).join('\n')]),
    ...(leftOut.length === 0
      ? []
      : [
          [
            warning(bold(`Not in this export: ${countOf(leftOut.length, 'selected task')}`)),
            ...reasons(made).map((line) => `  ${line}`),
          ].join('\n'),
        ]),
    dim(`Wrote ${writtenFiles(made, folder)}`),
  ].join('\n\n');
}

/** The files that were written, those of copied tasks by their number. */
function writtenFiles({ files }: Pick<Export, 'files'>, folder: string): string {
  const near = files.filter(({ name }) => name.split('/').length < 3);
  const names = near.map(({ name }) => visibleText(`${folder}/${name}`, 300));
  const deep = files.length - near.length;
  return [...names, ...(deep === 0 ? [] : [`and ${countOf(deep, 'file')} of the copied tasks`])].join(', ');
}

/** Left-out tasks, counted by benchmark and reason; the README has each. */
function reasons({ leftOut }: Pick<Export, 'leftOut'>): string[] {
  const counts = new Map<string, number>();
  for (const { task, reason } of leftOut) {
    const line = `${task.benchmark}: ${reason}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, count]) => `${count} of ${visibleText(line, 300)}`);
  const more = lines.length > mostReasons ? [`and ${lines.length - mostReasons} more; the README has all`] : [];
  return [...lines.slice(0, mostReasons), ...more];
}

function shortened(command: string, folder: string): string {
  const lines = command.split('\n').map((line) => `  ${line}`);
  return command.length <= longestCommand
    ? lines.join('\n')
    : `${lines.join('\n').slice(0, longestCommand)}…\n  (the whole command is in ${visibleText(folder, 300)}/README.md)`;
}

/** What was exported for several runners, for a person: where each is, who was left out, what none has. */
export function exportsReport(several: Exports, folder: string, { bold, dim, warning }: Terminal): string {
  const { exports, skipped, uncovered } = several;
  const lines = exports.map(
    ({ folder: name, made }) =>
      `  ${visibleText(`${folder}/${name}`, 300)}: ${countOf(made.tasks.length, 'task')} for ${made.runner.title}${made.version === '' ? '' : ` ${made.version}`}`,
  );
  return [
    `${bold(countOf(exports.length, 'export'))}\n${lines.join('\n')}`,
    ...(skipped.length === 0
      ? []
      : [
          `Not exported: ${countOf(skipped.length, 'runner')}\n${skipped.map(({ runner, reason }) => `  ${runner}: ${visibleText(reason, 300)}`).join('\n')}`,
        ]),
    ...(uncovered.length === 0
      ? []
      : [warning(bold(`In none of them: ${countOf(uncovered.length, 'selected task')}; the README has each`))]),
    dim(
      `Wrote ${visibleText(`${folder}/README.md`, 300)}, which says how to check and run it, and ${visibleText(`${folder}/provenance.json`, 300)}`,
    ),
  ].join('\n\n');
}
