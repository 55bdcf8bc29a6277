import { isRecord } from '../../core/model/record.js';
import { documentOf, ownText, ownValue } from '../content/document-of.js';
import { inspectSamples } from './inspect-samples.js';
import type { ResultFormat } from './result-format.js';

/** A log of Inspect as one JSON document. */
export const inspectLog: ResultFormat = {
  name: 'inspect-json',
  title: 'Inspect log (.json)',
  lookedFor: 'version, status and eval with task and model',
  recognises(file) {
    const document = documentOf(file);
    return isRecord(ownValue(document, 'eval')) && ownText(document, 'status') !== undefined;
  },
  search: { called: /^\d{4}-\d\d-\d\dT.*\.json$/ },
  read(file, options, notes) {
    const log = documentOf(file);
    const samples = ownValue(log, 'samples');
    if (!Array.isArray(samples)) {
      const hint = 'Give the whole log, not its header alone.';
      notes.fault('outcomes/no-samples', 'the log holds no samples, so no results.', { file: file.path }, hint);
      return { outcomes: [] };
    }
    const placed = samples.map((data, i) => ({ data, place: { file: file.path, path: `samples[${i}]` } }));
    return { outcomes: inspectSamples(log, placed, options, notes, file.path) };
  },
};
