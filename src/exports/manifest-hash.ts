import { fingerprintText } from '../core/fingerprint/fingerprint-text.js';
import type { Manifest } from '../core/manifest/manifest.js';
import { manifestPieces } from '../core/manifest/manifest-pieces.js';

/** SHA-256 of a selection: of its `selection.json` as Winnow writes it. */
export function manifestHash(manifest: Manifest): string {
  return fingerprintText(manifestPieces(manifest));
}
