import type { Place } from '../../core/model/errors.js';
import type { Finding, FoundOutcome, RunVerdict } from './result-format.js';

/** The parts of a result that are rare, or neither a number nor a repeated name. */
type Rest = Partial<
  Pick<FoundOutcome, 'isPartlyNamed' | 'repeat' | 'identity' | 'digests' | 'fields' | 'error' | 'place'>
>;

/** The results of a file of any length, stored in columns of about 50 bytes per result and created on demand. */
export class FoundRows implements Iterable<FoundOutcome> {
  readonly #file: string;
  readonly #names = new Names();
  readonly #columns = {
    task: new NumberColumn(Int32Array),
    benchmark: new NumberColumn(Int32Array),
    configuration: new NumberColumn(Int32Array),
    source: new NumberColumn(Int32Array),
    run: new NumberColumn(Int32Array),
    /** Not finite: errored, or not run. */
    reward: new NumberColumn(Float64Array),
    /** The line, or below 0 the row. */
    line: new NumberColumn(Int32Array),
  };
  /** Allocated once a result has one; NaN: none. */
  readonly #amounts = new Map<'attempt' | 'costUsd' | 'durationMs', NumberColumn>();
  readonly #rest = new Map<number, Rest>();
  #length = 0;

  /** @param file The file that contains all results. */
  constructor(file: string) {
    this.#file = file;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a result and its place in the file. */
  push(finding: Finding, place: Place): void {
    const row = this.#length;
    const { task, benchmark, configuration, source, run, reward, line } = this.#columns;
    task.set(row, this.#names.numberOf(finding.taskId));
    benchmark.set(row, this.#names.numberOf(finding.benchmark));
    configuration.set(row, this.#names.numberOf(finding.configuration));
    source.set(row, this.#names.numberOf(finding.source));
    run.set(row, this.#names.numberOf(finding.run));
    reward.set(row, numberOfVerdict(finding.verdict));
    const placeNumber = placeNumberOf(place);
    line.set(row, placeNumber ?? 0);
    for (const name of amounts) this.#setAmount(name, row, finding[name]);
    const rest = restOf(finding, placeNumber === undefined ? { file: this.#file, ...place } : undefined);
    if (rest !== undefined) this.#rest.set(row, rest);
    this.#length += 1;
  }

  at(row: number): FoundOutcome {
    const { task, benchmark, configuration, source, run, reward, line } = this.#columns;
    const rest = this.#rest.size === 0 ? undefined : this.#rest.get(row);
    return {
      taskId: this.#names.nameOf(task.at(row)) ?? '',
      benchmark: this.#names.nameOf(benchmark.at(row)),
      configuration: this.#names.nameOf(configuration.at(row)) ?? '',
      source: this.#names.nameOf(source.at(row)),
      run: this.#names.nameOf(run.at(row)),
      attempt: this.#amount('attempt', row),
      verdict: verdictOf(reward.at(row)),
      costUsd: this.#amount('costUsd', row),
      durationMs: this.#amount('durationMs', row),
      place: rest?.place ?? this.#placeOf(line.at(row)),
      isPartlyNamed: rest?.isPartlyNamed,
      repeat: rest?.repeat,
      identity: rest?.identity,
      digests: rest?.digests,
      error: rest?.error,
      fields: rest?.fields,
    };
  }

  *[Symbol.iterator](): Iterator<FoundOutcome> {
    for (let row = 0; row < this.#length; row++) yield this.at(row);
  }

  /** Replaces the verdict of a result. */
  setVerdict(row: number, verdict: RunVerdict): void {
    this.#columns.reward.set(row, numberOfVerdict(verdict));
  }

  /** Adds 1 to every attempt if one of them is 0; returns whether it did. */
  countFromOne(): boolean {
    const attempts = this.#amounts.get('attempt');
    if (attempts === undefined) return false;
    let hasZero = false;
    for (let row = 0; row < this.#length && !hasZero; row++) hasZero = attempts.at(row) === 0;
    if (hasZero) for (let row = 0; row < this.#length; row++) attempts.set(row, attempts.at(row) + 1);
    return hasZero;
  }

  #setAmount(name: (typeof amounts)[number], row: number, value: number | undefined): void {
    const column = this.#amounts.get(name);
    if (column !== undefined) column.set(row, value ?? Number.NaN);
    else if (value !== undefined) {
      const started = new NumberColumn(Float64Array);
      for (let before = 0; before < row; before++) started.set(before, Number.NaN);
      started.set(row, value);
      this.#amounts.set(name, started);
    }
  }

  #amount(name: (typeof amounts)[number], row: number): number | undefined {
    const value = this.#amounts.get(name)?.at(row);
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }

  #placeOf(number: number): Place {
    if (number < 0) return { file: this.#file, path: `row ${-number}` };
    return number === 0 ? { file: this.#file } : { file: this.#file, line: number };
  }
}

const amounts = ['attempt', 'costUsd', 'durationMs'] as const;

/** A line, or below 0 a row; undefined for a place that is more than that. */
function placeNumberOf({ file, line, column, path }: Place): number | undefined {
  if (file !== undefined || column !== undefined) return undefined;
  if (path === undefined) return line ?? 0;
  const row = line === undefined ? /^row ([1-9]\d{0,8})$/.exec(path)?.[1] : undefined;
  return row === undefined ? undefined : -Number(row);
}

function restOf(finding: Finding, place: Place | undefined): Rest | undefined {
  const { isPartlyNamed, repeat, identity, digests, fields, error } = finding;
  const isPlain = isPartlyNamed === undefined && repeat === undefined && identity === undefined && error === undefined;
  if (isPlain && digests === undefined && fields === undefined && place === undefined) return undefined;
  return { isPartlyNamed, repeat, identity, digests, error, fields, ...(place === undefined ? {} : { place }) };
}

function numberOfVerdict(verdict: RunVerdict): number {
  if (typeof verdict === 'object') return verdict.reward;
  return verdict === 'errored' ? Infinity : -Infinity;
}

function verdictOf(number: number): RunVerdict {
  if (number === Infinity) return 'errored';
  return number === -Infinity ? 'not-run' : { reward: number };
}

/** Names by number, each kept once; 0 is no name. */
export class Names {
  readonly #numbers = new Map<string, number>();
  readonly #names: (string | undefined)[] = [undefined];

  numberOf(name: string | undefined): number {
    if (name === undefined) return 0;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.push(name) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  nameOf(number: number): string | undefined {
    return this.#names[number];
  }

  /** Every name, by number; the first is none. */
  get all(): readonly (string | undefined)[] {
    return this.#names;
  }
}

type Numbers = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Numbers in blocks, so that growing doesn't copy them. */
class NumberColumn {
  readonly #make: new (
    length: number,
  ) => Numbers;
  readonly #blocks: Numbers[] = [];

  constructor(make: new (length: number) => Numbers) {
    this.#make = make;
  }

  at(row: number): number {
    return this.#blocks[row >>> blockBits]?.[row & blockMask] ?? 0;
  }

  set(row: number, value: number): void {
    const index = row >>> blockBits;
    let block = this.#blocks[index];
    if (block === undefined) {
      // The first block starts small: most files have few results.
      block = new this.#make(index === 0 ? firstLength : blockLength);
      this.#blocks[index] = block;
    }
    if (row >= block.length && index === 0) {
      const longer = new this.#make(Math.min(blockLength, 4 * block.length));
      longer.set(block);
      this.#blocks[0] = longer;
      this.set(row, value);
      return;
    }
    block[row & blockMask] = value;
  }
}

const blockBits = 16;
const blockLength = 2 ** blockBits;
const blockMask = blockLength - 1;
const firstLength = 64;
