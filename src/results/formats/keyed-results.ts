import { isRecord } from '../../core/model/record.js';
import { documentOf } from '../content/document-of.js';
import type { ResultFile } from '../content/result-file.js';
import { type ResultTable, tableOfRows } from '../content/result-table.js';
import { columnOf } from '../content/table-columns.js';
import { longTable } from './long-table.js';
import type { OutcomeOptions, ResultFormat } from './result-format.js';

/** One JSON object with an entry for each task, such as `{"ID": {"resolved": true}}`: a table whose rows are named. */
export const keyedResults: ResultFormat = {
  name: 'keyed-results',
  title: 'object of task ids',
  lookedFor: 'an object of task ids, each with resolved, passed, score or another column of a table of results',
  recognises: (file, options) => keyedTable(file, options) !== undefined,
  read(file, options, notes) {
    const table = keyedTable(file, options) ?? tableOfRows([]);
    return longTable.read({ path: file.path, content: { kind: 'table', table } }, options, notes);
  },
};

/** Keys of documents that sum results up: `{"summary": {"passed": 12}}` has no task. */
const notTasks = /^(?:summary|results?|totals?|stats|statistics|metrics|metadata|overall|aggregated?|scores?)$/i;
/** Harness reports, which have formats of their own. */
const ofReports = ['patch_successfully_applied', 'patch_exists', 'patch_is_None', 'model_patch'];

function keyedTable(file: ResultFile, { columns }: OutcomeOptions = {}): ResultTable | undefined {
  const entries = Object.entries(documentOf(file) ?? {});
  const rows = entries.flatMap(([id, value]) =>
    isRecord(value) ? [{ data: { ...value, task_id: id }, place: { path: id } }] : [],
  );
  if (rows.length === 0 || rows.length < entries.length) return undefined;
  const isReport = rows.some(({ data }) => ofReports.some((key) => Object.hasOwn(data, key)));
  if (isReport || entries.some(([id]) => notTasks.test(id))) return undefined;
  const hasResult = rows.every((row) => {
    const own = tableOfRows([row]);
    const isCount = columnOf(own, 'successes', columns) !== undefined && columnOf(own, 'trials', columns) !== undefined;
    return isCount || columnOf(own, 'result', columns) !== undefined;
  });
  return hasResult ? tableOfRows(rows) : undefined;
}
