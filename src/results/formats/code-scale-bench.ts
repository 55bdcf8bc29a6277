import { isRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { documentOf, ownText, ownValue } from '../content/document-of.js';
import type { ResultFile } from '../content/result-file.js';
import { type RemadeRow, readRemadeRows } from './remade-rows.js';
import type { ResultFormat } from './result-format.js';

/** CodeScaleBench's `runs/official/MANIFEST.json`: the official result of each task, by suite and arm. */
export const codeScaleBench: ResultFormat = {
  name: 'code-scale-bench',
  title: 'CodeScaleBench MANIFEST.json',
  lookedFor: 'runs, an object of SUITE/ARM with tasks',
  recognises(file) {
    const runs = ownValue(documentOf(file), 'runs');
    const all = isRecord(runs) ? Object.values(runs) : [];
    return all.length > 0 && all.every((run) => isRecord(ownValue(run, 'tasks')));
  },
  read(file, options, notes) {
    const history = ownValue(documentOf(file), 'run_history');
    const tasks = isRecord(history)
      ? Object.values(history).flatMap((suite) => (isRecord(suite) ? Object.values(suite) : []))
      : [];
    const runs = tasks
      .map((task) => ownValue(task, 'runs'))
      .reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 0), 0);
    if (runs > 0) {
      notes.warn(
        'outcomes/run-history',
        file.path,
        (n) => `${countOf(n, 'run')} in "run_history" not used: "runs" has the official result of each task.`,
        runs,
      );
    }
    return readRemadeRows(file, rowsOf(file), options, notes);
  },
};

function* rowsOf(file: ResultFile): Generator<RemadeRow> {
  const runs = ownValue(documentOf(file), 'runs');
  for (const [name, run] of Object.entries(isRecord(runs) ? runs : {})) {
    const slash = name.lastIndexOf('/');
    const config = [name.slice(slash + 1), ownText(run, 'model')].filter(Boolean).join('__');
    const benchmark = slash > 0 ? name.slice(0, slash) : undefined;
    const tasks = ownValue(run, 'tasks');
    for (const [task_id, result] of Object.entries(isRecord(tasks) ? tasks : {})) {
      const place = { path: `${name} ${task_id}` };
      yield {
        task_id,
        benchmark,
        config,
        reward: ownValue(result, 'reward'),
        status: ownText(result, 'status'),
        place,
      };
    }
  }
}
