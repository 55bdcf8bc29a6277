import type { DiffDocument } from '../contracts/diff-document.js';
import type { TaskEntry } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import { partlyHashedNotes } from './check-files.js';
import { comparable, type DiffSide, diffSide, hashOf, rescoredTasks } from './diff-side.js';
import { counted, countTasks, taskKey } from './recount.js';
import { findRelocations, type Relocations, relocate } from './relocations.js';
import type {
  ChangedTask,
  CoverageDiff,
  PoolDiff,
  RelocatedTask,
  SelectionDiff,
  TaskDiff,
  Why,
} from './selection-diff.js';
import { valueDifferences } from './value-differences.js';
import { whyAbsent } from './why-absent.js';

/** What changes from one selection to another, and why. A sentence calls them A and B. */
export function diffManifests(before: Manifest, after: Manifest): SelectionDiff {
  const sides = { a: diffSide('A', before), b: diffSide('B', after) };
  const relocations = findRelocations(sides.a, sides.b);
  const [a, b] = comparable(relocate(sides.a, relocations), sides.b);
  const both = changedTasks(a, b);
  const rescored = rescoredTasks(a, b);
  const origins = originsOf(before, relocations);
  const tasks = {
    added: onlyIn(b, a).map((task) => taskDiff(task, b, a, rescored)),
    removed: onlyIn(a, b).map((task) => ({
      ...taskDiff(task, a, b, rescored),
      benchmark: origins.get(taskKey(task)) ?? task.benchmark,
    })),
    changed: both.filter((task) => !onlyMoved(task)),
    moved: both.filter(onlyMoved),
    relocated: relocatedTasks(b, a, origins),
  };
  const plan = { before: a.state.plan, after: b.state.plan, equal: a.state.plan.sha256 === b.state.plan.sha256 };
  const pools = poolRows(sides.a, sides.b, relocations.renamed);
  const { score } = after.methodology;
  return {
    related:
      plan.before.name === plan.after.name ||
      pools.some((row) => row.before !== null && row.after !== null) ||
      relocations.tasks.size > 0,
    same: plan.equal && pools.every(({ equal }) => equal) && Object.values(tasks).every((list) => list.length === 0),
    plan,
    pools,
    ...historySince(before, after),
    ...notesOn(before, after),
    tasks,
    coverage: {
      phase: coverage(sides, 'phase'),
      benchmark: coverage(sides, 'benchmark'),
      language: coverage(sides, 'language'),
    },
    selected: { before: before.tasks.length, after: after.tasks.length },
    available: { before: before.metadata.total_available, after: after.metadata.total_available },
    average_score: {
      name: score.name,
      ...(before.methodology.score.name === score.name ? {} : { name_before: before.methodology.score.name }),
      decimals: score.decimals,
      before: before.statistics.avg_mcp_benefit_score,
      after: after.statistics.avg_mcp_benefit_score,
    },
  } satisfies DiffDocument;
}

/** The versions that the later selection has gone through since the earlier one. */
function historySince(before: Manifest, after: Manifest): Pick<SelectionDiff, 'history'> {
  const known = new Set((before.history ?? []).map(({ version, of }) => `${version} ${of}`));
  const history = (after.history ?? []).filter(({ version, of }) => !known.has(`${version} ${of}`));
  return history.length === 0 ? {} : { history };
}

function notesOn(before: Manifest, after: Manifest): Pick<SelectionDiff, 'notes'> {
  const notes = new Map(
    [before, after].flatMap((each) => partlyHashedNotes(each.warnings)).map((note) => [note.message, note]),
  );
  return notes.size === 0 ? {} : { notes: [...notes.values()].map(({ code, message }) => ({ code, message })) };
}

function taskDiff(task: TaskEntry, here: DiffSide, there: DiffSide, rescored: ReadonlyMap<string, number>): TaskDiff {
  return { task_id: task.task_id, benchmark: task.benchmark, ...whyAbsent(task, here, there, rescored) };
}

/** Where the tasks of A that B has in another benchmark stood before, by their `taskKey` there. */
function originsOf({ tasks }: Manifest, relocations: Relocations): ReadonlyMap<string, string> {
  return new Map(
    tasks.flatMap(({ benchmark, task_id }) => {
      const to = relocations.tasks.get(taskKey({ benchmark, task_id })) ?? relocations.renamed.get(benchmark);
      return to === undefined ? [] : [[taskKey({ benchmark: to, task_id }), benchmark] as const];
    }),
  );
}

