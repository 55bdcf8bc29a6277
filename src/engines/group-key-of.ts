import { at } from '../core/lists/at.js';
import type { GroupRule } from '../core/model/select-rule.js';
import { bandNames } from '../core/select/group-tasks.js';
import type { PlanSql } from './plan-sql.js';

/** The key of the group that a value of `sql.group` stands for. */
export function groupKeyOf(sql: PlanSql, rule: GroupRule | undefined, value: unknown): string | undefined {
  if (rule === undefined || value === null || value === undefined) return undefined;
  if (rule.bands.length > 0 && sql.isNumber(rule.by)) return at(bandNames(rule.bands), Number(value));
  return sql.isNumber(rule.by) ? String(Number(value)) : String(value);
}
