import { parse, stringify } from 'yaml';
import { random } from '../draws/random.js';
import { isRecord } from '../model/record.js';

/** What turns a plan into that of a pilot. */
export interface PilotEdit {
  readonly name: string;
  readonly seed: string | number;
  readonly pilot: { readonly goal: string; readonly repeats: number; readonly budget: string };
  /** Tasks to draw in all, and of each benchmark at least; undefined: all are taken, to see what could be drawn. */
  readonly total: { readonly take: number; readonly atLeast: number } | undefined;
  /** The label that divides a benchmark's tasks into strata, by benchmark. */
  readonly strata: ReadonlyMap<string, string>;
  /** A path as it is written from where the new plan lies. */
  readonly moved: (path: string) => string;
}

/**
 * The text of a plan that draws a pilot from the pool of another: the same sources, labels, conditions and exclusions; the
 * tasks at random, by their permanent random numbers. The text was read as a plan before.
 */
export function pilotPlanText(text: string, edit: PilotEdit): string {
  const { total: _, tiers: __, history: ___, optimise: ____, ...written } = parse(text) as Record<string, unknown>;
  const benchmarks = isRecord(written['benchmarks']) ? written['benchmarks'] : {};
  const { take, atLeast } = edit.total ?? { take: undefined, atLeast: 0 };
  const plan = {
    ...written,
    name: edit.name,
    seed: edit.seed,
    pilot: edit.pilot,
    ...(take === undefined ? {} : { total: { take, at_least: atLeast } }),
    ...(typeof written['exclusions'] === 'string' ? { exclusions: edit.moved(written['exclusions']) } : {}),
    benchmarks: Object.fromEntries(
      Object.entries(benchmarks).map(([name, benchmark]) => [name, pilotBenchmark(name, benchmark, edit)]),
    ),
  };
  return `# Written by "winnow pilot": the pool of another plan, from which the tasks are drawn at random.\n${stringify(plan, { lineWidth: 0 })}`;
}

function pilotBenchmark(name: string, benchmark: unknown, { total, strata, moved }: PilotEdit): unknown {
  if (!isRecord(benchmark)) return benchmark;
  const { source, prior, select, ...rest } = benchmark;
  const where = isRecord(select) ? select['where'] : undefined;
  const by = strata.get(name);
  return {
    ...rest,
    source: isRecord(source) ? movedSource(source, moved) : source,
    ...(isRecord(prior) ? { prior: { ...prior, path: movedPaths(prior['path'], moved) } } : {}),
    select: {
      ...(where === undefined ? {} : { where }),
      ...(total === undefined ? { take: 'all' } : {}),
      ...(by === undefined || total === undefined ? {} : { group: { by, at_least: 2 } }),
      ...(total === undefined ? {} : { prefer: [random.name] }),
    },
  };
}

function movedSource(source: Record<string, unknown>, moved: (path: string) => string): Record<string, unknown> {
  const { path, join } = source;
  return {
    ...source,
    ...(path === undefined ? {} : { path: movedPaths(path, moved) }),
    ...(Array.isArray(join)
      ? { join: join.map((each) => (isRecord(each) ? { ...each, path: movedPaths(each['path'], moved) } : each)) }
      : {}),
  };
}

function movedPaths(paths: unknown, moved: (path: string) => string): unknown {
  if (typeof paths === 'string') return moved(paths);
  return Array.isArray(paths) ? paths.map((path) => (typeof path === 'string' ? moved(path) : path)) : paths;
}
