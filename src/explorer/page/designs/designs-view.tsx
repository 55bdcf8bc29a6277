import { useMemo } from 'react';
import { designs } from '../../../core/assess/designs/designs.js';
import type { BudgetPoint } from '../../../core/assess/designs/designs-question.js';
import { budgetChart, designsVerdict } from '../../../core/assess/designs/designs-view.js';
import { frontierPicture } from '../../../core/assess/frontier/frontier-question.js';
import { foundCell } from '../../../core/assess/power/power-view.js';
import { costWords } from '../../../core/assess/prospect/prospect.js';
import type { Selection } from '../../../core/model/selection.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import {
  designInquiry,
  editInquiry,
  type GoalFrontier as Goal,
  type PlanDesign,
  planInquiry,
} from '../inquiries/design-inquiries.js';
import { Worked } from '../parts/worked.js';
import { routeHash } from '../route/route.js';
import { type Edits, isUnedited, withBenchmark, withPlan } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { useInquiries, useInquiry } from '../state/use-inquiry.js';
import { DesignTable } from './design-table.js';
import { FrontierSlider } from './frontier-slider.js';

/** Pools of more tasks are compared when asked: each design selects from all of them. */
const mostAtOnce = 5000;

const editRow = { name: 'edit', title: 'Your edit', words: 'The plan as it is changed on this page.' } as const;

/** The plan beside other ways to choose as many tasks, and what other budgets would buy. */
export function DesignsView() {
  const { loaded } = useSource();
  const plan = useInquiry(planInquiry, {}, loaded.statistics.available <= mostAtOnce);
  return (
    <>
      <h1>Designs side by side</h1>
      <p className="lead">
        The same number of tasks, chosen in other ways from the same pool: what each would show, what it costs, and what
        it may claim.
      </p>
      <Worked working={plan} ask="Compare the designs">
        {(found) => (
          <>
            <Comparison plan={found} />
            {found.frontiers.map((each) => (
              <GoalFrontier key={`${each.goal} ${each.frontier.budget}`} {...each} />
            ))}
            {found.budgets.length > 1 && <BudgetSection points={found.budgets} selection={loaded} />}
          </>
        )}
      </Worked>
    </>
  );
}

const asked = designs.map(({ name }) => ({ design: name }));

/** The plan, an edit of it, and every design, in the order in which they are worked out. */
function Comparison({ plan: { row: own, seed, budgets } }: { readonly plan: PlanDesign }) {
  const { loaded } = useSource();
  const { edits } = useResult();
  const answers = useInquiries(designInquiry, asked, true);
  const isEdited = !isUnedited(edits);
  const [edit] = useInquiries(editInquiry, isEdited ? [{}] : [], true);
  const named = useMemo(() => designs.map((each) => ({ ...each, words: each.words(loaded) })), [loaded]);
  const others = named.flatMap(({ name, title, words }, i) => {
    const answer = answers[i];
    if (answer === undefined) return [];
    return [answer.state === 'done' ? answer.value : { name, title, words, why: answer.why }];
  });
  const pending = named.filter((_, i) => answers[i] === undefined);
  const isDone = pending.length === 0;
  const shown = edit?.state === 'done' ? [own, { ...editRow, figures: edit.value }, ...others] : [own, ...others];
  return (
    <>
      <p className={isDone ? 'verdict' : 'quiet working'} role="status">
        {isDone
          ? visibleText(designsVerdict({ ...seed, plan: own, designs: others, budgets }), 1000)
          : `Working it out: ${others.length} of ${designs.length}…`}
      </p>
      <DesignTable rows={shown} pending={pending} plan={own.figures} />
    </>
  );
}

interface BudgetSectionProps {
  readonly points: readonly BudgetPoint[];
  readonly selection: Selection;
}

/** What another number of tasks would buy: a slider along the curve, with the plan as a dot. */
function BudgetSection({ points, selection }: BudgetSectionProps) {
  const chart = useMemo(() => budgetChart(points), [points]);
  const { step } = useEditing();
  const takeOf = useMemo(() => takingOf(selection), [selection]);
  return (
    <section aria-labelledby="budget">
      <h2 id="budget">Budget</h2>
      <p className="quiet">
        Chosen as the plan chooses; a task is taken to cost, and to be worth, what it is in the plan on average.
      </p>
      <FrontierSlider
        label="Tasks"
        chart={chart}
        stops={points.map(({ tasks, costUsd, isPlan, sentence }) => ({
          x: tasks,
          words: `${countOf(tasks, 'task')}${costUsd === undefined ? '' : `, ${costWords(costUsd)}`}${isPlan ? ' (the plan)' : ''}`,
          sentence,
          isPlan,
        }))}
        numbers={{
          columns: [
            { name: 'Tasks', number: true },
            { name: 'Cost', number: true },
            { name: 'Smallest difference, in points', number: true },
            { name: '95% interval of a level, ± points', number: true },
          ],
          rows: points.map(({ tasks, costUsd, difference, halfWidth }) => ({
            key: String(tasks),
            cells: [
              formatCount(tasks),
              costUsd === undefined ? 'not known' : costWords(costUsd),
              foundCell(difference),
              (100 * halfWidth).toFixed(1),
            ],
          })),
        }}
        action={
          takeOf === undefined
            ? undefined
            : (tasks) => (
                <button
                  type="button"
                  onClick={() => {
                    step({ kind: 'edit', change: (edits) => takeOf(edits, tasks) });
                    window.location.hash = routeHash({ view: 'what-if' });
                  }}
                >
                  Try {countOf(tasks, 'task')} in What if
                </button>
              )
        }
      />
    </section>
  );
}

/** How the plan's number of tasks is changed; undefined where it has several, or a solver would have to find them. */
function takingOf({ plan, benchmarks }: Selection): ((edits: Edits, tasks: number) => Edits) | undefined {
  if (benchmarks.some(({ optimum }) => optimum !== undefined)) return undefined;
  if (plan.total !== undefined && plan.benchmarks.every(({ select }) => select.takesShare))
    return (edits, tasks) => withPlan(edits, { total: tasks });
  const [only, ...others] = plan.benchmarks;
  if (only === undefined || others.length > 0 || only.select.take === 'all') return undefined;
  return (edits, tasks) => withBenchmark(edits, only.name, { take: tasks });
}

/** What a goal comes to at other budgets. */
function GoalFrontier({ goal, frontier, sentences }: Goal) {
  const chart = useMemo(() => frontierPicture(frontier, goal), [frontier, goal]);
  const name = visibleText(frontier.budget, 60);
  return (
    <section aria-label={`${visibleText(goal, 120)} by ${name}`}>
      <h2>
        {capital(visibleText(goal, 120))}, by {name}
      </h2>
      <FrontierSlider
        label={capital(name)}
        chart={chart}
        stops={frontier.points.map((point, i) => ({
          x: point.budget,
          words: `${formatCount(point.budget)}${point.isPlan ? ' (the plan)' : ''}`,
          sentence: sentences[i] ?? '',
          isPlan: point.isPlan,
        }))}
        numbers={{
          columns: [
            { name: capital(name), number: true },
            { name: 'Goal', number: true },
            { name: 'Tasks', number: true },
          ],
          rows: frontier.points.map(({ budget, goal: value, tasks }) => ({
            key: String(budget),
            cells: [
              formatCount(budget),
              value === undefined ? 'none' : formatCount(Number(value.toPrecision(7))),
              tasks ?? 'none',
            ],
          })),
        }}
      />
    </section>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
