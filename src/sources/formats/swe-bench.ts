import type { UnknownRecord } from '../../core/model/record.js';
import { cellNumber } from '../cells/cell-number.js';
import { cellStruct } from '../cells/cell-struct.js';
import { cellText } from '../cells/cell-text.js';
import { hasAny } from '../cells/has-any.js';
import { instructionChars } from '../facts/instruction-chars.js';
import { languageOfPatch } from '../facts/language-of-patch.js';
import { noId } from '../facts/no-id.js';
import { testCounts } from '../facts/test-counts.js';
import type { RecordFormat } from '../format.js';
import {
  count,
  type LabelReading,
  label,
  type NumberReading,
  notMine,
  type PatchCounts,
  patchCounts,
} from '../task-facts.js';
import { introducesBug, isProRow, sweBenchVariant } from './swe-bench-variant.js';

/** Rows of SWE-bench and the datasets that keep its columns: Lite, Verified, Multimodal, Pro, Gym, smith, rebench, Perf, … */
export const sweBench: RecordFormat = {
  kind: 'record',
  name: 'swe-bench',
  title: 'SWE-bench and its relatives',
  matches,
  read(record) {
    if (!matches(record)) return notMine;
    const id = cellText(record['instance_id']);
    if (id === undefined) return noId('instance_id', record['instance_id']);
    const patch = patchCounts(record['patch']);
    const tests = testCounts(record);
    return {
      id,
      aliases: isProRow(record) ? [folderName(id)] : [],
      labels: labelsOf(record, patch),
      numbers: [
        ...(introducesBug(record) ? patch.numbers.map(reversed) : patch.numbers),
        ...(patch.numbers.length === 0 ? declaredCounts(record) : []),
        ...tests.numbers,
        ...instructionChars(record['problem_statement']),
      ],
      remarks: [...patch.remarks, ...tests.remarks],
    };
  },
};

// Others have an `instance_id` and a `patch` as well: Multi-SWE-bench, DI-Bench, RepoQA, and files of predictions.
const othersKeys = ['fix_patch', 'act_command', 'ci_file', 'env_specs', 'canonical_path', 'function_description'];
const predictionKeys = ['model_patch', 'model_name_or_path', 'prefix'];

function matches(record: UnknownRecord): boolean {
  if (!hasAny(record, 'instance_id') || hasAny(record, ...othersKeys, ...predictionKeys)) return false;
  return hasAny(record, 'patch', 'problem_statement', 'base_commit');
}

function labelsOf(record: UnknownRecord, patch: PatchCounts): LabelReading[] {
  const llm = cellStruct(cellStruct(record['meta'])?.['llm_metadata']);
  const language = label('language', cellText(record['repo_language']) ?? cellText(record['language']), 'row');
  const category = label('category', cellText(record['category']), 'row');
  return [
    ...label('repo', cellText(record['repo']), 'row'),
    ...(language.length > 0 ? language : languageOfPatch(patch)),
    ...label('difficulty', cellText(record['difficulty']), 'row'),
    ...label('difficulty', cellText(llm?.['difficulty']), 'meta'),
    ...(category.length > 0 ? category : label('category', sweBenchVariant(record), 'format')),
  ];
}

/** What SWE-rebench says of its patch; only for want of the patch, as `lines_changed` would hide the sum that was counted. */
function declaredCounts(record: UnknownRecord): NumberReading[] {
  const meta = cellStruct(record['meta']);
  return [
    ...count('files_changed', cellNumber(meta?.['num_modified_files']), false),
    ...count('lines_changed', cellNumber(meta?.['num_modified_lines']), false),
  ];
}

const opposite: ReadonlyMap<string, string> = new Map([
  ['additions', 'deletions'],
  ['deletions', 'additions'],
]);

function reversed(reading: NumberReading): NumberReading {
  return { ...reading, field: opposite.get(reading.field) ?? reading.field };
}

/** What a SWE-bench Pro task's folder is called: a folder name knows no capitals and no double underscore. */
function folderName(id: string): string {
  return id.toLowerCase().replaceAll('__', '-');
}
