import { Fragment } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Leaderboard } from '../../../core/estimate/estimate-order.js';
import { difference, points, rate, signedUnit } from '../../../core/estimate/estimate-words.js';
import { placementWords } from '../../../core/estimate/placement.js';
import type { Estimate } from '../../../core/estimate/pool-estimate.js';
import type { LookPath } from '../../../core/looks/next-document.js';
import { type Colour, chartData, type Mark, rowAxis } from '../../../core/pictures/chart.js';
import { csvText } from '../../../core/text/csv-text.js';
import { compareText, countOf, formatCount, joinWords, visibleText } from '../../../core/text/words.js';
import { estimateView } from '../../../operations/estimate-view.js';
import { Notes, Sections } from '../blocks/blocks.js';
import { ChartView, type ShownChart } from '../blocks/chart.js';
import { figures, ScrollBox, SortHead, TableView, words } from '../blocks/table.js';
import { Button, Choice, Problem, Titled, Worked } from '../parts/controls.js';
import { saveFile } from '../parts/hooks.js';
import { shareText } from '../parts/task-marks.js';
import type { TaskSort } from '../route/task-filter.js';
import type { Found } from '../state/inquiries.js';
import { useInquiry, useResult, useSource } from '../state/study-context.js';
import { ResultMatrix } from './result-matrix.js';

/** Progress and estimates, as printed by `status` and `estimate`. */
export function ResultsView() {
  const { data, dropped } = useSource();
  const { results, resultsStamp, resultsProblem } = data;
  const [baseline, setBaseline] = useState<string>();
  const progress = useInquiry('progress', {}, results !== undefined);
  const { work } = progress;
  const isCounted = work.state === 'done' || (work.state === 'working' && work.before !== undefined);
  const board = useInquiry('leaderboard', {}, results !== undefined);
  const estimate = useInquiry('estimate', { baseline }, results !== undefined);
  return (
    <>
      <h1>Results</h1>
      <p class="quiet">
        {dropped !== undefined
          ? `From ${visibleText(dropped, 200)}. The data stays in this browser.`
          : results === undefined
            ? ''
            : resultsStamp === undefined
              ? 'Results included in this page.'
              : 'This page updates as results come in.'}
      </p>
      <Problem words={resultsProblem} />
      <DropResults hasResults={results !== undefined} />
      {results === undefined && <EmptyTable />}
      <MeasuredOn />
      {results !== undefined && (
        <Worked working={board} ask="Compare the systems">
          {(found) => <LeaderboardSection board={found} />}
        </Worked>
      )}
      <PlannedLooks />
      {results !== undefined && (
        <>
          <ResultMatrix />
          <Worked working={progress} ask="Count the results">
            {(found) => <ProgressSection progress={found} isLive={resultsStamp !== undefined} />}
          </Worked>
          {isCounted && (
            <Worked working={estimate} ask="Estimate">
              {(found) => <EstimateSection estimate={found} baseline={baseline} choose={setBaseline} />}
            </Worked>
          )}
        </>
      )}
    </>
  );
}

function MeasuredOn() {
  const { work } = useInquiry('measuredOn', {}, useSource().data.results !== undefined);
  return work.state === 'done' && work.value !== undefined ? <p>{work.value}</p> : null;
}

/** The planned looks at the results with their stopping boundaries, and the looks so far; nothing if none are planned. */
function PlannedLooks() {
  const { looks } = useResult().selection;
  const { looks: paths = [], looksProblem } = useSource().data;
  const charts = useMemo(() => paths.map(lookChart), [paths]);
  if (looks === undefined) return null;
  return (
    <Titled id="looks" title="Planned looks">
      <p>
        The plan allows looks at the results after {joinWords(looks.sizes.map(formatCount))} tasks. Over all looks, the
        chance of a false verdict is {shareText(looks.errorRate)}. Use <code>winnow next</code> to take and record a
        look.
      </p>
      <Problem words={looksProblem} />
      {charts.map((chart, at) => (
        <Fragment key={chart.title}>
          <p>{visibleText(paths[at]?.sentence ?? '', 600)}</p>
          <ChartView {...chart} />
        </Fragment>
      ))}
    </Titled>
  );
}

