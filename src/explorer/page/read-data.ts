import type { ExplorerData } from '../explorer-data.js';
import type { PackedSelection } from '../packed/packed-selection.js';
import { typedValue } from '../packed/typed-json.js';
import { scatterOf } from './map/map-points.js';
import { filterLabels, noFilter } from './route/task-filter.js';
import { DataReader, type DataTexts, dataTexts } from './state/data-reader.js';
import { type PoolColumns, poolColumns } from './state/pool-columns.js';
import { makeStudy, type Study } from './state/study.js';
import { nextTurn } from './state/worker.js';
import { orderOf } from './tasks/task-rows.js';

/** The data of the document, or why it cannot be read. */
export type ReadData =
  | { readonly data: ExplorerData; readonly study: Study; readonly texts: DataTexts }
  | { readonly problem: string };

/** Reads the data of the page, some tasks at a time, so that the browser can work in between. */
export async function readData(document: Document): Promise<ReadData> {
  const texts = dataTexts(document);
  if (texts === undefined)
    return {
      problem: 'The page holds no data. Write it again with winnow report --html, or open it with winnow serve.',
    };
  try {
    const reader = new DataReader(texts.data);
    for (const text of texts.tasks) {
      reader.add(text);
      if (texts.tasks.length > fewTexts) await nextTurn();
    }
    const selection = texts.selection === undefined ? undefined : readSelection(texts.selection);
    const data: ExplorerData = { ...reader.data(), selection };
    const study = makeStudy(data);
    if ('selection' in study.loaded && texts.tasks.length > fewTexts) {
      for (const make of firstColumns(poolColumns(study.loaded.selection))) {
        make();
        await nextTurn();
      }
    }
    return { data, study, texts };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      problem: `The page cannot read its data: ${reason}. It may have been cut short on its way; write it again.`,
    };
  }
}

/** The number of texts read without a pause. */
const fewTexts = 8;

function readSelection(text: string): PackedSelection {
  return JSON.parse(text, typedValue) as PackedSelection;
}

/** Prepares what views of many tasks need first, in parts that are short enough for the page. */
function firstColumns(pool: PoolColumns): readonly (() => unknown)[] {
  const { labels, count } = pool;
  const parts = Array.from({ length: Math.ceil(count / rowsTogether) }, (_, part) => (part + 1) * rowsTogether);
  return [
    ...filterLabels.filter((label) => label !== 'state').map((label) => () => labels.label(label)),
    ...parts.map((upTo) => () => labels.fieldNames(upTo)),
    () => scatterOf(labels, count, 'across'),
    () => orderOf(pool, noFilter.sort),
  ];
}

const rowsTogether = 10_000;
