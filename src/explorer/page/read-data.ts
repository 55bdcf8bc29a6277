import { dataElementId, type ExplorerData } from '../explorer-data.js';
import { makeStudy, type Study } from './state/study.js';

/** What the document holds, read and run; or why that cannot be done. */
export type ReadData = { readonly data: ExplorerData; readonly study: Study } | { readonly problem: string };

/** Reads the data that the page was written with and runs its plan. */
export function readData(document: Document): ReadData {
  const text = document.getElementById(dataElementId)?.textContent;
  if (!text)
    return {
      problem: 'The page holds no data. Write it again with winnow report --html, or open it with winnow serve.',
    };
  try {
    const data = JSON.parse(text) as ExplorerData;
    return { data, study: makeStudy(data) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      problem: `The page cannot read its data: ${reason}. It may have been cut short on its way; write it again.`,
    };
  }
}
