import type { ReactNode } from 'react';
import { costWords, type ExpectedLevel, type Prospect } from '../../../core/assess/prospect/prospect.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { short } from '../parts/figures.js';

/** What a selection can prove as a row of gauges: each a figure, what it means, and a picture of it. */
export function ProspectGauges({ prospect }: { readonly prospect: Prospect }) {
  return (
    <dl className="gauges">
      <TasksGauge prospect={prospect} />
      <CostGauge prospect={prospect} />
      <DifferenceGauge difference={prospect.difference} />
      <LevelGauge level={prospect.level} />
      <CoverageGauge coverage={prospect.coverage} />
    </dl>
  );
}

interface GaugeProps {
  readonly name: string;
  /** What programs call the figure. */
  readonly figure: string;
  readonly value: string;
  readonly unit?: string;
  /** What the figure rests on. */
  readonly more: string;
  readonly look?: 'good' | 'look';
  readonly children?: ReactNode;
}

function Gauge({ name, figure, value, unit, more, look, children }: GaugeProps) {
  return (
    <div className={`gauge${look === undefined ? '' : ` gauge-${look}`}`}>
      <dt>{name}</dt>
      <dd>
        <span className="figure" data-figure={figure}>
          {value}
        </span>
        {unit !== undefined && <span className="unit"> {unit}</span>}
        {children}
        <span className="more">{more}</span>
      </dd>
    </div>
  );
}

/** A stretch of a scale, in shares of its length. */
function Scale({ from, to, ticks }: { readonly from: number; readonly to: number; readonly ticks: readonly string[] }) {
  const [start, end] = [Math.max(0, Math.min(1, from)), Math.max(0, Math.min(1, to))];
  return (
    <span className="scale" aria-hidden="true">
      <span className="scale-track">
        <span
          className="scale-part"
          style={{ left: `${100 * start}%`, width: `${Math.max(1.5, 100 * (end - start))}%` }}
        />
      </span>
      <span className="scale-ticks">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </span>
    </span>
  );
}

function TasksGauge({ prospect: { selected, available } }: { readonly prospect: Prospect }) {
  const share = available === 0 ? 0 : selected / available;
  return (
    <Gauge
      name="Tasks"
      figure="prospect.tasks"
      value={formatCount(selected)}
      unit={`of ${formatCount(available)}`}
      more={`${short(100 * share, 1)}% of the pool`}
    >
      <Scale from={0} to={share} ticks={['0', formatCount(available)]} />
    </Gauge>
  );
}

function CostGauge({ prospect: { selected, costUsd, seconds } }: { readonly prospect: Prospect }) {
  const time = seconds === undefined ? '' : `${hours(seconds)} one after the other`;
  if (costUsd === undefined) {
    return (
      <Gauge
        name="Cost"
        figure="prospect.runs"
        value={formatCount(selected)}
        unit={selected === 1 ? 'run' : 'runs'}
        more={`for each configuration. ${time === '' ? 'The plan gives no cost of a run.' : `${time}.`}`}
      />
    );
  }
  return (
    <Gauge
      name="Cost"
      figure="prospect.cost"
      value={costWords(costUsd)}
      more={`for one run of each task${time === '' ? '' : `; ${time}`}`}
    />
  );
}

function hours(seconds: number): string {
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${short(seconds / 3600, 1)} h`;
}

/** Differences beyond it are seen by eye: the scale ends there. */
const largestShown = 0.4;

function DifferenceGauge({ difference }: { readonly difference: Prospect['difference'] }) {
  const { low, high, words, power, discordance } = difference;
  const [least, most] = [Math.min(low ?? high ?? 1, high ?? low ?? 1), Math.max(low ?? high ?? 1, high ?? low ?? 1)];
  const basis = {
    results: 'with the disagreement found in the results',
    earlier: 'with the disagreement of earlier systems on this pool',
    option: assumedWords(discordance),
    default: assumedWords(discordance),
  }[discordance.from];
  return (
    <Gauge
      name="Smallest detectable difference"
      figure="prospect.difference"
      value={words === undefined ? 'none' : words.replace(/ points.*/, '').replace(' to ', '–')}
      {...(words === undefined ? {} : { unit: words.includes('at best') ? 'points at best' : 'points' })}
      more={
        words === undefined
          ? 'between two configurations: there are too few tasks'
          : `between two configurations, ${short(100 * power, 1)}% power, ${basis}`
      }
    >
      {words === undefined ? (
        <Scale from={0} to={0} ticks={['0', '40 points']} />
      ) : (
        <Scale from={least / largestShown} to={most / largestShown} ticks={['0', '10', '20', '30', '40']} />
      )}
    </Gauge>
  );
}

function assumedWords({ low, high }: Prospect['difference']['discordance']): string {
  return `if they disagree on ${short(100 * low, 1)} to ${short(100 * high, 1)}% of tasks`;
}

function LevelGauge({ level: { halfWidth, of, isForecast } }: { readonly level: ExpectedLevel }) {
  const basis = isForecast ? 'forecast from earlier results' : 'at a rate near 50%';
  return (
    <Gauge
      name="Expected interval of a level"
      figure="prospect.level"
      value={halfWidth === 0 ? 'exact' : `± ${(100 * halfWidth).toFixed(1)}`}
      {...(halfWidth === 0 ? {} : { unit: 'points' })}
      more={
        halfWidth === 0
          ? 'every eligible task is selected: results are the level of the pool'
          : of === 'pool'
            ? `95% interval for the pool, ${basis}`
            : '95% interval, as if drawn at random from tasks like these; it says nothing of the pool'
      }
    >
      <Scale from={0.5 - halfWidth} to={0.5 + halfWidth} ticks={['0%', '50%', '100%']} />
    </Gauge>
  );
}

function CoverageGauge({ coverage }: { readonly coverage: Prospect['coverage'] }) {
  const { isMet, phases, covered, missing, shortfalls } = coverage;
  const lacks = [
    ...(missing.length === 0 ? [] : [`no task of ${missing.map((name) => visibleText(name, 40)).join(', ')}`]),
    ...(shortfalls.length === 0 ? [] : [`${countOf(shortfalls.length, 'place')} unfilled`]),
  ];
  return (
    <Gauge
      name="Coverage"
      figure="prospect.coverage"
      value={`${formatCount(covered)} of ${formatCount(phases.length)}`}
      unit={phases.length === 1 ? 'phase' : 'phases'}
      look={isMet ? 'good' : 'look'}
      more={isMet ? 'Met: every phase has tasks, every quota is filled' : `Not met: ${lacks.join('; ')}`}
    >
      <span className="cells" aria-hidden="true">
        {phases.map(({ name, selected }) => (
          <span key={name} className={selected > 0 ? 'cell is-covered' : 'cell'} />
        ))}
      </span>
    </Gauge>
  );
}
