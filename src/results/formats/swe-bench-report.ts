import { basename } from 'node:path';
import type { UnknownRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { documentOf, idList, readIds } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import { nameOfFile } from './name-of-file.js';
import { isRunReport, openHandsCosts } from './openhands-run.js';
import type { FoundOutcome, FoundResults, ResultFormat, Verdict } from './result-format.js';

const verdicts: readonly (readonly [list: string, verdict: Verdict])[] = [
  ['resolved_ids', { reward: 1 }],
  // As Multi-SWE-bench calls it.
  ['resolved', { reward: 1 }],
  ['unresolved_ids', { reward: 0 }],
  // No patch is a failed attempt.
  ['empty_patch_ids', { reward: 0 }],
  ['error_ids', 'errored'],
  // No attempt at all.
  ['incomplete_ids', 'not-run'],
];

/** The report that SWE-bench writes at the end of a run: lists of ids by what came of them. */
export const sweBenchReport: ResultFormat = {
  name: 'swe-bench-report',
  title: 'SWE-bench or OpenHands run report',
  lookedFor: 'resolved_ids with submitted_ids or completed_ids',
  recognises: (file) => isRunReport(documentOf(file)),
  search: {
    called: /^output\.report\.json$/,
    // The run folders of OpenHands: the other files there have the same tasks without verdicts, or the same verdicts.
    wholeFolders: [
      { file: 'output.report.json', isWhole: (document) => isRunReport(document()) },
      { file: 'report.json', isWhole: (document, files) => files.has('output.jsonl') && isRunReport(document()) },
    ],
  },
  read,
};

async function read(file: ResultFile, _options: unknown, notes: ReadingNotes): Promise<FoundResults> {
  const report = documentOf(file) ?? {};
  const costs = await openHandsCosts(file.path, notes);
  const name = runName(file.path);
  const broken = new Set(readIds(report, 'infra_failure_ids', file.path, notes));
  // OpenHands lists what errored as incomplete, too.
  const errored = new Set(idList(report, 'error_ids'));
  const outcomes: FoundOutcome[] = [];
  for (const [list, listed] of verdicts) {
    for (const taskId of readIds(report, list, file.path, notes)) {
      if (list === 'incomplete_ids' && errored.has(taskId)) continue;
      // The newer reports keep these among the unresolved; it was not the patch that failed.
      const verdict = broken.has(taskId) && list === 'unresolved_ids' ? 'errored' : listed;
      const identity = JSON.stringify(['swe-bench', name.source, name.configuration, name.run, taskId]);
      const costUsd = costs.get(taskId);
      const place = { file: file.path, path: list };
      outcomes.push({ taskId, ...name, attempt: undefined, identity, verdict, costUsd, place });
    }
  }
  remark(file.path, report, outcomes, notes);
  return { outcomes };
}

/** `<model>.<run id>.json`; models have dots in their names more often than runs. */
function runName(path: string): { configuration: string; source?: string; run: string | undefined } {
  const stem = basename(path).replace(/\.[^.]*$/, '');
  const dot = stem.lastIndexOf('.');
  // OpenHands calls every report output.report.json: the folder is named for the model and the settings.
  const isNamed = dot > 0 && dot < stem.length - 1 && stem !== 'output.report';
  if (!isNamed) return { ...nameOfFile(path), run: undefined };
  return { configuration: stem.slice(0, dot), run: stem.slice(dot + 1) };
}

function remark(file: string, report: UnknownRecord, outcomes: readonly FoundOutcome[], notes: ReadingNotes): void {
  const broken = idList(report, 'infra_failure_ids')?.length ?? 0;
  if (broken > 0) {
    notes.warn(
      'outcomes/infra-failure',
      file,
      (n) => `${countOf(n, 'task')} failed because of the infrastructure: errored, not failed.`,
      broken,
    );
  }
  const ambiguous = idList(report, 'ambiguous_failure_ids')?.length ?? 0;
  if (ambiguous > 0) {
    notes.warn(
      'outcomes/ambiguous-failure',
      file,
      (n) => `${countOf(n, 'failure')} may be the infrastructure's: counted as the report lists them.`,
      ambiguous,
    );
  }
  const listed = new Set(outcomes.map(({ taskId }) => taskId));
  const unlisted = (idList(report, 'submitted_ids') ?? []).filter((id) => !listed.has(id)).length;
  if (unlisted > 0) {
    notes.warn(
      'outcomes/unlisted',
      file,
      (n) => `${countOf(n, 'submitted task')} in no list of results: absent, not failed.`,
      unlisted,
    );
  }
}
