import {
  anything,
  type DocumentOf,
  entry,
  type Form,
  flag,
  list,
  maybe,
  number,
  orNull,
  text,
} from '../documents/forms.js';
import { countBy, sumOf } from '../lists/lists.js';
import type { TaskEntry } from '../manifest/csv-columns.js';
import { historySchema, type Manifest } from '../manifest/manifest.js';
import { isRecord } from '../model/record.js';
import { countOf, ordinal, roundTo } from '../text/words.js';
import { partlyHashedNotes } from './check-files.js';
import { valueDifferences } from './check-text.js';
import { counted, entryKey } from './contradictions.js';
import {
  comparable,
  type DiffSide,
  diffSide,
  findRelocations,
  groupKey,
  hashOf,
  haveScores,
  type Relocations,
  relearnedBenchmarks,
  relocate,
  rescoredTasks,
} from './diff-side.js';
import { areHashesComparable, haveSameContents } from './pool-state.js';

type DiffReason = 'exclusion' | 'pool' | 'eligibility' | 'allocation' | 'score' | 'order' | 'plan';

/** The output of `diff --json`. */
export function diffSchema() {
  const plan = entry({ name: text(), sha256: text() });
  const numbers = { before: number(), after: number() };
  const why = { reason: text() as Form<DiffReason>, detail: text('The details of the reason.') };
  const task = { taskId: text(), benchmark: text(), ...why };
  const changed = entry({ ...task, fields: list(entry({ field: text(), before: anything(), after: anything() })) });
  const coverage = list(entry({ name: text(), ...numbers }));
  return entry({
    related: flag('False if the plans have no name, benchmark or task in common.'),
    same: flag('Whether the plan, pools and tasks are all the same.'),
    plan: entry({
      before: plan,
      after: plan,
      equal: flag(),
      changes: maybe(
        list(entry({ setting: text(), before: orNull(text()), after: orNull(text()) })),
        'The settings that differ, among those that the selections record; missing if there are none.',
      ),
    }),
    pools: list(
      entry({
        benchmark: text(),
        benchmarkBefore: maybe(text(), 'The previous name, if it was renamed.'),
        before: orNull(text(), 'The hash of its pool; null if the plan does not have the benchmark.'),
        after: orNull(text()),
        equal: flag('Whether the tasks are the same. If the plans use different fields, the hashes differ even then.'),
        unknown: maybe(flag('True if it is unknown whether tasks changed, because the plans use different fields.')),
        relearned: maybe(
          flag('True if the tasks are the same but their difficulty comes from different earlier systems.'),
        ),
      }),
    ),
    history: maybe(list(historySchema()), 'The versions between A and B, oldest first; missing if there are none.'),
    notes: maybe(
      list(entry({ code: text(), message: text() })),
      'The limits of the comparison, such as files without a hash; missing if it covers everything.',
    ),
    tasks: entry({
      added: list(entry(task)),
      removed: list(entry(task)),
      changed: list(changed),
      moved: list(changed, 'Tasks for which only the rank, the size of the group or the weight changed.'),
      relocated: maybe(
        list(entry({ ...task, benchmarkBefore: text() })),
        'Tasks that moved to another benchmark, with the same id and content. Their other changes are in the lists above. Earlier versions of Winnow listed such tasks as removed and added.',
      ),
    }),
    coverage: entry({
      phase: maybe(coverage, 'Missing if neither plan has phases.'),
      benchmark: coverage,
      language: maybe(coverage, 'Missing if neither plan uses the language.'),
    }),
    selected: entry(numbers),
    available: entry(numbers),
    averageScore: maybe(
      entry({
        name: text(),
        nameBefore: maybe(
          text(),
          'The name of the earlier score, if it is different. The two scores are not comparable.',
        ),
        decimals: number(),
        ...numbers,
      }),
      'Missing unless both plans have a score.',
    ),
  });
}

