import { useMemo, useRef } from 'preact/hooks';
import { meanReward } from '../../../core/assess/question/pool-results.js';
import { fieldWords } from '../../../core/describe/field-words.js';
import { describeVerdict } from '../../../core/explain/describe-verdict.js';
import type { Explanation, TaskStanding, Verdict } from '../../../core/explain/explanation.js';
import type { BenchmarkPlan, Plan } from '../../../core/model/plan.js';
import { fieldValue, type ScoredTask } from '../../../core/model/task.js';
import { taskKey } from '../../../core/outcomes/match-outcomes.js';
import { capital, countOf, formatCount, visibleText } from '../../../core/text/words.js';
import { figures, ScrollBox, TableView, words } from '../blocks/table.js';
import { Button, ExcludeForm, Faults, notRun, Titled, Worked } from '../parts/controls.js';
import { useKeptFocus } from '../parts/hooks.js';
import { ResultMark, ScoreBar, StateBadge, Swatch, seriesColour, short, TaskLink } from '../parts/task-marks.js';
import { addressable, home, routeHash } from '../route/route.js';
import { noFilter, withLabel } from '../route/task-filter.js';
import { writtenExclusions } from '../state/edit-plan-text.js';
import { type Edits, exclude, liftExclusion, pin, pinsOf, unpin } from '../state/edits.js';
import type { Found } from '../state/inquiries.js';
import { useEditing, useInquiry, usePoolResults, useResult, useSource } from '../state/study-context.js';

/** One task: why it was selected or not, and which changes would reverse that. */
export function TaskView({ benchmark, id }: { readonly benchmark: string; readonly id: string }) {
  const { selection } = useResult();
  const found = useMemo(() => {
    const part = selection.benchmarks.find(({ plan }) => plan.name === benchmark);
    return part?.tasks.find((each) => each.id === id) ?? part?.tasks.find((each) => addressable(each.id) === id);
  }, [selection, benchmark, id]);
  if (found !== undefined) return <FoundTask task={found} />;
  return (
    <div class="empty-state">
      <h1>No such task</h1>
      <p>
        The plan has no task <code>{visibleText(id)}</code> in <code>{visibleText(benchmark)}</code>.
      </p>
      <p>
        <a href={routeHash(home)}>All tasks</a>
      </p>
    </div>
  );
}

function FoundTask({ task }: { readonly task: ScoredTask }) {
  const { plan } = useResult().selection;
  const { fixed } = useSource().data;
  const working = useInquiry('explanation', { benchmark: task.benchmark, id: task.id }, fixed === undefined);
  const article = useRef<HTMLElement>(null);
  useKeptFocus(article);
  return (
    <article aria-labelledby="task-name" ref={article} tabIndex={-1}>
      <p class="crumbs">
        <a href={routeHash(home)}>Tasks</a> ›{' '}
        <a href={routeHash({ ...home, filter: withLabel(noFilter, 'benchmark', [task.benchmark]) })}>
          {visibleText(task.benchmark, 80)}
        </a>
      </p>
      <h1 id="task-name" class="task-name">
        {visibleText(task.id)}
      </h1>
      <TaskSummary task={task} />
      {fixed !== undefined ? (
        <>
          <TaskStatement task={task} />
          <TaskResults task={task} />
        </>
      ) : (
        <Worked working={working} ask="Explain">
          {({ explanation, neighbours }) => (
            <>
              <TaskVerdict explanation={explanation} />
              <TaskStatement task={task} />
              <TaskResults task={task} />
              <TaskActions explanation={explanation} />
              <TaskExplanation explanation={explanation} neighbours={neighbours} plan={plan} />
            </>
          )}
        </Worked>
      )}
    </article>
  );
}

