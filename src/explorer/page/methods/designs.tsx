import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { designs } from '../../../core/assess/designs/designs.js';
import {
  type BudgetPoint,
  balanceWords,
  budgetChart,
  coverageWords,
  type DesignFigures,
  type DesignRow,
  designsVerdict,
} from '../../../core/assess/designs/designs-question.js';
import { frontierPicture } from '../../../core/assess/frontier/frontier-question.js';
import { foundCell, foundWords } from '../../../core/assess/power/power-view.js';
import { costWords } from '../../../core/assess/prospect/prospect.js';
import type { Selection } from '../../../core/model/selection.js';
import { capital, countOf, formatCount, visibleText } from '../../../core/text/words.js';
import { ChartView, Numbers, type ShownChart } from '../blocks/chart.js';
import { figures, ScrollBox, type TableContent } from '../blocks/table.js';
import { Button, StepSlider, Titled, Worked } from '../parts/controls.js';
import { shareText } from '../parts/task-marks.js';
import { goTo, home } from '../route/route.js';
import { type Edits, isUnedited, withBenchmark, withPlan } from '../state/edits.js';
import type { Found } from '../state/inquiries.js';
import { useEditing, useInquiries, useInquiry, useResult, useSource } from '../state/study-context.js';

/** For larger pools, designs are compared on request, because each one selects from all tasks. */
const mostAtOnce = 5000;

const editRow = { name: 'edit', title: 'Your changes', words: 'The plan with the changes made on this page.' } as const;

export const designsId = 'other-designs';

export function Designs() {
  const { loaded } = useSource();
  const plan = useInquiry('planDesign', {}, loaded.statistics.available <= mostAtOnce);
  return (
    <Titled id={designsId} title="Designs">
      <p class="quiet">
        Other ways to choose the same number of tasks from the same pool, with the precision and cost of each and the
        claims it supports. All bars in a column have the same scale.
      </p>
      <Worked working={plan} ask="Compare designs">
        {(found) => (
          <>
            <Comparison plan={found} />
            {found.frontiers.map((each) => (
              <GoalSection key={`${each.goal} ${each.frontier.budget}`} {...each} />
            ))}
            {found.budgets.length > 1 && <BudgetSection points={found.budgets} />}
          </>
        )}
      </Worked>
    </Titled>
  );
}

const asked = designs.map(({ name }) => ({ design: name }));

function Comparison({ plan: { row: own, seed, budgets } }: { readonly plan: Found<'planDesign'> }) {
  const { loaded } = useSource();
  const { edits } = useResult();
  const answers = useInquiries('otherDesign', asked);
  const [edit] = useInquiries('editedDesign', isUnedited(edits) ? [] : [{}]);
  const named = useMemo(() => designs.map((each) => ({ ...each, words: each.words(loaded) })), [loaded]);
  const others = named.flatMap(({ name, title, words }, i) => {
    const answer = answers[i];
    if (answer === undefined) return [];
    return [answer.state === 'done' ? answer.value : { name, title, words, why: answer.why }];
  });
  const pending = named.filter((_, i) => answers[i] === undefined);
  const isDone = pending.length === 0;
  const edited = edit?.state === 'done' ? [{ ...editRow, figures: edit.value }] : [];
  return (
    <>
      <p class={isDone ? 'verdict' : 'quiet working'} role="status">
        {isDone
          ? visibleText(designsVerdict({ ...seed, plan: own, designs: others, budgets }), 1000)
          : `Calculating: ${others.length} of ${designs.length} designs…`}
      </p>
      <DesignTable rows={[own, ...edited, ...others]} pending={pending} plan={own.figures} />
    </>
  );
}

function BudgetSection({ points }: { readonly points: readonly BudgetPoint[] }) {
  const { loaded } = useSource();
  const chart = useMemo(() => budgetChart(points), [points]);
  const { edit } = useEditing();
  const takeOf = useMemo(() => takingOf(loaded), [loaded]);
  const attempt = (tasks: number) => {
    edit((edits) => takeOf?.(edits, tasks) ?? edits);
    goTo({ ...home, isEditing: true });
  };
  const cost = (costUsd: number | undefined) => (costUsd === undefined ? 'unknown' : costWords(costUsd));
  return (
    <section aria-labelledby="budget">
      <h3 id="budget">Budget</h3>
      <p class="quiet">
        Assumes that tasks are chosen as in the plan, with the same average cost and precision per task.
      </p>
      <FrontierSlider
        label="Tasks"
        chart={chart}
        stops={points.map(({ tasks, costUsd, isPlan, sentence }) => ({
          x: tasks,
          words: `${countOf(tasks, 'task')}${costUsd === undefined ? '' : `, ${costWords(costUsd)}`}`,
          sentence,
          isPlan,
        }))}
        numbers={{
          columns: figures('Tasks', 'Cost', 'Smallest difference (points)', '95% interval of a level (± points)'),
          rows: points.map(({ tasks, costUsd, difference, halfWidth }) => [
            formatCount(tasks),
            cost(costUsd),
            foundCell(difference),
            (100 * halfWidth).toFixed(1),
          ]),
        }}
        action={(tasks) =>
          takeOf !== undefined && <Button onClick={() => attempt(tasks)}>Try {countOf(tasks, 'task')}</Button>
        }
      />
    </section>
  );
}

