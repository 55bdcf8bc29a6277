import type { Fault } from '../../core/model/fault.js';
import { joinWords } from '../../core/text/join-words.js';
import type { Word } from '../escape/shell-word.js';
import { unsayableWord } from '../escape/unsayable.js';
import type { NamedTask } from '../tasks/export-task.js';
import { jsonLines, nameInDataset, predictionsOf, rowsOf } from '../tasks/name-in-dataset.js';
import { shownNames, unsayableFaults } from '../tasks/shown-names.js';
import { repeatId, sweImage, twoDatasets } from './command-parts.js';
import type { ExportFile, RunCommand, Runner, RunnerInput } from './runner.js';

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
  takesRowsOrName: true,
  nameTasks: (tasks, { dataset }) => nameInDataset(tasks, dataset),
  identityOf: ({ name }) => sweImage(name),
  write(tasks, input) {
    const { dataset, predictions, folder, settings } = input;
    const files: ExportFile[] = [];
    if (dataset !== undefined) {
      const content = jsonLines(rowsOf(dataset, tasks));
      files.push({ name: 'dataset.jsonl', content, about: 'the rows of the tasks, all columns' });
    }
    const told = predictions === undefined ? undefined : predictionsOf(predictions, tasks);
    if (told !== undefined) {
      files.push({ name: 'predictions.jsonl', content: jsonLines(told.rows), about: 'the predictions for the tasks' });
    }
    const call = {
      names: tasks.map(({ name }) => name),
      dataset: dataset === undefined ? undefined : `${folder}/dataset.jsonl`,
      datasetName: settings.datasetName ?? { raw: '"$DATASET"' },
      split: settings.split ?? 'test',
      predictions: told === undefined ? undefined : `${folder}/predictions.jsonl`,
    };
    // Who names a version gets its call; who does not gets both, the current one first, as far as they can be made.
    const wanted = settings.runnerVersion === undefined ? ['5', '4'] : [input.version];
    const against = new Map(wanted.map((version) => [version, versionFaults(version, tasks, input)]));
    const versions = wanted.filter((version) => against.get(version)?.length === 0);
    return {
      version: versions[0],
      files,
      commands: versions.flatMap((version) => commandsFor(version, call, input)),
      check: {
        distribution: 'swebench',
        given: { rows: dataset !== undefined, dataset: settings.datasetName ?? null, split: call.split },
        asks: dataset === undefined && settings.datasetName === undefined ? [{ raw: '"$DATASET"' }] : [],
        code: checkCode,
      },
      notes: [
        ...wanted
          .filter((version) => versions.length > 0 && !versions.includes(version))
          .map(
            (version) => `There is no command for SWE-bench ${version}: ${against.get(version)?.[0]?.message ?? ''}`,
          ),
        ...(dataset === undefined && settings.datasetName === undefined
          ? [
              'DATASET in the command is the data set that the ids are of (--dataset-name), such as SWE-bench/SWE-bench_Verified; the selection does not tell.',
            ]
          : []),
        ...(told === undefined
          ? ['No predictions were given (--predictions): the command evaluates the reference patches.']
          : []),
        ...(told !== undefined && told.without.length > 0
          ? [
              `${told.without.length} of ${tasks.length} tasks have no prediction and will not be evaluated: ${shownNames(told.without)}.`,
            ]
          : []),
        ...(dataset === undefined
          ? ['The ids were not checked against the data set (--dataset): SWE-bench stops when it lacks one of them.']
          : []),
      ],
      faults: [
        ...twoDatasets(input),
        ...(told?.faults ?? []),
        ...(versions.length === 0 ? (against.get(wanted[0] ?? '') ?? []) : []),
      ],
    };
  },
};

const checkCode = `
def resolve():
    from swebench.harness.utils import load_swebench_dataset

    if GIVEN["rows"]:
        rows = load_swebench_dataset(str(EXPORT / "dataset.jsonl"), GIVEN["split"])
    else:
        names = [task["exported_as"] for task in PROVENANCE["tasks"]]
        rows = load_swebench_dataset((ARGUMENTS or [GIVEN["dataset"]])[0], GIVEN["split"], names)
    found = [row["instance_id"] for row in rows]
    predictions = EXPORT / "predictions.jsonl"
    if predictions.is_file():
        told = {json.loads(line)["instance_id"] for line in predictions.read_text().splitlines()}
        if told - set(found):
            problems.append(f"predictions for tasks that the data set lacks: {shown(told - set(found))}")
    return found
`;

function commandsFor(version: string, call: Omit<SweBenchCall, 'runId'>, { repeat, runId }: RunnerInput): RunCommand[] {
  return Array.from({ length: repeat }, (_, i) => ({
    title: `SWE-bench ${version}${repeat === 1 ? '' : `, run ${i + 1}`}`,
    lines: sweBenchLines(version, { ...call, runId: repeatId(runId, i + 1, repeat) }),
  }));
}

// Version 5 takes from the row what version 4 knew by repository.
const columnsOfFive = ['image', 'log_parser', 'eval_type', 'eval_script'];

/** What stands against the call of a version. */
function versionFaults(version: string, tasks: readonly NamedTask[], { dataset }: RunnerInput): readonly Fault[] {
  if (dataset === undefined) {
    const hint = 'Give the rows with --dataset: then the ids stand in a file and not in the command.';
    return unsayableFaults(tasks, (name) => unsayableWord(name) ?? unsayableOption(version, name), hint);
  }
  const rows = rowsOf(dataset, tasks);
  const missing = columnsOfFive.filter((column) => rows.some((row) => !Object.hasOwn(row, column)));
  if (version !== '5' || missing.length === 0) return [];
  const message = `the rows lack ${joinWords(missing)}, which SWE-bench 5 needs.`;
  const hint = 'Give the rows of the data set as it is published for version 5, or use --runner-version 4.';
  return [{ code: 'export/dataset', message, place: { file: dataset.file }, hint }];
}

function unsayableOption(version: string, name: string): string | undefined {
  return version === '4' && name.startsWith('-') ? 'it begins with a hyphen and would be read as an option' : undefined;
}

/** What an evaluation by SWE-bench is called with. */
interface SweBenchCall {
  readonly names: readonly string[];
  /** A file that holds just these tasks; without it, the names are given one by one. */
  readonly dataset: string | undefined;
  /** What SWE-bench calls the data set, or what stands for that. */
  readonly datasetName: Word;
  readonly split: string;
  /** A file; without it, the reference patches are evaluated. */
  readonly predictions: string | undefined;
  readonly runId: string;
}

/** The command of a version of SWE-bench. */
function sweBenchLines(version: string, call: SweBenchCall): Word[][] {
  return version === '4' ? versionFour(call) : versionFive(call);
}

function versionFive({ names, dataset, datasetName, split, predictions, runId }: SweBenchCall): Word[][] {
  return [
    ['swebench', 'eval', dataset ?? datasetName],
    ['--split', split],
    predictions === undefined ? ['--gold'] : ['--predictions', predictions],
    ['--run-id', runId],
    ...(dataset === undefined ? names.map((name) => [`--instance=${name}`]) : []),
  ];
}

function versionFour({ names, dataset, datasetName, split, predictions, runId }: SweBenchCall): Word[][] {
  return [
    ['python', '-m', 'swebench.harness.run_evaluation'],
    ['--dataset_name', dataset ?? datasetName],
    ['--split', split],
    ['--predictions_path', predictions ?? 'gold'],
    ['--run_id', runId],
    ...(dataset === undefined ? [['--instance_ids', ...names]] : []),
  ];
}
