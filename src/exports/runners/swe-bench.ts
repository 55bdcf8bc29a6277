import type { Word } from '../escape/shell-word.js';
import { unsayableWord } from '../escape/unsayable.js';
import { jsonLines, predictionsOf, rowsOf } from '../filtered-rows.js';
import { unsayableFaults } from '../name-faults.js';
import { placeInDataset } from '../place-in-dataset.js';
import { repeatId } from '../run-id.js';
import type { ExportFile, PlacedTask, RunCommand, Runner, RunnerInput } from '../runner.js';
import { shownNames } from '../shown-names.js';
import { sweImage } from '../swe-image.js';

/** SWE-bench's evaluation harness: ids on the command line, or a filtered data set with filtered predictions. */
export const sweBench: Runner = {
  name: 'swe-bench',
  title: 'SWE-bench',
  versions: [
    { name: '4', covers: (major) => major === 4 },
    { name: '5', covers: (major) => major === 5 },
  ],
  reads: ['runnerVersion', 'datasetName', 'split', 'dataset', 'predictions'],
  takesOneDataset: true,
  place: (tasks, { dataset }) => placeInDataset(tasks, dataset),
  identityOf: ({ name }) => sweImage(name),
  write(tasks, input) {
    const { dataset, predictions, folder } = input;
    const notes: string[] = [];
    const files: ExportFile[] = [];
    if (dataset !== undefined) {
      const content = jsonLines(rowsOf(dataset, tasks));
      files.push({ name: 'dataset.jsonl', content, about: `the rows of the tasks, from ${dataset.kind}` });
    }
    const told = predictions === undefined ? undefined : predictionsOf(predictions, tasks);
    if (told !== undefined) {
      files.push({ name: 'predictions.jsonl', content: jsonLines(told.rows), about: 'the predictions for the tasks' });
      if (told.without.length > 0) {
        notes.push(
          `${told.without.length} of ${tasks.length} tasks have no prediction and will not be evaluated: ${shownNames(told.without)}.`,
        );
      }
    } else notes.push('No predictions were given (--predictions): the command evaluates the reference patches.');
    if (dataset === undefined) {
      notes.push('The ids were not checked against the data set: SWE-bench stops when it lacks one of them.');
      if (told !== undefined && told.without.length === 0)
        notes.push('Predictions for other tasks were taken out: SWE-bench stops at one that its data set lacks.');
    }
    const predictionsPath = told === undefined ? 'gold' : `${folder}/predictions.jsonl`;
    return {
      files,
      commands: repeats(tasks, input, predictionsPath),
      notes,
      faults: [...(told?.faults ?? []), ...(dataset === undefined ? wordFaults(tasks, input) : [])],
    };
  },
};

function repeats(tasks: readonly PlacedTask[], input: RunnerInput, predictionsPath: string): RunCommand[] {
  return Array.from({ length: input.repeat }, (_, i) => {
    const id = repeatId(input.runId, i + 1, input.repeat);
    const which = input.repeat === 1 ? '' : `, run ${i + 1}`;
    const five = { title: `SWE-bench 5${which}`, lines: versionFive(tasks, input, predictionsPath, id) };
    const four = { title: `SWE-bench 4${which}`, lines: versionFour(tasks, input, predictionsPath, id) };
    return input.version === '4' ? four : five;
  });
}

function versionFive(
  tasks: readonly PlacedTask[],
  { dataset, settings, folder }: RunnerInput,
  predictionsPath: string,
  runId: string,
): Word[][] {
  const source = dataset === undefined ? (settings.datasetName ?? 'verified') : `${folder}/dataset.jsonl`;
  return [
    ['swebench', 'eval', source],
    ['--split', settings.split ?? 'test'],
    predictionsPath === 'gold' ? ['--gold'] : ['--predictions', predictionsPath],
    ['--run-id', runId],
    ...(dataset === undefined ? tasks.map(({ name }) => [`--instance=${name}`]) : []),
  ];
}

function versionFour(
  tasks: readonly PlacedTask[],
  { dataset, settings, folder }: RunnerInput,
  predictionsPath: string,
  runId: string,
): Word[][] {
  const source =
    dataset === undefined ? (settings.datasetName ?? 'SWE-bench/SWE-bench_Verified') : `${folder}/dataset.jsonl`;
  return [
    ['python', '-m', 'swebench.harness.run_evaluation'],
    ['--dataset_name', source],
    ['--split', settings.split ?? 'test'],
    ['--predictions_path', predictionsPath],
    ['--run_id', runId],
    ...(dataset === undefined ? [['--instance_ids', ...tasks.map(({ name }) => name)]] : []),
  ];
}

function wordFaults(tasks: readonly PlacedTask[], { version }: RunnerInput) {
  const hint = 'Give the rows with --dataset: then the ids stand in a file and not in the command.';
  const reasonOf = (name: string) =>
    unsayableWord(name) ??
    (version === '4' && name.startsWith('-') ? 'it begins with a hyphen, which would be read as an option' : undefined);
  return unsayableFaults(tasks, reasonOf, hint);
}
