import {
  type DataOf,
  type DocumentOf,
  documentOf,
  entry,
  type Form,
  figure,
  flag,
  label,
  list,
  maybe,
  number,
  oneOf,
  orNull,
  record,
  text,
  word,
} from '../documents/forms.js';
import { expectedUpliftData, expectedUpliftSchema } from '../manifest/benchmark-entry.js';
import type { ExpectedUplift } from '../model/learned.js';
import type { Forced, RuleCost } from '../model/optimum.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import type { AppliedExclusion, Choice, FeatureProvenance, Group, SelectedBy } from '../model/selection.js';
import type { FieldValue, ScoredTask } from '../model/task.js';

export type FeatureUse = 'phase' | 'score' | 'where' | 'group' | 'order' | 'draw' | 'ensure' | 'optimise';

/** The document that `explain --json` prints. The keys of an entry depend on its `verdict`. */
export function explainSchema() {
  return entry({
    plan: entry({ name: text(), sha256: text() }),
    expectedUplift: maybe(
      expectedUpliftSchema(),
      'For a benchmark that selects by uplift: the uplift to expect in new runs of the selected tasks.',
    ),
    tasks: list(
      oneOf('verdict', [
        entry({
          ...facts('in'),
          inBy: text('How it was selected.'),
          why: text(),
          margin: orNull(entry(gap()), 'Its lead over the first task not selected; null if all tasks are selected.'),
          ifExcluded: effect(),
          ifUnpinned: maybe(
            entry({ selected: flag('Whether it is still selected; meaningless if `isUnknown`.'), ...effectForms() }),
            'For a task that is pinned by name: the effect of removing the pin.',
          ),
        }),
        entry({
          ...facts('out'),
          lastPlaces: list(
            entry({ by: text() as Form<LastPlace['by']>, ...gap() }),
            'The tasks in the last places that it could have taken: by rank, then by each ensure rule.',
          ),
          ...waysIn(),
          ifForcedIn: maybe(forcedIn(), 'For a plan with a goal: the effect of forcing the task into the selection.'),
        }),
        entry({
          ...facts('excluded'),
          reason: text(),
          evidence: orNull(text()),
          ifLifted: entry({ selected: flag(), words: text(), ...effectForms() }),
        }),
        entry({ ...facts('ineligible'), fails: text('The tests that the task fails, in words.'), ...waysIn() }),
      ]),
    ),
    ruleCosts: maybe(
      list(
        entry({
          rule: text(),
          weaker: text('The relaxed rule that was tried.'),
          gain: orNull(figure('Null if it was not found within the time limit.', 12)),
        }),
      ),
      'For a plan with a goal: the gain if one rule is relaxed (a count by one task, a sum by an average task), largest first.',
    ),
  });
}

function facts<Verdict extends string>(verdict: Verdict) {
  return {
    benchmark: text(),
    taskId: text(),
    aliases: list(text()),
    verdict: word([verdict]),
    features: list(feature(), 'Every field that the task has or the plan uses, in the order of the plan.'),
    corrections: list(entry({ field: text(), from: orNull(label()), to: label() })),
    phase: maybe(phase(), 'Missing if the plan has no phases.'),
    score: maybe(score(), 'Missing if the plan has no score.'),
    group: orNull(
      entry({
        by: orNull(text()),
        value: orNull(text()),
        size: number(),
        places: number(),
        rank: number(),
        words: text(),
      }),
      'Its rank among the tasks it competes with; null if it does not compete.',
    ),
  };
}

function feature() {
  return entry({
    field: text(),
    value: orNull(label()),
    provenance: text() as Form<FeatureProvenance>,
    usedBy: list(text() as Form<FeatureUse>, 'The parts of the plan that use it.'),
  });
}

function phase() {
  return entry({ name: text(), why: text('The label that determines the phase.') });
}

function score() {
  return entry({
    name: text(),
    total: number('The sum of the contributions, rounded.'),
    terms: list(
      entry({
        component: text(),
        weight: number(),
        part: figure(undefined, 12),
        contribution: figure('Weight × part.', 12),
        rule: text('The rule in words.'),
        defaulted: flag('Whether the task lacks the field, so that the plan’s `unknown` was used.'),
      }),
    ),
  });
}

