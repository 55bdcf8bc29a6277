import { dataElementId, type ExplorerData, selectionElementId, tasksElementClass } from '../explorer-data.js';
import { parsePacked } from '../packed/packed-json.js';
import type { PackedSelection } from '../packed/packed-selection.js';
import { DataReader, type DataTexts, readSelections } from './state/page-data.js';
import { poolColumns } from './state/pool-columns.js';
import { orderOf, scoreOrder } from './state/task-rows.js';
import { nextTurn } from './state/worker.js';
import { tellingFields } from './tasks/plan-fields.js';

/** The data of the document, or why it cannot be read. */
export type ReadData =
  | ({ readonly data: ExplorerData; readonly texts: DataTexts } & ReturnType<typeof readSelections>)
  | { readonly problem: string };

const fewTexts = 8;

/** Reads the data of the page, some tasks at a time, so that the browser can work in between. */
export async function readData(document: Document): Promise<ReadData> {
  const texts = dataTexts(document);
  if (texts === undefined)
    return {
      problem: 'The page has no data. Write it again with winnow report --html FILE, or open it with winnow view.',
    };
  try {
    const reader = new DataReader(texts.data);
    const isLarge = texts.tasks.length > fewTexts;
    for (const text of texts.tasks) {
      reader.add(text);
      if (isLarge) await nextTurn();
    }
    const data = reader.data();
    const selections = readSelections(data, parsePacked(texts.selection) as PackedSelection);
    if (isLarge) await prepareColumns(selections.loaded);
    return { data, texts, ...selections };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      problem: `The page cannot read its data: ${reason}. The file may be cut off; write it again.`,
    };
  }
}

function dataTexts(document: Document): DataTexts | undefined {
  const data = document.getElementById(dataElementId)?.textContent;
  const selection = document.getElementById(selectionElementId)?.textContent;
  if (!data || !selection) return undefined;
  const tasks = Array.from(document.getElementsByClassName(tasksElementClass), ({ textContent }) => textContent ?? '');
  return { data, tasks, selection };
}

const rowsTogether = 10_000;

/** Prepares what views of many tasks need first, in steps that are short enough for the page. */
async function prepareColumns(selection: Parameters<typeof poolColumns>[0]): Promise<void> {
  const pool = poolColumns(selection);
  const { labels, count } = pool;
  for (let upTo = rowsTogether; upTo < count + rowsTogether; upTo += rowsTogether) {
    labels.fieldNames(upTo);
    await nextTurn();
  }
  for (const { name, kind } of selection.plan.fields.values()) {
    if (!labels.fieldNames().has(name)) continue;
    if (kind === 'number') labels.number(name);
    else if (kind === 'label') labels.label(name);
    await nextTurn();
  }
  tellingFields(selection, pool);
  await nextTurn();
  orderOf(pool, scoreOrder);
}
