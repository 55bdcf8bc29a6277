import type { TaskEntry } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import { countOf } from '../text/count-of.js';
import type { BenchmarkEntry } from './recount.js';

/** Where the tasks that a manifest lists are not as many as the plan's rules ask for: takes, groups, pins, ensured values. */
export function quotaDifferences({ metadata: { tier }, benchmarks, tasks }: Manifest, plan: Plan): Difference[] {
  const size = tier === undefined ? undefined : plan.tiers?.get(tier.name);
  const ofTier =
    size === undefined || size === tasks.length
      ? []
      : [
          {
            code: 'rule/tier',
            message: `tier ${tier?.name} has ${countOf(size, 'task')} by the plan; ${tasks.length} are listed.`,
          },
        ];
  const found = plan.benchmarks.flatMap((rules) => {
    const entry = benchmarks.find(({ name }) => name === rules.name);
    if (entry === undefined) return [];
    const own = tasks.filter(({ benchmark }) => benchmark === rules.name);
    return [
      ...(tier === undefined ? takeDifferences(rules, entry, own) : []),
      ...groupDifferences(entry, own),
      ...pinDifferences(rules, own),
      ...ensureDifferences(rules, entry, own),
    ];
  });
  return [...ofTier, ...found];
}

/** What an `ensure` rule adds comes on top of what is taken. */
const isTaken = ({ selected_by }: TaskEntry) => selected_by !== 'ensure';

function takeDifferences({ name, select }: BenchmarkPlan, entry: BenchmarkEntry, own: readonly TaskEntry[]) {
  // A share of the total, and what a target comes to, follow from the pool.
  if (select.takesShare || select.purpose?.target !== undefined) return [];
  const wanted = select.take === 'all' ? entry.eligible : select.take;
  const taken = own.filter(isTaken).length;
  const isShort = taken < wanted && entry.shortfalls.length > 0;
  if (taken === wanted || isShort) return [];
  const rule = select.take === 'all' ? `all of the ${countOf(wanted, 'eligible task')}` : countOf(wanted, 'task');
  return [difference(name, 'rule/take', `${name} takes ${rule} by the plan; ${taken} are listed.`)];
}

function groupDifferences({ name, groups }: BenchmarkEntry, own: readonly TaskEntry[]): Difference[] {
  return groups.flatMap(({ value, places, pinned }) => {
    const members = own.filter(
      (task) => isTaken(task) && (task.selected_by === 'pin') === pinned && (pinned || task.group.value === value),
    );
    if (members.length === places) return [];
    const group = pinned ? 'the pinned tasks' : value === null ? 'the group without a value' : `group "${value}"`;
    const message = `${name}: ${group} has ${countOf(places, 'place')}; ${countOf(members.length, 'task')} of it ${members.length === 1 ? 'is' : 'are'} listed.`;
    return [difference(name, 'rule/group', message)];
  });
}

function pinDifferences({ name, select }: BenchmarkPlan, own: readonly TaskEntry[]): Difference[] {
  const pinned = own.filter(({ selected_by }) => selected_by === 'pin').length;
  if (pinned === select.pin.length) return [];
  return [
    difference(name, 'rule/pin', `${name} pins ${countOf(select.pin.length, 'task')}; ${pinned} are listed as pinned.`),
  ];
}

function ensureDifferences({ name, select }: BenchmarkPlan, entry: BenchmarkEntry, own: readonly TaskEntry[]) {
  return select.ensure.flatMap(({ by, values, atLeast }) =>
    values.flatMap((value) => {
      const labels = own.map((task) => labelOf(task, by));
      const having = labels.filter((label) => label === value).length;
      const isUnknown = labels.some((label) => label === undefined);
      if (isUnknown || having >= atLeast || entry.shortfalls.length > 0) return [];
      const message = `${name} has ${having} of at least ${countOf(atLeast, 'task')} with ${by} "${value}", which the plan ensures.`;
      return [difference(name, 'rule/ensure', message)];
    }),
  );
}

/** A label of a task as the manifest tells it; undefined where it does not. */
function labelOf(task: TaskEntry, field: string): string | undefined {
  const { sdlc_phase: phase, language, difficulty, category, repo } = task;
  const told = new Map(Object.entries({ ...task.features, phase, language, difficulty, category, repo }));
  return told.has(field) ? String(told.get(field) ?? '') : undefined;
}

function difference(benchmark: string, code: string, message: string): Difference {
  return { code, message, path: `benchmarks.${benchmark}` };
}
