import type { CSSProperties } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { detectable } from '../../../core/assess/power/comparison.js';
import {
  costWords,
  coverageField,
  type LabelStanding,
  type Prospect,
  prospectOf,
} from '../../../core/assess/prospect/prospect.js';
import { optimumSentence } from '../../../core/describe/describe-optimise.js';
import { fieldWords } from '../../../core/describe/field-words.js';
import { evidenceSentence, learnedSentences } from '../../../core/describe/forecast-words.js';
import { claimOf, pilotSentence } from '../../../core/describe/selection-words.js';
import { warningKinds } from '../../../core/describe/warning-kinds.js';
import { difference, points, rate, signedUnit } from '../../../core/estimate/estimate-words.js';
import type { Estimate } from '../../../core/estimate/pool-estimate.js';
import { choosesByUplift } from '../../../core/expect-uplift.js';
import type { Warning } from '../../../core/model/errors.js';
import type { Selection } from '../../../core/model/selection.js';
import { mean } from '../../../core/statistics/summary.js';
import { capital, compareText, countOf, formatCount, joinWords, visibleText } from '../../../core/text/words.js';
import { poolColumns } from '../../packed/selection-columns.js';
import { TypedField, Worked } from '../parts/controls.js';
import { short } from '../parts/task-marks.js';
import { type CostSettings, routeHash } from '../route/route.js';
import { assessInput } from '../state/inquiries.js';
import { keepLast } from '../state/keep-last.js';
import { useInquiry, usePoolResults, useResult, useSource } from '../state/study-context.js';
import { tellingFields, valueWords } from '../tasks/plan-fields.js';

interface LeadProps {
  readonly cost: CostSettings;
  readonly onCost: (cost: CostSettings) => void;
}

/** What the edited selection can show, given the results on the page. */
function useProspect(): Prospect {
  const { data, loaded } = useSource();
  const { selection } = useResult();
  const { results } = data;
  const [find] = useState(rememberingDetectable);
  return useMemo(() => {
    const input = assessInput({ selection, loaded, results });
    const prospect = prospectOf(selection, input.results?.pool, find);
    return data.fixed === undefined ? prospect : { ...prospect, sentence: data.fixed.sentence };
  }, [selection, loaded, results, data, find]);
}

/** Finds detectable differences and remembers the last one, because most changes don't affect it. */
function rememberingDetectable(): typeof detectable {
  const last = keepLast<ReturnType<typeof detectable>>();
  return (comparison, size, repeats) => {
    const { discordance, ...others } = comparison;
    const { low, high, slope, partialRewards } = discordance;
    const key = JSON.stringify([others, low, high, slope, partialRewards, size, repeats]);
    return last([key], () => detectable(comparison, size, repeats));
  };
}

/** The first lines of the page: the selected tasks, the claims that results can support, and their cost. */
export function Lead({ cost, onCost }: LeadProps) {
  const { selection } = useResult();
  const { fixed } = useSource().data;
  const prospect = useProspect();
  const { plan, kind, statistics } = selection;
  const share = statistics.available === 0 ? 0 : statistics.selected / statistics.available;
  return (
    <header class="lead">
      <div>
        <h1>{visibleText(plan.title, 200)}</h1>
        <p class="counts">
          <strong data-figure="prospect.tasks">{formatCount(statistics.selected)}</strong> of{' '}
          {countOf(statistics.available, 'task')} ({short(100 * share, 1)}%)
          {plan.benchmarks.length > 1 && <> from {countOf(plan.benchmarks.length, 'benchmark')}</>} ·{' '}
          {kind === 'focus' ? 'purposive selection' : 'probability sample'}
          {selection.benchmarks.some(({ optimum }) => optimum !== undefined) && ' by optimisation'}
          {plan.pilot !== undefined && ' for a pilot'}
        </p>
        <p class="sentence" data-figure="prospect.sentence">
          {visibleText(prospect.sentence, 1000).replaceAll('± ', '±\u00a0')}
        </p>
        {fixed !== undefined && (
          <p class="quiet">
            {fixed.leftOut > 0
              ? `This page contains only the selected tasks (${countOf(fixed.leftOut, 'other task')} left out)`
              : 'This page does not contain the earlier results'}
            , so its plan can’t be changed.
          </p>
        )}
        <ChosenHow selection={selection} />
      </div>
      <div>
        <CostLine prospect={prospect} cost={cost} onCost={onCost} />
        <CoverageLine />
        <ResultLines />
        {fixed === undefined && <UpliftLine selection={selection} />}
        <Warnings warnings={selection.warnings} />
      </div>
    </header>
  );
}

/** With fewer priced runs, the mean cost is unreliable. */
const fewestPriced = 5;

/** The mean cost per run in the results, and the number of runs; undefined if too few have a cost. */
function useMeasuredPrice(): { readonly price: number; readonly runs: number } | undefined {
  const { results } = useSource().data;
  return useMemo(() => {
    const made = (results?.outcomes ?? []).filter(({ status }) => status !== 'not-run');
    const costs = made.flatMap(({ costUsd }) => costUsd ?? []);
    const price = mean(costs);
    // In cents, so that the total matches the price shown.
    return costs.length < fewestPriced
      ? undefined
      : { price: price < 0.1 ? price : Math.round(100 * price) / 100, runs: costs.length };
  }, [results]);
}