/** The evidence at each look, and the boundaries beyond which there is a verdict. */
function lookChart({ question, beyond, points: all }: LookPath): ShownChart {
  const bounds = all.flatMap(({ tasks, critical }) => (critical === null ? [] : [[tasks, critical] as const]));
  const made = all.flatMap(({ tasks, z }) => (z === undefined ? [] : [[tasks, z] as const]));
  const most = 1.15 * Math.max(4, ...bounds.map(([, critical]) => critical), ...made.map(([, z]) => Math.abs(z)));
  const last = all.at(-1)?.tasks ?? 1;
  const [above = '', below = ''] = beyond.map((words) => visibleText(words, 80));
  const names = all.map(({ tasks, critical, z, verdict }) => {
    const found = z === undefined ? 'no look yet' : `z ${z.toFixed(2)}, ${verdict ?? ''}`;
    return `${formatCount(tasks)} tasks: ${found}, boundary ${critical === null ? 'none' : critical.toFixed(2)}`;
  });
  return {
    title: question === undefined ? 'Stopping boundary' : visibleText(question, 120),
    description: names.join('; '),
    height: 320,
    shown: chartData({
      x: { label: 'tasks', from: 0, to: last, ticks: [0, ...all.map(({ tasks }) => tasks)] },
      y: { label: 'evidence (z)', from: -most, to: most },
      marks: [
        { kind: 'band', colour: 'green', label: above, points: bounds.map(([x, z]) => [x, z, most]), opacity: 0.2 },
        { kind: 'band', colour: 'orange', label: below, points: bounds.map(([x, z]) => [x, -most, -z]), opacity: 0.2 },
        { kind: 'rule', y: 0 },
        ...(['line', 'dots'] as const).flatMap((kind): Mark[] => [
          { kind, colour: 'green', points: bounds },
          { kind, colour: 'orange', points: bounds.map(([x, z]) => [x, -z]) },
        ]),
        ...(made.length === 0
          ? []
          : [{ kind: 'line', colour: 'blue', label: 'looks so far', points: [[0, 0], ...made] } as const]),
        { kind: 'dots', colour: 'blue', points: made, radius: 5 },
        ...made.map(([x, z]): Mark => {
          // On the side of the line away from the boundary.
          const y = z - (z < 0 ? -0.1 : 0.1) * most;
          return { kind: 'words', x, y, words: z.toFixed(2), anchor: x > 0.9 * last ? 'end' : 'middle' };
        }),
      ],
    }),
  };
}

function DropResults({ hasResults }: { readonly hasResults: boolean }) {
  const { drop } = useSource();
  return (
    <label class="drop-zone">
      <span>
        {hasResults ? 'To show other results, drop' : 'No results yet. Drop'} CSV, JSON or JSON Lines files anywhere on
        the page, or choose them here. They need the columns task, system and result, and never leave this browser.
      </span>
      <input
        type="file"
        multiple
        accept=".csv,.tsv,.json,.jsonl,.ndjson,.txt"
        onChange={({ currentTarget }) => void drop(Array.from(currentTarget.files ?? []))}
      />
    </label>
  );
}

/** An example of a result table, and a table of all selected tasks to fill in. */
function EmptyTable() {
  const { choices } = useResult().selection;
  const head = ['task', 'system', 'result'];
  const rows = choices.map(({ task }) => [task.id, 'my-agent', '']);
  const shown = choices.slice(0, 3).map(({ task }, at) => `${visibleText(task.id, 80)},my-agent,${at % 2}\n`);
  return (
    <>
      <pre class="citation">
        {head.join()}
        {'\n'}
        {shown}…
      </pre>
      <Button onClick={() => saveFile('results.csv', 'text/csv', csvText([head, ...rows]))}>
        Save a blank table of the {countOf(rows.length, 'task')}
      </Button>
    </>
  );
}

type SortKey = 'name' | 'mean' | 'tasks' | 'beatenBy';

