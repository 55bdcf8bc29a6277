import { groupBy } from '../lists/group-by.js';
import { type Condition, conditionHolds } from '../model/condition-holds.js';
import type { Fault, Warning } from '../model/fault.js';
import { type BenchmarkPlan, dividingFields, type ExclusionReason } from '../model/plan.js';
import type { PoolCensus } from '../model/pool-census.js';
import { boundFor } from '../model/select-rule.js';
import type { BenchmarkSelection, SelectionStatistics } from '../model/selection.js';
import { type AnyTask, fieldValue } from '../model/task.js';
import { alikeLabels } from '../text/alike-labels.js';
import { countOf, formatCount } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import { misspeltLabels } from '../text/misspelt-labels.js';
import { didYouMean } from '../text/nearest-name.js';
import { visibleText } from '../text/visible-text.js';

/** What a reader must know before trusting the figures; none of it stops the run. */
export function selectionWarnings(
  benchmarks: readonly BenchmarkSelection[],
  statistics: SelectionStatistics,
): readonly Warning[] {
  return [
    ...benchmarks.flatMap((benchmark) => [
      ...shortfallWarnings(benchmark),
      ...benchmark.warnings,
      ...conflictWarnings(benchmark),
      ...floorWarnings(benchmark),
      ...unknownGroupWarnings(benchmark),
      ...alikeLabelWarnings(benchmark),
      ...outcomeExclusionWarnings(benchmark),
      ...listWarnings(benchmark),
      ...tieWarnings(benchmark),
      ...preferenceWarnings(benchmark),
      ...correctionWarnings(benchmark),
      ...expectWarnings(benchmark),
      ...whereWarnings(benchmark),
      ...outsideWarnings(benchmark),
      ...noteWarnings(benchmark),
    ]),
    ...optimumWarnings(benchmarks),
    ...sharedIdWarnings(benchmarks),
    ...emptyPhaseWarnings(statistics),
  ];
}

function shortfallWarnings({ plan, shortfalls }: BenchmarkSelection): Warning[] {
  return shortfalls.map(({ message }) => ({ code: 'shortfall', message, benchmark: plan.name }));
}

function conflictWarnings({ plan, conflicts }: BenchmarkSelection): Warning[] {
  const fields = new Set(conflicts.map(({ field }) => field));
  return [...fields].map((field) => {
    const alike = conflicts.filter((conflict) => conflict.field === field);
    const total = alike.reduce((sum, { tasks }) => sum + tasks, 0);
    const pairs = alike.map(
      ({ took, from, against, in: place, tasks }) => `${took} (${from}, taken) against ${against} (${place}) ${tasks}`,
    );
    return {
      code: 'label-conflict',
      message: `${plan.name}: ${countOf(total, 'conflict')} of ${field} labels between a task's own files: ${pairs.slice(0, 6).join('; ')}${pairs.length > 6 ? '; …' : ''}.`,
      benchmark: plan.name,
    };
  });
}

function floorWarnings({ plan, groups }: BenchmarkSelection): Warning[] {
  const rule = plan.select.group;
  if (rule === undefined) return [];
  return groups
    .filter(({ pinned, key, size }) => !pinned && size < (boundFor(rule.atLeast, key ?? '') ?? 0))
    .map(({ key, size }) => ({
      code: 'floor-not-met',
      message: `${plan.name}: ${rule.by} ${key ?? 'unknown'} has ${countOf(size, 'eligible task')}, fewer than at_least ${boundFor(rule.atLeast, key ?? '')}; all are taken.`,
      benchmark: plan.name,
    }));
}

const outcomeReasons: ReadonlySet<ExclusionReason> = new Set(['ceiling', 'floor', 'flaky', 'trivial']);

/** What was found out by running the drawn tasks is not known of the others: leaving it out bends the estimate. */
function outcomeExclusionWarnings({ plan, exclusions }: BenchmarkSelection): Warning[] {
  const byOutcome = exclusions.filter(({ reason }) => outcomeReasons.has(reason));
  if (plan.select.draw === undefined || byOutcome.length === 0) return [];
  const message = `${plan.name}: ${countOf(byOutcome.length, 'task')} ${byOutcome.length === 1 ? 'is' : 'are'} excluded for how runs on ${byOutcome.length === 1 ? 'it' : 'them'} end. A sample then represents the pool only if every task of the pool was judged in the same way.`;
  return [{ code: 'excluded-by-outcome', message, benchmark: plan.name }];
}

