import type { Fault } from '../../core/model/errors.js';
import checkCode from '../checks/terminal-bench.py?raw';
import { asciiYaml, globLiteral, tooLong, unsayableWord, type Word } from '../tasks/escape.js';
import {
  type ExportTask,
  type LeftOut,
  lastPart,
  type NamedTask,
  type Naming,
  parentPath,
  refused,
  shownName,
  shownNames,
  unsayableFaults,
} from '../tasks/export-task.js';
import { nameByFolder } from '../tasks/name-by-folder.js';
import type { Runner, RunnerInput, RunnerSettings } from './runner.js';
import { given, when } from './runner.js';

/** Terminal-Bench 1: `--task-id` for each task, which matches the folders of one dataset as a glob. */
export const terminalBench: Runner = {
  name: 'terminal-bench',
  title: 'Terminal-Bench 1',
  reads: ['datasetName', 'path', 'agent', 'model'],
  takesOneDataset: true,
  marker: 'task.yaml',
  nameTasks(tasks, input): Naming {
    const { path, datasetName } = input.settings;
    if ((path === undefined) === (datasetName === undefined)) return refused(whichSource);
    if (path === undefined) {
      const named = tasks.map((task) => ({ task, name: task.folder === undefined ? task.id : lastPart(task.folder) }));
      return { named, leftOut: [], faults: [] };
    }
    const { own, leftOut } = inNamedFolder(tasks, path);
    const naming = nameByFolder(own, { ...input, root: path, marker: 'task.yaml' });
    return { ...naming, leftOut: [...leftOut, ...naming.leftOut] };
  },
  identityOf: ({ name }) => lastPart(name),
  write(tasks, input) {
    const { settings, folder } = input;
    const parents = [...new Set(tasks.map(({ name }) => parentPath(name)))];
    const patterns = tasks.map(({ name }) => globLiteral(lastPart(name)));
    const [name, version] = (settings.datasetName ?? '').split('==');
    const source = settings.path === undefined ? { name, version } : { path: parents[0] ?? settings.path };
    const content = `${asciiYaml({ ...source, task_ids: patterns })}\n`;
    const byConfig = { title: 'Run', lines: linesOf([['--dataset-config', `${folder}/dataset.yaml`]], input) };
    const options: Word[][] = [
      settings.path === undefined
        ? ['--dataset', settings.datasetName ?? '']
        : ['--dataset-path', parents[0] ?? settings.path],
      ...patterns.map((pattern) => [`--task-id=${pattern}`]),
    ];
    const byOption = { title: 'Or with the ids in the command', lines: linesOf(options, input) };
    const fitsOption =
      tasks.every((each) => unsayableWord(each.name) === undefined) && tooLong(byOption.lines) === undefined;
    return {
      files: [{ name: 'dataset.yaml', content, about: 'the dataset, limited to these tasks' }],
      commands: fitsOption ? [byConfig, byOption] : [byConfig],
      check: { distribution: 'terminal-bench', code: checkCode },
      notes: [
        (settings.agent === undefined || (settings.model === undefined && !isModelless(settings))) &&
          'Set AGENT and MODEL to the agent and model to run, or give --agent and --model.',
        'Do not add --n-tasks, which Terminal-Bench rejects together with task ids. It stops at an unknown id.',
      ],
      faults: [...parentFaults(parents, settings.path), ...datasetFaults(tasks, settings)],
    };
  },
};

/** If the path is one of the task folders' parents, only the tasks in it. */
function inNamedFolder(
  tasks: readonly ExportTask[],
  path: string,
): { readonly own: readonly ExportTask[]; readonly leftOut: readonly LeftOut[] } {
  const named = lastPart(path);
  const parentOf = ({ folder }: ExportTask) => lastPart(parentPath(folder ?? ''));
  if (named === '' || !tasks.some((task) => parentOf(task) === named)) return { own: tasks, leftOut: [] };
  const isElsewhere = (task: ExportTask) => task.folder !== undefined && parentOf(task) !== named;
  return {
    own: tasks.filter((task) => !isElsewhere(task)),
    leftOut: tasks.filter(isElsewhere).map((task) => ({
      task,
      reason: `in the folder ${shownName(parentOf(task))}, but --path names ${shownName(named)}`,
    })),
  };
}

function linesOf(source: readonly Word[][], { settings, repeat, runId }: RunnerInput): Word[][] {
  return [
    ['tb', 'run'],
    ['--agent', given(settings.agent, 'AGENT')],
    ...when(settings.model !== undefined || !isModelless(settings), ['--model', given(settings.model, 'MODEL')]),
    ['--n-attempts', String(repeat)],
    ['--run-id', runId],
    ...source,
  ];
}

/** The agents without a model: the reference solution, and one that does nothing. */
function isModelless({ agent }: RunnerSettings): boolean {
  return agent === 'oracle' || agent === 'nop';
}

const whichSource: Fault = {
  code: 'export/needs-dataset',
  message: 'Terminal-Bench runs one dataset: a folder of tasks, or a published dataset and its version.',
  hint: 'Give either --path (the folder that the task folders are relative to) or --dataset-name NAME==VERSION.',
};

function parentFaults(parents: readonly string[], path: string | undefined): Fault[] {
  if (path === undefined || parents.length < 2) return [];
  const message = `the tasks are in ${parents.length} folders (${shownNames(parents)}), but Terminal-Bench reads one.`;
  const hint =
    'Export each folder separately with --path. Or make each folder a benchmark in the plan, and export them separately with --benchmark.';
  return [{ code: 'export/several-folders', message, hint }];
}

function datasetFaults(tasks: readonly NamedTask[], { datasetName, path }: RunnerSettings): Fault[] {
  if (path !== undefined) return [];
  const reasonOf = (name: string) =>
    name.includes('/') || name === '.' || name === '..' ? 'cannot be the name of a folder' : undefined;
  const faults = unsayableFaults(tasks, reasonOf, 'Export it to another runner with --benchmark.');
  if (datasetName === undefined || /^[^=@\s]+==[^=@\s]+$/.test(datasetName)) return faults;
  const message = `--dataset-name is ${shownName(datasetName)}; expected NAME==VERSION.`;
  return [
    ...faults,
    { code: 'export/setting', message, hint: 'Give the version, because another one may have different tasks.' },
  ];
}
