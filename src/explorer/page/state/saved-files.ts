import { manifestPieces } from '../../../core/manifest/manifest.js';
import type { Fault } from '../../../core/model/fault.js';
import type { Selection } from '../../../core/model/selection.js';
import { methodologyPage } from '../../../core/report/methodology.js';
import { selectionCsv } from '../../../core/report/selection-csv.js';
import { manifestWithFiles } from '../../../core/report/selection-files.js';
import type { Edits } from './edits.js';
import type { Study } from './study.js';

/** A file that the page saves: as the command line reads or writes it. */
interface SavedFile {
  readonly name: string;
  readonly type: string;
  readonly text: (selection: Selection, planText: string, generator: string) => string;
}

/** The files that can be saved, in the order of their buttons. */
export const savedFiles: readonly SavedFile[] = [
  { name: 'plan.yaml', type: 'application/yaml', text: (_, planText) => planText },
  {
    name: 'selection.json',
    type: 'application/json',
    text: (selection, _, generator) => String(manifestPieces(manifestWithFiles(selection, generator))),
  },
  { name: 'selection.csv', type: 'text/csv', text: (selection) => selectionCsv(selection) },
  {
    name: 'METHODOLOGY.md',
    type: 'text/markdown',
    text: (selection, _, generator) => methodologyPage(selection, generator),
  },
];

/** What was to be saved, or why there is nothing. */
export type Saved = { readonly text: string } | { readonly faults: readonly Fault[] };

/** The text of a file under edits: made from the text of the plan that is saved, read as the command line reads it. */
export function savedText(
  { textOf, runText }: Pick<Study, 'textOf' | 'runText'>,
  edits: Edits,
  name: string,
  generator: string,
): Saved {
  const file = savedFiles.find((each) => each.name === name);
  if (file === undefined) throw new RangeError(`There is no file ${name} to save.`);
  const result = runText(edits);
  return 'faults' in result ? result : { text: file.text(result.selection, textOf(edits), generator) };
}
