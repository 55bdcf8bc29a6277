import { dirname } from 'node:path';
import { countOf } from '../../core/text/count-of.js';
import { documentOf, idList, readIds } from '../content/document-of.js';
import { filesInFolders } from './files-in-folders.js';
import { nameOfFile } from './name-of-file.js';
import type { FoundOutcome, ResultFormat } from './result-format.js';

/** The report.json of a SWE-smith run: what was resolved and what was not; the reports of its tasks say more. */
export const sweSmithReport: ResultFormat = {
  name: 'swe-smith-report',
  title: 'SWE-smith run report',
  lookedFor: 'ids_resolved and ids_unresolved',
  recognises(file) {
    const document = documentOf(file) ?? {};
    return idList(document, 'ids_resolved') !== undefined && idList(document, 'ids_unresolved') !== undefined;
  },
  search: { called: /^report\.json$/ },
  read(file, _options, notes) {
    const reports = filesInFolders(dirname(file.path), 'report.json');
    if (reports.length > 0) return { outcomes: [], also: reports };
    const report = documentOf(file) ?? {};
    const name = nameOfFile(file.path);
    const listed = (list: string, reward: number): FoundOutcome[] =>
      readIds(report, list, file.path, notes).map((taskId) => ({
        taskId,
        ...name,
        run: undefined,
        attempt: undefined,
        verdict: { reward },
        place: { file: file.path, path: list },
      }));
    notes.warn(
      'outcomes/errors-as-failures',
      file.path,
      (n) => `${countOf(n, 'file')} with lists of ids alone: evaluations that broke stand among the failures.`,
    );
    return { outcomes: [...listed('ids_resolved', 1), ...listed('ids_unresolved', 0)] };
  },
};
