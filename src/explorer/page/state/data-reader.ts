import { dataElementId, type ExplorerData, selectionElementId, tasksElementClass } from '../../explorer-data.js';

/** The texts of a document that hold its data. */
export interface DataTexts {
  readonly data: string;
  readonly tasks: readonly string[];
  readonly selection: string | undefined;
}

/** Finds the texts in a document; undefined where it holds none. */
export function dataTexts(document: Document): DataTexts | undefined {
  const data = document.getElementById(dataElementId)?.textContent;
  if (!data) return undefined;
  const tasks = Array.from(document.getElementsByClassName(tasksElementClass), ({ textContent }) => textContent ?? '');
  return { data, tasks, selection: document.getElementById(selectionElementId)?.textContent ?? undefined };
}

/** Puts the data of a page together again. */
export class DataReader {
  readonly #data: ExplorerData;
  readonly #tasks: ExplorerData['pools'][number][1]['tasks'][number][][];

  constructor(text: string) {
    this.#data = JSON.parse(text) as ExplorerData;
    this.#tasks = this.#data.pools.map(() => []);
  }

  /** Adds the tasks of one text. */
  add(text: string): void {
    const [pool, tasks] = JSON.parse(text) as [number, ExplorerData['pools'][number][1]['tasks']];
    for (const task of tasks) this.#tasks[pool]?.push(task);
  }

  /** All that was read. */
  data(): ExplorerData {
    const { pools, ...rest } = this.#data;
    return { ...rest, pools: pools.map(([name, pool], at) => [name, { ...pool, tasks: this.#tasks[at] ?? [] }]) };
  }
}
