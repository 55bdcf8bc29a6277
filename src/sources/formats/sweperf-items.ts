import type { UnknownRecord } from '../../core/model/record.js';
import { cellText, hasAny } from '../facts/cells.js';
import { languageByEndings } from '../facts/languages.js';
import { instructionChars } from '../facts/sizes.js';
import { label, noId, notMine } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** Functions to be made faster, written by hand after SWE-Perf. */
export const sweperfItems: RecordFormat = {
  kind: 'record',
  name: 'sweperf-items',
  title: 'SWE-Perf items written by hand',
  matches,
  read(record) {
    if (!matches(record)) return notMine;
    const id = cellText(record['id']);
    if (id === undefined) return noId('id', record['id']);
    const path = cellText(record['file_path']);
    const language = label('language', cellText(record['language']), 'row');
    const category = label('category', cellText(record['category']), 'row');
    return {
      id,
      aliases: [],
      labels: [
        ...label('repo', cellText(record['repo_name']), 'row'),
        ...(language.length > 0 ? language : label('language', path && languageByEndings([path]), 'file path')),
        ...label('difficulty', cellText(record['difficulty']), 'row'),
        ...(category.length > 0 ? category : label('category', 'performance', 'format')),
      ],
      numbers: instructionChars(record['description']),
      remarks: [],
    };
  },
};

function matches(record: UnknownRecord): boolean {
  if (!hasAny(record, 'id') || !hasAny(record, 'target_function')) return false;
  return hasAny(record, 'human_solution_reference', 'baseline_runtime');
}
