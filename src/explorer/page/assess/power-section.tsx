import { useDeferredValue, useMemo, useState } from 'react';
import type { PoolResults } from '../../../core/assess/pool-results.js';
import { assessPower } from '../../../core/assess/power/assess-power.js';
import type { AtEnds, PowerRow } from '../../../core/assess/power/power.js';
import type { Selection } from '../../../core/model/selection.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable } from '../parts/data-table.js';
import { percent, points } from '../parts/figures.js';
import { Notes } from '../parts/notes.js';
import { PowerChart } from './power-chart.js';

interface PowerSectionProps {
  readonly selection: Selection;
  readonly results: PoolResults | undefined;
}

/** Which difference between two configurations the selected tasks can show; the wanted one is dragged. */
export function PowerSection({ selection, results }: PowerSectionProps) {
  const [wanted, setWanted] = useState(15);
  const [repeats, setRepeats] = useState(1);
  const difference = useDeferredValue(wanted) / 100;
  const assessment = useMemo(
    () => assessPower(selection, results, { difference, repeats }),
    [selection, results, difference, repeats],
  );
  const { overall, needed, power } = assessment;
  const need = needed.find((each) => each.difference === difference)?.tasks[Math.min(repeats, 5) - 1];
  return (
    <section aria-labelledby="power">
      <h2 id="power">Power</h2>
      <p>
        {overall.tasks} tasks, each run {repeats === 1 ? 'once' : `${repeats} times`} under two configurations, find{' '}
        <strong>{found(overall)}</strong> with {Math.round(100 * power)}% power
        {need !== undefined && `; ${points(difference)} would take ${ends(need, String)} tasks`}.
      </p>
      <div className="fields">
        <label className="wide" style={{ '--fill': `${(100 * (wanted - 1)) / 39}%` } as React.CSSProperties}>
          <span>
            Wanted difference: <output>{points(wanted / 100)}</output>
          </span>
          <input
            type="range"
            min={1}
            max={40}
            step={1}
            value={wanted}
            aria-valuetext={points(wanted / 100)}
            onChange={(event) => setWanted(event.target.valueAsNumber)}
          />
        </label>
        <label>
          <span>Runs of each task</span>
          <select value={repeats} onChange={(event) => setRepeats(Number(event.target.value))}>
            {[1, 2, 3, 4, 5].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      </div>
      <p aria-live="polite">
        Chance to find {points(difference)}: <strong>{chanceOf(overall)}</strong>.
      </p>
      <PowerChart assessment={assessment} />
      <h3>By phase</h3>
      <PowerTable caption="Power by phase" name="Phase" rows={assessment.phases} />
      <h3>By benchmark</h3>
      <PowerTable caption="Power by benchmark" name="Benchmark" rows={assessment.benchmarks} />
      <Notes notes={assessment.notes} />
    </section>
  );
}

function PowerTable({
  caption,
  name,
  rows,
}: {
  readonly caption: string;
  readonly name: string;
  readonly rows: readonly PowerRow[];
}) {
  return (
    <DataTable
      caption={caption}
      columns={[
        { name },
        { name: 'Tasks', number: true },
        { name: 'Finds', number: true },
        { name: 'Chance for the wanted', number: true },
      ]}
      rows={rows.map((row) => ({
        key: row.name,
        cells: [visibleText(row.name, 80), row.tasks, found(row), chanceOf(row)],
      }))}
    />
  );
}

/** The smallest difference that is found, in words; where one end finds none, that is said. */
function found({ planned, exact }: PowerRow): string {
  const isNone = planned.low === undefined && planned.high === undefined;
  const { low, high } = isNone ? (exact ?? planned) : planned;
  const said = ends({ low, high }, points);
  if (said === '') return 'no difference';
  return low === undefined || high === undefined ? `${said} at best` : said;
}

/** The chance to find the wanted difference: the exact one where it is known, for few tasks make the formula too hopeful. */
function chanceOf({ powerForWanted, exactPowerForWanted }: PowerRow): string {
  const chance = exactPowerForWanted ?? powerForWanted;
  return chance === undefined ? '' : ends(chance, percent);
}

/** Both ends of what is assumed, the smaller first; one where they are the same. */
function ends<Value extends number | undefined>(
  { low, high }: AtEnds<Value>,
  words: (value: NonNullable<Value>) => string,
): string {
  const both = [low, high]
    .filter((value) => value !== undefined && value !== null)
    .sort((a, b) => Number(a) - Number(b));
  const said = [...new Set(both.map((value) => words(value as NonNullable<Value>)))];
  return said.join(' to ');
}