/** Tasks that lack the field they are grouped by compete with each other, which is seldom what was meant. */
function unknownGroupWarnings({ plan, groups, learned }: BenchmarkSelection): Warning[] {
  const rule = plan.select.group;
  // A purpose has said it of its own bands.
  if (learned !== undefined) return [];
  const unknown = groups.find(({ key, pinned }) => key === undefined && !pinned);
  if (rule === undefined || unknown === undefined) return [];
  const message = `${plan.name}: ${countOf(unknown.size, 'task')} without ${rule.by} ${unknown.size === 1 ? 'forms' : 'form'} a group of ${unknown.size === 1 ? 'its' : 'their'} own, with ${countOf(unknown.allocated, 'place')}.`;
  return [{ code: 'unknown-group', message, benchmark: plan.name }];
}

/** A place that only the spelling of an id decided is a choice nobody made. */
function tieWarnings({ plan, groups }: BenchmarkSelection): Warning[] {
  const ties = groups.flatMap(({ key, tie }) => (tie === undefined ? [] : [{ key, ...tie }]));
  if (ties.length === 0) return [];
  const places = ties.map(
    ({ key, tied, taken }) => `${taken} of ${tied} tied tasks selected${key === undefined ? '' : ` in ${key}`}`,
  );
  const shown = `${places.slice(0, 6).join(', ')}${places.length > 6 ? `, and ${countOf(places.length - 6, 'more group')}, in METHODOLOGY.md` : ''}`;
  return [
    {
      code: 'tie-at-cut',
      message: `${plan.name}: ties at the cutoff broken by id: ${shown}.`,
      benchmark: plan.name,
    },
  ];
}

/** A label that an order puts last while one spelt much like it is listed and met nowhere. */
function preferenceWarnings({ plan, tasks, census }: BenchmarkSelection): Warning[] {
  return plan.select.prefer.flatMap((preference) => {
    if (preference.kind !== 'values') return [];
    const labels = new Set(
      census?.values.get(preference.field) ??
        tasks.flatMap((task) => fieldValue(task, preference.field) ?? []).map(String),
    );
    return misspeltLabels(labels, preference.values).map(({ label, listed }) => ({
      code: 'misspelt-label',
      message: `${plan.name}: the order lists ${preference.field} "${listed}", which no task has, but not "${label}", which some have.`,
      benchmark: plan.name,
    }));
  });
}

/** A group named in a list that the share goes by, and that the pool does not have, is likely a misspelling. */
function listWarnings({ plan, groups }: BenchmarkSelection): Warning[] {
  const keys = new Set(groups.map((group) => group.key));
  return [...(plan.select.group?.settings ?? [])].flatMap(([setting, names]) => {
    if (!Array.isArray(names)) return [];
    return names
      .filter((key) => !keys.has(key))
      .map((key) => ({
        code: `unused-${setting}`,
        message: `${plan.name}: the ${setting} names ${plan.select.group?.by} "${key}", which no eligible task has.`,
        benchmark: plan.name,
      }));
  });
}

function correctionWarnings({ plan, corrections }: BenchmarkSelection): Warning[] {
  return corrections
    .filter(({ matched }) => matched === 0)
    .map(({ rule, key, to }) => ({
      code: 'unused-correction',
      message: `${plan.name}: the correction of ${rule.field} to ${to} for ${rule.by} ${key} matches no task.`,
      benchmark: plan.name,
    }));
}

function expectWarnings({ plan, available }: BenchmarkSelection): Warning[] {
  if (plan.expect !== undefined) return [];
  return [
    {
      code: 'no-expect',
      message: `${plan.name}: the plan does not say how many tasks to expect; a source that shrinks would pass unnoticed. Found now: ${available}.`,
      benchmark: plan.name,
    },
  ];
}

