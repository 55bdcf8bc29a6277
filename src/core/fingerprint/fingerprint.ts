import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

// The bundle for Node has scripts/node-fingerprint.mjs in place of this file.

/** SHA-256 of a text in UTF-8, as 64 hex digits. */
export function fingerprint(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** SHA-256 of bytes, as 64 hex digits. */
export function fingerprintBytes(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** SHA-256 of texts that come one after the other. */
export class LongFingerprint {
  readonly #hash = sha256.create();

  add(text: string): void {
    this.#hash.update(utf8ToBytes(text));
  }

  digest(): string {
    return bytesToHex(this.#hash.digest());
  }
}
