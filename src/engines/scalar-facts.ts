import { at } from '../core/lists/at.js';
import type { BenchmarkPlan } from '../core/model/plan.js';
import { scoredFields } from '../core/score/score-tasks.js';
import type { Engine } from './engine.js';
import type { PlanSql } from './plan-sql.js';

/** What one row over all tasks tells: how many there are, and what they lack. */
export async function scalarFacts({ query }: Engine, benchmark: BenchmarkPlan, sql: PlanSql) {
  const fields = scoredFields(benchmark);
  const given = [...sql.given.keys()].filter((name) => name !== 'id');
  const total = (condition: string) => `coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const components = [...sql.components];
  const isDefaulted = components.map(([component]) => {
    const rule = benchmark.components.get(component);
    const [field] = rule === undefined ? [] : scoredFields({ ...benchmark, components: new Map([[component, rule]]) });
    if (field === undefined) return 'false';
    const term = sql.field(field);
    return term === undefined ? 'true' : `${term} is null`;
  });
  const asked = [
    'count(*)',
    total('"fits"'),
    total('"fits" and not "excluded"'),
    ...fields.map((field) => (sql.field(field) === undefined ? 'count(*)' : total(`${sql.field(field)} is null`))),
    ...fields.map((field) => (sql.measured.has(field) ? total(`${sql.measured.get(field)}`) : '0')),
    ...isDefaulted.map(total),
    ...components.map(([, part]) => `case when min(${part}) = max(${part}) then 1 else 0 end`),
    ...given.map((name) => total(`${sql.given.get(name)} is not null`)),
  ];
  const [row = []] = await query(`select ${asked.join(', ')} from ${sql.rows} where "inside"`);
  let next = 0;
  const numbers = (count: number) => {
    next += count;
    return row.slice(next - count, next).map((value) => Number(value ?? 0));
  };
  const [available = 0, fitting = 0, eligible = 0] = numbers(3);
  const unknown = numbers(fields.length);
  const measured = numbers(fields.length);
  const defaulted = numbers(components.length);
  const isConstant = numbers(components.length);
  const known = numbers(given.length);
  return {
    available,
    fitting,
    eligible,
    features: fields.map((field, i) => {
      const counted = Math.min(at(measured, i), available - at(unknown, i));
      return { field, measured: counted, declared: available - at(unknown, i) - counted, defaulted: at(unknown, i) };
    }),
    defaulted: new Map(components.map(([component], i) => [component, at(defaulted, i)])),
    constant: new Set(components.filter((_, i) => at(isConstant, i) === 1).map(([component]) => component)),
    fields: new Set(given.filter((_, i) => at(known, i) > 0)),
  };
}
