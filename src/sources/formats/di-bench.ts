import { cellText } from '../facts/cells.js';
import { patchCounts } from '../facts/sizes.js';
import { columnFormat, rowLabels } from './task-format.js';

/** DI-Bench's repositories whose dependencies have to be found; an id is unique only within its language. */
export const diBench = columnFormat({
  name: 'di-bench',
  title: 'DI-Bench',
  columns: [['instance_id'], ['act_command', 'ci_file', 'env_specs']],
  id: 'instance_id',
  facts: (record, name) => {
    const language = cellText(record['language']);
    const { numbers, remarks } = patchCounts(record['patch']);
    const columns = { repo: 'repo', language: 'language', difficulty: 'difficulty', category: 'category' };
    const labels = rowLabels(record, columns);
    if (language !== undefined) return { id: `${language}/${name}`, aliases: [name], labels, numbers, remarks };
    return { labels, numbers, remarks: ['no language, which is part of the id', ...remarks] };
  },
});
