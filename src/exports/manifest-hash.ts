import { LongFingerprint } from '../core/fingerprint/fingerprint.js';
import type { Manifest } from '../core/manifest/manifest.js';
import { manifestPieces } from '../core/manifest/manifest-pieces.js';

/** SHA-256 of a selection: of its `selection.json` as Winnow writes it. */
export function manifestHash(manifest: Manifest): string {
  const hash = new LongFingerprint();
  for (const piece of manifestPieces(manifest)) hash.add(piece);
  return hash.digest();
}
