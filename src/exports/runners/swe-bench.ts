import type { Fault } from '../../core/model/errors.js';
import type { Row } from '../../core/model/row-file.js';
import { csvText } from '../../core/text/csv-text.js';
import sweBenchCheck from '../checks/swe-bench.py?raw';
import sweBenchProCheck from '../checks/swe-bench-pro.py?raw';
import { asciiJson, unsayableWord, type Word } from '../tasks/escape.js';
import { type NamedTask, shownNames, unsayableFaults } from '../tasks/export-task.js';
import { datasetRows, jsonLines, nameInDataset, predictionsOf } from '../tasks/name-in-dataset.js';
import {
  bySweId,
  columnFaults,
  type ExportFile,
  eachRun,
  given,
  inExport,
  type RunCommand,
  type Runner,
  type RunnerInput,
  runInClone,
  twoDatasets,
  when,
  withoutNote,
} from './runner.js';

/** SWE-bench's evaluation harness: ids on the command line, or a filtered dataset with filtered predictions. */
export const sweBench: Runner = {
  name: 'swe-bench',
  title: 'SWE-bench',
  versions: [
    { name: '4', covers: (major) => major === 4 },
    { name: '5', covers: (major) => major === 5 },
  ],
  reads: ['runnerVersion', 'datasetName', 'split', 'dataset', 'predictions'],
  ...bySweId,
  takesRowsOrName: true,
  write(tasks, input) {
    const { dataset, predictions, folder, settings } = input;
    const hasRows = dataset !== undefined;
    const predicted = predictions === undefined ? undefined : predictionsOf(predictions, tasks);
    const files: readonly ExportFile[] = [
      ...when(hasRows, {
        name: 'dataset.jsonl',
        content: jsonLines(datasetRows(dataset, tasks)),
        about: 'the rows of the tasks, with all columns',
      }),
      ...when(predicted !== undefined, {
        name: 'predictions.jsonl',
        content: jsonLines(predicted?.rows ?? []),
        about: 'the predictions for the tasks',
      }),
    ];
    const call = {
      names: hasRows ? [] : tasks.map(({ name }) => name),
      dataset: hasRows ? `${folder}/dataset.jsonl` : given(settings.datasetName, 'DATASET'),
      split: settings.split ?? 'test',
      predictions: given(predicted === undefined ? undefined : `${folder}/predictions.jsonl`, 'PREDICTIONS'),
    };
    // A named version gets its call; without one there are both, the current one first, as far as they can be made.
    const wanted = settings.runnerVersion === undefined ? ['5', '4'] : [input.version];
    const against = new Map(wanted.map((version) => [version, versionFaults(version, tasks, input)]));
    const versions = wanted.filter((version) => against.get(version)?.length === 0);
    const isOpen = !hasRows && settings.datasetName === undefined;
    return {
      version: versions[0],
      files,
      commands: versions.flatMap((version) =>
        eachRun(
          input,
          (runId) => callLines(version, call, runId),
          (run) => `SWE-bench ${version}${run === undefined ? '' : `, run ${run}`}`,
        ),
      ),
      check: {
        distribution: 'swebench',
        given: { rows: hasRows, dataset: settings.datasetName ?? null, split: call.split },
        asks: when(isOpen, { raw: '"$DATASET"' }),
        code: sweBenchCheck,
      },
      notes: [
        ...wanted
          .filter((version) => versions.length > 0 && !versions.includes(version))
          .map(
            (version) => `There is no command for SWE-bench ${version}: ${against.get(version)?.[0]?.message ?? ''}`,
          ),
        isOpen &&
          'Set DATASET to the dataset that contains these ids, or give --dataset-name, such as SWE-bench/SWE-bench_Verified. The selection does not record it.',
        ...(predicted === undefined
          ? ['Set PREDICTIONS to your predictions file, or give --predictions.']
          : withoutNote(predicted.without, tasks, 'prediction')),
        !hasRows &&
          'Winnow did not check that the dataset contains these ids (to check, give its rows with --dataset). SWE-bench stops at an unknown id.',
      ],
      faults: [
        ...twoDatasets(input),
        ...(predicted?.faults ?? []),
        ...(versions.length === 0 ? (against.get(wanted[0] ?? '') ?? []) : []),
      ],
    };
  },
};

// Version 5 reads from the row what version 4 had by repository.
const columnsOfFive = ['image', 'log_parser', 'eval_type', 'eval_script'];

/** Errors against the command of a version. */
function versionFaults(version: string, tasks: readonly NamedTask[], { dataset }: RunnerInput): readonly Fault[] {
  if (dataset === undefined) {
    const hint = 'Give the rows with --dataset, so that the ids are in a file instead of the command.';
    const isOption = (name: string) => version === '4' && name.startsWith('-');
    const optionWords = 'begins with a hyphen and would be read as an option';
    return unsayableFaults(tasks, (name) => unsayableWord(name) ?? (isOption(name) ? optionWords : undefined), hint);
  }
  return columnFaults(dataset, datasetRows(dataset, tasks), version === '5' ? columnsOfFive : [], (missing) => ({
    message: `the rows have no ${missing}, which SWE-bench 5 needs.`,
    hint: 'Give the rows of a dataset published for version 5, or use --runner-version 4.',
  }));
}

