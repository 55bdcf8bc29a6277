import { compact, largest, smallest } from '../lists/lists.js';
import type { Program, ProgramRow, Solver } from '../model/optimum.js';
import { formatCount } from '../text/words.js';
import { type Asked, columnSum, feasibilityProgram, keeps, type Limit, type Problem, type Stated } from './problem.js';

/**
 * A minimal set of conflicting limits, unless the time runs out. Drops limits as long as the remaining ones still
 * conflict: first halves, then quarters, finally one by one. While the limits conflict even for fractional tasks, it
 * uses the relaxation, which is fast. It then minimises the remaining limits with whole tasks.
 */
export function findConflict(problem: Problem, solver: Solver, seconds: number, asked: Asked = {}): readonly Limit[] {
  let left = seconds;
  const cannotHold = (limits: readonly Limit[], inFractions: boolean): boolean => {
    if (left <= 0) return false;
    const program = feasibilityProgram(problem, { ...asked, limits });
    const whole = inFractions ? program.whole.map(() => false) : program.whole;
    const solved = solver.solve({ ...program, whole }, { seconds: left });
    left -= solved.seconds;
    return solved.status === 'infeasible';
  };
  const all = asked.limits ?? problem.limits;
  const few = cannotHold(all, true) ? withoutSpare(all, (limits) => cannotHold(limits, true)) : all;
  return withoutSpare(few, (limits) => cannotHold(limits, false));
}

function withoutSpare(limits: readonly Limit[], cannotHold: (limits: readonly Limit[]) => boolean): readonly Limit[] {
  let kept = limits;
  for (let size = Math.ceil(kept.length / 2); kept.length > 0; size = Math.ceil(size / 2)) {
    let from = 0;
    while (from < kept.length) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (cannotHold(rest)) kept = rest;
      else from += size;
    }
    if (size === 1) break;
  }
  return kept;
}

/** For example "language go: at least 3 (of 2 eligible)". */
export function limitWords({ what, side, bound, scale, columns, values, isPin, notes = [] }: Limit): string {
  const counts = scale === 1 && values.every((value) => value === 1) && columns.length > 1;
  const all = compact([counts && `of ${formatCount(columns.length)} eligible`, ...notes]);
  const words = isPin === true ? what : `${what}: at ${side} ${formatCount(bound / scale)}`;
  return all.length === 0 ? words : `${words} (${all.join('; ')})`;
}

/** A number in the plan, and the number that would replace it. */
export interface Change {
  readonly stated: Stated;
  readonly to: number;
  /** The size of the change, in tasks. */
  readonly size: number;
}

/** The cost of changing a number by one task; large enough that costs per unit are whole numbers. */
const costOfTask = 1000;
const mostTried = 20;

/**
 * Changes to the plan that resolve all conflicts: each of them alone, the smallest first, or several together if no
 * single one does. None if there was no time to find any.
 */
export function findFixes(
  problem: Problem,
  solver: Solver,
  seconds: number,
  conflict: readonly Limit[],
): readonly (readonly Change[])[] {
  const { candidates, limits } = problem;
  const all = statedIn(limits);
  const program = relaxedProgram(problem, all);
  let left = seconds;
  const fix = (free: ReadonlySet<Stated | undefined>): readonly Change[] | undefined => {
    if (left <= 0) return undefined;
    const upper = [...program.upper];
    for (const [i, stated] of all.entries()) if (!free.has(stated)) upper[candidates.length + i] = 0;
    const solved = solver.solve({ ...program, upper }, { seconds: left });
    left -= solved.seconds;
    if (solved.status === 'infeasible' || solved.values === undefined) return undefined;
    const { values } = solved;
    const isIn = new Set([...candidates.keys()].filter((column) => (values[column] ?? 0) > 0.5));
    const broken = limits.filter((limit) => !keeps(limit, isIn));
    if (broken.some(({ stated }) => !free.has(stated))) return undefined;
    return statedIn(broken).map((stated) => changeOf(stated, limits, isIn));
  };
  const single = statedIn(conflict)
    .slice(0, mostTried)
    .flatMap((stated) => fix(new Set([stated])) ?? []);
  if (single.length > 0) return single.toSorted((a, b) => a.size - b.size).map((change) => [change]);
  const together = fix(new Set(all));
  return together === undefined ? [] : [together];
}

/** The number that admits these tasks, for a number that doesn't. */
function changeOf(stated: Stated, limits: readonly Limit[], isIn: ReadonlySet<number>): Change {
  const broken = (limit: Limit) => limit.stated === stated && !keeps(limit, isIn);
  const { side, scale = 1, step = 1 } = limits.find(broken) ?? {};
  const own = limits.filter((limit) => limit.stated === stated && limit.side === side);
  // A label whose tasks are all selected reaches any floor.
  const isOpen = (limit: Limit) => broken(limit) || limit.columns.some((column) => !isIn.has(column));
  const sums = (side === 'least' ? own.filter(isOpen) : own).map((limit) => columnSum(limit, isIn));
  const to = side === 'least' ? smallest(sums) : largest(sums);
  return { stated, to: to / scale, size: largest(own.map(({ bound }) => Math.abs(bound - to))) / step };
}

/** For example "take 39 tasks instead of 40". */
export function changeWords({ stated, to }: Change): string {
  const [before, after] = stated.words;
  return after === undefined ? before : `${before}${formatCount(to)}${after}`;
}

function statedIn(limits: readonly Limit[]): readonly Stated[] {
  return [...new Set(limits.flatMap(({ stated }) => stated ?? []))];
}

/** The limits as rows, with a column after the candidates for the change of each number that the plan states. */
function relaxedProgram({ limits, candidates }: Problem, all: readonly Stated[]): Program {
  const columns = candidates.map(() => ({ cost: 0, upper: 1, whole: true }));
  const infinite = Number.POSITIVE_INFINITY;
  const slackOf = new Map(
    all.map((stated) => {
      const { step = 1 } = limits.find((limit) => limit.stated === stated) ?? {};
      const cost = Math.max(1, Math.round(costOfTask / step));
      return [stated, columns.push({ cost, upper: infinite, whole: false }) - 1];
    }),
  );
  const tasks = [...candidates.keys()];
  // An empty selection is an error.
  const rows: ProgramRow[] = [{ columns: tasks, values: tasks.map(() => 1), lower: 1, upper: infinite }];
  for (const { stated, side, bound, columns: own, values } of limits) {
    const slack = stated === undefined ? undefined : slackOf.get(stated);
    const row = {
      columns: slack === undefined ? own : [...own, slack],
      values: slack === undefined ? values : [...values, side === 'least' ? 1 : -1],
    };
    const asked = Math.max(bound, stated?.asked ?? 0);
    if (side === 'most') rows.push({ ...row, lower: -infinite, upper: bound });
    else if (asked === bound) rows.push({ ...row, lower: bound, upper: infinite });
    else {
      // Either the label reaches the number, or all of its tasks are selected.
      const isAll = columns.push({ cost: 0, upper: 1, whole: true }) - 1;
      rows.push({ columns: [...row.columns, isAll], values: [...row.values, asked], lower: asked, upper: infinite });
      rows.push({ columns: [...own, isAll], values: [...values, -bound], lower: 0, upper: infinite });
    }
  }
  return {
    cost: columns.map(({ cost }) => cost),
    lower: columns.map(() => 0),
    upper: columns.map(({ upper }) => upper),
    whole: columns.map(({ whole }) => whole),
    rows,
  };
}
