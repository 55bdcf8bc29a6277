import { groupBy } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { type Fault, WinnowError } from '../model/errors.js';
import type { KeepRule } from '../model/select-rule.js';
import { eligibleIds, type Selection } from '../model/selection.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import { countOf, formatCount, namesOf, visibleText } from '../text/words.js';
import { excludedTasks } from '../vetting/replacements-of.js';
import type { Proposal } from './propose-refresh.js';
import type { VersionChanges } from './refresh.js';

/** The previous version that a new one stays close to, by benchmark. */
export type Keeps = ReadonlyMap<string, KeepRule>;

/**
 * Selects the next version. If the current plan and pool would displace sound tasks of a ranked or optimised selection,
 * as many of them stay as the plan allows. `words` describes this, for each benchmark that would displace any.
 */
export async function keepSound(
  former: Manifest,
  proposal: Proposal,
  select: (keeps: Keeps) => Promise<Selection>,
): Promise<{ readonly keeps: Keeps; readonly after: Selection; readonly words: ReadonlyMap<string, string> }> {
  const words = new Map<string, string>();
  let keeps: Keeps = new Map();
  let after = await select(keeps);
  for (const { benchmark, tasks, ids } of displacedTasks(former, after, proposal)) {
    const { name, select: rule } = benchmark.plan;
    const lost = `${countOf(ids.length, 'sound task')} (${shown(ids)})`;
    if (rule.draw !== undefined) {
      const before = former.benchmarks.find((each) => each.name === name)?.eligible ?? 0;
      const sizes = `${formatCount(before)} eligible tasks before, ${formatCount(benchmark.eligible)} now`;
      words.set(name, ` To represent the current pool (${sizes}), the sample is drawn again without ${lost}.`);
      continue;
    }
    const isIn = new Set(benchmark.choices.map(({ task }) => task.id));
    const gone = tasks.filter((id) => !isIn.has(id)).length - ids.length;
    let stay = 0;
    let limit: string | undefined;
    const unlessImpossible = (error: unknown) => {
      const codes = error instanceof WinnowError ? error.faults.map(({ code }) => code) : [];
      if (codes.includes('plan/several-pools')) limit = 'To keep them, list the pools of the plan under "benchmarks".';
      else if (!codes.some((code) => noRoom.has(code))) throw error;
      return undefined;
    };
    // Each task for which the rules leave no room is one more new task.
    for (let newAtMost = 0; newAtMost < gone + ids.length; newAtMost = Math.max(newAtMost, gone) + 1) {
      const next: Keeps = new Map([...keeps, [name, { tasks, newAtMost }]]);
      const found = await select(next).catch(unlessImpossible);
      if (found === undefined) continue;
      const left = displacedTasks(former, found, proposal).find((each) => each.benchmark.plan.name === name);
      stay = ids.length - (left?.ids.length ?? 0);
      if (stay > 0) [keeps, after] = [next, found];
      break;
    }
    const all = stay === ids.length ? 'them' : `${stay} of them`;
    const kept = stay > 0 ? ` The new plan keeps ${all}. To choose all tasks again, remove "keep" from it.` : '';
    const rest = `The rules or shares of the plan leave no room for ${stay > 0 ? 'the others' : 'them'}.`;
    const others = stay < ids.length ? ` ${limit ?? rest}` : '';
    words.set(name, ` The current plan and pool would displace ${lost}.${kept}${others}`);
  }
  return { keeps, after, words };
}

/** The errors of a plan that has no room for so many tasks of the previous version. */
const noRoom: ReadonlySet<string> = new Set(['optimise/infeasible', 'selection/quota']);

/** The sound tasks that lose their places although they are eligible and no newer results replace them. */
function displacedTasks(former: Manifest, after: Selection, { unsound, renewals }: Proposal) {
  const gone = new Set([...unsound, ...after.choices.map(({ task }) => task)].map(taskKey));
  return after.benchmarks.flatMap((benchmark) => {
    const { name } = benchmark.plan;
    if (renewals.some((renewal) => renewal.benchmark === name && renewal.action !== 'keep')) return [];
    const eligible = new Set(eligibleIds(benchmark));
    const tasks = former.tasks.filter((task) => task.benchmark === name).map(({ task_id: id }) => id);
    const ids = tasks.filter((id) => eligible.has(id) && !gone.has(taskKey({ benchmark: name, id })));
    return ids.length === 0 ? [] : [{ benchmark, tasks, ids }];
  });
}

/** Errors for changes other than replacing unsound tasks. */
export function soundSwapFaults(
  { out, added }: VersionChanges,
  { unsound }: Proposal,
  after: Selection,
  file: string,
): readonly Fault[] {
  const bad = new Set([...unsound.map(taskKey), ...excludedTasks(after).keys()]);
  const sound = out.filter(({ benchmark, taskId: id }) => !bad.has(taskKey({ benchmark, id })));
  const losses = [...groupBy(sound, ({ reason }) => reason)].map(([reason, tasks]) => {
    const who = `${countOf(tasks.length, 'sound task')} (${shown(tasks.map(({ taskId }) => taskId))})`;
    const [first] = tasks;
    const why = first?.evidence === undefined ? '' : ` (${shown([first.taskId])}: ${visibleText(first.evidence, 400)})`;
    return `${who} would leave the selection: ${reason}${why}.`;
  });
  const gains = added.length === 0 ? [] : [`${countOf(added.length, 'task')} (${shown(added)}) would be added.`];
  const hint =
    'Without --only-replace, the new version includes this change. Or leave new tasks out with "where"; a random sample then represents only the earlier pool.';
  return [...losses, ...gains].map((message) => ({ code: 'refresh/only-replace', message, place: { file }, hint }));
}

function shown(ids: readonly string[]): string {
  return namesOf(ids.map((id) => visibleText(id, 60)));
}
