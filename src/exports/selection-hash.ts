import { fingerprint } from '../core/fingerprint/fingerprint.js';
import { type Manifest, manifestText } from '../core/manifest/manifest.js';

/** SHA-256 of a selection: of its `selection.json` as Winnow writes it. */
export function selectionHash(manifest: Manifest): string {
  return fingerprint(manifestText(manifest));
}
