import type { UnknownRecord } from '../../core/model/record.js';
import { cellList, cellNumber, cellStruct, cellText, hasAny } from '../facts/cells.js';
import { languageOfPatch } from '../facts/languages.js';
import { instructionChars, type PatchCounts, patchCounts, testCounts } from '../facts/sizes.js';
import { count, created, type LabelFact, label, type NumberFact, noId } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** Rows of SWE-bench and the datasets that keep its columns: Lite, Verified, Multimodal, Pro, Gym, smith, rebench, Perf, PolyBench, GSO, … */
export const sweBench: RecordFormat = {
  kind: 'record',
  name: 'swe-bench',
  title: 'SWE-bench and related datasets',
  matches,
  read(record, wants = () => true) {
    const id = cellText(record['instance_id']);
    if (id === undefined) return noId('instance_id', record['instance_id']);
    const isPro = isProRow(record, id);
    const patch = patchCounts(firstOf(record, patchKeys));
    const tests = testCounts(record);
    return {
      id,
      aliases: isPro ? [folderName(id)] : [],
      labels: labelsOf(record, patch, isPro),
      numbers: [
        ...(introducesBug(record) ? patch.numbers.map(reversed) : patch.numbers),
        ...(patch.numbers.length === 0 ? declaredCounts(record) : []),
        ...tests.numbers,
        ...(wants('instruction_chars') ? instructionChars(problemOf(record)) : []),
      ],
      remarks: [...patch.remarks, ...tests.remarks],
    };
  },
};

// GSO and NoCode-bench use their own names.
const patchKeys = ['patch', 'gt_diff', 'feature_patch'];

function firstOf(record: UnknownRecord, keys: readonly string[]): unknown {
  return record[keys.find((key) => cellText(record[key]) !== undefined) ?? ''];
}

/** The agent's instructions; in NoCode-bench, the changes to the documentation. */
function problemOf(record: UnknownRecord): unknown {
  const text = firstOf(record, ['problem_statement', 'prob_script']);
  if (text !== undefined) return text;
  const changes = cellList(record['mask_doc_diff']) ?? cellList(record['doc_changes']) ?? [];
  return changes.flatMap((change) => docText(change) ?? []).join('\n');
}

function docText(change: unknown): string | undefined {
  const struct = cellStruct(change);
  return cellText(struct === undefined ? change : firstOf(struct, ['mask_doc_diff', 'mask_doc_change', 'doc_change']));
}

// Others have an `instance_id` and a `patch` as well: Multi-SWE-bench, DI-Bench, RepoQA, and files of predictions.
const othersKeys = ['fix_patch', 'act_command', 'ci_file', 'env_specs', 'canonical_path', 'function_description'];
const predictionKeys = ['model_patch', 'model_name_or_path', 'prefix'];

function matches(record: UnknownRecord): boolean {
  if (!hasAny(record, 'instance_id') || hasAny(record, ...othersKeys, ...predictionKeys)) return false;
  return hasAny(record, ...patchKeys, 'problem_statement', 'base_commit');
}

function labelsOf(record: UnknownRecord, patch: PatchCounts, isPro: boolean): LabelFact[] {
  const llm = cellStruct(cellStruct(record['meta'])?.['llm_metadata']);
  const language = label('language', cellText(record['repo_language']) ?? cellText(record['language']), 'row');
  const category = label('category', cellText(record['category']) ?? cellText(record['task_category']), 'row');
  return [
    ...label('repo', cellText(record['repo']), 'row'),
    ...(language.length > 0 ? language : languageOfPatch(patch)),
    ...label('difficulty', cellText(record['difficulty']), 'row'),
    ...label('difficulty', cellText(llm?.['difficulty']), 'meta'),
    ...(category.length > 0
      ? category
      : label('category', isPro ? 'swe-bench-pro' : sweBenchVariant(record), 'format')),
    ...created('row', record['created_at']),
  ];
}

/** SWE-rebench's figures for its patch. Only used without a patch, because `lines_changed` would hide the counted sum. */
function declaredCounts(record: UnknownRecord): NumberFact[] {
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

function reversed(reading: NumberFact): NumberFact {
  return { ...reading, field: opposite.get(reading.field) ?? reading.field };
}

/** A SWE-bench Pro task's folder name, which has no capitals and no double underscores. */
function folderName(id: string): string {
  return id.toLowerCase().replaceAll('__', '-');
}

const proId = /^instance_[^/\s]+__[^/\s]+-[0-9a-f]{40}(?:-v[0-9a-z]+)?$/;

const variants = [
  ...['efficiency_test', 'human_performance', 'workload', 'covering_tests', 'gt_diff', 'prob_script'].map(
    (key) => [key, 'performance'] as const,
  ),
  ['feature_patch', 'feature'],
  ['reference_commit', 'commit0'],
] as const;

/** The SWE-bench variant (except Pro) of a row, by its unique columns, as a category. */
function sweBenchVariant(record: UnknownRecord): string {
  for (const [key, category] of variants) if (Object.hasOwn(record, key)) return category;
  if (introducesBug(record)) return 'swe-smith';
  if (hasAny(record, 'image_assets')) return 'swe-bench-multimodal';
  const meta = cellStruct(record['meta']);
  if (hasAny(record, 'install_config') || (meta !== undefined && hasAny(meta, 'llm_metadata', 'num_modified_files'))) {
    return 'swe-rebench';
  }
  return meta !== undefined && hasAny(meta, 'is_lite', 'failed_lite_validators') ? 'swe-bench-extra' : 'swe-bench';
}

/** Whether a row is from SWE-bench Pro. */
function isProRow(record: UnknownRecord, id: string): boolean {
  if (proId.test(id.slice(0, 200))) return true;
  if (hasAny(record, 'before_repo_set_cmd', 'selected_test_files_to_run')) return true;
  return hasAny(record, 'fail_to_pass') && hasAny(record, 'repo_language', 'requirements', 'interface');
}

/**
 * Whether a row's `patch` adds the bug instead of fixing it, as in SWE-smith, which is recognised by an
 * image to start from instead of a commit, and by the missing test patch.
 */
function introducesBug(record: UnknownRecord): boolean {
  const has = (key: string) => cellText(record[key]) !== undefined;
  return has('image_name') && !has('base_commit') && !has('test_patch');
}