function TaskSummary({ task }: { readonly task: ScoredTask }) {
  const repo = fieldValue(task, 'repo');
  const link = repositoryLink(repo);
  const patch = patchWords(task);
  if (repo === undefined && patch === undefined) return null;
  const name = visibleText(String(repo), 120);
  const linked = link !== undefined && (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
  return (
    <p class="task-summary">
      {repo !== undefined && <>Repository {linked || <strong>{name}</strong>}. </>}
      {patch}
    </p>
  );
}

/** "Patch: 3 files, 120 lines added, 14 deleted."; undefined if nothing is known. */
function patchWords(task: ScoredTask): string | undefined {
  const numbers = ['files_changed', 'additions', 'deletions', 'lines_changed'].map((field) => fieldValue(task, field));
  const [files, added, deleted, lines] = numbers.map((value) => (typeof value === 'number' ? value : undefined));
  const isSplit = added !== undefined || deleted !== undefined;
  const parts = [
    ...(files === undefined ? [] : [countOf(files, 'file')]),
    ...(isSplit ? [`${countOf(added ?? 0, 'line')} added, ${formatCount(deleted ?? 0)} deleted`] : []),
    ...(isSplit || lines === undefined ? [] : [`${countOf(lines, 'line')} changed`]),
  ];
  return parts.length === 0 ? undefined : `Patch: ${parts.join(', ')}.`;
}

function TaskVerdict({ explanation }: { readonly explanation: Explanation }) {
  const { standing, verdict } = explanation;
  const why = verdict.kind === 'in' ? verdict.why : standing?.words;
  return (
    <>
      <p class={`verdict verdict-${verdict.kind}`}>
        <strong>{verdictWords(verdict)}.</strong> {why !== undefined && `${capital(visibleText(why, 1000))}.`}
      </p>
      <Titled id="changes" title="Effect of changes">
        <ul class="lines">
          {describeVerdict(explanation).map((line) => (
            <li key={line}>{visibleText(line, 1000)}</li>
          ))}
        </ul>
      </Titled>
    </>
  );
}

/** The verdict in a few words, as on the command line. */
function verdictWords(verdict: Verdict): string {
  if (verdict.kind === 'in') return inWords[verdict.by];
  return verdict.kind === 'ineligible' ? 'Not eligible' : verdict.kind === 'excluded' ? 'Excluded' : 'Not selected';
}

const inWords = {
  rank: 'Selected by rank',
  ensure: 'Selected by an ensure rule',
  draw: 'Selected at random',
  pin: 'Pinned',
  optimum: 'Selected by optimisation',
} as const;

/** Fields that usually contain the text of a task, most likely first. */
const statementFields = ['problem_statement', 'statement', 'instruction', 'instructions', 'prompt', 'description'];

const longestStatement = 4000;

function TaskStatement({ task }: { readonly task: ScoredTask }) {
  const { data } = useSource();
  const [, pool] = data.pools.find(([benchmark]) => benchmark === task.benchmark) ?? [];
  const given = pool?.tasks.find(({ id }) => id === task.id)?.statement;
  const text =
    given ?? statementFields.map((field) => fieldValue(task, field)).find((value) => typeof value === 'string');
  if (typeof text !== 'string' || text.trim() === '') return null;
  const shown = text.slice(0, longestStatement).replaceAll('\t', '  ').split(/\r?\n/);
  const left = text.length - longestStatement;
  return (
    <Titled id="statement" title="Task statement">
      <ScrollBox class="statement" label="Task statement">
        {shown.map((line) => visibleText(line, longestStatement)).join('\n')}
      </ScrollBox>
      {left > 0 && <p class="quiet">and {formatCount(left)} more characters.</p>}
    </Titled>
  );
}

function TaskResults({ task }: { readonly task: ScoredTask }) {
  const results = usePoolResults();
  if (results === undefined) return null;
  return (
    <Titled id="task-results" title="Results">
      <TableView
        title="Results on this task, by system"
        columns={[...words('System', 'Result', 'Rewards by run'), ...figures('Runs without a score')]}
        rows={results.configurations.map((system) => {
          const own = system.byTask.get(taskKey(task));
          return [
            visibleText(system.name, 80),
            <ResultMark key="mark" reward={meanReward(system, task)} />,
            own?.rewards.map((reward) => short(reward, 3)).join(', ') ?? '',
            own?.unscored ?? 0,
          ];
        })}
      />
    </Titled>
  );
}

function TaskActions({ explanation: { task, verdict } }: { readonly explanation: Explanation }) {
  const { edit } = useEditing();
  const { selection, faults, edits } = useResult();
  const { data } = useSource();
  const pinned = pinsOf(selection).find(({ benchmark, id }) => benchmark === task.benchmark && id === task.id);
  /** Whether an exclusion is in a file beside the plan: neither made here nor in the plan's own text. */
  const isInFile = (name: string) =>
    edits.benchmarks.get(task.benchmark)?.excluded?.has(task.id) !== true &&
    !writtenExclusions(data.planText, task.benchmark).includes(name);
  const button = (name: string, isOn: boolean, change: (edits: Edits) => Edits) => (
    <Button data-refocus disabled={!isOn} onClick={() => edit(change)}>
      {name}
    </Button>
  );
  return (
    <Titled id="actions" title="Change the plan" class="actions">
      <Faults faults={faults} words={notRun} />
      {verdict.kind === 'excluded' ? (
        <p>
          {button('Remove the exclusion', !isInFile(verdict.exclusion.id), (all) =>
            liftExclusion(all, task, verdict.exclusion.id),
          )}
          {isInFile(verdict.exclusion.id) && ' It is in the exclusions file. Edit that file to change it.'}
        </p>
      ) : (
        <>
          <p>
            {pinned === undefined
              ? button('Pin this task so that it is always selected', true, (all) => pin(all, [task]))
              : button('Unpin this task', true, (all) => unpin(all, task, pinned.planName))}
          </p>
          <ExcludeForm words="Exclude this task" onExclude={(why) => edit((before) => exclude(before, [task], why))} />
        </>
      )}
    </Titled>
  );
}

/** Hosts whose addresses are host/owner/name. */
const hosts = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org'];

/** One part of an address: only letters, digits and characters without a special meaning there. */
const part = '[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9_-])?';
const pattern = new RegExp(`^(?:(?:https://)?(${hosts.join('|').replaceAll('.', '\\.')})/)?(${part})/(${part})$`);

/** The https address of a repository on a known host (default: GitHub); undefined for any other text. */
export function repositoryLink(repo: unknown): string | undefined {
  if (typeof repo !== 'string') return undefined;
  const [, host = 'github.com', owner, name] = pattern.exec(repo.replace(/(?:\.git)?\/?$/, '')) ?? [];
  return owner === undefined || name === undefined ? undefined : `https://${host}/${owner}/${name}`;
}

type TaskExplanationProps = Found<'explanation'> & { readonly plan: Plan };

/** The basis of a verdict: the score, the rank among other tasks, and the fields of the task. */
function TaskExplanation({ explanation, neighbours, plan }: TaskExplanationProps) {
  const { task, phase, score, standing, benchmark, features } = explanation;
  return (
    <>
      {score !== undefined && <ScoreTerms task={task} score={score} weights={plan.score.weights} />}
      {standing !== undefined && <Neighbours {...{ task, standing, benchmark, neighbours, plan }} />}
      <Titled id="facts" title="Task details">
        {phase !== undefined && (
          <p>
            Phase <strong>{visibleText(phase.name, 120)}</strong>, because {visibleText(phase.why, 1000)}.
          </p>
        )}
        {task.changes.map(({ field, from, to }) => (
          <p key={field}>
            Corrected: {field} {visibleText(String(from ?? 'none'))} → {visibleText(String(to))}.
          </p>
        ))}
        <TableView
          title="Fields of the task"
          columns={words('Field', 'Value', 'Source', 'Used by')}
          rows={features.map(({ words: name, value, provenance, usedBy }) => [
            visibleText(name, 60),
            typeof value === 'number'
              ? formatCount(value)
              : visibleText((value ?? 'unknown').replace(/\s+/g, ' '), 300),
            value === undefined && !usedBy.includes('score') ? '' : provenance,
            usedBy.join(', '),
          ])}
        />
      </Titled>
    </>
  );
}

interface ScoreTermsProps {
  readonly task: Explanation['task'];
  readonly score: NonNullable<Explanation['score']>;
  readonly weights: ReadonlyMap<string, number>;
}

function ScoreTerms({ task, score, weights }: ScoreTermsProps) {
  const name = `${visibleText(score.name, 60)} score`;
  return (
    <Titled id="score" title={`${name} ${score.total.toFixed(score.decimals)}`}>
      <div class="big-bar">
        <ScoreBar task={task} weights={weights} />
      </div>
      <TableView
        title={`Components of the ${name}`}
        columns={[...words('Component'), ...figures('Weight', 'Value', 'Contribution'), ...words('Rule')]}
        rows={score.terms.map(({ component, weight, part, contribution, rule, defaulted }, at) => [
          <span key="name" class="with-swatch">
            <Swatch colour={seriesColour(at)} />
            {component}
          </span>,
          short(weight, 6),
          short(part),
          contribution.toFixed(score.decimals + 1),
          <span key="rule" class="rule">
            {`${visibleText(rule, 600)}${defaulted ? ' (unknown for this task)' : ''}`}
          </span>,
        ])}
      />
    </Titled>
  );
}

interface NeighboursProps extends Omit<TaskExplanationProps, 'explanation'> {
  readonly task: ScoredTask;
  readonly standing: TaskStanding;
  readonly benchmark: BenchmarkPlan;
}

/** The task's rank in its group, with the tasks just above and below it, and the cutoff. */
function Neighbours({ task, standing: { group }, benchmark, neighbours, plan }: NeighboursProps) {
  const { size, allocated } = group;
  const keys = benchmark.select.prefer.filter(({ kind }) => kind !== 'kept');
  const fields = [...new Set([...keys.map(({ field }) => field), 'score'])];
  const name = visibleText(groupWords(group, benchmark, plan), 120);
  return (
    <Titled id="neighbours" title={`Rank in ${name}`} class="neighbours">
      <p class="quiet">
        {countOf(size, 'task')} for {countOf(allocated, 'place')}.
      </p>
      <TableView
        title={`Ranks in ${name}`}
        columns={[
          ...words('Task'),
          ...figures('Rank', ...fields.map((field) => capital(visibleText(fieldWords(field, plan.fields), 40)))),
          ...words('Selected'),
        ]}
        rows={neighbours.map(({ place, task: each, isIn }, at) => {
          const isGap = at > 0 && place !== (neighbours[at - 1]?.place ?? 0) + 1;
          const isLastIn = place === allocated && allocated < size;
          const isOwn = each.id === task.id;
          return {
            isCurrent: isOwn,
            className: `${isLastIn ? 'last-in' : ''}${isGap ? ' after-gap' : ''}`,
            cells: [
              isOwn ? <strong key="own">{visibleText(each.id)}</strong> : <TaskLink key="link" task={each} />,
              formatCount(place),
              ...fields.map((field) => valueWords(fieldValue(each, field), field, plan.score.decimals)),
              <StateBadge key="state" state={isIn ? 'in' : 'out'} />,
            ],
          };
        })}
      />
    </Titled>
  );
}

function groupWords(
  { key, pinned }: TaskStanding['group'],
  { select, title }: BenchmarkPlan,
  { fields }: Plan,
): string {
  if (pinned) return 'the pinned tasks';
  const by = select.group?.by;
  return by === undefined ? title : `${fieldWords(by, fields)} ${key ?? 'unknown'}`;
}

function valueWords(value: string | number | undefined, field: string, decimals: number): string {
  if (value === undefined) return 'unknown';
  if (typeof value === 'string') return visibleText(value, 60);
  return field === 'score' ? value.toFixed(decimals) : formatCount(value);
}
