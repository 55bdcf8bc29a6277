import { isRecord } from '../../core/model/record.js';
import { documentOf, ownValue } from '../content/document-of.js';
import type { ResultFile } from '../content/result-file.js';
import { isLong } from '../content/table-columns.js';
import type { ResultFormat } from './result-format.js';

/** What to do with predictions. */
export const predictionsHint =
  'Evaluate them (for SWE-bench: python -m swebench.harness.run_evaluation --predictions_path FILE --run_id ID …), and give the report that this writes.';

/** Files of patches that are still to be evaluated: known, so that they can be refused with the reason. */
export const predictions: ResultFormat = {
  name: 'predictions',
  title: 'predictions (patches to evaluate)',
  lookedFor: 'model_patch for each task; refused, as it says nothing about whether a patch works',
  isRefused: true,
  recognises,
  read(file, _options, notes) {
    notes.fault(
      'outcomes/predictions',
      'it holds predictions: patches that were made, not what came of them.',
      { file: file.path },
      predictionsHint,
    );
    return { outcomes: [] };
  },
};

function recognises(file: ResultFile): boolean {
  if (file.content.kind === 'table') {
    const { columns } = file.content.table;
    return (
      !isLong(file.content.table, undefined) &&
      (columns.includes('model_patch') || (columns.includes('patch') && columns.includes('prefix')))
    );
  }
  const document = documentOf(file);
  if (document === undefined) return false;
  if (ownValue(document, 'model_patch') !== undefined) return true;
  const values = Object.values(document);
  return values.length > 0 && values.every((value) => isRecord(value) && Object.hasOwn(value, 'model_patch'));
}
