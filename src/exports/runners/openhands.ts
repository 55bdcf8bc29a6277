import { joinWords } from '../../core/text/join-words.js';
import { unsayableLine } from '../escape/unsayable.js';
import { nameInDataset } from '../tasks/name-in-dataset.js';
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
  nameTasks: (tasks, { dataset }) => nameInDataset(tasks, dataset),
  identityOf: ({ name }) => sweImage(name),
  write(tasks, { settings, runId, repeat }) {
    const { datasetName } = settings;
    const program = programFor(datasetName);
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
          ['uv', 'run', program ?? { raw: '"$PROGRAM"' }, { raw: '"$LLM_CONFIG"' }],
          ['--dataset', datasetName ?? { raw: '"$DATASET"' }],
          ['--split', settings.split ?? 'test'],
          ['--select', { raw: inExport('select.txt') }],
          ['--note', repeatId(runId, i + 1, repeat)],
          ['--n-critic-runs', '1'],
        ],
      })),
      check: {
        distribution: 'openhands-benchmarks',
        given: { dataset: datasetName ?? null, split: settings.split ?? 'test' },
        asks: datasetName === undefined ? [{ raw: '"$DATASET"' }] : [],
        code: checkCode,
      },
      runFrom: runInClone('OpenHands’ benchmarks (OpenHands/benchmarks)'),
      notes: [
        ...(datasetName === undefined
          ? [
              'DATASET in the command is the data set that the ids are of (--dataset-name), such as princeton-nlp/SWE-bench_Verified; the selection does not tell.',
            ]
          : []),
        ...(program === undefined
          ? [
              `PROGRAM in the command is the entry point of the benchmark: ${joinWords(programs.map(([name, , about]) => `${name} for ${about}`))}.`,
            ]
          : []),
        'LLM_CONFIG in the command is the absolute path of the JSON file of the model to run.',
        'Do not add --n-limit: it draws at random from the selected. It says "Selected N instances": N must be the number of tasks above.',
        'With --n-critic-runs 1 each task is tried once; OpenHands’ default tries what its critic rejects up to 3 times. Versions before March 2026 call it --max-attempts.',
      ],
      faults: unsayableFaults(tasks, lineReason, 'OpenHands cannot be told this id; use another runner for it.'),
    };
  },
};

/** The entry points, each with the names of data sets it is for: the first that fits is meant. */
const programs: readonly (readonly [string, RegExp, string])[] = [
  ['swebenchpro-infer', /swe-?bench[_-]?pro/i, 'SWE-bench Pro'],
  ['swebenchmultilingual-infer', /swe-?bench[_-]?multilingual/i, 'SWE-bench Multilingual'],
  ['swebenchmultimodal-infer', /swe-?bench[_-]?(?:multimodal|mm)/i, 'SWE-bench Multimodal'],
  ['multiswebench-infer', /multi[_-]?swe-?bench/i, 'Multi-SWE-bench'],
  ['swtbench-infer', /swt-?bench/i, 'SWT-bench'],
  ['swesmith-infer', /swe-?smith/i, 'SWE-smith'],
  ['swefficiency-infer', /swefficiency/i, 'SWE-fficiency'],
  ['swebench-infer', /swe-?bench/i, 'SWE-bench, its Verified and its Lite'],
];

/** The entry point for a data set; undefined when its name does not tell. */
function programFor(datasetName: string | undefined): string | undefined {
  return programs.find(([, names]) => names.test(datasetName ?? ''))?.[0];
}

const checkCode = `
def resolve():
    from benchmarks.utils.dataset import get_dataset

    name = (ARGUMENTS or [GIVEN["dataset"]])[0]
    rows = get_dataset(name, GIVEN["split"], selected_instances_file=str(EXPORT / "select.txt"))
    return list(rows["instance_id"])
`;

function lineReason(name: string): string | undefined {
  return unsayableLine(name) ?? (name.startsWith('#') ? 'it begins with #, which is skipped as a comment' : undefined);
}
