import { render } from 'preact';
import type { Selection } from '../../core/model/selection.js';
import { dataElementId, pageElementId, unpackPools } from '../explorer-data.js';
import { poolColumns, selectionUnpacker } from '../packed/selection-columns.js';
import { App } from './app.js';
import { findEdits, noneFound } from './state/kept-edits.js';
import { nextTurn, readPageData } from './state/page-data.js';
import { orderOf, scoreOrder } from './state/task-rows.js';
import { serveQuestions } from './state/worker.js';
import { tellingFields } from './tasks/plan-fields.js';
import './page.css';

if (typeof document === 'undefined') serveQuestions();
else {
  const place = document.getElementById(pageElementId);
  if (place !== null) void start(place, document.getElementById(dataElementId)?.textContent ?? '');
}

async function start(into: HTMLElement, packed: string): Promise<void> {
  const shown = await read(packed).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `The data can’t be read: ${reason}. The file may be incomplete. Write it again with winnow report --html FILE, or use winnow view.`;
    return (
      <main class="view stopped">
        <h1>This page can’t be shown</h1>
        <p>{problem}</p>
      </main>
    );
  });
  into.replaceChildren();
  render(shown, into);
}

async function read(packed: string) {
  const { data, selection, isLarge } = await readPageData(packed);
  const unpack = selectionUnpacker(unpackPools(data.pools));
  const loaded = unpack(selection());
  if (isLarge) await prepareColumns(loaded);
  const found = data.fixed === undefined ? await findEdits(data) : noneFound;
  return <App first={{ data, packed, loaded, unpack }} found={found} />;
}

const rowsTogether = 10_000;

/** Prepares data for views of many tasks, in steps short enough not to block the page. */
async function prepareColumns(selection: Selection): Promise<void> {
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
