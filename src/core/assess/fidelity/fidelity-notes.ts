import { groupBy } from '../../lists/group-by.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { groupKey } from '../../select/group-tasks.js';
import { countOf } from '../../text/count-of.js';
import { joinWords } from '../../text/join-words.js';
import type { PoolResults } from '../question/pool-results.js';
import { emptyGroups } from './design-strata.js';
import type { FidelityAssessment, FidelityScope } from './fidelity.js';
import type { JudgedBenchmark } from './judged-together.js';
import { leastCommon } from './near-duplicates.js';

/** What a reader must know about the figures; what cannot be said, and why. */
export function fidelityNotes(
  facts: Omit<FidelityAssessment, 'notes'>,
  judged: readonly JudgedBenchmark[],
  results: PoolResults | undefined,
): string[] {
  if (results === undefined)
    return ['There are no results on tasks of the pool: fidelity cannot be told before the runs.'];
  return [
    ...facts.nearDuplicates.map((pair) => {
      const [one, other] = pair.systems;
      return `${one} and ${other} are near-duplicates (phi ${pair.phi.toFixed(2)}; they differ on ${pair.discordant} of ${countOf(pair.common, 'common task')}): they count as one system, by the one with more results, or else the first by name.`;
    }),
    ...incomparable(results),
    ...facts.scopes.flatMap(systemNotes),
    ...judged.flatMap(benchmarkNotes),
    ...missingNotes(judged),
    ...togetherNotes(facts, judged),
    ...focusNote(facts),
    ...(facts.seedFrom === 'default' ? ['The plan has no seed; the draws use "0".'] : []),
    ...results.warnings.map(({ message }) => message.charAt(0).toUpperCase() + message.slice(1)),
  ];
}

/** Said of a focus selection wherever its fidelity is. */
function focusNote({ scopes }: Pick<FidelityAssessment, 'scopes'>): string[] {
  return scopes.some(({ kind }) => kind === 'focus')
    ? ['A ranked choice of tasks promises nothing for other systems: these figures are about the systems named here.']
    : [];
}

function systemNotes({ benchmark, rows }: FidelityScope): string[] {
  const [figures] = rows[0]?.readings ?? [];
  if (figures === undefined) return [];
  const where = benchmark ?? 'all benchmarks together';
  const { counted, systems, metrics } = figures;
  const pairs = (counted * (counted - 1)) / 2;
  const constant = systems.filter(({ poolRate }) => poolRate === 0 || poolRate === 1).map(({ name }) => name);
  const few = systems.filter(({ selectedTasks }) => selectedTasks < fewTasks);
  return [
    ...(counted === 1 ? [`${where}: with one system the level can be judged, a ranking cannot.`] : []),
    ...(counted > 1 && counted < 10
      ? [
          `${where}: ${counted} systems make ${countOf(pairs, 'pair')}; one pair the other way moves tau-b by ${(2 / pairs).toFixed(2)}.`,
        ]
      : []),
    ...(counted > 1 && metrics.kendall.value === undefined
      ? [
          `${where}: the systems have all the same rate, in the pool or on the selected tasks: there is no ranking to compare.`,
        ]
      : []),
    ...(constant.length > 0
      ? [
          `${where}: ${joinWords(constant)} passed or failed every task of the pool: any subset gives that, so the error of 0 tells nothing.`,
        ]
      : []),
    ...few.map(
      ({ name, selectedTasks }) =>
        `${where}: ${name} has results on only ${countOf(selectedTasks, 'selected task')}; its error says little.`,
    ),
  ];
}

const fewTasks = 10;

function togetherNotes({ scopes }: Pick<FidelityAssessment, 'scopes'>, judged: readonly unknown[]): string[] {
  if (judged.length < 2) return [];
  const together = scopes.find(({ benchmark }) => benchmark === undefined);
  if (together === undefined) {
    return ['No system is judged on every benchmark: nothing is said of them together.'];
  }
  return together.kind === 'focus'
    ? ['All together: the selection takes other shares of the benchmarks than the pool has; part of the error is that.']
    : [];
}

