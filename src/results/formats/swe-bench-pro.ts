import { countOf } from '../../core/text/count-of.js';
import { documentOf } from '../content/document-of.js';
import { knownColumns } from '../content/table-columns.js';
import { nameOfFile } from './name-of-file.js';
import type { ResultFormat } from './result-format.js';

/** The eval_results.json of SWE-bench Pro: an object with true or false for each task. */
export const sweBenchPro: ResultFormat = {
  name: 'swe-bench-pro',
  title: 'SWE-bench Pro eval_results.json',
  lookedFor: 'an object of task ids with true or false',
  recognises(file) {
    const entries = Object.entries(documentOf(file) ?? {});
    // The report of one task has such keys instead of ids.
    const isTask = (key: string) => !(knownColumns.result as readonly string[]).includes(key);
    return entries.length > 0 && entries.every(([key, value]) => typeof value === 'boolean' && isTask(key));
  },
  search: { called: /^eval_results\.json$/ },
  read(file, _options, notes) {
    const name = nameOfFile(file.path);
    const results = Object.entries(documentOf(file) ?? {});
    const failures = results.filter(([, resolved]) => resolved === false).length;
    if (failures > 0) {
      notes.warn(
        'outcomes/crashes-as-failures',
        file.path,
        (n) =>
          `${countOf(n, 'failure')} of SWE-bench Pro may be ${n === 1 ? 'an evaluation' : 'evaluations'} that crashed: the file stores both as false.`,
        failures,
      );
    }
    return {
      outcomes: results.map(([taskId, resolved]) => ({
        taskId,
        ...name,
        run: undefined,
        attempt: undefined,
        verdict: { reward: resolved === true ? 1 : 0 },
        place: { file: file.path },
      })),
    };
  },
};
