import { drawLabel } from '../../../core/describe/describe-draw.js';
import { describePreference } from '../../../core/describe/describe-preference.js';
import type { BenchmarkPlan, Plan } from '../../../core/model/plan.js';
import { drawMethods } from '../../../core/model/select-rule.js';
import { visibleText } from '../../../core/text/visible-text.js';
import type { Design } from '../state/edits.js';
import { useSource } from '../state/study-context.js';

interface DesignFieldProps {
  readonly plan: BenchmarkPlan;
  readonly design: Design | undefined;
  readonly onChange: (design: Design | undefined) => void;
}

/** How tasks are chosen within a group: as the plan says, ranked by a field, or drawn. */
export function DesignField({ plan, design, onChange }: DesignFieldProps) {
  const { loaded } = useSource();
  const { fields } = loaded.plan;
  const kind = design === undefined ? 'plan' : design.kind === 'draw' ? design.method : design.kind;
  const by =
    design === undefined || design.kind === 'random' ? undefined : design.kind === 'rank' ? design.field : design.by;
  return (
    <>
      <label className="wide">
        <span>Choice within a group</span>
        <select value={kind} onChange={(event) => onChange(designFor(event.target.value, by))}>
          <option value="plan">as in the plan: {visibleText(planWords(plan, fields), 80)}</option>
          <option value="rank">ranked by one field</option>
          <option value="random">drawn at random</option>
          <option value="systematic">drawn systematically along a field</option>
          <option value="pareto">drawn with chances in proportion to a number</option>
          <option value="local-pivotal">drawn at random, spread over a field</option>
          <option value="cube">drawn at random, balanced over a field</option>
        </select>
      </label>
      {design !== undefined && design.kind !== 'random' && (
        <label>
          <span>Field</span>
          <select value={by} onChange={(event) => onChange(withField(design, event.target.value))}>
            {[...fields.values()]
              .filter(({ name, kind: type }) => name !== 'random' && (type === 'number' || kind !== 'pareto'))
              .map(({ name, words }) => (
                <option key={name} value={name}>
                  {visibleText(words, 60)}
                </option>
              ))}
          </select>
        </label>
      )}
      {design?.kind === 'rank' && (
        <label>
          <span>Direction</span>
          <select
            value={design.direction}
            onChange={(event) => onChange({ ...design, direction: event.target.value === 'asc' ? 'asc' : 'desc' })}
          >
            <option value="desc">highest first</option>
            <option value="asc">lowest first</option>
          </select>
        </label>
      )}
    </>
  );
}

function planWords({ select }: BenchmarkPlan, fields: Plan['fields']): string {
  if (select.draw !== undefined) return drawLabel(select.draw, fields);
  const [first] = select.prefer;
  return first === undefined ? 'by id' : `${describePreference(first, fields)} first`;
}

function designFor(kind: string, field = 'score'): Design | undefined {
  if (kind === 'rank') return { kind, field, direction: 'desc' };
  if (kind === 'random') return { kind };
  const method = drawMethods.find((each) => each === kind);
  return method === undefined ? undefined : { kind: 'draw', method, by: field };
}

function withField(design: Design, field: string): Design {
  switch (design.kind) {
    case 'rank':
      return { ...design, field };
    case 'draw':
      return { ...design, by: field };
    case 'random':
      return design;
  }
}
