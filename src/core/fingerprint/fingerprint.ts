// The Node bundle replaces this file with scripts/node-fingerprint.mjs.

// Browsers and Node provide it, but the plain JavaScript types do not declare it.
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const utf8 = new TextEncoder();

/** SHA-256 of a UTF-8 text, as 64 hex digits. */
export function fingerprint(text: string): string {
  return fingerprintBytes(utf8.encode(text));
}

/** SHA-256 of bytes, as 64 hex digits. */
export function fingerprintBytes(bytes: Uint8Array): string {
  const hash = new Hash();
  hash.add(bytes);
  return hash.digest();
}

/** SHA-256 of a text that arrives in pieces. */
export class LongFingerprint {
  readonly #hash = new Hash();

  add(text: string): void {
    this.#hash.add(utf8.encode(text));
  }

  digest(): string {
    return this.#hash.digest();
  }
}

/** SHA-256 as in FIPS 180-4, with its variable names. */
class Hash {
  readonly #block = new Uint8Array(64);
  #length = 0;
  readonly #state = constants().first.slice();

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const filled = this.#length % 64;
      const piece = bytes.subarray(at, at + 64 - filled);
      this.#block.set(piece, filled);
      this.#length += piece.length;
      at += piece.length;
      if (this.#length % 64 === 0) mix(this.#state, this.#block);
    }
  }

  digest(): string {
    const [block, filled] = [this.#block, this.#length % 64];
    block.fill(0, filled);
    block[filled] = 0x80;
    if (filled >= 56) {
      mix(this.#state, block);
      block.fill(0);
    }
    for (let i = 63, bits = 8 * this.#length; bits > 0; i -= 1, bits = Math.floor(bits / 256)) block[i] = bits;
    mix(this.#state, block);
    let digits = '';
    for (const word of this.#state) digits += (word >>> 0).toString(16).padStart(8, '0');
    return digits;
  }
}

const schedule = new Int32Array(64);

function mix(state: Int32Array, block: Uint8Array): void {
  const { round } = constants();
  const w = (t: number) => schedule[t] as number;
  for (let t = 0; t < 16; t += 1) {
    const byte = (i: number) => block[4 * t + i] as number;
    schedule[t] = (byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3);
  }
  for (let t = 16; t < 64; t += 1) {
    const near = w(t - 2);
    const far = w(t - 15);
    const sigma1 = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    const sigma0 = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    schedule[t] = sigma1 + w(t - 7) + sigma0 + w(t - 16);
  }
  const was = (i: number) => state[i] as number;
  let a = was(0);
  let b = was(1);
  let c = was(2);
  let d = was(3);
  let e = was(4);
  let f = was(5);
  let g = was(6);
  let h = was(7);
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + (round[t] as number) + w(t)) | 0;
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = was(0) + a;
  state[1] = was(1) + b;
  state[2] = was(2) + c;
  state[3] = was(3) + d;
  state[4] = was(4) + e;
  state[5] = was(5) + f;
  state[6] = was(6) + g;
  state[7] = was(7) + h;
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

let known: { readonly first: Int32Array; readonly round: Int32Array } | undefined;

/** The first 32 bits of the fractional parts of the square roots of 8 primes and of the cube roots of 64. */
function constants() {
  if (known === undefined) {
    const primes: number[] = [];
    for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
    known = {
      first: Int32Array.from(primes.slice(0, 8), (prime) => fractionOfRoot(prime, 2n)),
      round: Int32Array.from(primes, (prime) => fractionOfRoot(prime, 3n)),
    };
  }
  return known;
}

/** Computed bit by bit in integers, so that every machine gets the same result. */
function fractionOfRoot(prime: number, degree: bigint): number {
  const power = BigInt(prime) << (32n * degree);
  let root = 0n;
  for (let bit = 1n << 37n; bit > 0n; bit >>= 1n) if ((root | bit) ** degree <= power) root |= bit;
  return Number(BigInt.asIntN(32, root));
}
