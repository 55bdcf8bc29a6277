import checkCode from '../checks/verifiers.py?raw';
import { asciiJson, type Word } from '../tasks/escape.js';
import { placeById } from '../tasks/name-in-dataset.js';
import { given, modelNote, type Runner, when } from './runner.js';

/** verifiers, which Prime Intellect's environments use: a configuration with only these tasks of a taskset. */
export const verifiers: Runner = {
  name: 'verifiers',
  title: 'verifiers',
  reads: ['task', 'model'],
  takesOneDataset: true,
  nameTasks: placeById,
  write(tasks, { settings, folder, repeat, runId }) {
    const names = tasks.map(({ name }) => name);
    // A taskset has ids, names or both; a task matches if either list names it.
    const config = { select: { include: { ids: names, names } }, num_rollouts: repeat, run: { name: runId } };
    const lines: Word[][] = [
      ['vf-eval', given(settings.task, 'TASKSET')],
      ['@', `${folder}/eval.json`],
      ['--model', given(settings.model, 'MODEL')],
    ];
    return {
      files: [{ name: 'eval.json', content: `${asciiJson(config, 2)}\n`, about: 'the tasks, by id or name' }],
      commands: [{ title: 'Run', lines }],
      check: {
        distribution: 'verifiers',
        given: { taskset: settings.task ?? null },
        asks: when(settings.task === undefined, { raw: '"$TASKSET"' }),
        code: checkCode,
      },
      notes: [
        settings.task === undefined && 'Set TASKSET to the taskset of the environment, or give --task.',
        ...modelNote(settings),
        'This needs verifiers 0.4 or later, which only warns about ids that are not in the taskset. Run the check first.',
        'Do not add -n or -s, which would run only some of these tasks. To keep the run on this machine, add --no-push.',
      ],
    };
  },
};
