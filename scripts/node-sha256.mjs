// Stands in for the portable SHA-256 in the bundle for Node: the same digests from Node's own code, which needs no warming
// up. The core itself knows only the portable one, which runs in a browser as well.
import { createHash, hash as hashOnce } from 'node:crypto';

export const sha256 = (bytes) => hashOnce('sha256', bytes, 'buffer');

sha256.create = () => {
  const hash = createHash('sha256');
  return {
    update(bytes) {
      hash.update(bytes);
      return this;
    },
    digest: () => new Uint8Array(hash.digest()),
  };
};
