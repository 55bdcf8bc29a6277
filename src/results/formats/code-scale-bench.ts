import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/words.js';
import { entriesOf, listAt, ownText, ownValue, valuesOf } from '../content/values.js';
import { joinedName } from './names.js';
import type { ResultFormat } from './result-format.js';
import { type RunnerRow, readRunnerRows } from './rows.js';

/** CodeScaleBench's `runs/official/MANIFEST.json`: the official result of each task, by suite and arm. */
export const codeScaleBench: ResultFormat = {
  name: 'code-scale-bench',
  title: 'CodeScaleBench MANIFEST.json',
  isDocument(document) {
    const all = valuesOf(ownValue(document, 'runs'));
    return all.length > 0 && all.every((run) => isRecord(ownValue(run, 'tasks')));
  },
  read(reading) {
    const tasks = valuesOf(ownValue(reading.document, 'run_history')).flatMap(valuesOf);
    const runs = tasks.flatMap((task) => listAt(task, 'runs'));
    const message = (n: number) =>
      `Skipped ${countOf(n, 'run')} in "run_history", because "runs" contains the official result for each task.`;
    reading.warn('outcomes/run-history', message, runs.length);
    return readRunnerRows(reading, rowsOf(reading.document));
  },
};

function* rowsOf(document: UnknownRecord): Generator<RunnerRow> {
  for (const [name, run] of entriesOf(ownValue(document, 'runs'))) {
    const slash = name.lastIndexOf('/');
    const config = joinedName(name.slice(slash + 1), ownText(run, 'model'));
    const benchmark = slash > 0 ? name.slice(0, slash) : undefined;
    for (const [task_id, result] of entriesOf(ownValue(run, 'tasks'))) {
      const [reward, status] = [ownValue(result, 'reward'), ownText(result, 'status')];
      yield { task_id, benchmark, config, reward, status, place: { path: `${name} ${task_id}` } };
    }
  }
}
