import { basename, dirname, resolve } from 'node:path';
import { documentAt, hasTexts, millisecondsOf, numberOf, ownText, ownValue } from '../content/values.js';
import { filesInFolders, foldersAbove, joinedName } from './names.js';
import type { Reading } from './reading.js';
import type { ResultFormat } from './result-format.js';
import { readRunnerRows } from './rows.js';

const fileName = '.aider.results.json';

/** The results file of Aider's benchmark for one exercise, in the folder of the exercise. */
export const aider: ResultFormat = {
  name: 'aider',
  title: "Aider's .aider.results.json",
  lookedFor: `tests_outcomes with testcase and model, or an exception in ${fileName}`,
  recognises({ path, content }) {
    const document = content.kind === 'document' ? content.data : undefined;
    const isBroken = basename(path) === fileName && hasTexts(document, 'exception');
    return isBroken || (Array.isArray(ownValue(document, 'tests_outcomes')) && hasTexts(document, 'testcase'));
  },
  search: { called: /^\.aider\.results\.json$/, wholeFolders: [{ file: fileName, isWhole: () => true }] },
  read(reading) {
    const result = reading.document;
    const outcomes = ownValue(result, 'tests_outcomes');
    const { task_id, run_id } = placeOf(reading);
    const row = {
      task_id,
      config: systemOf(result) ?? systemBeside(reading.path) ?? run_id,
      run_id,
      // The exercise is solved if the tests pass after any of the tries.
      reward: Array.isArray(outcomes) ? outcomes.includes(true) : undefined,
      status: hasTexts(result, 'exception') ? 'errored' : undefined,
      cost_usd: numberOf(ownValue(result, 'cost')),
      duration_ms: millisecondsOf(ownValue(result, 'duration')),
      place: {},
    };
    return readRunnerRows(reading, [row]);
  },
};

/** `RUN/LANGUAGE/exercises/practice/EXERCISE`: an exercise exists in several languages, so its name isn't enough. */
function placeOf({ path, document }: Reading): { readonly task_id: string; readonly run_id: string | undefined } {
  const testFolder = ownText(document, 'testdir')?.split(/[\\/]/).reverse() ?? [];
  const above = basename(path) === fileName ? foldersAbove(path) : testFolder;
  const [exercise = '', practice, exercises, language, run] = above;
  const name = ownText(document, 'testcase') ?? exercise;
  if (practice !== 'practice' || exercises !== 'exercises' || language === undefined)
    return { task_id: name, run_id: practice };
  return { task_id: `polyglot_${language}_${name}`, run_id: run };
}

/** How Aider was run: edit format, model, effort and editor. */
function systemOf(result: unknown): string | undefined {
  const model = ownText(result, 'model');
  const format = ownText(result, 'edit_format');
  const agent = format === undefined ? 'aider' : `aider-${format}`;
  return model && joinedName(agent, model, ownText(result, 'reasoning_effort'), ownText(result, 'editor_model'));
}

/** The result of a broken exercise doesn't name the model, but other exercises in the same folder do. */
function systemBeside(path: string): string | undefined {
  for (const other of filesInFolders(dirname(dirname(resolve(path))), fileName)) {
    const system = systemOf(documentAt(other));
    if (system !== undefined) return system;
  }
  return undefined;
}
