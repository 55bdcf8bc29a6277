import { dirname, resolve } from 'node:path';
import { documentOf, ownText } from '../content/document-of.js';
import { foldersAbove, nameOfFile } from './name-of-file.js';
import type { ResultFormat } from './result-format.js';
import { isTerminalBenchTrial, terminalBenchRun, terminalBenchTrial } from './terminal-bench-trial.js';

/** The results.json of one Terminal-Bench 1 trial, which lies in `<run>/<task>/<trial>/`. */
export const terminalBenchSingle: ResultFormat = {
  name: 'terminal-bench-trial',
  title: 'Terminal-Bench 1 results.json of one trial',
  lookedFor: 'task_id, trial_name and is_resolved',
  recognises: (file) => isTerminalBenchTrial(documentOf(file)),
  search: {
    called: /^results\.json$/,
    wholeFolders: [{ file: 'results.json', isWhole: (document) => isTerminalBenchTrial(document()) }],
  },
  read(file, _options, notes) {
    const trial = documentOf(file);
    const inRun = foldersAbove(file.path)[0] === ownText(trial, 'trial_name');
    const run = inRun
      ? terminalBenchRun(dirname(dirname(dirname(resolve(file.path)))))
      : { run: undefined, ...nameOfFile(file.path), benchmark: undefined };
    return { outcomes: terminalBenchTrial(trial, run, { file: file.path }, notes) };
  },
};
