import { type CSSProperties, type ReactNode, useState } from 'react';
import type { Drawing } from '../../../core/pictures/chart.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DrawnChart } from '../charts/drawn-chart.js';
import { DataTable, type TableContent } from '../parts/data-table.js';

interface FrontierSliderProps {
  /** What is moved. */
  readonly label: string;
  readonly chart: Drawing | undefined;
  /** By budget, ascending. */
  readonly stops: readonly Stop[];
  readonly numbers: TableContent;
  /** What can be done with another budget than the plan's. */
  readonly action?: ((budget: number) => ReactNode) | undefined;
}

/** A budget that can be looked at. */
interface Stop {
  readonly x: number;
  readonly words: string;
  /** What it buys. */
  readonly sentence: string;
  readonly isPlan: boolean;
}

/** A slider along a curve of budgets; it begins at the plan. */
export function FrontierSlider({ label, chart, stops, numbers, action }: FrontierSliderProps) {
  const [chosen, setChosen] = useState<number>();
  const own = Math.max(
    0,
    stops.findIndex(({ isPlan }) => isPlan),
  );
  const at = Math.min(chosen ?? own, stops.length - 1);
  const stop = stops[at];
  if (stop === undefined) return null;
  const fill = `${(100 * at) / Math.max(1, stops.length - 1)}%`;
  return (
    <div className="frontier">
      {chart !== undefined && (
        <DrawnChart
          title={chart.title}
          description={chart.description}
          shown={chart.shown}
          height={300}
          cursor={stop.x}
        />
      )}
      <label className="wide" style={{ '--fill': fill } as CSSProperties}>
        <span>
          {label}: <output>{visibleText(stop.words, 200)}</output>
        </span>
        <input
          type="range"
          min={0}
          max={stops.length - 1}
          step={1}
          value={at}
          aria-valuetext={visibleText(stop.words, 200)}
          onChange={(event) => setChosen(event.target.valueAsNumber)}
        />
      </label>
      <p className="frontier-sentence" aria-live="polite">
        {visibleText(stop.sentence, 1000)}
      </p>
      <div className="buttons">
        {!stop.isPlan && (
          <button type="button" onClick={() => setChosen(undefined)}>
            Back to the plan
          </button>
        )}
        {!stop.isPlan && action?.(stop.x)}
      </div>
      <details className="numbers">
        <summary>
          Numbers<span className="only-heard"> of {label}</span>
        </summary>
        <DataTable caption={`What budgets would buy: ${label}`} {...numbers} />
      </details>
    </div>
  );
}
