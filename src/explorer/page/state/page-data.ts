import type { Selection } from '../../../core/model/selection.js';
import type { Task } from '../../../core/model/task.js';
import { type ExplorerData, unpackPools } from '../../explorer-data.js';
import { parsePacked } from '../../packed/packed-json.js';
import { type PackedRecords, unpackRecords } from '../../packed/packed-records.js';
import { type PackedSelection, type UnpackedSelection, unpackSelection } from '../../packed/packed-selection.js';
import { rememberColumns } from './pool-columns.js';

/** The texts of a document that contain its data. */
export interface DataTexts {
  readonly data: string;
  readonly tasks: readonly string[];
  readonly selection: string;
}

/** Puts the data of a page together from its texts. */
export class DataReader {
  readonly #data: ExplorerData;
  readonly #tasks: Task[][];

  constructor(text: string) {
    this.#data = JSON.parse(text) as ExplorerData;
    this.#tasks = this.#data.pools.map(() => []);
  }

  /** Adds the tasks of one text. */
  add(text: string): void {
    const [pool, tasks] = parsePacked(text) as [number, PackedRecords];
    for (const task of unpackRecords(tasks)) this.#tasks[pool]?.push(task as unknown as Task);
  }

  /** The data with all tasks that were added. */
  data(): ExplorerData {
    const { pools, ...rest } = this.#data;
    return { ...rest, pools: pools.map(([name, pool], at) => [name, { ...pool, tasks: this.#tasks[at] ?? [] }]) };
  }
}

/** Unpacks the selection of the plan as loaded, and returns a function that unpacks later ones. */
export function readSelections(data: ExplorerData, packed: PackedSelection) {
  const pools = unpackPools(data.pools);
  const unpack = (each: PackedSelection, before: UnpackedSelection | undefined) => {
    const unpacked = unpackSelection(each, pools, before);
    rememberColumns(unpacked, before?.selection);
    return unpacked;
  };
  const first = unpack(packed, undefined);
  return { loaded: first.selection, unpack: (each: PackedSelection): Selection => unpack(each, first).selection };
}
