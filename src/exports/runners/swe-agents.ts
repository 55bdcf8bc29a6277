import type { Fault } from '../../core/model/errors.js';
import type { Row } from '../../core/model/row-file.js';
import { joinWords } from '../../core/text/words.js';
import miniSweAgentCheck from '../checks/mini-swe-agent.py?raw';
import openhandsCheck from '../checks/openhands.py?raw';
import sweAgentCheck from '../checks/swe-agent.py?raw';
import { asciiJson, regexOfTexts, unsayableLine, type Word } from '../tasks/escape.js';
import { type NamedTask, shownNames, unsayableFaults } from '../tasks/export-task.js';
import { datasetRows, rowId } from '../tasks/name-in-dataset.js';
import {
  bySweId,
  type ExportFile,
  eachRun,
  given,
  inExport,
  modelNote,
  type Runner,
  type RunnerInput,
  runInClone,
  sweImage,
  twoDatasets,
  when,
} from './runner.js';
import { evaluateRuns } from './swe-bench.js';

/** The regular expression for a command, which matches exactly these tasks, and a file that contains it. */
function filterOf(tasks: readonly NamedTask[]): { readonly filter: string; readonly file: ExportFile } {
  const filter = regexOfTexts(tasks.map(({ name }) => name));
  const about = 'the regular expression in the command, on one line';
  return { filter, file: { name: 'filter.txt', content: `${filter}\n`, about } };
}

/**
 * SWE-agent in batch mode: an anchored filter on a known dataset or, if the rows are given, a file of instances.
 */
export const sweAgent: Runner = {
  name: 'swe-agent',
  title: 'SWE-agent',
  reads: ['datasetName', 'split', 'model', 'dataset'],
  ...bySweId,
  takesRowsOrName: true,
  write(tasks, input) {
    const { dataset, settings } = input;
    const { filter, file } = filterOf(tasks);
    const rows = datasetRows(dataset, tasks);
    const content = `${asciiJson(rows.map(instanceOf), 2)}\n`;
    const hasRows = dataset !== undefined;
    const isOpen = !hasRows && settings.datasetName === undefined;
    return {
      files: [file, ...when(hasRows, { name: 'instances.json', content, about: 'the tasks as instances' })],
      commands: eachRun(input, (runId) => [
        ['sweagent', 'run-batch'],
        ...instanceOptions(input, filter),
        [{ raw: '--agent.model.name' }, given(settings.model, 'MODEL')],
        ['--output_dir', `runs/${runId}`],
      ]),
      evaluate: evaluateRuns(input),
      check: {
        distribution: 'sweagent',
        given: { rows: hasRows, dataset: settings.datasetName ?? null, split: settings.split ?? 'test' },
        asks: when(isOpen, { raw: '"$SUBSET"' }),
        code: sweAgentCheck,
      },
      notes: [
        isOpen &&
          'Set SUBSET to the dataset that contains these ids, or give --dataset-name: verified, lite, full, multimodal or multilingual. The selection does not record it. For any other dataset, give its rows with --dataset.',
        ...modelNote(settings),
        !hasRows &&
          'SWE-agent silently skips ids that are not in the dataset. Check the number of instances that it reports.',
      ],
      faults: [...twoDatasets(input), ...rowFaults(rows, dataset?.file ?? '')],
    };
  },
};

function instanceOptions({ dataset, settings, folder }: RunnerInput, filter: string): Word[][] {
  if (dataset !== undefined)
    return [
      ['--instances.type', 'file'],
      ['--instances.path', `${folder}/instances.json`],
    ];
  return [
    ['--instances.type', 'swe_bench'],
    ['--instances.subset', given(settings.datasetName, 'SUBSET')],
    ['--instances.split', settings.split ?? 'test'],
    ['--instances.filter', filter],
  ];
}

/** A row as an instance, as SWE-agent's own reader of SWE-bench or SWE-bench Pro's helper would make it. */
function instanceOf(row: Row) {
  const { problem_statement: issue, requirements, interface: names } = row;
  const isPro = isOfPro(row);
  // What SWE-bench Pro shows an agent: the issue, what is required and the interface it names.
  const proStatement = `${issue}\n\nRequirements:\n${requirements ?? ''}\n\nNew interfaces introduced:\n${names ?? ''}`;
  return {
    instance_id: rowId(row),
    image_name: imageOf(row),
    problem_statement: isPro ? proStatement : issue,
    repo_name: isPro ? 'app' : 'testbed',
    base_commit: row['base_commit'],
  };
}

function isOfPro(row: Row): boolean {
  return Object.hasOwn(row, 'dockerhub_tag') || (Object.hasOwn(row, 'requirements') && Object.hasOwn(row, 'interface'));
}

/** The image that a row names. SWE-bench images follow from the id, SWE-bench Pro images don't. */
function imageOf(row: Row): string | undefined {
  const { image_name: image, dockerhub_tag: tag } = row;
  if (typeof image === 'string') return image;
  if (isOfPro(row)) return typeof tag === 'string' ? `jefzda/sweap-images:${tag}` : undefined;
  return sweImage({ name: rowId(row) ?? '' });
}

function rowFaults(rows: readonly Row[], file: string): Fault[] {
  const needs = [
    ['problem_statement', (row: Row) => typeof row['problem_statement'] === 'string'],
    ['base_commit', (row: Row) => typeof row['base_commit'] === 'string'],
    ['image_name or dockerhub_tag', (row: Row) => imageOf(row) !== undefined],
  ] as const;
  return needs.flatMap(([column, has]) => {
    const without = rows.filter((row) => !has(row)).map((row) => rowId(row) ?? '');
    const message = `these rows have no ${column}: ${shownNames(without)}.`;
    return when(without.length > 0, { code: 'export/dataset', message, place: { file } });
  });
}

