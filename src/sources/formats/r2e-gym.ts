import type { UnknownRecord } from '../../core/model/record.js';
import { cellNumber, cellText, hasAny } from '../facts/cells.js';
import { instructionChars } from '../facts/sizes.js';
import { count, label, noId, notMine } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** R2E-Gym's commits, each an environment of its own; what they change is as the rows say it, tests left out. */
export const r2eGym: RecordFormat = {
  kind: 'record',
  name: 'r2e-gym',
  title: 'R2E-Gym',
  matches,
  read(record) {
    if (!matches(record)) return notMine;
    const [repo, commit] = [cellText(record['repo_name']), cellText(record['commit_hash'])];
    if (repo === undefined) return noId('repo_name', record['repo_name']);
    if (commit === undefined) return noId('commit_hash', record['commit_hash']);
    const image = cellText(record['docker_image']);
    return {
      id: `${repo}__${commit}`,
      aliases: image === undefined ? [] : [image],
      labels: [...label('repo', repo, 'row'), ...label('language', 'python', 'format')],
      numbers: [
        ...count('files_changed', cellNumber(record['num_non_test_files']), false),
        ...count('lines_changed', cellNumber(record['num_non_test_lines']), false),
        ...instructionChars(record['problem_statement']),
      ],
      remarks: [],
    };
  },
};

function matches(record: UnknownRecord): boolean {
  return hasAny(record, 'repo_name') && hasAny(record, 'commit_hash') && hasAny(record, 'docker_image');
}
