import { cellNumber, cellText } from '../facts/cells.js';
import { instructionChars } from '../facts/sizes.js';
import { count, label, noId } from '../facts/task-facts.js';
import { columnFormat } from './task-format.js';

/** R2E-Gym's commits, each with its own environment. Sizes are those stated in the rows, without tests. */
export const r2eGym = columnFormat({
  name: 'r2e-gym',
  title: 'R2E-Gym',
  columns: [['repo_name'], ['commit_hash'], ['docker_image']],
  id: 'repo_name',
  facts: (record, repo) => {
    const [commit, image] = [cellText(record['commit_hash']), cellText(record['docker_image'])];
    if (commit === undefined) return noId('commit_hash', record['commit_hash']);
    return {
      id: `${repo}__${commit}`,
      aliases: image === undefined ? [] : [image],
      labels: [...label('repo', repo, 'row'), ...label('language', 'python', 'format')],
      numbers: [
        ...count('files_changed', cellNumber(record['num_non_test_files']), false),
        ...count('lines_changed', cellNumber(record['num_non_test_lines']), false),
        ...instructionChars(record['problem_statement']),
      ],
    };
  },
});
