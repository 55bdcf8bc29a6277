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
import { foundCell, foundWords } from '../../../core/assess/power/power-view.js';
import { costWords } from '../../../core/assess/prospect/prospect.js';
import type { Selection } from '../../../core/model/selection.js';
import { countOf, formatCount, visibleText } from '../../../core/text/words.js';
import { ChartView, Numbers } from '../blocks/chart.js';
import { figures, ScrollBox } from '../blocks/table.js';
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

/** A slider along the numbers of tasks, starting at the plan. */
function BudgetSection({ points }: { readonly points: readonly BudgetPoint[] }) {
  const { loaded } = useSource();
  const { edit } = useEditing();
  const chart = useMemo(() => budgetChart(points), [points]);
  const takeOf = useMemo(() => takingOf(loaded), [loaded]);
  const [chosen, setChosen] = useState<number>();
  const own = points.findIndex(({ isPlan }) => isPlan);
  const at = Math.min(chosen ?? Math.max(0, own), points.length - 1);
  const point = points[at];
  if (point === undefined) return null;
  const { tasks, costUsd, isPlan, sentence } = point;
  const words = `${countOf(tasks, 'task')}${costUsd === undefined ? '' : `, ${costWords(costUsd)}`}`;
  const attempt = () => {
    edit((edits) => takeOf?.(edits, tasks) ?? edits);
    goTo({ ...home, isEditing: true });
  };
  return (
    <section aria-labelledby="budget" class="frontier">
      <h3 id="budget">Budget</h3>
      <p class="quiet">
        Assumes that tasks are chosen as in the plan, with the same average cost and precision per task.
      </p>
      {chart !== undefined && <ChartView {...chart} height={300} cursor={tasks} />}
      <StepSlider
        label="Tasks"
        words={`${words}${isPlan ? ' (the plan)' : ''}`}
        at={at}
        steps={points.length}
        onMove={setChosen}
      />
      <p class="frontier-sentence" aria-live="polite">
        {visibleText(sentence, 1000)}
      </p>
      <div class="buttons">
        {!isPlan && <Button onClick={() => setChosen(undefined)}>Back to the plan</Button>}
        {!isPlan && takeOf !== undefined && <Button onClick={attempt}>Try {countOf(tasks, 'task')}</Button>}
      </div>
      <Numbers
        title="Effect of the number of tasks"
        of="the budgets"
        columns={figures('Tasks', 'Cost', 'Smallest difference (points)', '95% interval of a level (± points)')}
        rows={points.map((each) => [
          formatCount(each.tasks),
          each.costUsd === undefined ? 'unknown' : costWords(each.costUsd),
          foundCell(each.difference),
          (100 * each.halfWidth).toFixed(1),
        ])}
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
