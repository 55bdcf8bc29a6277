import { unsayableLine } from '../escape/unsayable.js';
import { placeInDataset } from '../tasks/place-in-dataset.js';
import { unsayableFaults } from '../tasks/shown-names.js';
import { inExport, repeatId, runInClone, sweImage } from './command-parts.js';
import type { Runner } from './runner.js';

/** OpenHands' benchmarks: a file of ids for `--select`. */
export const openhands: Runner = {
  name: 'openhands',
  title: 'OpenHands',
  versions: [],
  reads: ['datasetName', 'split', 'dataset'],
  takesOneDataset: true,
  place: (tasks, { dataset }) => placeInDataset(tasks, dataset),
  identityOf: ({ name }) => sweImage(name),
  write(tasks, { settings, runId, repeat }) {
    const { datasetName } = settings;
    const program = /swe-?bench_?pro/i.test(datasetName ?? '') ? 'swebenchpro-infer' : 'swebench-infer';
    return {
      files: [
        {
          name: 'select.txt',
          content: tasks.map(({ name }) => `${name}\n`).join(''),
          about: 'one id a line, no header, no comments',
        },
      ],
      commands: Array.from({ length: repeat }, (_, i) => ({
        title: repeat === 1 ? 'Run' : `Run ${i + 1}`,
        lines: [
          ['uv', 'run', program, { raw: '"$LLM_CONFIG"' }],
          ['--dataset', datasetName ?? { raw: '"$DATASET"' }],
          ['--split', settings.split ?? 'test'],
          ['--select', { raw: inExport('select.txt') }],
          ['--note', repeatId(runId, i + 1, repeat)],
        ],
      })),
      runFrom: runInClone('OpenHands’ benchmarks (OpenHands/benchmarks)'),
      notes: [
        ...(datasetName === undefined
          ? [
              'DATASET in the command stands for the data set that the ids are of (--dataset-name), such as princeton-nlp/SWE-bench_Verified; the selection does not tell. For SWE-bench Pro the program is swebenchpro-infer.',
            ]
          : []),
        'LLM_CONFIG in the command stands for the absolute path of the JSON file of the model to run.',
        'Do not add --n-limit: it draws at random from the selected. It says "Selected N instances": N must be the number of tasks above.',
        'Its --max-attempts tries failures again (3 times unless told): give 1 for one attempt a task.',
      ],
      faults: unsayableFaults(tasks, lineReason, 'OpenHands cannot be told this id; use another runner for it.'),
    };
  },
};

function lineReason(name: string): string | undefined {
  return (
    unsayableLine(name) ?? (name.startsWith('#') ? 'it begins with #, which is passed over as a comment' : undefined)
  );
}
