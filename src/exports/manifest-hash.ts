import { fingerprintText } from '../core/fingerprint/fingerprint-text.js';
import { type Manifest, manifestPieces } from '../core/manifest/manifest.js';

/** SHA-256 of a selection: of its `selection.json` as Winnow writes it. */
export function manifestHash(manifest: Manifest): string {
  return fingerprintText(manifestPieces(manifest));
}
