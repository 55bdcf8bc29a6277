import type { Fault } from '../../core/model/errors.js';
import { part } from '../../core/model/record.js';
import checkCode from '../checks/inspect-ai.py?raw';
import setScript from '../checks/inspect-ai-eval-set.py?raw';
import setCheckCode from '../checks/inspect-ai-set.py?raw';
import { asciiJson, globLiteral, hasEdgeSpace, tooLong, unsayableWord, type Word } from '../tasks/escape.js';
import {
  type ExportTask,
  lastPart,
  type NamedTask,
  type Naming,
  parentPath,
  shownName,
  shownNames,
  unsayableFaults,
} from '../tasks/export-task.js';
import { nameByFolder } from '../tasks/name-by-folder.js';
import { nameInDataset } from '../tasks/name-in-dataset.js';
import type { NamingInput, RunCommand, Runner, RunnerInput, RunnerOutput, RunnerSettings } from './runner.js';
import { given, modelNote, when } from './runner.js';

/** Inspect: sample ids in a run configuration and, if they contain no commas, on the command line. */
export const inspect: Runner = {
  name: 'inspect',
  title: 'Inspect',
  reads: ['task', 'model', 'dataset', 'path'],
  takesOneDataset: true,
  spansBenchmarks: isSet,
  readsFolders: isHarborTask,
  nameTasks(tasks, input) {
    if (isSet(input.settings)) return nameInSet(tasks, input.settings);
    return isHarbor(input.settings) ? nameAsHarbor(tasks, input) : nameInDataset(tasks, input);
  },
  // Inspect reads digits as a number and pads it with zeros.
  identityOf: ({ name }) => (/^[0-9]+$/.test(name) ? name.replace(/^0+(?=.)/, '').padStart(20, '0') : name),
  write(tasks, input) {
    const { settings, folder, repeat } = input;
    if (isSet(settings)) return writeSet(tasks, input);
    const patterns = tasks.map(({ name }) => samplePattern(name));
    const config = { eval_config: { sample_id: patterns, epochs: repeat } };
    const place = isHarbor(settings) ? harborFolder(settings.path ?? '.', tasks) : undefined;
    const start: Word[][] = [
      ['inspect', 'eval', given(settings.task, 'TASK')],
      ...when<Word[]>(place !== undefined, ['-T', `path=${place}`]),
    ];
    const model: Word[][] = [['--model', given(settings.model, 'MODEL')]];
    const byConfig = { title: 'Run', lines: [...start, ['--run-config', `${folder}/run.json`], ...model] };
    const byOption: RunCommand = {
      title: 'Or with the ids in the command',
      lines: [...start, [`--sample-id=${patterns.join(',')}`], ['--epochs', String(repeat)], ...model],
    };
    const isOption = (pattern: string) =>
      !pattern.includes(',') && unsayableWord(pattern) === undefined && !hasEdgeSpace(pattern);
    const fitsOption = patterns.every(isOption) && tooLong(byOption.lines) === undefined;
    return {
      files: [{ name: 'run.json', content: `${asciiJson(config, 2)}\n`, about: 'the run configuration' }],
      commands: fitsOption ? [byConfig, byOption] : [byConfig],
      check: {
        distribution: 'inspect-ai',
        given: { task: settings.task ?? null, arguments: place === undefined ? {} : { path: place } },
        asks: when(settings.task === undefined, { raw: '"$TASK"' }),
        code: checkCode,
      },
      notes: [
        settings.task === undefined && 'Set TASK to the Inspect task, or give --task.',
        ...modelNote(settings),
        'Do not add --limit, which Inspect rejects together with sample ids. Inspect only warns about ids that are not in the dataset.',
        patterns.some((pattern, i) => pattern !== tasks[i]?.name) &&
          'Inspect reads ids as patterns, so special characters are escaped. It warns that these ids are "not found in dataset", but it does run them.',
        tasks.some(({ name }) => /^[0-9]+$/.test(name)) &&
          'Inspect reads numeric ids as numbers, so 09 would also run 9 if the dataset has both.',
        !fitsOption &&
          '--sample-id does not work with these ids, because it splits at commas and trims spaces, and the length of a command is limited.',
      ],
      faults: [...unsayableFaults(tasks, unreadable, 'Fix the id at its source.'), ...pathFaults(settings, tasks)],
    };
  },
};

/** Whether it is inspect-harbor's task, which reads folders of Harbor's. */
function isHarborTask({ task }: RunnerSettings): boolean {
  return task !== undefined && /^inspect_harbor\//.test(task);
}

function isHarbor(settings: RunnerSettings): boolean {
  return settings.path !== undefined && isHarborTask(settings);
}

/** The folder that contains all tasks, as found; the given one if they are in several. */
function harborFolder(path: string, tasks: readonly NamedTask[]): string {
  const [only = path, ...others] = new Set(
    tasks.map(({ folder }) => (folder === undefined ? path : parentPath(folder))),
  );
  return others.length === 0 ? only : path;
}

/** Every task as inspect-harbor names its sample: the name in task.toml, or otherwise the folder. */
function nameAsHarbor(tasks: readonly ExportTask[], input: NamingInput): Naming {
  const { path } = input.settings;
  const naming = nameByFolder(tasks, { ...input, root: path, marker: 'task.toml' });
  const named = naming.named.map(({ task, name: folder }) => {
    const opened = input.openTask?.(folder, path);
    const declared = part(opened?.configText && opened.parse(opened.configText), 'data', 'task', 'name');
    return { task, name: typeof declared === 'string' ? declared : lastPart(folder), folder };
  });
  return { ...naming, named };
}

