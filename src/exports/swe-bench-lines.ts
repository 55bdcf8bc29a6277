import type { Word } from './escape/shell-word.js';

/** What an evaluation by SWE-bench is called with. */
export interface SweBenchCall {
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
export function sweBenchLines(version: string, call: SweBenchCall): Word[][] {
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