/** A value that `select.where` names and no task has is likely misspelt. */
function whereWarnings({ plan, tasks, census }: BenchmarkSelection): Warning[] {
  return unmetValues(plan.select.where ?? [], tasks, census).map((unmet) => ({
    code: 'where-value',
    message: `${plan.name}: select.where: ${unmet}`,
    benchmark: plan.name,
  }));
}

/** Ids that stand in the pools of two benchmarks: most often one task counted twice. */
function sharedIdWarnings(benchmarks: readonly BenchmarkSelection[]): Warning[] {
  const own = benchmarks.filter(({ plan }) => !plan.distinct);
  const pairs = own.flatMap((first, i) => own.slice(i + 1).map((second) => [first, second] as const));
  if (pairs.length === 0) return [];
  // Every pair is compared: a plan has few benchmarks, and each pool is indexed once.
  const ids = new Map(own.map((each) => [each, new Set(each.tasks.map(({ id }) => id))]));
  return pairs.flatMap(([first, second]) => {
    const known = ids.get(first) ?? new Set();
    const shared = second.tasks.filter(({ id }) => known.has(id));
    if (shared.length === 0) return [];
    const message = `${first.plan.name} and ${second.plan.name} have ${countOf(shared.length, 'id')} in common, such as "${shared[0]?.id}". If these are the same tasks, they count twice in every figure; if not, say distinct: true in one of the benchmarks.`;
    return [{ code: 'shared-ids', message }];
  });
}

/** What must be known of an optimisation, once where benchmarks share one. */
function optimumWarnings(benchmarks: readonly BenchmarkSelection[]): Warning[] {
  return [...new Set(benchmarks.flatMap(({ optimum }) => optimum ?? []))].flatMap(({ scope, certificate, chosen }) => {
    const [name] = chosen.keys();
    const own = scope === 'plan' || name === undefined ? undefined : name;
    return certificate.notes.map((note) => ({
      code: 'optimum',
      message: own === undefined ? note : `${own}: ${note}`,
      ...(own === undefined ? {} : { benchmark: own }),
    }));
  });
}

function outsideWarnings({ plan, available, outside }: BenchmarkSelection): Warning[] {
  if (outside === undefined) return [];
  const message = `${plan.name}: source.where leaves out ${formatCount(outside)} of ${countOf(outside + available, 'task')}; they are not part of the pool.`;
  return [{ code: 'outside-pool', message, benchmark: plan.name }];
}

function noteWarnings({ plan }: BenchmarkSelection): Warning[] {
  return plan.notes.map((note) => ({ code: 'note', message: `${plan.name}: ${note}`, benchmark: plan.name }));
}

function emptyPhaseWarnings({ byPhase }: SelectionStatistics): Warning[] {
  return byPhase
    .filter(({ selected }) => selected === 0)
    .map(({ name, available }) => ({
      code: 'empty-phase',
      message: `No task is selected for phase ${name}; ${available === 0 ? 'the pool has none' : `the pool has ${available}`}.`,
    }));
}

const mostIds = 3;

/** Ids that are selected in two benchmarks, unless the plan says that one's tasks are others than those of the same id. */
export function sameTaskFaults(benchmarks: readonly BenchmarkSelection[]): Fault[] {
  const first = new Map<string, BenchmarkSelection[]>();
  const shared = benchmarks.filter(({ plan, choices }) => !plan.distinct && choices.length > 0);
  // Within one, every id is another task.
  if (shared.length < 2) return [];
  for (const benchmark of shared) {
    for (const { task } of benchmark.choices) {
      const known = first.get(task.id);
      if (known === undefined) first.set(task.id, [benchmark]);
      else known.push(benchmark);
    }
  }
  const repeated = [...first].filter(([, having]) => having.length > 1);
  const pairs = groupBy(repeated, ([, having]) => JSON.stringify(having.map(({ plan }) => plan.name)));
  return [...pairs.values()].map((alike) => {
    const [[, having] = ['', []]] = alike;
    const names = having.map(({ plan }) => `"${plan.name}"`);
    const shown = alike.slice(0, mostIds).map(([id]) => `"${id}"`);
    const more = alike.length > mostIds ? ', …' : '';
    return {
      code: 'selection/same-task',
      message: `benchmarks ${joinWords(names)}: ${countOf(alike.length, 'id')} would be selected in ${having.length === 2 ? 'both' : 'all of them'}: ${shown.join(', ')}${more}.`,
      hint: 'If they are the same tasks, read them once: narrow one source, or take it out. If they are other tasks, say distinct: true in one of the benchmarks.',
    };
  });
}