function gap() {
  return {
    taskId: text(),
    insteadOf: orNull(text(), 'The excluded task that it replaces, and whose rank it has.'),
    key: text(
      'The first key of the order in which the two tasks differ; `kept` if only one of them is in the previous version, which the plan keeps; `id` if they differ in no other.',
    ),
    own: orNull(label()),
    other: orNull(label()),
  };
}

function effectForms() {
  return {
    comesIn: list(text()),
    goesOut: list(text()),
    stops: list(text(), 'The errors with which selecting would fail.'),
    isUnknown: maybe(
      flag(),
      'True if the effect was not computed, because that requires solving again or needs every task.',
    ),
  };
}

const effect = () => entry(effectForms());

function waysIn() {
  return {
    changes: list(
      oneOf('kind', [weightChange(), allocationChange(), featureChange()]),
      'The smallest change of each kind that would select the task, smallest first. Each was tried.',
    ),
    ruledOut: list(ruledOut()),
  };
}

const size = () => figure('The relative size of the change, from 0 to 1.', 12);

function weightChange() {
  return entry({
    kind: word(['weight']),
    component: text(),
    from: number(),
    to: number(),
    weights: record(number(), 'All weights after the change, rescaled to sum to 1.'),
    size: size(),
  });
}

function allocationChange() {
  return entry({
    kind: word(['allocation']),
    group: orNull(text(), 'Null for tasks without the field and for a benchmark without groups.'),
    from: number(),
    to: number('The number of places for the group. The other groups keep theirs.'),
    size: size(),
  });
}

function featureChange() {
  return entry({ kind: word(['feature']), field: text(), from: number(), to: number(), size: size() });
}

const ruledOut = () => entry({ kind: text() as Form<Change['kind']>, reason: text() });

function forcedIn() {
  return entry({
    outcome: text('`possible`, `impossible` or `not settled`.'),
    goalLoss: orNull(figure('The loss in the goal.', 12)),
    comesIn: list(text()),
    goesOut: list(text()),
    ownValue: orNull(text(), 'The value with which it would be selected.'),
    keptOutBy: list(text(), 'Relaxed rules, any of which would select it.'),
    conflict: list(text(), 'Rules that cannot hold together with it.'),
  });
}

export type ExplainDocument = DocumentOf<typeof explainSchema>;

/** Why a task is selected or not. Each "if" was answered by running the selection again. */
export interface Explanation {
  /** Includes its label corrections (`changes`) and its aliases. */
  readonly task: ScoredTask;
  readonly benchmark: BenchmarkPlan;
  readonly features: readonly ExplainedFeature[];
  readonly phase: DataOf<typeof phase> | undefined;
  readonly score: ExplainedScore | undefined;
  /** Undefined if the task competes for no place, because it is excluded or not eligible. */
  readonly standing: TaskStanding | undefined;
  readonly verdict: Verdict;
}

export type ExplainedFeature = DataOf<typeof feature> & { readonly words: string };

export type ExplainedScore = DataOf<typeof score> & { readonly decimals: number };

/** A rank from 1, described as in "9th of 96 in ansible/ansible by files changed (9); 5 selected". */
export type TaskStanding = { readonly group: Group; readonly rank: number; readonly words: string };

export type Verdict = InVerdict | OutVerdict | ExcludedVerdict | IneligibleVerdict;

export interface InVerdict {
  readonly kind: 'in';
  readonly by: SelectedBy;
  readonly choice: Choice;
  readonly why: string;
  /** Its lead over the first unselected competitor; undefined if all are selected. */
  readonly margin: Gap | undefined;
  /** Set if the next task is unknown, because only candidates were read. */
  readonly isMarginUnknown?: true;
  /** For an optimum of a sum: the task's contribution, and the chosen task that contributes least. */
  readonly added?:
    | ({ readonly words: string; readonly leastId: string } & Record<'own' | 'least', FieldValue>)
    | undefined;
  readonly ifExcluded: Effect;
  /** For a task that is pinned by name. */
  readonly ifUnpinned?: Effect & { readonly selected: boolean };
}

