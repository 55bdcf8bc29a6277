import type { UnknownRecord } from '../../core/model/record.js';
import { cellList, cellText, hasAny } from '../facts/cells.js';
import { languageByEndings, languageOfPatch } from '../facts/languages.js';
import { instructionChars, type PatchCounts, patchCounts } from '../facts/sizes.js';
import { count, type LabelFact, label, noId, notMine } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** LinuxFLBench's kernel bugs, whose files and functions are to be found. */
export const linuxFlBench: RecordFormat = {
  kind: 'record',
  name: 'linux-fl-bench',
  title: 'LinuxFLBench',
  matches,
  read(record) {
    if (!matches(record)) return notMine;
    const id = cellText(record['id']);
    if (id === undefined) return noId('id', record['id']);
    const patch = patchCounts(record['patch']);
    const paths = pathsOf(record);
    const listed = paths.length > 0 && patch.numbers.length === 0 ? paths.length : undefined;
    return {
      id,
      aliases: [],
      labels: [
        ...languageOf(patch, paths),
        ...label('difficulty', cellText(record['difficulty']), 'row'),
        ...label('category', cellText(record['category']), 'row'),
      ],
      numbers: [...patch.numbers, ...count('files_changed', listed, false), ...instructionChars(record['description'])],
      remarks: patch.remarks,
    };
  },
};

function matches(record: UnknownRecord): boolean {
  // The key has a space in the data as it ships.
  return hasAny(record, 'id') && hasAny(record, 'Kernel Version');
}

function pathsOf(record: UnknownRecord): readonly string[] {
  const paths = (cellList(record['paths']) ?? []).flatMap((path) => cellText(path) ?? []);
  return [...new Set(paths)];
}

function languageOf(patch: PatchCounts, paths: readonly string[]): LabelFact[] {
  const counted = languageOfPatch(patch);
  return counted.length > 0 ? counted : label('language', languageByEndings(paths), 'paths');
}
