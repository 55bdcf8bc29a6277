import { makeManifest, manifestText } from '../core/manifest/manifest.js';
import type { Selection } from '../core/model/selection.js';
import { selectionCsv } from '../core/report/csv.js';
import { methodologyPage } from '../core/report/methodology.js';
import { generatorName } from './own-package.js';
import { type OutputFile, writeTogether } from './write-together.js';

/** The names of the files `writeSelection` writes. */
export const selectionFileNames = ['selection.json', 'METHODOLOGY.md', 'selection.csv'] as const;

/** The files of a selection: the manifest last, so that it never speaks of pages that are not there yet. */
function selectionFiles(selection: Selection): readonly OutputFile[] {
  return [
    { name: 'METHODOLOGY.md', text: methodologyPage(selection, generatorName()) },
    { name: 'selection.csv', text: selectionCsv(selection) },
    { name: 'selection.json', text: manifestText(makeManifest(selection, generatorName())) },
  ];
}

/**
 * Writes `selection.json`, `selection.csv` and `METHODOLOGY.md` into a folder, all or none.
 *
 * @throws OutputError when they cannot be written.
 */
export function writeSelection(selection: Selection, directory: string): void {
  writeTogether(directory, selectionFiles(selection));
}
