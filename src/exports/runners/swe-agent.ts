import type { Fault } from '../../core/model/fault.js';
import type { Row } from '../../core/model/row-file.js';
import { asciiJson } from '../escape/ascii-json.js';
import { regexOfTexts } from '../escape/regex-literal.js';
import type { Word } from '../escape/shell-word.js';
import { nameInDataset, rowId, rowsOf } from '../tasks/name-in-dataset.js';
import { shownNames } from '../tasks/shown-names.js';
import { repeatId, sweImage, twoDatasets } from './command-parts.js';
import type { Runner, RunnerInput } from './runner.js';

/** SWE-agent in batch mode: an anchored filter on a data set it knows, or, with rows at hand, a file of instances. */
export const sweAgent: Runner = {
  name: 'swe-agent',
  title: 'SWE-agent',
  versions: [],
  reads: ['datasetName', 'split', 'model', 'dataset'],
  takesOneDataset: true,
  takesRowsOrName: true,
  nameTasks: (tasks, { dataset }) => nameInDataset(tasks, dataset),
  identityOf: ({ name }) => sweImage(name),
  write(tasks, input) {
    const { dataset, settings, runId, repeat } = input;
    const filter = regexOfTexts(tasks.map(({ name }) => name));
    const rows = dataset === undefined ? [] : rowsOf(dataset, tasks);
    const content = `${asciiJson(rows.map(instanceOf), 2)}\n`;
    return {
      files: [
        { name: 'filter.txt', content: `${filter}\n`, about: 'the regular expression of the command, on one line' },
        ...(dataset === undefined ? [] : [{ name: 'instances.json', content, about: 'the tasks as instances' }]),
      ],
      commands: Array.from({ length: repeat }, (_, i) => ({
        title: repeat === 1 ? 'Run' : `Run ${i + 1}`,
        lines: [
          ['sweagent', 'run-batch'],
          ...instanceOptions(input, filter),
          [{ raw: '--agent.model.name' }, settings.model ?? { raw: '"$MODEL"' }],
          ['--output_dir', `runs/${repeatId(runId, i + 1, repeat)}`],
        ],
      })),
      check: {
        distribution: 'sweagent',
        given: {
          rows: dataset !== undefined,
          dataset: settings.datasetName ?? null,
          split: settings.split ?? 'test',
        },
        asks: dataset === undefined && settings.datasetName === undefined ? [{ raw: '"$SUBSET"' }] : [],
        code: checkCode,
      },
      notes: [
        ...(dataset === undefined && settings.datasetName === undefined
          ? [
              'SUBSET in the command is the data set that the ids are of (--dataset-name), a word that SWE-agent knows: verified, lite, full, multimodal or multilingual. The selection does not tell; for any other data set give its rows (--dataset).',
            ]
          : []),
        ...(settings.model === undefined ? ['MODEL in the command is the model to run (--model).'] : []),
        ...(dataset === undefined
          ? ['An id that the data set lacks is skipped silently: compare the number of instances it reports.']
          : []),
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
    ['--instances.subset', settings.datasetName ?? { raw: '"$SUBSET"' }],
    ['--instances.split', settings.split ?? 'test'],
    ['--instances.filter', filter],
  ];
}

/** A row as SWE-agent's own reader of SWE-bench, or SWE-bench Pro's helper, would make an instance of it. */
function instanceOf(row: Row) {
  const isPro = isOfPro(row);
  return {
    instance_id: rowId(row),
    image_name: imageOf(row),
    problem_statement: isPro ? proStatement(row) : row['problem_statement'],
    repo_name: isPro ? 'app' : 'testbed',
    base_commit: row['base_commit'],
  };
}

function isOfPro(row: Row): boolean {
  return Object.hasOwn(row, 'dockerhub_tag') || (Object.hasOwn(row, 'requirements') && Object.hasOwn(row, 'interface'));
}

/** The image that a row names; SWE-bench's own follow from the id, those of SWE-bench Pro do not. */
function imageOf(row: Row): string | undefined {
  const { image_name: image, dockerhub_tag: tag } = row;
  if (typeof image === 'string') return image;
  if (isOfPro(row)) return typeof tag === 'string' ? `jefzda/sweap-images:${tag}` : undefined;
  return sweImage(rowId(row) ?? '');
}

/** What SWE-bench Pro shows an agent: the issue, what is required and the interface it names. */
function proStatement(row: Row): string {
  const { problem_statement: issue, requirements, interface: names } = row;
  return `${issue}\n\nRequirements:\n${requirements ?? ''}\n\nNew interfaces introduced:\n${names ?? ''}`;
}

function rowFaults(rows: readonly Row[], file: string): Fault[] {
  const needs = [
    ['problem_statement', (row: Row) => typeof row['problem_statement'] === 'string'],
    ['base_commit', (row: Row) => typeof row['base_commit'] === 'string'],
    ['image_name or dockerhub_tag', (row: Row) => imageOf(row) !== undefined],
  ] as const;
  return needs.flatMap(([column, has]) => {
    const without = rows.filter((row) => !has(row)).map((row) => rowId(row) ?? '');
    if (without.length === 0) return [];
    return [
      { code: 'export/dataset', message: `these rows have no ${column}: ${shownNames(without)}.`, place: { file } },
    ];
  });
}

const checkCode = `
def resolve():
    from sweagent.run.batch_instances import InstancesFromFile, SWEBenchInstances

    if GIVEN["rows"]:
        instances = InstancesFromFile(path=EXPORT / "instances.json")
    else:
        instances = SWEBenchInstances(
            subset=(ARGUMENTS or [GIVEN["dataset"]])[0],
            split=GIVEN["split"],
            filter=(EXPORT / "filter.txt").read_text(encoding="utf-8").removesuffix("\\n"),
        )
    return [instance.problem_statement.id for instance in instances.get_instance_configs()]
`;
