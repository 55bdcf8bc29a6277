import { readLines } from '../disk/read-lines.js';

/** One record of a file; an Error where the line is not JSON. */
interface FileRecord {
  /** 1-based. */
  readonly line: number;
  readonly data: unknown;
}

/** The records of a file by the benchmark each names; undefined for those that name none. */
export type RecordsByBenchmark = ReadonlyMap<string | undefined, readonly FileRecord[]>;

/** Files of one JSON object a line, each read once however many benchmarks share it. */
export class RecordFiles {
  readonly #read = new Map<string, RecordsByBenchmark>();

  /** @throws Error when the file cannot be read. */
  read(file: string): RecordsByBenchmark {
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const records = new Map<string | undefined, FileRecord[]>();
    for (const { number, text } of readLines(file)) {
      if (text.trim() === '') continue;
      const data = parsed(text);
      const owner = (data as { benchmark?: unknown } | null)?.benchmark;
      const key = typeof owner === 'string' ? owner : undefined;
      const list = records.get(key);
      if (list === undefined) records.set(key, [{ line: number, data }]);
      else list.push({ line: number, data });
    }
    this.#read.set(file, records);
    return records;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return cause;
  }
}