/** Tasks × runs × systems × price. The reader can change everything but the tasks. */
function CostLine({
  prospect: { selected, costUsd, seconds },
  cost,
  onCost,
}: LeadProps & { readonly prospect: Prospect }) {
  const { plan } = useResult().selection;
  const planned = costUsd === undefined || selected === 0 ? undefined : costUsd / selected;
  const measured = useMeasuredPrice();
  const usual = {
    price: measured?.price ?? planned,
    systems: plan.pilot === undefined ? 1 : 2,
    runs: plan.pilot?.repeats ?? 1,
  };
  const { price = usual.price, systems = usual.systems, runs = usual.runs } = cost;
  const all = selected * runs * systems;
  const field = (key: keyof CostSettings, label: string, value: number | undefined, step: number) => (
    <TypedField
      type="number"
      class={`cost-field cost-${key}`}
      aria-label={label}
      min={0}
      step={step}
      placeholder="price"
      value={value === undefined ? '' : short(value, 4)}
      onType={(text) => {
        const typed = text === '' ? undefined : Number(text);
        if (typed === undefined || (Number.isFinite(typed) && typed >= 0)) onCost({ ...cost, [key]: typed });
      }}
    />
  );
  return (
    <p class="cost">
      <span class="fact-name">Cost</span>{' '}
      <span>
        {countOf(selected, 'task')} × {field('runs', 'Runs per task', runs, 1)} {runs === 1 ? 'run' : 'runs'} ×{' '}
        {field('systems', 'Number of systems', systems, 1)}{' '}
        {plan.pilot === undefined ? (systems === 1 ? 'system' : 'systems') : systems === 1 ? 'arm' : 'arms'} × ${' '}
        {field('price', 'Price per run in US dollars', price, 0.01)} ={' '}
      </span>
      <strong data-figure="prospect.cost">{price === undefined ? countOf(all, 'run') : costWords(all * price)}</strong>
      {price !== undefined && <span class="quiet"> for&nbsp;{countOf(all, 'run').replace(' ', '\u00a0')}</span>}
      {measured !== undefined && cost.price === undefined && (
        <span class="quiet"> (mean cost of {countOf(measured.runs, 'run')} in the results)</span>
      )}
      {seconds !== undefined && <span class="quiet">, {hours(seconds * runs * systems)} if run one at a time</span>}
    </p>
  );
}