export interface SelectionDiff extends DiffDocument {
  readonly tasks: Required<DiffDocument['tasks']>;
}
type DiffDocument = DocumentOf<typeof diffSchema>;
export type TaskDiff = DiffDocument['tasks']['added'][number];
export type ChangedTask = DiffDocument['tasks']['changed'][number];
type RelocatedTask = SelectionDiff['tasks']['relocated'][number];
export type CoverageDiff = DiffDocument['coverage']['benchmark'][number];
export type HistoryStep = NonNullable<DiffDocument['history']>[number];
type PoolDiff = DiffDocument['pools'][number];
type Why = Pick<TaskDiff, 'reason' | 'detail'>;

/** Compares two selections, which messages call by these names. */
export function diffManifests(
  before: Manifest,
  after: Manifest,
  [first, second]: readonly [string, string] = ['A', 'B'],
): SelectionDiff {
  const sides = { a: diffSide(first, before), b: diffSide(second, after) };
  const relocations = findRelocations(sides.a, sides.b);
  const [a, b] = comparable(relocate(sides.a, relocations), sides.b);
  const relearned = relearnedBenchmarks(a, b);
  const both = changedTasks(a, b, relearned);
  const rescored = rescoredTasks(a, b);
  const origins = originsOf(before, relocations);
  const tasks = {
    added: tasksOnlyIn(b, a, rescored, relearned),
    removed: tasksOnlyIn(a, b, rescored, relearned).map((task) => {
      return { ...task, benchmark: origins.get(entryKey(task)) ?? task.benchmark };
    }),
    changed: both.filter((task) => !onlyMoved(task, relearned)),
    moved: both.filter((task) => onlyMoved(task, relearned)),
    relocated: relocatedTasks(b, a, origins),
  };
  const plan = {
    before: a.state.plan,
    after: b.state.plan,
    equal: a.state.plan.sha256 === b.state.plan.sha256,
    ...unlessEmpty('changes', settingChanges(before, after)),
  };
  const pools = poolRows(sides.a, sides.b, relocations.renamed).map((pool) =>
    relearned.has(pool.benchmark) && !pool.equal ? { ...pool, relearned: true } : pool,
  );
  return {
    related:
      plan.before.name === plan.after.name ||
      pools.some(({ before: one, after: other }) => one !== null && other !== null) ||
      relocations.tasks.size > 0,
    same: plan.equal && pools.every(({ equal }) => equal) && Object.values(tasks).every((list) => list.length === 0),
    plan,
    pools,
    ...unlessEmpty('history', historySince(before, after)),
    ...unlessEmpty('notes', notesOn(before, after)),
    tasks,
    coverage: {
      ...unlessEmpty('phase', coverage(before, after, 'phase')),
      benchmark: coverage(before, after, 'benchmark'),
      ...unlessEmpty('language', coverage(before, after, 'language')),
    },
    selected: { before: before.tasks.length, after: after.tasks.length },
    available: { before: before.metadata.total_available, after: after.metadata.total_available },
    ...averageScores(before, after),
  };
}