function LeaderboardSection({ board: { rows, comparisons } }: { readonly board: Leaderboard }) {
  const [sort, setSort] = useState<TaskSort>({ key: 'mean', descending: true });
  const heads: readonly (readonly [SortKey, string])[] = [
    ['name', 'System'],
    ['mean', rows.some(({ pool }) => pool !== undefined) ? 'Success rate on the pool' : 'Mean on the selected tasks'],
    ['tasks', 'Tasks'],
    ['beatenBy', comparisons > 1 ? 'Beaten by (Holm)' : 'Beaten by'],
  ];
  const by = heads.find(([key]) => key === sort.key)?.[0] ?? 'mean';
  const sign = sort.descending ? -1 : 1;
  const sorted = rows.toSorted((a, b) => {
    const [one, two] = [a[by] ?? -1, b[by] ?? -1];
    const order = typeof one === 'string' ? compareText(one, String(two)) : one - Number(two);
    return sign * order || rows.indexOf(a) - rows.indexOf(b);
  });
  const best = rows[0]?.mean ?? 0;
  return (
    <Titled id="leaderboard" title="Leaderboard">
      <ScrollBox label="Systems by level">
        <table class="leaderboard">
          <caption class="only-heard">Systems by level, with 95% intervals</caption>
          <thead>
            <tr>
              {heads.map(([key, name]) => (
                <SortHead
                  key={key}
                  column={key}
                  class={key === 'name' ? undefined : 'number'}
                  isNumber={key !== 'name'}
                  {...{ name, sort }}
                  onSort={setSort}
                />
              ))}
              <th scope="col">
                <span class="interval-scale">
                  <span>0</span> <span>50</span> <span>100%</span>
                </span>
              </th>
              <th scope="col" class="number">
                Behind the best
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ name, beatenBy, mean, pool, tasks, placement }) => (
              <tr key={name}>
                <th scope="row">
                  {visibleText(name, 80)}
                  {placement !== undefined && <span class="quiet how">{visibleText(placement, 300)}</span>}
                </th>
                <td class="number" data-system={name}>
                  {pool !== undefined ? rate(pool) : mean === undefined ? 'no result' : points(mean)}
                </td>
                <td class="number">{formatCount(tasks)}</td>
                <td class="number">
                  {rows.length > 1 && `${formatCount(beatenBy)} of ${formatCount(rows.length - 1)}`}
                </td>
                <td>
                  {mean !== undefined && (
                    <span class="interval" aria-hidden="true">
                      {pool !== undefined && (
                        <span
                          class="interval-range"
                          style={{ left: shareText(pool.low), width: shareText(pool.high - pool.low) }}
                        />
                      )}
                      <span class="interval-at" style={{ left: shareText(mean) }} />
                    </span>
                  )}
                </td>
                <td class="number">
                  {mean === undefined || mean === best ? '' : signedUnit(best - mean).replace('+', '')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p class="quiet">
        “Beaten by” counts the systems that are significantly better, by paired differences at 95%
        {comparisons > 1 &&
          `, adjusted for all ${formatCount(comparisons)} pairs (Holm). Without this adjustment, “winnow compare” may find more differences`}
        . The count need not follow the levels, because some pairs can be compared more precisely.
        {rows.every(({ pool }) => pool === undefined)
          ? ' The tasks are not a probability sample, so the means have no intervals.'
          : ' “Behind the best” is a difference of estimated levels, so it can differ from the paired difference.'}
      </p>
    </Titled>
  );
}

interface ProgressSectionProps {
  readonly progress: NonNullable<Found<'progress'>>;
  readonly isLive: boolean;
}

function ProgressSection({ progress, isLive }: ProgressSectionProps) {
  const { selected, population, repeat, configurations, warnings } = progress;
  const done = configurations.reduce((sum, each) => sum + each.done, 0);
  const all = selected * configurations.length;
  const repeats = repeat > 1 ? ['Need more runs'] : [];
  return (
    <Titled id="progress" title="Progress">
      <p role={isLive ? 'status' : undefined}>
        <strong>{shareText(all === 0 ? 0 : done / all)}</strong> done: {formatCount(done)} of {countOf(all, 'task')} (
        {countOf(configurations.length, 'system')} ×{' '}
        {countOf(selected, selected === population ? 'task' : 'selected task')}).
      </p>
      <TableView
        title="Selected tasks with results, by system"
        columns={[...words('System'), ...figures('Tasks done', ...repeats, 'Errored', 'Missing', 'Runs left')]}
        rows={configurations.map(({ name, runsLeft, ...counts }) => [
          visibleText(name, 80),
          `${formatCount(counts.done)} of ${formatCount(selected)}`,
          ...repeats.map(() => formatCount(counts.short)),
          formatCount(counts.errored),
          formatCount(counts.missing),
          formatCount(runsLeft),
        ])}
      />
      <Notes notes={warnings.map(({ message }) => message)} />
    </Titled>
  );
}

interface EstimateSectionProps {
  readonly estimate: Estimate;
  /** The system to compare the others with; undefined: the command line's default. */
  readonly baseline: string | undefined;
  readonly choose: (baseline: string | undefined) => void;
}

function EstimateSection({ estimate, baseline, choose }: EstimateSectionProps) {
  const { pilot } = useResult().selection.plan;
  const paired = useMemo(() => differenceChart(estimate, pilot !== undefined), [estimate, pilot]);
  const places = useMemo(() => placementChart(estimate), [estimate]);
  const sections = useMemo(() => {
    // The page has a menu instead of the option that this warning names.
    const warnings = estimate.warnings.filter(({ code }) => code !== 'no-baseline');
    return estimateView({ ...estimate, warnings });
  }, [estimate]);
  const systems = estimate.configurations.map(({ name }) => [name, visibleText(name, 80)] as const);
  return (
    <Titled id="estimate" title="Estimates">
      {places !== undefined && <ChartView {...places} />}
      {systems.length > 1 && (
        <div class="fields">
          <Choice
            label="Compare with"
            value={baseline ?? ''}
            options={[['', systems.length === 2 ? 'the default' : 'none'], ...systems]}
            onChoose={(name) => choose(name || undefined)}
          />
        </div>
      )}
      {pilot !== undefined && <p>{visibleText(armWords(estimate, pilot.repeats), 600)}</p>}
      {paired !== undefined && <ChartView {...paired} />}
      <Sections sections={sections} isFolded />
    </Titled>
  );
}

