import { isRecord } from '../../core/model/record.js';
import { existsSync } from '../../disk/file-access.js';
import { documentOf, ownText, ownValue } from '../content/document-of.js';
import type { ResultFormat } from './result-format.js';

/** The document of Every Eval Ever that sums an evaluation up; its samples lie beside it, in a file of their own. */
export const everyEvalEverAggregate: ResultFormat = {
  name: 'every-eval-ever-aggregate',
  title: 'Every Eval Ever evaluation',
  lookedFor: 'evaluation_id and evaluation_results; the samples beside it are read',
  isRefused: true,
  recognises(file) {
    const document = documentOf(file);
    return (
      ownText(document, 'evaluation_id') !== undefined &&
      Array.isArray(ownValue(document, 'evaluation_results')) &&
      isRecord(ownValue(document, 'model_info'))
    );
  },
  read({ path }, _options, notes) {
    const samples = path.replace(/\.json$/i, '_samples.jsonl');
    if (samples !== path && existsSync(samples)) return { outcomes: [], also: [samples] };
    const message = 'it sums an evaluation up and says nothing of single tasks.';
    notes.fault('outcomes/aggregate', message, { file: path }, 'Give the file of its samples, *_samples.jsonl.');
    return { outcomes: [] };
  },
};
