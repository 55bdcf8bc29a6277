import { fingerprint } from '../../core/fingerprint/fingerprint.js';
import type { Fault } from '../../core/model/errors.js';
import type { Row, TableColumn } from '../../core/model/row-file.js';
import { joinWords, markdownTable, markdownText } from '../../core/text/words.js';
import checkCode from '../checks/hugging-face.py?raw';
import { asciiJson, type Word } from '../tasks/escape.js';
import { type NamedTask, shownNames } from '../tasks/export-task.js';
import { datasetRows } from '../tasks/name-in-dataset.js';
import { bySweId, given, type RunCommand, type Runner, type RunnerInput, when } from './runner.js';

/**
 * A dataset folder for Hugging Face: Parquet, a card and eval.yaml, which runners accept by its path or once
 * published.
 */
export const huggingFace: Runner = {
  name: 'hugging-face',
  title: 'Hugging Face',
  reads: ['dataset', 'split', 'model'],
  needsRows: {
    message: 'a dataset folder needs the rows of the tasks.',
    hint: 'Give them with --dataset: JSON, JSON lines, CSV or Parquet, with an instance_id column.',
  },
  ...bySweId,
  write(tasks, input) {
    const { dataset, settings } = input;
    const split = settings.split ?? 'test';
    const { columns, asJson } = rowColumns(datasetRows(dataset, tasks));
    const isPlain = /^\w+(?:\.\w+)*$/.test(split);
    return {
      files: [
        { name: `dataset/${split}.parquet`, columns, about: 'the rows of the tasks, with all columns' },
        {
          name: 'dataset/README.md',
          content: card(tasks, input, split),
          about: 'the dataset card, with the methodology',
        },
        { name: 'dataset/eval.yaml', content: evalYaml(tasks, input, split), about: 'the evaluation settings' },
      ],
      commands: commandsOf(input, split),
      check: { distribution: 'datasets', given: { split }, code: checkCode },
      notes: [
        'SWE-bench 4 does not accept the path of a Parquet folder; use --to swe-bench for it. OpenHands accepts the absolute path of dataset/ as --dataset.',
        'Set MODEL to the model to run (or give --model), and PREDICTIONS to its predictions file.',
        asJson.length > 0 &&
          `These columns are written as JSON, because they contain more than strings, numbers and lists of strings: ${joinWords(asJson)}.`,
      ],
      faults: [...when(!isPlain, badSplit), ...caseFaults(columns, dataset?.file ?? '')],
    };
  },
};

const badSplit: Fault = {
  code: 'export/setting',
  message: '--split may contain only letters, digits, underscores and dots.',
  hint: 'Give another --split.',
};

/** To Parquet writers and readers, column names that differ only in letter case are equal. */
function caseFaults(columns: readonly TableColumn[], file: string): readonly Fault[] {
  const names = columns.map(({ name }) => name);
  const twice = names.filter((name, i) =>
    names.some((other, k) => k < i && other.toLowerCase() === name.toLowerCase()),
  );
  const message = `these column names repeat others in a different letter case: ${shownNames(twice)}.`;
  return when(twice.length > 0, { code: 'export/dataset', message, place: { file }, hint: 'Keep one of each.' });
}

function commandsOf({ folder, runId, settings }: RunnerInput, split: string): RunCommand[] {
  const path = `${folder}/dataset`;
  const agent: Word[][] = [
    ['mini-extra', 'swebench'],
    ['--subset', path, '--split', split],
    ['--model', given(settings.model, 'MODEL')],
    ['--output', `runs/${runId}`],
  ];
  const evaluation = [
    ['swebench', 'eval', path],
    ['--split', split],
    ['--predictions', { raw: '"$PREDICTIONS"' }, '--run-id', runId],
  ];
  return [
    { title: 'mini-SWE-agent', lines: agent },
    { title: 'SWE-bench 5', lines: evaluation },
  ];
}