function settingChanges(before: Manifest, after: Manifest) {
  const [one, other] = [settingsOf(before), settingsOf(after)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((setting) => {
    const change = { setting, before: one.get(setting) ?? null, after: other.get(setting) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

function settingsOf({ metadata, methodology, benchmarks }: Manifest): ReadonlyMap<string, string> {
  const targets = Object.entries(methodology.selection_targets);
  const forName = (name: string) => (targets.length > 1 ? ` for ${name}` : '');
  const rules = [methodology.optimum, ...benchmarks.map(({ optimum }) => optimum)].flatMap(
    (optimum) => optimum?.rules ?? [],
  );
  return new Map([
    ...(metadata.random_seed === null ? [] : [['seed', String(metadata.random_seed)] as const]),
    ...targets.map(([name, take]) => [`take${forName(name)}`, String(take)] as const),
    ...benchmarks.map(({ name, strategy }) => [`strategy${forName(name)}`, strategy] as const),
    ...benchmarks.flatMap(({ name, run }) =>
      valuesOf('run', run).map(([key, text]) => [`${key}${forName(name)}`, text] as const),
    ),
    ...valuesOf('score.weights', methodology.score?.weights),
    ...(['results', 'level', 'looks', 'pilot'] as const).flatMap((key) => valuesOf(key, methodology[key])),
    ...rules.map(({ rule }) => [`rule "${rule}"`, 'in the plan'] as const),
  ]);
}

/** The values in a setting by path, such as `run.cost_usd`. */
function valuesOf(path: string, value: unknown): (readonly [path: string, text: string])[] {
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) return [[path, [value].flat().join(', ')]];
  return Object.entries(value).flatMap(([key, each]) => valuesOf(`${path}.${key}`, each));
}

function averageScores(before: Manifest, after: Manifest): Pick<SelectionDiff, 'average_score'> {
  const [was, score] = [before.methodology.score, after.methodology.score];
  if (was === undefined || score === undefined) return {};
  return {
    average_score: {
      name: score.name,
      ...(was.name === score.name ? {} : { name_before: was.name }),
      decimals: score.decimals,
      before: before.statistics.average_score ?? 0,
      after: after.statistics.average_score ?? 0,
    },
  };
}

function unlessEmpty<Key extends string, Item>(key: Key, items: readonly Item[]) {
  return (items.length === 0 ? {} : { [key]: items }) as { readonly [Name in Key]?: readonly Item[] };
}

function historySince(before: Manifest, after: Manifest): readonly HistoryStep[] {
  const known = new Set((before.history ?? []).map(({ version, of }) => `${version} ${of}`));
  return (after.history ?? []).filter(({ version, of }) => !known.has(`${version} ${of}`));
}

function notesOn(before: Manifest, after: Manifest) {
  const notes = [before, after].flatMap((each) => partlyHashedNotes(each.warnings));
  const distinct = new Map(notes.map(({ code, message }) => [message, { code, message }]));
  return [...distinct.values()];
}

/** For tasks that B has in another benchmark: their benchmark in A, by `taskKey` in B. */
function originsOf({ tasks }: Manifest, relocations: Relocations): ReadonlyMap<string, string> {
  return new Map(
    tasks.flatMap(({ benchmark, task_id }) => {
      const to = relocations.tasks.get(entryKey({ benchmark, task_id })) ?? relocations.renamed.get(benchmark);
      return to === undefined ? [] : [[entryKey({ benchmark: to, task_id }), benchmark] as const];
    }),
  );
}

function relocatedTasks(here: DiffSide, there: DiffSide, origins: ReadonlyMap<string, string>): RelocatedTask[] {
  return here.manifest.tasks.flatMap(({ task_id, benchmark }) => {
    const key = entryKey({ task_id, benchmark });
    const origin = origins.get(key);
    if (origin === undefined || !there.tasks.has(key)) return [];
    const detail = `moved from benchmark ${origin} to ${benchmark}`;
    return [{ task_id, benchmark, benchmark_before: origin, reason: 'plan', detail }];
  });
}

function poolRows(a: DiffSide, b: DiffSide, renamed: ReadonlyMap<string, string>): PoolDiff[] {
  const origins = new Map([...renamed].map(([from, to]) => [to, from]));
  const names = [...[...a.state.pools.keys()].map((name) => renamed.get(name) ?? name), ...b.state.pools.keys()];
  return [...new Set(names)].map((benchmark) => {
    const origin = origins.get(benchmark);
    const [own, other] = [a.state.pools.get(origin ?? benchmark), b.state.pools.get(benchmark)];
    const [before, after] = [own?.sha256 ?? null, other?.sha256 ?? null];
    const named = origin === undefined ? {} : { benchmark_before: origin };
    const row = { benchmark, ...named, before, after };
    if (before === after || own === undefined || other === undefined) return { ...row, equal: before === after };
    if (areHashesComparable(a.state, b.state, origin ?? benchmark, benchmark)) return { ...row, equal: false };
    return haveSameContents(own, other) ? { ...row, equal: true } : { ...row, equal: false, unknown: true };
  });
}

function coverage(a: Manifest, b: Manifest, what: (typeof counted)[number]['what']): CoverageDiff[] {
  const rule = counted.find((each) => each.what === what);
  if (rule === undefined) return [];
  const [before, after] = [a, b].map(({ tasks }) => countBy(tasks, rule.nameOf));
  const names = [a, b].flatMap(({ statistics }) => Object.keys(statistics[rule.key] ?? {}));
  return [...new Set(names)].map((name) => {
    return { name, before: before?.get(name) ?? 0, after: after?.get(name) ?? 0 };
  });
}

function changedTasks(before: DiffSide, after: DiffSide, relearned: ReadonlySet<string>): ChangedTask[] {
  const areScored = haveScores(before, after);
  return [...after.tasks].flatMap(([key, task]) => {
    const old = before.tasks.get(key);
    if (old === undefined) return [];
    const fields = valueDifferences(old, task).map(({ path, found, expected }) => ({
      field: path,
      before: found ?? null,
      after: expected ?? null,
    }));
    const isRehashed = hashOf(before, old) !== hashOf(after, task) && !relearned.has(task.benchmark);
    if (fields.length === 0 && !isRehashed) return [];
    const names = fields.map(({ field }) => field);
    const why = isRehashed
      ? { reason: 'pool' as const, detail: 'its fields changed in the pool' }
      : whyChanged(relearned.has(task.benchmark) ? names.filter((name) => !isLearned(name)) : names, areScored);
    return [{ task_id: task.task_id, benchmark: task.benchmark, ...why, fields }];
  });
}

/** Whether only the task's rank or the size of its group changed. */
function onlyMoved({ fields, reason, benchmark }: ChangedTask, relearned: ReadonlySet<string>): boolean {
  if (reason === 'pool') return false;
  return fields.every(({ field }) => standing.has(field) || (relearned.has(benchmark) && isLearned(field)));
}

function isLearned(field: string): boolean {
  return /^(?:design|group|selected_by|fields\.prior_)/.test(field);
}

/** These follow from the task's place among the tasks of its group, and from the size of the group. */
const standing = new Set([
  ...['rank', 'last_rank_taken', 'group.size', 'selection_rationale'],
  ...['inclusion_probability', 'design_weight', 'stratum_size', 'stratum_sampled'].map((field) => `design.${field}`),
]);

function whyChanged(fields: readonly string[], areScored: boolean): Why {
  const has = (test: RegExp) => fields.some((field) => test.test(field));
  if (areScored && has(/^(?:score|components)\b/))
    return { reason: 'score', detail: 'its score is calculated differently' };
  if (fields.some((field) => !standing.has(field) && !/^(?:group|selected_by)/.test(field)))
    return { reason: 'plan', detail: 'the plan or its source describes it differently' };
  if (has(/^(?:last_rank_taken$|group\.(?:by|value)$)/))
    return { reason: 'allocation', detail: 'its group has a different number of places' };
  return { reason: 'order', detail: 'its rank changed' };
}

/** The tasks that only `here` selects, with the first cause that the manifests show. */
function tasksOnlyIn(
  here: DiffSide,
  there: DiffSide,
  rescored: ReadonlyMap<string, number>,
  relearned: ReadonlySet<string>,
): TaskDiff[] {
  const { label } = there;
  return here.manifest.tasks
    .filter((task) => !there.tasks.has(entryKey(task)))
    .map((task) => {
      const { task_id, benchmark } = task;
      const causes: readonly (readonly [DiffReason, string | undefined])[] = [
        ['plan', there.benchmarks.has(benchmark) ? undefined : `its benchmark is not in the plan of ${label}`],
        ['exclusion', byExclusion(task, here, there)],
        ['plan', relearned.has(benchmark) ? byLearning(task, here, there) : undefined],
        ['pool', byPool(task, here, there)],
        [
          'eligibility',
          there.leftOut.has(entryKey(task)) ? `"where" in the plan of ${label} leaves it out` : undefined,
        ],
        ['allocation', byAllocation(task, here, there)],
        ['score', byScore(task, here, there, rescored.get(benchmark) ?? 0)],
      ];
      const [reason, detail] = causes.find(([, words]) => words !== undefined) ?? [];
      return { task_id, benchmark, reason: reason ?? 'order', detail: detail ?? byOrder(task, here, there) };
    });
}

function byExclusion(task: TaskEntry, here: DiffSide, there: DiffSide): string | undefined {
  const own = there.exclusions.get(entryKey(task));
  if (own !== undefined) {
    const why = own.evidence === null ? own.reason : `${own.reason}: ${own.evidence}`;
    return `excluded in ${there.label} (${why})`;
  }
  const left = here.replaced.get(entryKey(task))?.find((exclusion) => there.tasks.has(entryKey(exclusion)));
  return left && `replaces ${left.task_id}, which is excluded in ${here.label}`;
}

/** New difficulties make new bands, from which other tasks are drawn. */
function byLearning({ benchmark }: TaskEntry, here: DiffSide, there: DiffSide): string {
  const systemsOf = (side: DiffSide) => side.benchmarks.get(benchmark)?.prior_systems.length ?? 0;
  return `redrawn, because task difficulty comes from ${countOf(systemsOf(here), 'earlier system')} in ${here.label} and ${systemsOf(there)} in ${there.label}`;
}

function byPool(task: TaskEntry, here: DiffSide, there: DiffSide): string | undefined {
  const other = hashOf(there, task);
  const [own, its] = [here, there].map(({ state }) => state.pools.get(task.benchmark));
  if (other === undefined && its?.isPart === true) {
    if (own?.sha256 === its.sha256) return undefined;
    return `the pool of ${there.label} is different, and too large to tell whether it has the task`;
  }
  if (other === undefined) return `not in the pool of ${there.label}`;
  return other === hashOf(here, task) ? undefined : `its fields differ in the pool of ${there.label}`;
}

function byAllocation({ benchmark, group }: TaskEntry, here: DiffSide, there: DiffSide): string | undefined {
  const key = groupKey(benchmark, group);
  const [own, other] = [here.places.get(key) ?? 0, there.places.get(key) ?? 0];
  // More places don't exclude a task, and an optimum's places follow from the choice.
  if (own <= other || hasGoal(there, benchmark)) return undefined;
  const elsewhere = there.benchmarks.get(benchmark)?.groups.find(({ by, pinned }) => by !== group.by && !pinned);
  if (other === 0 && elsewhere !== undefined) {
    const how = (by: string | null) => (by === null ? 'has no groups' : `is grouped by ${by}`);
    return `its benchmark ${how(elsewhere.by)} in ${there.label} and ${how(group.by)} in ${here.label}`;
  }
  const name = group.by === null ? 'its benchmark' : `its group (${group.by} ${group.value ?? 'unknown'})`;
  return `${name} has ${countOf(other, 'place')} in ${there.label}, ${own} in ${here.label}`;
}

function byScore(task: TaskEntry, here: DiffSide, there: DiffSide, rescored: number): string | undefined {
  if (!haveScores(here, there)) return undefined;
  const { decimals = 0 } = here.manifest.methodology.score ?? {};
  const parts = Object.entries(task.components ?? {});
  const sumWith = ({ weights }: DiffSide) =>
    roundTo(
      sumOf(parts, ([component, value]) => (weights.get(component) ?? 0) * value),
      decimals,
    );
  if (sumWith(here) !== sumWith(there))
    return `score ${task.score} in ${here.label}, about ${sumWith(there)} with the weights in ${there.label}`;
  if (rescored === 0) return undefined;
  return `${task.benchmark} is scored differently in ${there.label}: ${countOf(rescored, 'task')} in both ${rescored === 1 ? 'has' : 'have'} a different score`;
}

/** How tasks without a rank are selected. */
const unranked = {
  ensure: 'added by an ensure rule',
  draw: 'drawn',
  optimum: 'chosen for the goal and the rules',
  pin: 'pinned',
};

function byOrder({ benchmark, selected_by, rank, group }: TaskEntry, here: DiffSide, there: DiffSide): string {
  if (hasGoal(there, benchmark)) return `other tasks contribute more to the goal or the rules in ${there.label}`;
  const [before = 0, after = 0] = [here, there].map((side) => side.benchmarks.get(benchmark)?.eligible);
  const own = { ...unranked, rank: `${ordinal(rank)} of ${group.size}` }[selected_by];
  const other = there.benchmarks.get(benchmark)?.draw == null ? 'other tasks rank higher' : 'not drawn';
  const changed = before === after ? '' : ` (${after} eligible tasks there, ${before} in ${here.label})`;
  return `${own} in ${here.label}; ${other} in ${there.label}${changed}`;
}

function hasGoal({ manifest, benchmarks }: DiffSide, benchmark: string): boolean {
  return manifest.methodology.optimum !== undefined || benchmarks.get(benchmark)?.optimum !== undefined;
}