/** Changes the plan's number of tasks; undefined if the plan has several such numbers or needs a solver. */
function takingOf({ plan, benchmarks }: Selection): ((edits: Edits, tasks: number) => Edits) | undefined {
  if (benchmarks.some(({ optimum }) => optimum !== undefined)) return undefined;
  if (plan.total !== undefined && plan.benchmarks.every(({ select }) => select.takesShare))
    return (edits, tasks) => withPlan(edits, { total: tasks });
  const [only, ...others] = plan.benchmarks;
  if (only === undefined || others.length > 0 || only.select.take === 'all') return undefined;
  return (edits, tasks) => withBenchmark(edits, only.name, { take: tasks });
}

function GoalSection({ goal, frontier, sentences }: Found<'planDesign'>['frontiers'][number]) {
  const chart = useMemo(() => frontierPicture(frontier, goal), [frontier, goal]);
  const name = visibleText(frontier.budget, 60);
  return (
    <section aria-label={`${visibleText(goal, 120)} by ${name}`}>
      <h3>
        {capital(visibleText(goal, 120))}, by {name}
      </h3>
      <FrontierSlider
        label={capital(name)}
        chart={chart}
        stops={frontier.points.map(({ budget, isPlan }, i) => ({
          x: budget,
          words: formatCount(budget),
          sentence: sentences[i] ?? '',
          isPlan,
        }))}
        numbers={{
          columns: figures(capital(name), 'Goal', 'Tasks'),
          rows: frontier.points.map(({ budget, goal: value, tasks }) => [
            formatCount(budget),
            value === undefined ? 'none' : formatCount(Number(value.toPrecision(7))),
            tasks ?? 'none',
          ]),
        }}
      />
    </section>
  );
}

interface Stop {
  readonly x: number;
  readonly words: string;
  readonly sentence: string;
  readonly isPlan: boolean;
}

interface FrontierSliderProps {
  readonly label: string;
  readonly chart: ShownChart | undefined;
  /** By budget, ascending. */
  readonly stops: readonly Stop[];
  readonly numbers: TableContent;
  /** Actions for a budget other than the plan's. */
  readonly action?: (budget: number) => ComponentChildren;
}

/** A slider along a curve of budgets, starting at the plan. */
function FrontierSlider({ label, chart, stops, numbers, action }: FrontierSliderProps) {
  const [chosen, setChosen] = useState<number>();
  const own = stops.findIndex(({ isPlan }) => isPlan);
  const at = Math.min(chosen ?? Math.max(0, own), stops.length - 1);
  const stop = stops[at];
  if (stop === undefined) return null;
  const words = `${visibleText(stop.words, 200)}${stop.isPlan ? ' (the plan)' : ''}`;
  return (
    <div class="frontier">
      {chart !== undefined && <ChartView {...chart} height={300} cursor={stop.x} />}
      <StepSlider label={label} words={words} at={at} steps={stops.length} onMove={setChosen} />
      <p class="frontier-sentence" aria-live="polite">
        {visibleText(stop.sentence, 1000)}
      </p>
      <div class="buttons">
        {!stop.isPlan && <Button onClick={() => setChosen(undefined)}>Back to the plan</Button>}
        {!stop.isPlan && action?.(stop.x)}
      </div>
      <Numbers title={`Effect of the budget: ${label}`} of={label} {...numbers} />
    </div>
  );
}

interface DesignTableProps {
  readonly rows: readonly DesignRow[];
  /** Designs still being calculated; each keeps its row. */
  readonly pending: readonly Pick<DesignRow, 'name' | 'title' | 'words'>[];
  /** The figures of the plan, which sets the scale of the overlap. */
  readonly plan: DesignFigures;
}

/** A column of figures: the text, and the start and end of the bar in the unit of its scale. */
interface FigureColumn {
  readonly name: string;
  readonly words: (figures: DesignFigures) => string;
  readonly bar: (figures: DesignFigures) => readonly [from: number, to: number];
  /** The end of the scale; default: the largest value. */
  readonly scale?: number;
}

