import { basename, dirname, resolve } from 'node:path';
import { documentAt } from '../content/document-at.js';
import { documentOf, ownText, ownValue } from '../content/document-of.js';
import type { ResultFile } from '../content/result-file.js';
import { numberOf } from '../content/reward-of.js';
import { filesInFolders } from './files-in-folders.js';
import { foldersAbove } from './name-of-file.js';
import { readRemadeRows } from './remade-rows.js';
import type { ResultFormat } from './result-format.js';

const fileName = '.aider.results.json';

/** What Aider's benchmark writes about one exercise, in the exercise's own folder. */
export const aider: ResultFormat = {
  name: 'aider',
  title: "Aider's .aider.results.json",
  lookedFor: `tests_outcomes with testcase and model, or an exception in ${fileName}`,
  recognises(file) {
    const document = documentOf(file);
    const isBroken = basename(file.path) === fileName && ownText(document, 'exception') !== undefined;
    return (
      isBroken || (Array.isArray(ownValue(document, 'tests_outcomes')) && ownText(document, 'testcase') !== undefined)
    );
  },
  search: { called: /^\.aider\.results\.json$/, wholeFolders: [{ file: fileName, isWhole: () => true }] },
  read(file, options, notes) {
    const result = documentOf(file);
    const outcomes = ownValue(result, 'tests_outcomes');
    const { task_id, run_id } = placeOf(file);
    const row = {
      task_id,
      config: systemOf(result) ?? systemBeside(file.path) ?? run_id,
      run_id,
      // The exercise is solved if the tests pass after any of the tries.
      reward: Array.isArray(outcomes) ? outcomes.includes(true) : undefined,
      status: ownText(result, 'exception') === undefined ? undefined : 'errored',
      cost_usd: numberOf(ownValue(result, 'cost')),
      duration_ms: milliseconds(ownValue(result, 'duration')),
      place: {},
    };
    return readRemadeRows(file, [row], options, notes);
  },
};

/** `RUN/LANGUAGE/exercises/practice/EXERCISE`: an exercise exists in several languages, so its name isn't enough. */
function placeOf(file: ResultFile): { readonly task_id: string; readonly run_id: string | undefined } {
  const document = documentOf(file);
  const testFolder = ownText(document, 'testdir')?.split(/[\\/]/).reverse() ?? [];
  const above = basename(file.path) === fileName ? foldersAbove(file.path) : testFolder;
  const [exercise = '', practice, exercises, language, run] = above;
  const name = ownText(document, 'testcase') ?? exercise;
  if (practice !== 'practice' || exercises !== 'exercises' || language === undefined)
    return { task_id: name, run_id: practice };
  return { task_id: `polyglot_${language}_${name}`, run_id: run };
}

/** How Aider was run: edit format, model, effort and editor. */
function systemOf(result: unknown): string | undefined {
  const model = ownText(result, 'model');
  if (model === undefined) return undefined;
  const format = ownText(result, 'edit_format');
  const parts = [
    format === undefined ? 'aider' : `aider-${format}`,
    model,
    ownText(result, 'reasoning_effort'),
    ownText(result, 'editor_model'),
  ];
  return parts.filter((part) => part !== undefined).join('__');
}

/** An exercise that broke doesn't name the model; the exercises beside it do. */
function systemBeside(path: string): string | undefined {
  for (const other of filesInFolders(dirname(dirname(resolve(path))), fileName)) {
    const system = systemOf(documentAt(other));
    if (system !== undefined) return system;
  }
  return undefined;
}

function milliseconds(seconds: unknown): number | undefined {
  const number = numberOf(seconds);
  return number === undefined || number < 0 ? undefined : Math.round(number * 1000);
}