function incomparable({ configurations }: PoolResults): string[] {
  const scored = configurations.map(
    ({ byTask }) => new Set([...byTask].flatMap(([key, { state }]) => (state === 'scored' ? [key] : []))),
  );
  let pairs = 0;
  scored.forEach((one, i) => {
    for (const other of scored.slice(i + 1)) {
      let common = 0;
      for (const key of one) if (other.has(key)) common += 1;
      if (common < leastCommon) pairs += 1;
    }
  });
  return pairs === 0
    ? []
    : [
        `${countOf(pairs, 'pair')} of systems ${pairs === 1 ? 'has' : 'have'} fewer than ${leastCommon} tasks in common: whether they are near-duplicates cannot be told.`,
      ];
}

/** From this share on, missing results are described and not only counted. */
const muchMissing = 0.05;
/** A smaller group missing says nothing. */
const leastGroup = 5;

/** Who lacks many results, and the group where most are lacking: what is missing is seldom missing by chance. */
function missingNotes(judged: readonly JudgedBenchmark[]): string[] {
  return judged.flatMap(({ benchmark, witnesses }) => {
    const { name, select } = benchmark.plan;
    const tasks = benchmark.groups.flatMap(({ ranking }) => ranking);
    return witnesses.systems.flatMap((system) => {
      const isMissing = (task: (typeof tasks)[number]) => system.byTask.get(taskKey(task))?.state !== 'scored';
      const missing = tasks.filter(isMissing).length;
      if (missing < muchMissing * tasks.length) return [];
      const rule = select.group;
      const groups = rule === undefined ? [] : [...groupBy(tasks, (task) => groupKey(task, rule) ?? '')];
      const [worst] = groups
        .filter(([, members]) => members.length >= leastGroup)
        .map(([key, members]) => ({ key, size: members.length, missing: members.filter(isMissing).length }))
        .sort((a, b) => b.missing / b.size - a.missing / a.size || b.size - a.size);
      const most =
        worst === undefined || worst.missing === 0
          ? ''
          : `, most of all in ${rule?.by} ${worst.key} (${worst.missing} of ${worst.size})`;
      return [`${name}: ${system.name} has no result on ${missing} of ${countOf(tasks.length, 'task')}${most}.`];
    });
  });
}

/** What is to be known of one benchmark: its pool, who is left out and why, groups that give no task. */
function benchmarkNotes({ benchmark, witnesses }: JudgedBenchmark): string[] {
  const { name } = benchmark.plan;
  const notes: string[] = [];
  const outside = benchmark.tasks.length - benchmark.eligible;
  if (outside > 0) {
    notes.push(
      `${name}: the pool is the ${countOf(benchmark.eligible, 'eligible task')}; ${outside} that may not be selected are not in its rates.`,
    );
  }
  for (const { system, beyond, others } of witnesses.tooFew) {
    notes.push(
      `${name}: ${system} is left out; it has results on ${beyond} of the ${others} tasks that are not selected.`,
    );
  }
  if (witnesses.learned !== undefined) {
    const out = witnesses.leftOut.map(({ system, why }) => `${system} (${why})`);
    const who = out.length === 0 ? 'none of them is among the systems given' : `left out: ${joinWords(out)}`;
    notes.push(
      `${name}: the plan ${witnesses.learned}, so it is judged only on systems it was not learned from; ${who}. Figures on the others would flatter it.`,
    );
    const known = new Set(witnesses.leftOut.map(({ system }) => system));
    // Where their results are at hand, they are known again under any name.
    const unseen = benchmark.priorSystems.filter(
      (system) => !known.has(system) && benchmark.priorRewards?.has(system) !== true,
    );
    if (unseen.length > 0) {
      notes.push(
        `${name}: it was also learned from ${joinWords(unseen)}, not among the results given; a near-duplicate of these could not be found out.`,
      );
    }
  }
  const empty = emptyGroups(benchmark);
  if (empty > 0) {
    notes.push(
      `${name}: ${countOf(empty, 'group')} ${empty === 1 ? 'gives' : 'give'} no task; the random draws put ${empty === 1 ? 'it' : 'them'} with the smallest that does, so that every task has a chance.`,
    );
  }
  return notes;
}
