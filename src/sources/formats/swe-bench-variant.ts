import type { UnknownRecord } from '../../core/model/record.js';
import { cellStruct } from '../cells/cell-struct.js';
import { cellText } from '../cells/cell-text.js';
import { hasAny } from '../cells/has-any.js';

const proId = /^instance_[^/\s]+__[^/\s]+-[0-9a-f]{40}(?:-v[0-9a-z]+)?$/;

/** Which relative of SWE-bench a row is from, by the columns that only that one has; as a category. */
export function sweBenchVariant(record: UnknownRecord): string {
  if (isProRow(record)) return 'swe-bench-pro';
  if (hasAny(record, 'efficiency_test', 'human_performance', 'workload', 'covering_tests')) return 'performance';
  if (introducesBug(record)) return 'swe-smith';
  if (hasAny(record, 'image_assets')) return 'swe-bench-multimodal';
  const meta = cellStruct(record['meta']);
  if (hasAny(record, 'install_config') || (meta !== undefined && hasAny(meta, 'llm_metadata', 'num_modified_files'))) {
    return 'swe-rebench';
  }
  return meta !== undefined && hasAny(meta, 'is_lite', 'failed_lite_validators') ? 'swe-bench-extra' : 'swe-bench';
}

/** Whether a row is from SWE-bench Pro. */
export function isProRow(record: UnknownRecord): boolean {
  if (proId.test(cellText(record['instance_id'])?.slice(0, 200) ?? '')) return true;
  if (hasAny(record, 'before_repo_set_cmd', 'selected_test_files_to_run')) return true;
  return hasAny(record, 'fail_to_pass') && hasAny(record, 'repo_language', 'requirements', 'interface');
}

/**
 * Whether a row's `patch` puts the bug in instead of taking it out: SWE-smith makes its tasks so, and is known by an
 * image to start from in place of a commit, and by having no patch for the tests.
 */
export function introducesBug(record: UnknownRecord): boolean {
  const has = (key: string) => cellText(record[key]) !== undefined;
  return has('image_name') && !has('base_commit') && !has('test_patch');
}