interface OutVerdict extends WaysIn {
  readonly kind: 'out';
  readonly lastPlaces: readonly LastPlace[];
  readonly forced?: Forced;
}

export interface ExcludedVerdict {
  readonly kind: 'excluded';
  readonly exclusion: AppliedExclusion;
  readonly ifLifted: Effect & { readonly selected: boolean; readonly words: string };
}

/** The task fails the plan's `where`. */
interface IneligibleVerdict extends WaysIn {
  readonly kind: 'ineligible';
  readonly fails: string;
}

/** The changes that would select a task, and the kinds of change that would not. */
export interface WaysIn {
  readonly changes: readonly Change[];
  readonly ruledOut: readonly RuledOut[];
}

/** The first key of the order on which two tasks differ. */
export interface Gap extends DataOf<typeof gapEntry> {
  readonly words: string;
  /** Whether the key is a count, so that the difference is one too. */
  readonly counts: boolean;
}
const gapEntry = () => entry(gap());

/** The task in the last place, and the key by which it ranks ahead of this task. */
export type LastPlace = Gap & { readonly by: 'rank' | 'ensure' };

export type Effect = DataOf<typeof effect>;
export type WeightChange = DataOf<typeof weightChange> & { readonly weights: ReadonlyMap<string, number> };
export type AllocationChange = DataOf<typeof allocationChange>;
export type FeatureChange = DataOf<typeof featureChange> & { readonly words: string };
export type Change = WeightChange | AllocationChange | FeatureChange;
export type RuledOut = DataOf<typeof ruledOut>;

export function explanationDocument(
  plan: Plan,
  explanations: readonly Explanation[],
  ruleCosts?: readonly RuleCost[],
  expectedUplift?: ExpectedUplift,
): ExplainDocument {
  return documentOf(explainSchema(), {
    plan: { name: plan.name, sha256: plan.hash },
    expectedUplift: expectedUplift && expectedUpliftData(expectedUplift),
    tasks: explanations.map((explanation) => taskData(explanation)),
    ruleCosts,
  });
}

function taskData(explanation: Explanation): DataOf<typeof explainSchema>['tasks'][number] {
  const { task, benchmark, features, phase, score, standing, verdict } = explanation;
  const shared = {
    benchmark: benchmark.name,
    taskId: task.id,
    aliases: task.aliases ?? [],
    features,
    corrections: task.changes,
    phase,
    score,
    group: standing && {
      by: benchmark.select.group?.by,
      value: standing.group.key,
      size: standing.group.size,
      places: standing.group.allocated,
      rank: standing.rank,
      words: standing.words,
    },
  };
  switch (verdict.kind) {
    case 'in':
      return { ...shared, ...verdict, verdict: 'in', inBy: verdict.by };
    case 'out':
      return { ...shared, ...verdict, verdict: 'out', ifForcedIn: verdict.forced && forcedData(verdict.forced) };
    case 'excluded':
      return { ...verdict.exclusion, ...shared, ifLifted: verdict.ifLifted, verdict: 'excluded' };
    case 'ineligible':
      return { ...shared, ...verdict, verdict: 'ineligible' };
  }
}

function forcedData(forced: Forced): DataOf<typeof forcedIn> {
  const { kind } = forced;
  const nothing = { goalLoss: undefined, comesIn: [], goesOut: [], ownValue: undefined, keptOutBy: [], conflict: [] };
  if (kind !== 'possible') return { ...nothing, outcome: kind, conflict: kind === 'impossible' ? forced.rules : [] };
  const ids = (tasks: typeof forced.comesIn) => tasks.map(({ id }) => id);
  const moved = { comesIn: ids(forced.comesIn), goesOut: ids(forced.goesOut) };
  return { ...nothing, ...forced, ...moved, outcome: kind, goalLoss: forced.loss };
}
