import { drawLabel } from '../../../core/describe/describe-draw.js';
import { describePreference } from '../../../core/describe/describe-preference.js';
import { draws, findDraw } from '../../../core/draws/draws.js';
import { randomField } from '../../../core/model/field.js';
import type { BenchmarkPlan, Plan } from '../../../core/model/plan.js';
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
  const needs = findDraw(kind)?.by.needs ?? (design === undefined ? 'nothing' : 'fields');
  const by = design?.kind === 'rank' ? design.field : design?.by;
  return (
    <>
      <label className="wide">
        <span>Choice within a group</span>
        <select value={kind} onChange={(event) => onChange(designFor(event.target.value, by))}>
          <option value="plan">as in the plan: {visibleText(planWords(plan, fields), 80)}</option>
          <option value="rank">ranked by one field</option>
          {draws.map(({ name, words }) => (
            <option key={name} value={name}>
              {words.choice}
            </option>
          ))}
        </select>
      </label>
      {design !== undefined && needs !== 'nothing' && (
        <label>
          <span>Field</span>
          <select value={by} onChange={(event) => onChange(withField(design, event.target.value))}>
            {[...fields.values()]
              .filter(({ name, kind: type }) => name !== randomField.name && (type === 'number' || needs === 'fields'))
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
  const draw = findDraw(kind);
  return draw && { kind: 'draw', method: draw.name, by: draw.by.needs === 'nothing' ? undefined : field };
}

function withField(design: Design, field: string): Design {
  return design.kind === 'rank' ? { ...design, field } : { ...design, by: field };
}
