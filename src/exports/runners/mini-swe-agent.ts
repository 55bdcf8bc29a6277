import { regexOfTexts } from '../escape/regex-literal.js';
import { nameInDataset } from '../tasks/name-in-dataset.js';
import { repeatId, sweImage } from './command-parts.js';
import type { Runner } from './runner.js';

/** mini-SWE-agent in batch mode: a regular expression that is anchored at both ends. */
export const miniSweAgent: Runner = {
  name: 'mini-swe-agent',
  title: 'mini-SWE-agent',
  versions: [],
  reads: ['datasetName', 'split', 'model', 'dataset'],
  takesOneDataset: true,
  nameTasks: (tasks, { dataset }) => nameInDataset(tasks, dataset),
  identityOf: ({ name }) => sweImage(name),
  write(tasks, { settings, runId, repeat }) {
    const filter = regexOfTexts(tasks.map(({ name }) => name));
    return {
      files: [
        { name: 'filter.txt', content: `${filter}\n`, about: 'the regular expression of the command, on one line' },
      ],
      commands: Array.from({ length: repeat }, (_, i) => ({
        title: repeat === 1 ? 'Run' : `Run ${i + 1}`,
        lines: [
          ['mini-extra', 'swebench'],
          ['--subset', settings.datasetName ?? { raw: '"$SUBSET"' }],
          ['--split', settings.split ?? 'test'],
          ['--filter', filter],
          ['--model', settings.model ?? { raw: '"$MODEL"' }],
          ['--output', `runs/${repeatId(runId, i + 1, repeat)}`],
        ],
      })),
      check: {
        distribution: 'mini-swe-agent',
        given: { dataset: settings.datasetName ?? null, split: settings.split ?? 'test' },
        asks: settings.datasetName === undefined ? [{ raw: '"$SUBSET"' }] : [],
        code: checkCode,
      },
      notes: [
        ...(settings.datasetName === undefined
          ? [
              'SUBSET in the command is the data set that the ids are of (--dataset-name): a word that mini-SWE-agent knows, such as verified, lite or full, or the data set’s name at Hugging Face. The selection does not tell.',
            ]
          : []),
        ...(settings.model === undefined ? ['MODEL in the command is the model to run (--model).'] : []),
        'It says "Running on N instances": N must be the number of tasks above. An id that the data set lacks is skipped silently.',
        'Each run has an output folder of its own: in one that is there already, finished tasks are skipped.',
      ],
      faults: [],
    };
  },
};

const checkCode = `
def resolve():
    from datasets import load_dataset
    from minisweagent.run.benchmarks.swebench import DATASET_MAPPING, filter_instances

    subset = (ARGUMENTS or [GIVEN["dataset"]])[0]
    rows = list(load_dataset(DATASET_MAPPING.get(subset, subset), split=GIVEN["split"]))
    filter_spec = (EXPORT / "filter.txt").read_text(encoding="utf-8").removesuffix("\\n")
    return [row["instance_id"] for row in filter_instances(rows, filter_spec=filter_spec)]
`;