const mostAlike = 4;

/** Labels that the plan tells apart, and that differ only in letter case or in spaces at their ends: most often one label. */
function alikeLabelWarnings({ plan, tasks, census }: BenchmarkSelection): Warning[] {
  const { phase } = plan;
  // An id is checked by whoever checks the pool.
  return dividingFields(plan).flatMap((field) => {
    if (field === 'id') return [];
    const labels = census?.values.get(field) ?? labelsOf(tasks, field);
    // Spellings that the plan itself gives one phase are united there.
    const isPhaseAlone = dividingFields({ ...plan, phase: { ...phase, by: undefined } }).every(
      (each) => each !== field,
    );
    const phaseOf = (label: string) => phase.values.get(label) ?? phase.otherwise;
    const groups = alikeLabels(labels).filter((group) => !isPhaseAlone || new Set(group.map(phaseOf)).size > 1);
    if (groups.length === 0) return [];
    const shown = groups
      .slice(0, mostAlike)
      .map((group) => joinWords(group.map((label) => `"${visibleText(label, 60)}"`)));
    const more = groups.length > mostAlike ? `; and ${groups.length - mostAlike} more` : '';
    const [[to = '', from = ''] = []] = groups;
    const correction = `correct: { ${field}: { by: ${field}, values: { ${JSON.stringify(from)}: ${JSON.stringify(to)} } } }`;
    return [
      {
        code: 'alike-labels',
        message: `${plan.name}: ${field} has labels that differ only in letter case or in spaces at the ends, and count as different: ${shown.join('; ')}${more}. To unite them: ${visibleText(correction, 200)}.`,
        benchmark: plan.name,
        count: groups.reduce((sum, group) => sum + group.length, 0),
        brief: `labels of ${field} that differ only in letter case: ${shown[0]}`,
      },
    ];
  });
}

function labelsOf(tasks: BenchmarkSelection['tasks'], field: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const task of tasks) {
    const value = fieldValue(task, field);
    if (typeof value === 'string') labels.add(value);
  }
  return labels;
}

const mostListed = 20;

/** Values that a condition names and no task has, each as a sentence: most often misspelt. */
function unmetValues(condition: Condition, tasks: readonly AnyTask[], census?: PoolCensus): readonly string[] {
  return condition.flatMap(({ field, oneOf, has }) => {
    const wanted = oneOf ?? has ?? [];
    if (wanted.length === 0) return [];
    const valuesOf = (task: AnyTask): readonly string[] => {
      if (has !== undefined) return task.lists?.[field] ?? [];
      const value = fieldValue(task, field);
      return value === undefined ? [] : [String(value)];
    };
    const known = new Set(census?.values.get(field) ?? tasks.flatMap(valuesOf));
    const listed = [...known].slice(0, mostListed);
    return wanted
      .filter((value) => !known.has(value))
      .map((value) => {
        const values = known.size > mostListed ? `${listed.join(', ')}, …` : listed.join(', ');
        const found = known.size === 0 ? `No task has a ${field}.` : `Values: ${values}.`;
        return `no task has ${field} "${value}".${didYouMean(value, listed)} ${found}`;
      });
  });
}

/** The fault of a `select.where` that no task fulfils; none where one does, or there is none. */
export function whereFaults(
  tasks: readonly AnyTask[],
  { name, select: { where } }: BenchmarkPlan,
  census?: PoolCensus,
): Fault[] {
  if (where === undefined || (census?.fitting ?? 0) > 0 || tasks.some((task) => conditionHolds(where, task))) return [];
  const unmet = unmetValues(where, tasks, census);
  // Where every value occurs, too few tasks are a shortfall like any other.
  if (unmet.length === 0) return [];
  return [
    {
      code: 'selection/where',
      message: `benchmark "${name}": none of its ${countOf(census?.available ?? tasks.length, 'task')} fulfils select.where: ${unmet.join(' ')}`,
      hint: 'Check the values that select.where names.',
    },
  ];
}