/** The card: how the tasks were selected, the claims they support, and the source of the rows. */
function card(tasks: readonly NamedTask[], { manifest, dataset }: RunnerInput, split: string): string {
  const { metadata, methodology, benchmarks } = manifest;
  const present = new Set(tasks.map(({ task }) => task.benchmark));
  const header = [
    'configs:',
    '  - config_name: default',
    // The datasets library caches a folder by its name and this header. Without a hash of the rows, it would load the rows
    // of an earlier export.
    `    description: rows ${fingerprint(asciiJson([dataset?.sha256, tasks.map(({ name }) => name)])).slice(0, 16)}`,
    '    data_files:',
    `      - split: ${split}`,
    `        path: ${split}.parquet`,
    'tags:',
    '  - benchmark',
    '  - winnow',
  ];
  return `---\n${header.join('\n')}\n---\n\n${[
    `# ${markdownText(metadata.plan.name)}: ${tasks.length} tasks`,
    markdownText(methodology.description),
    '## How the tasks were selected',
    markdownTable(
      ['benchmark', 'tasks here', 'tasks in pool', 'strategy'],
      benchmarks
        .filter(({ name }) => present.has(name))
        .map(({ name, title, available, strategy }) => [
          markdownText(title),
          String(tasks.filter(({ task }) => task.benchmark === name).length),
          String(available),
          markdownText(strategy),
        ]),
    ),
    '## Permissible claims',
    markdownText(methodology.claim),
    '## Provenance',
    markdownTable(
      ['', ''],
      [
        ['plan', `${markdownText(metadata.plan.name)}, SHA-256 ${metadata.plan.sha256}`],
        ['seed', metadata.random_seed === null ? 'none' : markdownText(String(metadata.random_seed))],
        ['rows', `${markdownText(dataset?.file ?? '')}, SHA-256 ${dataset?.sha256 ?? ''}`],
      ],
    ),
    'The rows come from that source and are subject to its licence.',
  ].join('\n\n')}\n`;
}

/** As in SWE-bench's own datasets. */
function evalYaml(tasks: readonly NamedTask[], { manifest, runId }: RunnerInput, split: string): string {
  const { metadata, methodology } = manifest;
  return [
    `name: ${asciiJson(metadata.plan.name)}`,
    `description: ${asciiJson(`${tasks.length} selected tasks. ${methodology.claim}`)}`,
    'evaluation_framework: swe-bench',
    '',
    'tasks:',
    `  - id: ${asciiJson(`${runId}_%_resolved`)}`,
    '    config: default',
    `    split: ${split}`,
    '',
  ].join('\n');
}

/** The columns of rows with the types of their values. Other values become JSON text. */
export function rowColumns(
  rows: readonly Row[],
  names: readonly string[] = [...new Set(rows.flatMap((row) => Object.keys(row)))],
): {
  readonly columns: readonly TableColumn[];
  /** The columns whose values had to become JSON. */
  readonly asJson: readonly string[];
} {
  const asJson: string[] = [];
  const columns = names.map((name): TableColumn => {
    const isList = rows.some((row) => Array.isArray(row[name]));
    // A CSV row without list items has an empty text.
    const isNone = (value: unknown) => value === undefined || (isList && value === '');
    const values = rows.map((row) => (Object.hasOwn(row, name) && !isNone(row[name]) ? row[name] : null));
    const kind = kindOf(values.filter((value) => value !== null));
    if (kind !== undefined) return { name, kind, values: values as TableColumn['values'] };
    asJson.push(name);
    return { name, kind: 'text', values: values.map((value) => (value === null ? null : asciiJson(value))) };
  });
  return { columns, asJson };
}

function kindOf(values: readonly unknown[]): TableColumn['kind'] | undefined {
  if (values.every((value) => typeof value === 'string')) return 'text';
  if (values.every((value) => typeof value === 'boolean')) return 'flag';
  if (values.every((value) => typeof value === 'bigint' || Number.isSafeInteger(value))) return 'whole';
  if (values.every((value) => typeof value === 'number')) return 'number';
  const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');
  return values.every(isTexts) ? 'texts' : undefined;
}
