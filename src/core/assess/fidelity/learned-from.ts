import { componentKindOf } from '../../components/component-kinds.js';
import { learnedFields, priorFields } from '../../model/field.js';
import type { BenchmarkPlan, Plan } from '../../model/plan.js';
import type { ShareRule } from '../../model/select-rule.js';
import { shareDesignOf } from '../../shares/shares.js';

/** The names of the fields that earlier results give. */
const fromPrior = new Set([...priorFields, ...learnedFields].map(({ name }) => name));

/**
 * In words, how the choice of a benchmark's tasks depends on earlier results; undefined when it does not. Such a choice
 * suits the systems it was learned from by construction, and only others can say how good it is.
 */
export function learnedFrom({ total }: Plan, benchmark: BenchmarkPlan): string | undefined {
  const { select } = benchmark;
  if (select.purpose !== undefined) return `chooses by earlier results for its purpose (${select.purpose.name})`;
  const uses = (fields: readonly string[]) =>
    fields.flatMap((field) => priorBehind(field, benchmark, new Set())).filter((field) => fromPrior.has(field))[0];
  const ways: readonly (readonly [string, string | undefined])[] = [
    ['groups by', uses(select.group === undefined ? [] : [select.group.by])],
    ['draws by', uses(select.draw?.by ?? [])],
    ['prefers by', uses(select.prefer.map(({ field }) => field))],
    ['admits by', uses((select.where ?? []).map(({ field }) => field))],
    ['ensures by', uses(select.ensure.flatMap(({ by, prefer }) => [by, ...prefer.map(({ field }) => field)]))],
  ];
  const found = ways.find(([, field]) => field !== undefined);
  if (found !== undefined) return found.join(' ');
  const byShare = learnedByShare(select.group);
  if (byShare !== undefined) return `shares places by ${byShare}`;
  const byTotal = learnedByShare(select.takesShare ? total?.share : undefined);
  return byTotal === undefined ? undefined : `takes its number of tasks by ${byTotal}`;
}

function learnedByShare(rule: ShareRule | undefined): string | undefined {
  const from = rule && shareDesignOf(rule).learnsFrom(rule);
  return from === undefined ? undefined : `${from} (${rule?.share})`;
}

/** The field itself and all that it is made from. */
function priorBehind(field: string, benchmark: BenchmarkPlan, seen: Set<string>): readonly string[] {
  if (seen.has(field)) return [];
  seen.add(field);
  const parts = [
    ...(field === 'score'
      ? [...benchmark.components.values()].flatMap((rule) => componentKindOf(rule).fields(rule))
      : []),
    ...(field === 'phase' ? [benchmark.phase.by] : []),
    ...benchmark.declarations.filter((rule) => rule.field === field).map(({ by }) => by),
    ...benchmark.corrections.filter((rule) => rule.field === field).map(({ by }) => by),
  ].filter((part) => part !== undefined);
  return [field, ...parts.flatMap((part) => priorBehind(part, benchmark, seen))];
}