function columnsOf({ prospect }: DesignFigures): readonly FigureColumn[] {
  return [
    {
      name: 'Cost',
      words: ({ prospect: { costUsd } }) => (costUsd === undefined ? 'unknown' : costWords(costUsd)),
      bar: ({ prospect: { costUsd = 0 } }) => [0, costUsd],
    },
    {
      name: 'Smallest difference',
      words: ({ prospect: { difference } }) => foundWords(difference) ?? 'too few tasks',
      bar: ({ prospect: { difference } }) => {
        const { low = difference.high ?? 0, high = difference.low ?? 0 } = difference;
        return [Math.min(low, high), Math.max(low, high)];
      },
    },
    {
      name: 'Precision of the level',
      words: ({ prospect: { level } }) => {
        if (level.of !== 'pool') return 'not estimated';
        const width = level.halfWidth === 0 ? 'exact' : `± ${(100 * level.halfWidth).toFixed(1)} points`;
        return `${width}${level.isForecast ? ' (forecast)' : ''}`;
      },
      bar: ({ prospect: { level } }) => [0, level.of === 'pool' ? level.halfWidth : 0],
    },
    {
      name: 'Distance from the pool',
      words: ({ balance }) => balanceWords(balance),
      bar: ({ balance }) => [0, balance?.mean ?? 0],
    },
    {
      name: 'Shared with the plan',
      words: ({ shared, prospect: { selected } }) =>
        `${formatCount(shared)} of ${formatCount(selected)} (${shareText(selected === 0 ? 0 : shared / selected)})`,
      bar: ({ shared }) => [0, shared],
      scale: Math.max(1, prospect.selected),
    },
    {
      name: 'Mean score',
      words: ({ meanScore }) => meanScore ?? 'no score in the plan',
      bar: ({ meanScore }) => [0, Number(meanScore ?? 0)],
    },
  ];
}

/** The designs as rows: figures with bars on one scale, and below them the claims that results support. */
function DesignTable({ rows, pending, plan }: DesignTableProps) {
  const given = rows.flatMap((row) => ('figures' in row ? [row.figures] : []));
  const hasCost = given.some(({ prospect }) => prospect.costUsd !== undefined);
  const columns = columnsOf(plan)
    .filter(({ name }) => name !== 'Cost' || hasCost)
    .map((column) => ({ scale: Math.max(1e-9, ...given.flatMap(column.bar)), ...column }));
  const names = ['Design', 'Tasks', ...columns.map(({ name }) => name), 'Coverage'];
  const heading = ({ title, words }: Pick<DesignRow, 'title' | 'words'>) => (
    <>
      {title} <span class="quiet how">{words}</span>
    </>
  );
  const unknown = (row: Pick<DesignRow, 'title' | 'words'>, content: ComponentChildren) => (
    <tr>
      <th scope="row">{heading(row)}</th>
      <td colSpan={names.length - 1} class="quiet">
        {content}
      </td>
    </tr>
  );
  return (
    <ScrollBox class="table-box designs" label="Designs for the same budget">
      <table>
        <caption class="only-heard">
          Designs for the same budget. The row below each design shows the claim it supports
        </caption>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={row.name} class={`design design-${row.name}`}>
            {'figures' in row ? (
              <>
                <tr>
                  <th scope="rowgroup" rowSpan={2}>
                    {heading(row)}
                  </th>
                  <td data-label="Tasks">{formatCount(row.figures.prospect.selected)}</td>
                  {columns.map(({ name, words, bar, scale }) => {
                    const [from = 0, to = 0] = bar(row.figures).map((end) => end / scale);
                    return (
                      // On a phone there are no columns, so the name comes before the figure.
                      <td key={name} data-label={name}>
                        {words(row.figures)}
                        {to > 0 && (
                          <span class="mini-bar" aria-hidden="true">
                            <span style={{ left: shareText(from), width: shareText(Math.max(0, to - from)) }} />
                          </span>
                        )}
                      </td>
                    );
                  })}
                  <td data-label="Coverage">
                    {row.figures.prospect.coverage.isMet ? (
                      'complete'
                    ) : (
                      <>
                        incomplete<span class="quiet how">{coverageWords(row.figures)}</span>
                      </>
                    )}
                  </td>
                </tr>
                <tr class="design-claim">
                  <td colSpan={names.length - 1}>{visibleText(row.figures.claim, 1000)}</td>
                </tr>
              </>
            ) : (
              unknown(row, `Not available. ${visibleText(row.why, 500)}`)
            )}
          </tbody>
        ))}
        {pending.map((row) => (
          <tbody key={row.name} class="design">
            {unknown(row, '…')}
          </tbody>
        ))}
      </table>
    </ScrollBox>
  );
}
