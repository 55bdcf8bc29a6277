import { seriesColour } from '../parts/colours.js';
import { short } from '../parts/figures.js';
import { withPlan } from '../state/edits.js';
import { moveWeights } from '../state/move-weights.js';
import { useEditing } from '../state/study-context.js';
import { TypedField } from './typed-field.js';

/** A slider and a number for each weight; moving one rescales the others, so that they always sum to 1. */
export function WeightSliders() {
  const { edits, step, base } = useEditing();
  const before = base.selection.plan.score.weights;
  const weights = edits.weights ?? before;
  const move = (component: string, to: number) => {
    if (!Number.isFinite(to)) return;
    step({
      kind: 'edit',
      moving: `weight ${component}`,
      change: (all) => withPlan(all, { weights: moveWeights(all.weights ?? before, before, component, to) }),
    });
  };
  const settle = () => step({ kind: 'settle' });
  return (
    <fieldset className="card">
      <legend>Weights of the score</legend>
      <p className="quiet">They sum to 1: the others make room in proportion.</p>
      {[...weights].map(([component, weight], at) => (
        <div
          key={component}
          className="slider"
          style={{ '--accent': seriesColour(at), '--fill': `${100 * weight}%` } as React.CSSProperties}
        >
          <label htmlFor={`weight-${component}`}>{component}</label>
          <span className="was">
            {weight === before.get(component) ? '' : `was ${short(before.get(component) ?? 0, 6)}`}
          </span>
          <input
            id={`weight-${component}`}
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={weight}
            disabled={weights.size < 2}
            aria-valuetext={short(weight, 6)}
            onChange={(event) => move(component, event.target.valueAsNumber)}
            onPointerUp={settle}
            onKeyUp={settle}
            onBlur={settle}
          />
          <TypedField
            type="number"
            className="weight-number"
            aria-label={`${component}, as a number`}
            min={0}
            max={1}
            step={0.01}
            value={String(weight)}
            disabled={weights.size < 2}
            onType={(text) => move(component, text === '' ? Number.NaN : Number(text))}
            onBlur={settle}
          />
        </div>
      ))}
    </fieldset>
  );
}
