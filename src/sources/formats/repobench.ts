import { createHash } from 'node:crypto';
import type { UnknownRecord } from '../../core/model/record.js';
import { cellList, cellNumber, cellText, hasAny } from '../facts/cells.js';
import { languageByEndings } from '../facts/languages.js';
import { count, label, noId, notMine } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/**
 * RepoBench's lines to be completed. A row has no id, so it gets one from what it holds: repository, file, and a hash of the
 * code before the line and of the line. Another order of the rows changes none.
 */
export const repobench: RecordFormat = {
  kind: 'record',
  name: 'repobench',
  title: 'RepoBench',
  matches,
  read(record) {
    if (!matches(record)) return notMine;
    const [repo, path] = [cellText(record['repo_name']), cellText(record['file_path'])];
    if (repo === undefined) return noId('repo_name', record['repo_name']);
    if (path === undefined) return noId('file_path', record['file_path']);
    return {
      id: `${repo}/${path}#${hashOf(record)}`,
      aliases: [],
      labels: [...label('repo', repo, 'row'), ...label('language', languageByEndings([path]), 'row')],
      numbers: [
        ...count('context_tokens', cellNumber(record['token_num']), false),
        ...count('context_files', cellList(record['context'])?.length, true),
      ],
      remarks: [],
    };
  },
};

const hashDigits = 12;

function hashOf(record: UnknownRecord): string {
  const [before, line] = [record['cropped_code'] ?? record['code'], record['next_line']].map((cell) =>
    typeof cell === 'string' ? cell : '',
  );
  return createHash('sha256')
    .update(JSON.stringify([before, line]))
    .digest('hex')
    .slice(0, hashDigits);
}

function matches(record: UnknownRecord): boolean {
  return hasAny(record, 'repo_name') && hasAny(record, 'file_path') && hasAny(record, 'next_line');
}