function pathFaults(settings: RunnerSettings, tasks: readonly NamedTask[]): readonly Fault[] {
  const { path, task } = settings;
  if (path === undefined) return [];
  if (!isHarbor(settings)) {
    const message = `--path only works with the task inspect_harbor/harbor, which reads folders; ${task === undefined ? '--task is missing' : `--task is ${shownName(task)}`}.`;
    const hint = 'Add --task inspect_harbor/harbor, or leave out --path.';
    return [{ code: 'export/setting', message, hint }];
  }
  const parents = [...new Set(tasks.map(({ folder = path }) => parentPath(folder)))];
  if (parents.length < 2) return [];
  const message = `the tasks are in ${parents.length} folders (${shownNames(parents)}), but inspect-harbor reads one.`;
  const hint = 'Export each benchmark separately with --benchmark NAME and --path FOLDER.';
  return [{ code: 'export/several-folders', message, hint }];
}

/** A pattern for one id. A colon goes in brackets, or Inspect reads a task's name before it. */
function samplePattern(id: string): string {
  return globLiteral(id).replaceAll(':', '[:]');
}

function unreadable(id: string): string | undefined {
  return /^[\p{Nd}\p{No}]+$/u.test(id) && !/^[0-9]+$/.test(id)
    ? 'consists of digits, some of them not ASCII, so Inspect would read it as a number'
    : undefined;
}

/** A task of Inspect's for a benchmark: as Inspect loads it, and the name its samples go by. */
interface InspectTask {
  readonly benchmark: string;
  readonly spec: string;
  readonly name: string;
}

/** Whether `--task` names a task for each of several benchmarks: `BENCHMARK=TASK,BENCHMARK=TASK`. */
function isSet({ task }: RunnerSettings): boolean {
  return task?.includes('=') === true;
}

function inspectTasks({ task = '' }: RunnerSettings): readonly InspectTask[] {
  return task.split(',').map((each) => {
    const [benchmark = '', ...rest] = each.split('=');
    const spec = rest.join('=').trim();
    // A file may have several tasks; a package's go by the last part of their names.
    const name = spec.includes('@') ? spec.slice(spec.lastIndexOf('@') + 1) : spec.slice(spec.lastIndexOf('/') + 1);
    return { benchmark: benchmark.trim(), spec, name };
  });
}

/** Every task as `NAME:id`, by the Inspect task of its benchmark. */
function nameInSet(tasks: readonly ExportTask[], settings: RunnerSettings): Naming {
  const given = inspectTasks(settings);
  const of = new Map(given.map((each) => [each.benchmark, each]));
  const known = new Set(tasks.map(({ benchmark }) => benchmark));
  const named: NamedTask[] = [];
  const leftOut = [];
  for (const task of tasks) {
    const own = of.get(task.benchmark);
    if (own === undefined) leftOut.push({ task, reason: 'no Inspect task for this benchmark (--task)' });
    else named.push({ task, name: `${own.name}:${task.id}` });
  }
  return { named, leftOut, faults: setFaults(given, known) };
}

function setFaults(given: readonly InspectTask[], known: ReadonlySet<string>): Fault[] {
  const unknown = given.filter(({ benchmark }) => !known.has(benchmark)).map(({ benchmark }) => benchmark);
  const unclear = given.filter(({ name }) => !/^\w[\w-]*$/.test(name)).map(({ spec }) => spec);
  const names = given.map(({ name }) => name.toLowerCase());
  return [
    unknown.length > 0 && {
      message: `--task names ${shownNames(unknown)}, which the selection does not contain.`,
      hint: `Benchmarks in the selection: ${shownNames([...known])}.`,
    },
    unclear.length > 0 && {
      message: `the task to run in ${shownNames(unclear)} is unclear.`,
      hint: 'Name the task of a file with @: BENCHMARK=file.py@task.',
    },
    new Set(names).size < names.length && {
      message: `two benchmarks would have the same task name: ${shownName(names.join(', '))}.`,
      hint: 'Give each task a different name.',
    },
  ].flatMap((fault) => (fault === false ? [] : [{ code: 'export/setting', ...fault }]));
}

/** The files of an eval set: every sample by the name of its task. */
function writeSet(tasks: readonly NamedTask[], { settings, folder, repeat, runId }: RunnerInput): RunnerOutput {
  const of = new Map(inspectTasks(settings).map((each) => [each.benchmark, each]));
  const used = new Set(tasks.map(({ task }) => task.benchmark));
  const set = {
    tasks: [...of.values()].filter(({ benchmark }) => used.has(benchmark)).map(({ spec }) => spec),
    sample_id: tasks.map(({ task, name }) => {
      const prefix = `${of.get(task.benchmark)?.name ?? ''}:`;
      return `${prefix}${samplePattern(name.slice(prefix.length))}`;
    }),
    epochs: repeat,
  };
  return {
    files: [
      { name: 'eval_set.json', content: `${asciiJson(set, 2)}\n`, about: 'the tasks and their samples' },
      { name: 'eval_set.py', content: setScript, about: 'runs them as one eval set' },
    ],
    commands: [
      {
        title: 'Run',
        lines: [['python', `${folder}/eval_set.py`, given(settings.model, 'MODEL'), `logs/${runId}`]],
      },
    ],
    check: { distribution: 'inspect-ai', code: setCheckCode },
    notes: [
      ...modelNote(settings),
      'If you run an eval set again with the same log folder, it continues where it stopped.',
    ],
  };
}
