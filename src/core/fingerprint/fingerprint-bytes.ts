import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of bytes, as 64 hex digits. */
export function fingerprintBytes(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
