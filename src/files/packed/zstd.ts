import { Decompress } from 'fzstd';

/**
 * Unpacks a stream of Zstandard frames as its bytes come in. What the frames say of themselves is checked before they are
 * unpacked, so that a few bytes cannot ask for gigabytes of memory; how much they may give is for the taker to bound.
 */
export class ZstdUnpacker {
  readonly #outline = new Outline();
  readonly #unpacking: Decompress;

  /** @param take Is given what was unpacked; what it throws ends the unpacking. */
  constructor(take: (bytes: Uint8Array) => void) {
    this.#unpacking = new Decompress((bytes) => take(bytes));
  }

  /** @throws Error when the bytes are not Zstandard, are broken, or ask for too much memory. */
  push(packed: Uint8Array): void {
    this.#outline.check(packed);
    this.#unpacking.push(packed);
  }

  /** @throws Error when something is missing. */
  end(): void {
    this.#outline.checkEnd();
    this.#unpacking.push(new Uint8Array(0), true);
  }
}

/** Unpacks Zstandard frames that together give so many bytes. @throws Error when one is broken or they give more. */
export function inflateZstd(packed: Uint8Array, bytes: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let unpacked = 0;
  const unpacker = new ZstdUnpacker((part) => {
    unpacked += part.length;
    if (unpacked > bytes) throw new Error(`it unpacks to more than the ${bytes} bytes it claims`);
    parts.push(part);
  });
  unpacker.push(packed);
  unpacker.end();
  return Buffer.concat(parts);
}

/** Whether bytes begin as a stream of Zstandard does. */
export function isZstd(start: Buffer): boolean {
  return start.length >= 4 && (start.readUInt32LE(0) === mark || start.readUInt32LE(0) >>> 4 === skippableMark >>> 4);
}

const mark = 0xfd2fb528;
const skippableMark = 0x184d2a50;
const largestBlock = 128 * 1024;
const largestWindow = 2 ** 27;

type Section = 'mark' | 'skippable' | 'flags' | 'header' | 'block';

/** Walks the headers of frames and of their blocks. */
class Outline {
  #section: Section = 'mark';
  #wanted = 4;
  #header: number[] = [];
  #passing = 0;
  #flags = 0;

  check(packed: Uint8Array): void {
    for (let at = 0; at < packed.length; ) {
      if (this.#passing > 0) {
        const passed = Math.min(this.#passing, packed.length - at);
        this.#passing -= passed;
        at += passed;
      } else {
        this.#header.push(packed[at] ?? 0);
        at += 1;
        if (this.#header.length === this.#wanted) this.#next(Buffer.from(this.#header));
      }
    }
  }

  checkEnd(): void {
    const isWhole = this.#section === 'mark' && this.#header.length === 0 && this.#passing === 0;
    if (!isWhole) throw new Error('its packed bytes are cut off');
  }

  #next(header: Buffer): void {
    switch (this.#section) {
      case 'mark':
        if (!isZstd(header)) throw new Error('its bytes are not Zstandard');
        if (header.readUInt32LE(0) === mark) this.#expect('flags', 1);
        else this.#expect('skippable', 4);
        break;
      case 'skippable':
        this.#expect('mark', 4, header.readUInt32LE(0));
        break;
      case 'flags':
        this.#flags = header.readUInt8(0);
        this.#expect('header', headerBytes(this.#flags));
        break;
      case 'header':
        if (windowOf(this.#flags, header) > largestWindow) throw new Error('it asks for too much memory');
        this.#expect('block', 3);
        break;
      case 'block': {
        const block = header.readUIntLE(0, 3);
        const bytes = block >> 3;
        if (bytes > largestBlock) throw new Error('a block of it is larger than Zstandard allows');
        // A block of one repeated byte holds that byte only.
        const packedBytes = ((block >> 1) & 3) === 1 ? 1 : bytes;
        const isLast = (block & 1) === 1;
        if (isLast) this.#expect('mark', 4, packedBytes + ((this.#flags & 4) === 0 ? 0 : 4));
        else this.#expect('block', 3, packedBytes);
      }
    }
  }

  #expect(section: Section, bytes: number, passing = 0): void {
    this.#section = section;
    this.#wanted = bytes;
    this.#header = [];
    this.#passing = passing;
  }
}

const isSingle = (flags: number) => (flags & 0x20) !== 0;
const sizeBytes = (flags: number) => (flags >> 6 === 0 ? Number(isSingle(flags)) : 1 << (flags >> 6));
const idBytes = (flags: number) => [0, 1, 2, 4][flags & 3] ?? 0;

/** How long the rest of a frame's header is. A frame has a window, a size or both. */
function headerBytes(flags: number): number {
  return Number(!isSingle(flags)) + idBytes(flags) + sizeBytes(flags);
}

/** How much of what was unpacked has to be kept. */
function windowOf(flags: number, header: Buffer): number {
  if (!isSingle(flags)) {
    const descriptor = header.readUInt8(0);
    const base = 2 ** (10 + (descriptor >> 3));
    return base + (base / 8) * (descriptor & 7);
  }
  const bytes = sizeBytes(flags);
  const at = header.length - bytes;
  return bytes === 8 ? Number(header.readBigUInt64LE(at)) : header.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}
