import { cellList, cellText } from '../facts/cells.js';
import { languageByEndings, languageOfPatch } from '../facts/languages.js';
import { instructionChars, patchCounts } from '../facts/sizes.js';
import { count, label } from '../facts/task-facts.js';
import { columnFormat, rowLabels } from './task-format.js';

/** LinuxFLBench's kernel bugs, whose files and functions have to be found. */
export const linuxFlBench = columnFormat({
  name: 'linux-fl-bench',
  title: 'LinuxFLBench',
  // The key has a space in the data as it ships.
  columns: [['id'], ['Kernel Version']],
  id: 'id',
  facts: (record) => {
    const patch = patchCounts(record['patch']);
    const paths = [...new Set((cellList(record['paths']) ?? []).flatMap((path) => cellText(path) ?? []))];
    const listed = paths.length > 0 && patch.numbers.length === 0 ? paths.length : undefined;
    const ofPatch = languageOfPatch(patch);
    return {
      labels: [
        ...(ofPatch.length > 0 ? ofPatch : label('language', languageByEndings(paths), 'paths')),
        ...rowLabels(record, { difficulty: 'difficulty', category: 'category' }),
      ],
      numbers: [...patch.numbers, ...count('files_changed', listed, false), ...instructionChars(record['description'])],
      remarks: patch.remarks,
    };
  },
});
