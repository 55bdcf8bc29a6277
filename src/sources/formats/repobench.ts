import { createHash } from 'node:crypto';
import type { UnknownRecord } from '../../core/model/record.js';
import { cellList, cellNumber, cellText } from '../facts/cells.js';
import { languageByEndings } from '../facts/languages.js';
import { count, created, label, noId } from '../facts/task-facts.js';
import { columnFormat } from './task-format.js';

/**
 * RepoBench's lines to complete. Rows have no id, so it is made from the repository, the file, and a hash of the line and
 * the code before it. The order of the rows does not matter.
 */
export const repobench = columnFormat({
  name: 'repobench',
  title: 'RepoBench',
  columns: [['repo_name'], ['file_path'], ['next_line']],
  id: 'repo_name',
  facts: (record, repo) => {
    const path = cellText(record['file_path']);
    if (path === undefined) return noId('file_path', record['file_path']);
    return {
      id: `${repo}/${path}#${hashOf(record)}`,
      labels: [
        ...label('repo', repo, 'row'),
        ...label('language', languageByEndings([path]), 'row'),
        ...created('row', record['created_at']),
      ],
      numbers: [
        ...count('context_tokens', cellNumber(record['token_num']), false),
        ...count('context_files', cellList(record['context'])?.length, true),
      ],
    };
  },
});

const hashDigits = 12;

function hashOf(record: UnknownRecord): string {
  const code = [record['cropped_code'] ?? record['code'], record['next_line']];
  const texts = code.map((cell) => (typeof cell === 'string' ? cell : ''));
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, hashDigits);
}