function hours(seconds: number): string {
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${short(seconds / 3600, 1)} h`;
}

const mostAtOnce = 20_000;

const standings = [
  ['testable', 'testable separately'],
  ['present', 'present'],
  ['absent', 'absent'],
] as const;

/** Longer lists of names are only counted; a tooltip shows the names. */
const longestNamed = 24;

/** Counts the values of the plan's main label that can be tested separately, are only present, or are absent. */
function CoverageLine() {
  const { selection } = useResult();
  const working = useInquiry('coverage', {}, selection.statistics.available <= mostAtOnce);
  const { work } = working;
  const field = coverageField(selection);
  if (field === undefined || (work.state === 'done' && work.value === undefined)) return null;
  const name = field === 'phase' ? 'phase' : fieldWords(field, selection.plan.fields);
  const named = (own: readonly LabelStanding[]) =>
    joinWords(own.map(({ value }) => valueWords(selection.plan, field, value)));
  return (
    <div class="coverage">
      <span class="fact-name">Coverage by {visibleText(name, 40)}</span>
      <Worked working={working} ask="Calculate coverage">
        {({ values }) => (
          <ul>
            {standings.map(([standing, words]) => {
              const own = values.filter((each) => each.standing === standing);
              return (
                <li key={standing} class={`standing-${standing}`} title={named(own) || undefined}>
                  <strong data-figure={`coverage.${standing}`}>{formatCount(own.length)}</strong> {words}
                  {own.length > 0 && named(own).length <= longestNamed && <span class="quiet">: {named(own)}</span>}
                </li>
              );
            })}
          </ul>
        )}
      </Worked>
    </div>
  );
}

const mostSystems = 5;

function ResultLines() {
  const { data } = useSource();
  const { kind } = useResult().selection;
  const working = useInquiry('estimate', { baseline: undefined }, data.results !== undefined);
  const systems = usePoolResults()?.configurations.length ?? 0;
  if (data.results === undefined) return null;
  // Space is reserved for the lines while they are calculated.
  const lines = Math.min(systems, mostSystems) + 1 + Number(systems === 2);
  return (
    <section class="result-lines" aria-label="Results" style={{ '--lines': lines } as CSSProperties}>
      <span class="fact-name">
        {kind === 'focus' ? 'Results on the selected tasks' : 'Results: success rate on the whole pool (95% interval)'}
      </span>
      <Worked working={working} ask="Estimate">
        {(found) => <EstimateLines estimate={found} />}
      </Worked>
    </section>
  );
}

function EstimateLines({ estimate: { configurations, differences } }: { readonly estimate: Estimate }) {
  const levels = configurations
    .map(({ name, readings: [first], coverage: { scored, selected } }) => ({
      name,
      pool: first?.pool,
      level: first?.pool?.mean ?? first?.selectedMean,
      tasks: scored === selected ? countOf(scored, 'task') : `${formatCount(scored)} of ${countOf(selected, 'task')}`,
      isPartial: scored < selected,
    }))
    .toSorted((a, b) => (b.level ?? -1) - (a.level ?? -1) || compareText(a.name, b.name));
  const left = levels.length - mostSystems;
  const [pair] = configurations.length === 2 ? differences : [];
  const [paired] = pair?.readings ?? [];
  return (
    <ul>
      {levels.slice(0, mostSystems).map(({ name, pool, level, tasks, isPartial }) => (
        <li key={name}>
          {visibleText(name, 80)}:{' '}
          {level === undefined ? (
            'no results'
          ) : (
            <>
              <strong>{points(level)}</strong>
              {pool === undefined
                ? `, mean over ${tasks}`
                : `${rate(pool).slice(points(level).length)}${isPartial ? `, from ${tasks}` : ''}`}
            </>
          )}
        </li>
      ))}
      {pair !== undefined && paired !== undefined && (
        <li>
          {visibleText(pair.second, 80)} minus {visibleText(pair.first, 80)}:{' '}
          <strong>{signedUnit(paired.pool?.mean ?? paired.selectedMean)}</strong>
          {paired.pool !== undefined && difference(paired.pool).slice(signedUnit(paired.pool.mean).length)}
        </li>
      )}
      <li>
        {left > 0 && `${countOf(left, 'more system')} · `}
        <a href={routeHash({ view: 'results' })}>All results</a>
      </li>
    </ul>
  );
}

const mostForUplift = 1000;

/** The uplift to expect in new runs, if tasks were chosen by their uplift in earlier runs. */
function UpliftLine({ selection: { benchmarks, statistics } }: { readonly selection: Selection }) {
  const isByUplift = benchmarks.some(({ plan }) => choosesByUplift(plan));
  const working = useInquiry('expectedUplift', {}, isByUplift && statistics.available <= mostForUplift);
  if (!isByUplift) return null;
  return (
    <div class="result-lines">
      <span class="fact-name">Expected uplift</span>
      <Worked working={working} ask="Calculate the expected uplift">
        {(found) => <p>{visibleText(found.join(' '), 2000)}</p>}
      </Worked>
    </div>
  );
}

/** The claim that results will support, and the purposes, goals and scores behind the selection. */
function ChosenHow({ selection }: { readonly selection: Selection }) {
  const { plan, statistics, weighting, benchmarks } = selection;
  const isScored = tellingFields(selection, poolColumns(selection)).some(({ name }) => name === 'score');
  const certificates = new Set(benchmarks.flatMap(({ optimum }) => optimum?.certificate ?? []).map(optimumSentence));
  const sentences = [
    claimOf(selection),
    pilotSentence(selection),
    ...benchmarks.map((benchmark) => {
      const learned = learnedSentences(benchmark).join(' ');
      return learned === '' ? undefined : `${benchmark.plan.title}: ${learned}`;
    }),
    ...certificates,
  ];
  return (
    <details class="chosen-how">
      <summary>How the tasks were chosen</summary>
      {plan.description !== undefined && <p>{visibleText(plan.description, 1000)}</p>}
      {sentences.map((sentence) => sentence !== undefined && <p key={sentence}>{visibleText(sentence, 2000)}</p>)}
      {(isScored || weighting !== undefined) && (
        <p>
          {isScored && (
            <>
              Mean {visibleText(plan.score.name, 60)} score of the selected tasks:{' '}
              <strong data-figure="score.average">{statistics.averageScore.toFixed(plan.score.decimals)}</strong>.{' '}
            </>
          )}
          {weighting !== undefined && (
            <span data-figure="weighting">
              Effective n = {weighting.effectiveSize.toFixed(1)}, design effect {weighting.designEffect.toFixed(2)}.{' '}
            </span>
          )}
          {isScored && <span class="quiet">{visibleText(evidenceSentence(plan.score), 1000)}</span>}
        </p>
      )}
    </details>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  const kinds = warningKinds(warnings);
  const notes = warnings.filter(({ code }) => code === 'note' || code === 'remark').length;
  const counts = [
    ...(warnings.length > notes ? [countOf(warnings.length - notes, 'warning')] : []),
    ...(notes > 0 ? [countOf(notes, 'note')] : []),
  ];
  return (
    <details class="warnings">
      <summary>{joinWords(counts)}</summary>
      {kinds.map(({ code, words: name, warnings: own, count }) => (
        <details key={`${code} ${name}`}>
          <summary>
            <span class="count">{formatCount(count)}</span> {capital(name)}
          </summary>
          <ul>
            {own.map(({ message }) => (
              <li key={message}>{visibleText(message, 1000)}</li>
            ))}
          </ul>
        </details>
      ))}
    </details>
  );
}
