import type { Fault } from '../../core/model/fault.js';
import { shownName } from '../tasks/shown-names.js';
import type { RunnerInput } from './runner.js';

/** The name of one of several runs of the same tasks; of one alone, the name itself. */
export function repeatId(runId: string, repeat: number, of: number): string {
  return of === 1 ? runId : `${runId}-run${repeat}`;
}

/** Where a command is run that works only in a clone of the runner's repository, in a sentence. */
export function runInClone(repository: string): string {
  return `Run it in a clone of ${repository}; EXPORT in the command is the absolute path of the folder of this export.`;
}

/** A file of the export as a command names it that is run elsewhere, for the shell to read. */
export function inExport(file: 'samples.csv' | 'samples.jsonl' | 'patches.json' | 'select.txt'): string {
  return `"$EXPORT/${file}"`;
}

/** A data set that is named beside one that is given: only one of them would be run. */
export function twoDatasets({ dataset, settings }: Pick<RunnerInput, 'dataset' | 'settings'>): Fault[] {
  if (dataset === undefined || settings.datasetName === undefined) return [];
  const message = `the rows of ${shownName(dataset.file)} are exported, so --dataset-name ${shownName(settings.datasetName)} would not be used.`;
  return [{ code: 'export/setting', message, hint: 'Leave one of --dataset and --dataset-name out.' }];
}

/** The name of the container image that SWE-bench's harness and agents make of an id: lower case, without double underscores. */
export function sweImage(id: string): string {
  return `swebench/sweb.eval.x86_64.${id.replaceAll('__', '_1776_')}:latest`.toLowerCase();
}
