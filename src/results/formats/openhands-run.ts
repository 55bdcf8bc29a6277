import { basename, dirname, join } from 'node:path';
import { isRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { existsSync } from '../../disk/file-access.js';
import { reasonOf } from '../../disk/reason-of.js';
import { documentAt } from '../content/document-at.js';
import { idList, ownText, ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import { openResultFile } from '../content/result-file.js';
import type { ResultRow } from '../content/result-table.js';
import { numberOf } from '../content/reward-of.js';

/** Whether a document is the report of a run: lists of ids by result. */
export function isRunReport(document: unknown): boolean {
  if (!isRecord(document)) return false;
  const hasList = (key: string) => idList(document, key) !== undefined;
  // Multi-SWE-bench calls the first list "resolved".
  const isResolved = hasList('resolved_ids') || (hasList('resolved') && hasList('unresolved_ids'));
  return isResolved && (hasList('submitted_ids') || hasList('completed_ids'));
}

/** The file of an OpenHands run folder that has the verdicts, if it is another than this one. */
export function reportBeside(path: string): string | undefined {
  const [folder, name] = [dirname(path), basename(path)];
  if (!/^output(?:\.swebench_eval|\.critic_attempt_\d+)?\.jsonl$/.test(name)) return undefined;
  const report = ['output.report.json', 'report.json'].find((each) => isRunReport(documentAt(join(folder, each))));
  if (report !== undefined) return join(folder, report);
  const evaluated = join(folder, 'output.swebench_eval.jsonl');
  return name === 'output.jsonl' && existsSync(evaluated) ? evaluated : undefined;
}

/** The rows of a file of JSON lines, of which there may be only one; none when the file isn't there. */
export async function* rowsAt(path: string): AsyncGenerator<ResultRow> {
  if (!existsSync(path)) return;
  const content = await openResultFile(path);
  if (content.kind === 'table') yield* content.table.rows();
  else if (content.kind === 'document' && isRecord(content.data)) yield { data: content.data, place: { line: 1 } };
}

/** US dollars by task, from the output.jsonl beside a report. */
export async function openHandsCosts(report: string, notes: ReadingNotes): Promise<ReadonlyMap<string, number>> {
  const costs = new Map<string, number>();
  if (!/^(?:output\.)?report\.json$/.test(basename(report))) return costs;
  try {
    for await (const { data } of rowsAt(join(dirname(report), 'output.jsonl'))) {
      const [id, cost] = [ownText(data, 'instance_id'), costOf(data)];
      if (id !== undefined && cost !== undefined) costs.set(id, cost);
    }
  } catch (cause) {
    const message = (n: number) =>
      `${countOf(n, 'output.jsonl', 'files output.jsonl')} cannot be read (${reasonOf(cause)}): the costs of the run are unknown.`;
    notes.warn('outcomes/no-costs', report, message);
    return new Map();
  }
  return costs;
}

/** What an attempt cost, as OpenHands counts it. */
export function costOf(row: unknown): number | undefined {
  const cost = numberOf(ownValue(ownValue(row, 'metrics'), 'accumulated_cost'));
  return cost === undefined || cost < 0 ? undefined : cost;
}
