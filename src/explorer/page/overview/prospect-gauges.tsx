import { costWords, type Prospect } from '../../../core/assess/prospect/prospect.js';
import { countOf, formatCount } from '../../../core/text/numbers.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { short } from '../parts/task-marks.js';

/** What a selection can prove, as a row of gauges. */
export function ProspectGauges({ prospect }: { readonly prospect: Prospect }) {
  const gauges = [tasksGauge, costGauge, differenceGauge, levelGauge, coverageGauge].map((of) => of(prospect));
  return (
    <dl className="gauges">
      {gauges.map((gauge) => (
        <GaugeView key={gauge.figure} gauge={gauge} />
      ))}
    </dl>
  );
}

/** A figure with its meaning and a small picture. */
interface Gauge {
  readonly name: string;
  /** The name of the figure for programs. */
  readonly figure: string;
  readonly value: string;
  readonly unit?: string;
  /** What the figure rests on. */
  readonly more: string;
  readonly look?: 'good' | 'look';
  /** A stretch of a scale, in shares of its length. */
  readonly scale?: { readonly from: number; readonly to: number; readonly ticks: readonly string[] };
  /** For each cell of a row whether it is filled. */
  readonly cells?: readonly boolean[];
}

function GaugeView({ gauge: { name, figure, value, unit, more, look, scale, cells } }: { readonly gauge: Gauge }) {
  const [start, end] = [scale?.from ?? 0, scale?.to ?? 0].map((share) => 100 * Math.max(0, Math.min(1, share)));
  return (
    <div className={`gauge${look === undefined ? '' : ` gauge-${look}`}`}>
      <dt>{name}</dt>
      <dd>
        <span className="figure" data-figure={figure}>
          {value}
        </span>
        {unit !== undefined && <span className="unit"> {unit}</span>}
        {scale !== undefined && (
          <span className="scale" aria-hidden="true">
            <span className="scale-track">
              <span
                className="scale-part"
                style={{ left: `${start}%`, width: `${Math.max(1.5, (end ?? 0) - (start ?? 0))}%` }}
              />
            </span>
            <span className="scale-ticks">
              {scale.ticks.map((tick) => (
                <span key={tick}>{tick}</span>
              ))}
            </span>
          </span>
        )}
        {cells !== undefined && (
          <span className="cells" aria-hidden="true">
            {cells.map((isFilled, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
              <span key={at} className={isFilled ? 'cell is-covered' : 'cell'} />
            ))}
          </span>
        )}
        <span className="more">{more}</span>
      </dd>
    </div>
  );
}

function tasksGauge({ selected, available }: Prospect): Gauge {
  const share = available === 0 ? 0 : selected / available;
  return {
    name: 'Tasks',
    figure: 'prospect.tasks',
    value: formatCount(selected),
    unit: `of ${formatCount(available)}`,
    more: `${short(100 * share, 1)}% of the pool`,
    scale: { from: 0, to: share, ticks: ['0', formatCount(available)] },
  };
}

function costGauge({ selected, costUsd, seconds }: Prospect): Gauge {
  const time = seconds === undefined ? undefined : `${hours(seconds)} one after the other`;
  if (costUsd !== undefined) {
    const more = `for one run of each task${time === undefined ? '' : `; ${time}`}`;
    return { name: 'Cost', figure: 'prospect.cost', value: costWords(costUsd), more };
  }
  return {
    name: 'Cost',
    figure: 'prospect.runs',
    value: formatCount(selected),
    unit: selected === 1 ? 'run' : 'runs',
    more: `for each configuration. ${time ?? 'The plan gives no cost of a run'}.`,
  };
}

function hours(seconds: number): string {
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${short(seconds / 3600, 1)} h`;
}

/** The end of the scale: larger differences are seen by eye. */
const largestShown = 0.4;

function differenceGauge({ difference: { low, high, words, power, discordance } }: Prospect): Gauge {
  const own = { name: 'Smallest detectable difference', figure: 'prospect.difference' };
  if (words === undefined) {
    const more = 'between two configurations: there are too few tasks';
    return { ...own, value: 'none', more, scale: { from: 0, to: 0, ticks: ['0', '40 points'] } };
  }
  const ends = [low ?? high ?? 1, high ?? low ?? 1].map((end) => end / largestShown);
  const assumed = `if they disagree on ${short(100 * discordance.low, 1)} to ${short(100 * discordance.high, 1)}% of tasks`;
  const basis = {
    results: 'with the disagreement found in the results',
    earlier: `with the disagreement of earlier systems on this pool (${short(100 * discordance.low, 1)}% of tasks, and ${short(discordance.slope, 2)} more for each point of difference)`,
    option: assumed,
    default: assumed,
  }[discordance.from];
  return {
    ...own,
    value: words.replace(/ points.*/, '').replace(' to ', '–'),
    unit: words.includes('at best') ? 'points at best' : 'points',
    more: `between two configurations, ${short(100 * power, 1)}% power, ${basis}`,
    scale: { from: Math.min(...ends), to: Math.max(...ends), ticks: ['0', '10', '20', '30', '40'] },
  };
}

function levelGauge({ level: { halfWidth, of, isForecast } }: Prospect): Gauge {
  const own = {
    name: 'Expected interval of a level',
    figure: 'prospect.level',
    scale: { from: 0.5 - halfWidth, to: 0.5 + halfWidth, ticks: ['0%', '50%', '100%'] },
  };
  if (halfWidth === 0) {
    const more = 'every eligible task is selected: results are the level of the pool';
    return { ...own, value: 'exact', more };
  }
  return {
    ...own,
    value: `± ${(100 * halfWidth).toFixed(1)}`,
    unit: 'points',
    more:
      of === 'pool'
        ? `95% interval for the pool, ${isForecast ? 'forecast from earlier results' : 'at a rate near 50%'}`
        : '95% interval, as if drawn at random from tasks like these; it says nothing about the pool',
  };
}

function coverageGauge({ coverage: { isMet, phases, covered, missing, shortfalls } }: Prospect): Gauge {
  const lacks = [
    ...(missing.length === 0 ? [] : [`no task of ${missing.map((name) => visibleText(name, 40)).join(', ')}`]),
    ...(shortfalls.length === 0 ? [] : [`${countOf(shortfalls.length, 'place')} unfilled`]),
  ];
  return {
    name: 'Coverage',
    figure: 'prospect.coverage',
    value: `${formatCount(covered)} of ${formatCount(phases.length)}`,
    unit: phases.length === 1 ? 'phase' : 'phases',
    look: isMet ? 'good' : 'look',
    more: isMet ? 'Met: every phase has tasks, every quota is filled' : `Not met: ${lacks.join('; ')}`,
    cells: phases.map(({ selected }) => selected > 0),
  };
}
