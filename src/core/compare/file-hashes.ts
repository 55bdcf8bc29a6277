import { hasFingerprint } from '../fingerprint/fingerprint-text.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import type { LongText } from '../text/text-pieces.js';

/** The texts of the files that are written with a `selection.json`; undefined for one that is not there. */
interface SiblingTexts {
  readonly methodology: string | undefined;
  readonly table: LongText | undefined;
}

/** Files that do not have the hash that a manifest records for them. Missing files are reported elsewhere. */
export function fileHashDifferences(texts: SiblingTexts, { metadata }: Pick<Manifest, 'metadata'>): Difference[] {
  const known = new Map([
    ['METHODOLOGY.md', texts.methodology],
    ['selection.csv', texts.table],
  ]);
  return Object.entries(metadata.files ?? {}).flatMap(([name, sha256]) => {
    const path = `metadata.files.${name}`;
    if (!known.has(name)) {
      const message = `selection.json records a hash for "${name}", a file that Winnow does not write.`;
      return [{ code: 'file/hash', message, path }];
    }
    const text = known.get(name);
    if (text === undefined || hasFingerprint(text, sha256)) return [];
    const message = `${name} does not have the hash that selection.json records: one of them was edited, or a run was interrupted.`;
    return [{ code: 'file/hash', message, path }];
  });
}