/** The commands that evaluate the patches of each run of an agent, with the current version. */
export function evaluateRuns(input: RunnerInput): readonly RunCommand[] {
  const { datasetName: name, split = 'test' } = input.settings;
  // Agents have a short name for every data set, the evaluation not for this one.
  const datasetName = name === 'lite' ? 'SWE-bench/SWE-bench_Lite' : name;
  const dataset = given(datasetName, input.dataset === undefined ? 'SUBSET' : 'DATASET');
  return eachRun(input, (runId) =>
    callLines('5', { names: [], dataset, split, predictions: `runs/${runId}/preds.json` }, runId),
  );
}

interface SweBenchCall {
  /** The tasks, if they are given one by one. */
  readonly names: readonly string[];
  /** A file with only the tasks, SWE-bench's name for the dataset, or a placeholder. */
  readonly dataset: Word;
  readonly split: string;
  /** A file, or a placeholder. */
  readonly predictions: Word;
}

function callLines(version: string, { names, dataset, split, predictions }: SweBenchCall, runId: string): Word[][] {
  if (version === '5')
    return [
      ['swebench', 'eval', dataset],
      ['--split', split],
      ['--predictions', predictions],
      ['--run-id', runId],
      ...names.map((name) => [`--instance=${name}`]),
    ];
  return [
    ['python', '-m', 'swebench.harness.run_evaluation'],
    ['--dataset_name', dataset],
    ['--split', split],
    ['--predictions_path', predictions],
    ['--run_id', runId],
    ...when(names.length > 0, ['--instance_ids', ...names]),
  ];
}

/** SWE-bench Pro's evaluation: it has no option for ids, so the samples and the patches are filtered. */
export const sweBenchPro: Runner = {
  name: 'swe-bench-pro',
  title: 'SWE-bench Pro',
  reads: ['dataset', 'predictions'],
  takesOneDataset: true,
  needsRows: {
    message: 'SWE-bench Pro has no option for ids, so Winnow must filter its samples.',
    hint: 'Give the samples (CSV, JSON lines or Parquet) with --dataset, and patches with --predictions.',
  },
  nameTasks: nameInDataset,
  // Its images keep the case of the id, but it keeps its results by the id in folders.
  identityOf: ({ name }) => name.toLowerCase(),
  write(tasks, input) {
    const { dataset, predictions } = input;
    const rows = datasetRows(dataset, tasks).map(withTexts);
    const isCsv = dataset?.kind === 'csv';
    const name = isCsv ? 'samples.csv' : 'samples.jsonl';
    const content = isCsv ? rowsCsv(rows) : jsonLines(rows);
    const patched = predictions === undefined ? undefined : predictionsOf(predictions, tasks);
    const patches = `${asciiJson(patched?.rows, 2)}\n`;
    const hasPatches = patched !== undefined;
    return {
      files: [
        { name, content, about: 'the rows of the tasks, with all columns' },
        ...when(hasPatches, { name: 'patches.json', content: patches, about: 'the patches for the tasks' }),
      ],
      commands: eachRun(
        input,
        (runId) => [
          ['python', 'swe_bench_pro_eval.py'],
          [{ raw: `--raw_sample_path=${inExport(name)}` }],
          [{ raw: `--patch_path=${hasPatches ? inExport('patches.json') : '"$PATCHES"'}` }],
          [`--output_dir=runs/${runId}`],
          ['--scripts_dir=run_scripts'],
          ['--dockerhub_username=jefzda'],
        ],
        (run) => (run === undefined ? 'Evaluate' : `Evaluate, run ${run}`),
      ),
      // It is a script that can't be asked, so the check reads the rows as the script does.
      check: { distribution: 'swe-bench-pro', given: { samples: name }, code: sweBenchProCheck },
      runFrom: runInClone('the SWE-bench Pro repository (scaleapi/SWE-bench_Pro-os)'),
      notes: [
        'SWE-bench Pro reads run_scripts/ID/ and dockerfiles/ from the clone, and writes results to runs/ in it.',
        ...(patched === undefined
          ? ['Set PATCHES to the absolute path of your patches file, or give --predictions.']
          : withoutNote(patched.without, tasks, 'patch')),
      ],
      faults: [
        ...(patched?.faults ?? []),
        ...columnFaults(dataset, rows.slice(0, 1), neededColumns, (missing) => ({
          message: `the rows have no ${missing}. Their columns are ${shownNames(Object.keys(rows[0] ?? {}))}.`,
          hint: 'Give the samples of SWE-bench Pro, with column names in lower case.',
        })),
      ],
    };
  },
};

/** The evaluation looks up its columns by these names. */
const neededColumns = 'base_commit before_repo_set_cmd selected_test_files_to_run fail_to_pass pass_to_pass'.split(' ');

/** Lists as the text that the evaluation reads them from. */
function withTexts(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? asciiJson(value) : value]),
  );
}

function rowsCsv(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return csvText([columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]);
}
