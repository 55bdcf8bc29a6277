import type { UnknownRecord } from '../../core/model/record.js';
import { cellText, hasAny } from '../facts/cells.js';
import { patchCounts } from '../facts/sizes.js';
import { label, noId, notMine } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** DI-Bench's repositories whose dependencies are to be found; an id is unique only within its language. */
export const diBench: RecordFormat = {
  kind: 'record',
  name: 'di-bench',
  title: 'DI-Bench',
  matches,
  read(record) {
    if (!matches(record)) return notMine;
    const name = cellText(record['instance_id']);
    if (name === undefined) return noId('instance_id', record['instance_id']);
    const language = cellText(record['language']);
    const { numbers, remarks } = patchCounts(record['patch']);
    return {
      id: language === undefined ? name : `${language}/${name}`,
      aliases: language === undefined ? [] : [name],
      labels: [
        ...label('repo', cellText(record['repo']), 'row'),
        ...label('language', language, 'row'),
        ...label('difficulty', cellText(record['difficulty']), 'row'),
        ...label('category', cellText(record['category']), 'row'),
      ],
      numbers,
      remarks: language === undefined ? ['it has no language, which is half of its id', ...remarks] : remarks,
    };
  },
};

function matches(record: UnknownRecord): boolean {
  return hasAny(record, 'instance_id') && hasAny(record, 'act_command', 'ci_file', 'env_specs');
}
