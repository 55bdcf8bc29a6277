/** Deeper than any structure of a Parquet footer. */
const deepest = 16;

/** Reads values of Thrift's compact protocol, one after another; time and memory grow with the bytes, whatever they say. */
export class ThriftReader {
  readonly #bytes: Buffer;
  #at = 0;
  #depth = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Gives each field of a structure, by number and type; the function must read or skip its value. */
  struct(take: (field: number, type: number) => void): void {
    this.#nested(() => {
      let field = 0;
      for (let header = this.#byte(); header !== 0; header = this.#byte()) {
        const step = header >> 4;
        field = step === 0 ? this.integer() : field + step;
        take(field, header & 15);
      }
    });
  }

  /** Calls a function for each item of a list; it must read or skip it. */
  list(take: (type: number) => void): void {
    const header = this.#byte();
    const count = header >> 4 === 15 ? this.#unsigned() : header >> 4;
    // Every item takes a byte at least.
    if (count > this.#bytes.length - this.#at) throw new Error('a list is longer than its footer');
    this.#nested(() => {
      for (let i = 0; i < count; i++) take(header & 15);
    });
  }

  /** A whole number; beyond 2^53 it is not exact. */
  integer(): number {
    const value = this.#unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.#unsigned();
    const from = this.#skipped(length);
    return this.#bytes.toString('utf8', from, from + length);
  }

  skip(type: number): void {
    switch (type) {
      // The type of a field is its value; in a list each has a byte, which is skipped below.
      case 1:
      case 2:
        return;
      case 3:
        this.#skipped(1);
        return;
      case 4:
      case 5:
      case 6:
        this.#unsigned();
        return;
      case 7:
        this.#skipped(8);
        return;
      case 8:
        this.#skipped(this.#unsigned());
        return;
      case 9:
      case 10:
        this.list((item) => this.#skipItem(item));
        return;
      case 11:
        this.#skipMap();
        return;
      case 12:
        this.struct((_, each) => this.skip(each));
        return;
      case 13:
        this.#skipped(16);
        return;
      default:
        throw new Error(`a value has the type ${type}, which there is not`);
    }
  }

  #skipItem(type: number): void {
    if (type === 1 || type === 2) this.#skipped(1);
    else this.skip(type);
  }

  #skipMap(): void {
    const count = this.#unsigned();
    if (count === 0) return;
    if (count > this.#bytes.length - this.#at) throw new Error('a map is longer than its footer');
    const types = this.#byte();
    this.#nested(() => {
      for (let i = 0; i < count; i++) {
        this.#skipItem(types >> 4);
        this.#skipItem(types & 15);
      }
    });
  }

  #nested(read: () => void): void {
    this.#depth += 1;
    if (this.#depth > deepest) throw new Error(`its structures are nested more than ${deepest} deep`);
    read();
    this.#depth -= 1;
  }

  #byte(): number {
    return this.#bytes[this.#skipped(1)] ?? 0;
  }

  #unsigned(): number {
    let [value, factor] = [0, 1];
    for (let i = 0; i < 10; i++) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
    throw new Error('a number has no end');
  }

  /** Goes on by so many bytes; gives where they begin. */
  #skipped(count: number): number {
    const from = this.#at;
    if (count > this.#bytes.length - from) throw new Error('its footer is cut off');
    this.#at = from + count;
    return from;
  }
}