function relocatedTasks(here: DiffSide, there: DiffSide, origins: ReadonlyMap<string, string>): RelocatedTask[] {
  return here.manifest.tasks.flatMap((task) => {
    const { task_id, benchmark } = task;
    const origin = origins.get(taskKey(task));
    if (origin === undefined || !there.tasks.has(taskKey(task))) return [];
    const detail = `moved from benchmark ${origin} to ${benchmark}`;
    return [{ task_id, benchmark, benchmark_before: origin, reason: 'plan', detail }];
  });
}

function poolRows(a: DiffSide, b: DiffSide, renamed: ReadonlyMap<string, string>): PoolDiff[] {
  const origins = new Map([...renamed].map(([from, to]) => [to, from]));
  const names = [...[...a.state.pools.keys()].map((name) => renamed.get(name) ?? name), ...b.state.pools.keys()];
  return [...new Set(names)].map((benchmark) => {
    const origin = origins.get(benchmark);
    const before = a.state.pools.get(origin ?? benchmark)?.sha256 ?? null;
    const after = b.state.pools.get(benchmark)?.sha256 ?? null;
    const named = origin === undefined ? {} : { benchmark_before: origin };
    return { benchmark, ...named, before, after, equal: before === after };
  });
}

/** Every name that either selection counts tasks under, those of A first, in their order there. */
function coverage(
  { a, b }: { readonly a: DiffSide; readonly b: DiffSide },
  what: (typeof counted)[number]['what'],
): CoverageDiff[] {
  const rule = counted.find((each) => each.what === what);
  if (rule === undefined) return [];
  const [before, after] = [a, b].map(({ manifest }) => countTasks(manifest.tasks, rule.nameOf));
  const names = [a, b].flatMap(({ manifest }) => Object.keys(manifest.statistics[rule.key]));
  return [...new Set(names)].map((name) => ({
    name,
    before: before?.get(name) ?? 0,
    after: after?.get(name) ?? 0,
  }));
}

/** The tasks that both select, with every field that is not the same. */
function changedTasks(before: DiffSide, after: DiffSide): ChangedTask[] {
  return [...after.tasks].flatMap(([key, task]) => {
    const old = before.tasks.get(key);
    if (old === undefined) return [];
    const fields = valueDifferences(old, task).map(({ path, found, expected }) => ({
      field: path,
      before: found ?? null,
      after: expected ?? null,
    }));
    const rehashed = hashOf(before, old) !== hashOf(after, task);
    if (fields.length === 0 && !rehashed) return [];
    const why = whyChanged(
      fields.map(({ field }) => field),
      rehashed,
    );
    return [{ task_id: task.task_id, benchmark: task.benchmark, ...why, fields }];
  });
}

/** Whether a task only stands elsewhere in its group, or its group got larger or smaller. */
function onlyMoved({ fields, reason }: ChangedTask): boolean {
  return reason !== 'pool' && fields.every(({ field }) => standing.has(field));
}

const standing = new Set(['rank', 'last_rank_taken', 'group.size', 'selection_rationale']);

function whyChanged(fields: readonly string[], rehashed: boolean): Why {
  const has = (test: RegExp) => fields.some((field) => test.test(field));
  if (rehashed) return { reason: 'pool', detail: 'its features changed in the pool' };
  if (has(/^mcp_/)) return { reason: 'score', detail: 'it is scored otherwise' };
  if (fields.some((field) => !standing.has(field) && !/^(?:group|selected_by)/.test(field)))
    return { reason: 'plan', detail: 'the plan or its source describes it otherwise' };
  if (has(/^(?:last_rank_taken$|group\.(?:by|value)$)/))
    return { reason: 'allocation', detail: 'its group has other places' };
  return { reason: 'order', detail: 'it stands elsewhere in the order' };
}

/** The tasks of one side that the other does not select. */
function onlyIn(here: DiffSide, there: DiffSide) {
  return here.manifest.tasks.filter((task) => !there.tasks.has(taskKey(task)));
}
