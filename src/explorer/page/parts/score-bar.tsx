import { memo } from 'react';
import type { ScoredTask } from '../../../core/model/task.js';
import { seriesColour } from './colours.js';
import { short } from './figures.js';

interface ScoreBarProps {
  readonly task: ScoredTask;
  readonly weights: ReadonlyMap<string, number>;
}

/** A score drawn as the weighted parts that it is the sum of; its whole width is a score of 1. */
export const ScoreBar = memo(function ScoreBar({ task, weights }: ScoreBarProps) {
  const parts = [...weights].map(([component, weight]) => ({
    component,
    value: weight * (task.parts[component] ?? 0),
  }));
  const words = parts.map(({ component, value }) => `${component} ${short(value, 3)}`).join(', ');
  return (
    <span className="score-bar" role="img" aria-label={words} title={words}>
      {parts.map(({ component, value }, at) => (
        <span key={component} style={{ width: `${100 * value}%`, background: seriesColour(at) }} />
      ))}
    </span>
  );
});

/** Which colour is which component. */
export function ScoreLegend({ weights }: { readonly weights: ReadonlyMap<string, number> }) {
  return (
    <ul className="legend" aria-label="Parts of the score">
      {[...weights.keys()].map((component, at) => (
        <li key={component}>
          <span className="swatch" style={{ borderColor: seriesColour(at), background: seriesColour(at) }} />
          {component}
        </li>
      ))}
    </ul>
  );
}
