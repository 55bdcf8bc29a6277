import type { Row } from '../../core/model/row-file.js';
import checkCode from '../checks/multi-swe-bench.py?raw';
import { asciiJson, globLiteral, type Word } from '../tasks/escape.js';
import { datasetRows, jsonLines, nameInDataset, predictionsOf, rowId } from '../tasks/name-in-dataset.js';
import { columnFaults, type Runner, when, withoutNote } from './runner.js';

/** Multi-SWE-bench's evaluation. Its `specifics` match parts of ids, so Winnow filters the rows instead. */
export const multiSweBench: Runner = {
  name: 'multi-swe-bench',
  title: 'Multi-SWE-bench',
  reads: ['dataset', 'predictions'],
  takesOneDataset: true,
  needsRows: {
    message: 'Winnow must filter the rows of Multi-SWE-bench, because its list of ids also matches parts of ids.',
    hint: 'Give the rows (JSON lines) with --dataset, and patches with --predictions.',
  },
  nameTasks: (tasks, { dataset }) => nameInDataset(tasks, { dataset, idOf: pullRequestId }),
  identityOf: ({ name }) => name.toLowerCase(),
  write(tasks, { dataset, predictions, folder, runId }) {
    const rows = datasetRows(dataset, tasks, pullRequestId);
    const patched = predictions === undefined ? undefined : predictionsOf(predictions, tasks, pullRequestId);
    const place = `runs/${runId}`;
    const inFolder = (file: string) => globLiteral(`${folder}/${file}`);
    const config = {
      mode: 'evaluation',
      workdir: `${place}/work`,
      patch_files: [patched === undefined ? 'PATCHES' : inFolder('patches.jsonl')],
      dataset_files: [inFolder('dataset.jsonl')],
      output_dir: `${place}/output`,
      repo_dir: `${place}/repos`,
      log_dir: `${place}/logs`,
      specifics: [],
      skips: [],
      need_clone: false,
      stop_on_error: false,
    };
    const folders: Word[] = ['mkdir', '-p', `${place}/work`, `${place}/repos`, { raw: '&&' }];
    return {
      files: [
        { name: 'dataset.jsonl', content: jsonLines(rows), about: 'the rows of the tasks, with all columns' },
        ...when(patched !== undefined, {
          name: 'patches.jsonl',
          content: jsonLines(patched?.rows ?? []),
          about: 'the patches for the tasks',
        }),
        { name: 'config.json', content: `${asciiJson(config, 2)}\n`, about: 'the evaluation' },
      ],
      commands: [
        {
          title: 'Evaluate',
          lines: [
            folders,
            ['python', '-m', 'multi_swe_bench.harness.run_evaluation', '--config', `${folder}/config.json`],
            ...when(patched === undefined, ['--patch_files', { raw: '"$PATCHES"' }]),
          ],
        },
      ],
      check: { distribution: 'multi-swe-bench', code: checkCode },
      notes: [
        patched === undefined &&
          'Set PATCHES to your patches file, or give --predictions: JSON lines with org, repo, number and fix_patch.',
        ...withoutNote(patched?.without ?? [], tasks, 'patch'),
        'Do not add --specifics, which matches parts of ids: pr-1 would also run pr-12.',
      ],
      faults: [...(patched?.faults ?? []), ...columnFaults(dataset, rows.slice(0, 1), neededColumns, lackingColumns)],
    };
  },
};

/** `org/repo:pr-NUMBER`, as Multi-SWE-bench itself names a row. */
function pullRequestId(row: Row): string | undefined {
  const { org, repo, number } = row;
  if (typeof org !== 'string' || typeof repo !== 'string' || !/^\d+$/.test(String(number))) return rowId(row);
  return `${org}/${repo}:pr-${String(number)}`;
}

const neededColumns =
  'org repo number state title base resolved_issues fix_patch test_patch run_result test_patch_result fix_patch_result'.split(
    ' ',
  );

const lackingColumns = (missing: string) => ({
  message: `the rows have no ${missing}, which Multi-SWE-bench needs.`,
  hint: 'Give the JSON lines of Multi-SWE-bench’s dataset, with all columns.',
});
