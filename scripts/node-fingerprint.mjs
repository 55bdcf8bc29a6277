// Stands in for src/core/fingerprint/fingerprint.ts in the bundle for Node: the same digests from Node's own code, which
// needs no warming up. The core itself knows only the portable one, which runs in a browser as well.
import { createHash, hash } from 'node:crypto';

export const fingerprint = (text) => hash('sha256', text, 'hex');

export const fingerprintBytes = (bytes) => hash('sha256', bytes, 'hex');

export class LongFingerprint {
  #hash = createHash('sha256');

  add(text) {
    this.#hash.update(text);
  }

  digest() {
    return this.#hash.digest('hex');
  }
}