interface Row {
  readonly name: string;
  readonly words: string;
  readonly at: number;
  readonly low?: number;
  readonly high?: number;
  readonly colour?: Colour;
}

/** The number of earlier systems shown on either side of each system. */
const neighbours = 3;

/** All systems with intervals and the nearest earlier systems, highest level first; undefined without earlier systems. */
function placementChart({ configurations }: Estimate): ShownChart | undefined {
  const earlier = new Map<string, Row>();
  const own = configurations.flatMap(({ name, placement, readings }): Row[] => {
    const pool = readings[0]?.pool;
    if (placement === undefined || pool === undefined) return [];
    const at = placement.rank - 1;
    for (const { name: other, level } of placement.levels.slice(Math.max(0, at - neighbours), at + neighbours))
      earlier.set(other, { name: other, words: points(level), at: level, colour: 'grey' });
    const words = placementWords({ placement, readings }) ?? '';
    return [{ name, words, at: pool.mean, low: pool.low, high: pool.high }];
  });
  if (own.length === 0) return undefined;
  const rows = [...own, ...earlier.values()].toSorted((a, b) => b.at - a.at || compareText(a.name, b.name));
  const ends = rows.flatMap(({ at, low = at, high = at }) => [low, high]);
  // To the next five points.
  const from = Math.max(0, Math.floor(20 * Math.min(...ends)) / 20);
  const to = Math.min(1, Math.ceil(20 * Math.max(...ends)) / 20);
  return chartOf('Place among earlier systems', 'success rate on the pool (%), earlier systems in grey', rows, [
    from,
    to,
  ]);
}

/** "The plan calls for 3 runs of each task in each arm. Found: 3 for control and 2 to 3 for tool." */
function armWords({ configurations }: Estimate, repeats: number): string {
  const found = configurations.map(({ name, attempts: { fewest, most } }) => {
    return `${fewest === most ? formatCount(most) : `${formatCount(fewest)} to ${formatCount(most)}`} for ${name}`;
  });
  return `The plan calls for ${countOf(repeats, 'run')} of each task in each arm. Found: ${joinWords(found)}.`;
}

/** Each paired difference (in a pilot: the uplift), with its interval if it is for the pool. */
function differenceChart({ differences, kind }: Estimate, isPilot: boolean): ShownChart | undefined {
  const rows = differences.flatMap(({ first, second, readings: [shown] }): Row[] => {
    if (shown === undefined) return [];
    const name = `${second} minus ${first}`;
    const { pool, selectedMean } = shown;
    if (pool === undefined) return [{ name, words: signedUnit(selectedMean), at: selectedMean }];
    return [{ name, words: difference(pool), at: pool.mean, low: pool.low, high: pool.high }];
  });
  const most = Math.max(0.05, ...rows.flatMap(({ at, low = 0, high = 0 }) => [at, low, high].map(Math.abs)));
  const label = `${kind === 'focus' ? 'on the selected tasks' : 'on the pool'} (points)`;
  return chartOf(isPilot ? 'Uplift' : 'Paired differences', label, rows, [-1.1 * most, 1.1 * most]);
}

const mostRows = 40;

function chartOf(
  title: string,
  label: string,
  all: readonly Row[],
  [from, to]: readonly [number, number],
): ShownChart | undefined {
  const rows = all.slice(0, mostRows);
  if (rows.length === 0) return undefined;
  const axis = rowAxis(
    rows.map(({ name }) => ({ words: visibleText(name, 40) })),
    0.6,
  );
  const marks: Mark[] = [
    ...(from < 0 ? [{ kind: 'rule', x: 0 } as const] : []),
    ...rows.map(({ at, low = at, high = at, colour = 'blue' }, row): Mark => {
      return { kind: 'range', y: axis.at(row), low: 100 * low, high: 100 * high, at: 100 * at, colour };
    }),
  ];
  return {
    title,
    description: rows.map(({ name, words }) => `${visibleText(name, 80)}: ${words}`).join('; '),
    height: 26 * rows.length + 80,
    shown: chartData({ x: { label, from: 100 * from, to: 100 * to }, y: axis.y, marks }),
  };
}
