import { unsayableLine } from '../escape/unsayable.js';
import { unsayableFaults } from '../name-faults.js';
import { placeInDataset } from '../place-in-dataset.js';
import { repeatId } from '../run-id.js';
import type { Runner } from '../runner.js';
import { sweImage } from '../swe-image.js';

/** OpenHands' benchmarks: a file of ids for `--select`. */
export const openhands: Runner = {
  name: 'openhands',
  title: 'OpenHands',
  versions: [],
  reads: ['datasetName', 'split', 'dataset'],
  takesOneDataset: true,
  place: (tasks, { dataset }) => placeInDataset(tasks, dataset),
  identityOf: ({ name }) => sweImage(name),
  write(tasks, { settings, folder, runId, repeat }) {
    const dataset = settings.datasetName ?? 'princeton-nlp/SWE-bench_Verified';
    const program = /swe-?bench_?pro/i.test(dataset) ? 'swebenchpro-infer' : 'swebench-infer';
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
          ['--dataset', dataset],
          ['--split', settings.split ?? 'test'],
          ['--select', `${folder}/select.txt`],
          ['--note', repeatId(runId, i + 1, repeat)],
        ],
      })),
      notes: [
        'LLM_CONFIG in the command stands for the JSON file of the model to run. Run it in a clone of OpenHands’ benchmarks.',
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
