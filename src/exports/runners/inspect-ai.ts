import { asciiJson } from '../escape/ascii-json.js';
import { globLiteral } from '../escape/glob-literal.js';
import { tooLong, type Word } from '../escape/shell-word.js';
import { hasEdgeSpace, unsayableWord } from '../escape/unsayable.js';
import { placeInDataset } from '../tasks/place-in-dataset.js';
import { unsayableFaults } from '../tasks/shown-names.js';
import { isSet, placeInSet, writeSet } from './inspect-set.js';
import type { RunCommand, Runner } from './runner.js';

/** Inspect: sample ids in a run configuration, and on the command line where commas allow it. */
export const inspect: Runner = {
  name: 'inspect',
  title: 'Inspect',
  versions: [],
  reads: ['task', 'model', 'dataset'],
  takesOneDataset: true,
  spansBenchmarks: isSet,
  place: (tasks, { dataset, settings }) =>
    isSet(settings) ? placeInSet(tasks, settings) : placeInDataset(tasks, dataset),
  identityOf: ({ name }) => normalised(name),
  write(tasks, input) {
    const { settings, folder, repeat } = input;
    if (isSet(settings)) return writeSet(tasks, input, samplePattern);
    const patterns = tasks.map(({ name }) => samplePattern(name));
    const config = { eval_config: { sample_id: patterns, epochs: repeat } };
    const start: Word[][] = [['inspect', 'eval', settings.task ?? { raw: '"$TASK"' }]];
    const model: Word[][] = [['--model', settings.model ?? { raw: '"$MODEL"' }]];
    const byConfig = { title: 'Run', lines: [...start, ['--run-config', `${folder}/run.json`], ...model] };
    const byOption: RunCommand = {
      title: 'Or with the ids in the command',
      lines: [...start, [`--sample-id=${patterns.join(',')}`], ['--epochs', String(repeat)], ...model],
    };
    const fitsOption = patterns.every(isOption) && tooLong(byOption.lines) === undefined;
    return {
      files: [{ name: 'run.json', content: `${asciiJson(config, 2)}\n`, about: 'the run configuration' }],
      commands: fitsOption ? [byConfig, byOption] : [byConfig],
      check: {
        distribution: 'inspect-ai',
        given: { task: settings.task ?? null },
        asks: settings.task === undefined ? [{ raw: '"$TASK"' }] : [],
        code: checkCode,
      },
      notes: [
        ...(settings.task === undefined ? ['TASK in the command is Inspect’s task (--task).'] : []),
        ...(settings.model === undefined ? ['MODEL in the command is the model to run (--model).'] : []),
        'Do not add --limit: Inspect refuses it beside sample ids. An id that the data set lacks gives a warning only.',
        ...(patterns.some((pattern, i) => pattern !== tasks[i]?.name)
          ? [
              'Ids are patterns to Inspect; those with special characters are escaped, and it warns that they are "not found in dataset" while it runs them.',
            ]
          : []),
        ...(tasks.some(({ name }) => /^[0-9]+$/.test(name))
          ? ['An id of digits alone is a number to Inspect: 09 would also run 9, if the data set has both.']
          : []),
        ...(fitsOption
          ? []
          : ['--sample-id cannot hold these ids: it splits at commas and trims, and a command has limits.']),
      ],
      faults: unsayableFaults(tasks, unreadable, 'Mend the id at its source.'),
    };
  },
};

/**
 * A pattern for one id. A colon stands in brackets: what comes before it would be read as a task's name where there is a
 * task of that name.
 */
function samplePattern(id: string): string {
  return globLiteral(id).replaceAll(':', '[:]');
}

function isOption(pattern: string): boolean {
  return !pattern.includes(',') && unsayableWord(pattern) === undefined && !hasEdgeSpace(pattern);
}

/** Inspect reads digits as a number and fills it up with zeros. */
function normalised(id: string): string {
  return /^[0-9]+$/.test(id) ? id.replace(/^0+(?=.)/, '').padStart(20, '0') : id;
}

function unreadable(id: string): string | undefined {
  return /^[\p{Nd}\p{No}]+$/u.test(id) && !/^[0-9]+$/.test(id)
    ? 'it is all digits, not all of them ASCII, and Inspect would read it as a number'
    : undefined;
}

const checkCode = `
def resolve():
    from inspect_ai._eval.loader import load_tasks
    from inspect_ai._eval.task.util import resolve_task_sample_ids, slice_dataset

    config = json.loads((EXPORT / "run.json").read_text(encoding="utf-8"))["eval_config"]
    tasks = load_tasks([(ARGUMENTS or [GIVEN["task"]])[0]])
    names = [task.name for task in tasks]
    return [
        str(sample.id)
        for task in tasks
        for sample in slice_dataset(task.dataset, None, resolve_task_sample_ids(task.name, config["sample_id"], names))
    ]
`;
