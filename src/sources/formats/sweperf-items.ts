import { cellText } from '../facts/cells.js';
import { languageByEndings } from '../facts/languages.js';
import { instructionChars } from '../facts/sizes.js';
import { label } from '../facts/task-facts.js';
import { columnFormat, rowLabels } from './task-format.js';

/** Functions to make faster, written by hand after SWE-Perf. */
export const sweperfItems = columnFormat({
  name: 'sweperf-items',
  title: 'SWE-Perf items written by hand',
  columns: [['id'], ['target_function'], ['human_solution_reference', 'baseline_runtime']],
  id: 'id',
  facts: (record) => {
    const path = cellText(record['file_path']);
    const language = rowLabels(record, { language: 'language' });
    const category = rowLabels(record, { category: 'category' });
    return {
      labels: [
        ...rowLabels(record, { repo: 'repo_name' }),
        ...(language.length > 0 ? language : label('language', path && languageByEndings([path]), 'file path')),
        ...rowLabels(record, { difficulty: 'difficulty' }),
        ...(category.length > 0 ? category : label('category', 'performance', 'format')),
      ],
      numbers: instructionChars(record['description']),
    };
  },
});
