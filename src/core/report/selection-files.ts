import { type PoolHashes, selectionHashes } from '../fingerprint/fingerprint-pool.js';
import { fingerprintText } from '../fingerprint/fingerprint-text.js';
import { type LazyManifest, lazyManifest, manifestPieces } from '../manifest/manifest.js';
import type { Selection } from '../model/selection.js';
import type { LongText } from '../text/text-pieces.js';
import { methodologyPage } from './methodology.js';
import { selectionCsvPieces } from './selection-csv.js';

interface SelectionFile {
  readonly name: string;
  readonly text: LongText;
}

/** In writing order: `selection.json` is last, because it contains the hashes of the other files. */
export function filesOfSelection(selection: Selection, generatedBy: string): readonly SelectionFile[] {
  const hashes = selectionHashes(selection);
  const siblings = siblingsOf(selection, generatedBy, hashes);
  const manifest = lazyManifest(selection, generatedBy, hashesOf(siblings), hashes);
  return [...siblings, { name: 'selection.json', text: manifestPieces(manifest) }];
}

/** The manifest as written to disk, with the hashes of its sibling files. */
export function manifestWithFiles(selection: Selection, generatedBy: string): LazyManifest {
  const hashes = selectionHashes(selection);
  return lazyManifest(selection, generatedBy, hashesOf(siblingsOf(selection, generatedBy, hashes)), hashes);
}

function siblingsOf(
  selection: Selection,
  generatedBy: string,
  hashes: ReadonlyMap<string, PoolHashes>,
): readonly SelectionFile[] {
  return [
    { name: 'METHODOLOGY.md', text: methodologyPage(selection, generatedBy, hashes) },
    { name: 'selection.csv', text: selectionCsvPieces(selection) },
  ];
}

function hashesOf(files: readonly SelectionFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ name, text }) => [name, fingerprintText(text)]));
}