/** mini-SWE-agent in batch mode: a regular expression that is anchored at both ends. */
export const miniSweAgent: Runner = {
  name: 'mini-swe-agent',
  title: 'mini-SWE-agent',
  reads: ['datasetName', 'split', 'model', 'dataset'],
  ...bySweId,
  write(tasks, input) {
    const { model, datasetName, split = 'test' } = input.settings;
    const { filter, file } = filterOf(tasks);
    return {
      files: [file],
      commands: eachRun(input, (runId) => [
        ['mini-extra', 'swebench'],
        ['--subset', given(datasetName, 'SUBSET')],
        ['--split', split],
        ['--filter', filter],
        ['--model', given(model, 'MODEL')],
        ['--output', `runs/${runId}`],
      ]),
      evaluate: evaluateRuns(input),
      check: {
        distribution: 'mini-swe-agent',
        given: { dataset: datasetName ?? null, split },
        asks: when(datasetName === undefined, { raw: '"$SUBSET"' }),
        code: miniSweAgentCheck,
      },
      notes: [
        datasetName === undefined &&
          'Set SUBSET to the dataset that contains these ids, or give --dataset-name: a short name such as verified, lite or full, or the dataset’s name on Hugging Face. The selection does not record it.',
        ...modelNote(input.settings),
        'mini-SWE-agent silently skips ids that are not in the dataset. It prints "Running on N instances": N must be the number of tasks above.',
        'Each run has its own output folder, because mini-SWE-agent skips finished tasks in an existing folder.',
      ],
    };
  },
};

/** OpenHands' benchmarks: a file of ids for `--select`. */
export const openhands: Runner = {
  name: 'openhands',
  title: 'OpenHands',
  reads: ['datasetName', 'split', 'dataset'],
  ...bySweId,
  write(tasks, input) {
    const { datasetName, split = 'test' } = input.settings;
    const program = programs.find(([, names]) => names.test(datasetName ?? ''))?.[0];
    const content = tasks.map(({ name }) => `${name}\n`).join('');
    return {
      files: [{ name: 'select.txt', content, about: 'one id per line, no header, no comments' }],
      commands: eachRun(input, (runId) => [
        ['uv', 'run', given(program, 'PROGRAM'), { raw: '"$LLM_CONFIG"' }],
        ['--dataset', given(datasetName, 'DATASET')],
        ['--split', split],
        ['--select', { raw: inExport('select.txt') }],
        ['--note', runId],
        ['--n-critic-runs', '1'],
      ]),
      evaluate: when(program !== 'swefficiency-infer', {
        title: 'Evaluate',
        lines: [
          ['uv', 'run', given(program?.replace(/infer$/, 'eval'), 'EVALUATION'), { raw: '"$OUTPUT"' }],
          ['--dataset', given(datasetName, 'DATASET')],
        ],
      }),
      check: {
        distribution: 'openhands-benchmarks',
        given: { dataset: datasetName ?? null, split },
        asks: when(datasetName === undefined, { raw: '"$DATASET"' }),
        code: openhandsCheck,
      },
      runFrom: runInClone('the OpenHands benchmarks (OpenHands/benchmarks)'),
      notes: [
        datasetName === undefined &&
          'Set DATASET to the dataset that contains these ids, or give --dataset-name, such as princeton-nlp/SWE-bench_Verified. The selection does not record it.',
        program === undefined &&
          `Set PROGRAM to the entry point of the benchmark: ${joinWords(programs.map(([name, , about]) => `${name} for ${about}`))}. Set EVALUATION to the same name with -eval instead of -infer.`,
        'Each run prints the path of its output.jsonl. To evaluate it, set OUTPUT to that path.',
        'Set LLM_CONFIG to the absolute path of the JSON file that configures the model.',
        'Do not add --n-limit, which would run a random subset of the selection. The runner prints "Selected N instances": N must be the number of tasks above.',
        'With --n-critic-runs 1, OpenHands tries each task once. By default, it tries a task up to 3 times if its critic rejects the result. Versions before March 2026 call the option --max-attempts.',
      ],
      faults: unsayableFaults(tasks, lineReason, 'OpenHands does not accept this id; use another runner for it.'),
    };
  },
};

/** The entry points, each with the names of its datasets. The first match is used. */
const programs: readonly (readonly [string, RegExp, string])[] = [
  ['swebenchpro-infer', /swe-?bench[_-]?pro/i, 'SWE-bench Pro'],
  ['swebenchmultilingual-infer', /swe-?bench[_-]?multilingual/i, 'SWE-bench Multilingual'],
  ['swebenchmultimodal-infer', /swe-?bench[_-]?(?:multimodal|mm)/i, 'SWE-bench Multimodal'],
  ['multiswebench-infer', /multi[_-]?swe-?bench/i, 'Multi-SWE-bench'],
  ['swtbench-infer', /swt-?bench/i, 'SWT-bench'],
  ['swesmith-infer', /swe-?smith/i, 'SWE-smith'],
  ['swefficiency-infer', /swefficiency/i, 'SWE-fficiency'],
  ['swebench-infer', /swe-?bench/i, 'SWE-bench, Verified and Lite'],
];

function lineReason(name: string): string | undefined {
  return unsayableLine(name) ?? (name.startsWith('#') ? 'begins with #, so it is skipped as a comment' : undefined);
}
