import { basename, dirname, join, resolve } from 'node:path';
import type { Format } from '../sources/formats/format.js';
import type { FormatSeen, FormatsSeen, PlaceSurvey } from './place-survey.js';

/** A benchmark to be: where its tasks lie and in which format. */
export interface PlanPart {
  /** What to call it; the benchmark that its records name, or words from its path. */
  readonly name: string;
  /** Whether the records name it, so that the plan's key must be that name. */
  readonly named: boolean;
  /** Where its tasks lie, each path with how many were seen there. */
  readonly paths: ReadonlyMap<string, number>;
  readonly format: Format;
}

/** Cuts places into benchmarks: one a format, or one a folder and format where the folders of a place differ. */
export function planParts(surveys: readonly PlaceSurvey[]): readonly PlanPart[] {
  const parts = new Map<string, PlanPart>();
  for (const part of surveys.flatMap(partsOfPlace)) {
    // A benchmark that the files of several places name is one benchmark.
    const key = part.named
      ? JSON.stringify([part.name, part.format.name])
      : JSON.stringify([[...part.paths.keys()], part.format.name]);
    const known = parts.get(key);
    parts.set(key, known === undefined ? part : { ...known, paths: new Map([...known.paths, ...part.paths]) });
  }
  return [...parts.values()];
}

function partsOfPlace(survey: PlaceSurvey): PlanPart[] {
  const { path, all, below } = survey;
  if (below === undefined || !isPile(survey)) return partsOf(all, path);
  return [...below].flatMap(([folder, seen]) =>
    folder === '' ? partsOf(seen, path, true) : partsOf(seen, join(path, folder)),
  );
}

/** Whether the folders directly below a place are benchmarks of their own, and not parts of one. */
function isPile({ below = new Map<string, FormatsSeen>(), holdsTasks }: PlaceSurvey): boolean {
  const folders = [...below].filter(([folder]) => folder !== '').map(([, seen]) => seen);
  const loose: FormatsSeen = below.get('') ?? new Map();
  // Files in the place itself can only be told from those below it by listing them.
  if (holdsTasks || folders.length < 2 || [...loose.values()].some(({ files }) => files === undefined)) return false;
  const tasks = folders.flatMap((seen) => [...seen.values()]).reduce((sum, each) => sum + each.tasks, 0);
  const kinds = new Set(folders.map((seen) => [...seen.keys()].sort().join()));
  return kinds.size > 1 || tasks >= 3 * folders.length;
}

/** The parts in a folder, which they are named after; a file that is loose beside other folders has its own name. */
function partsOf(seen: FormatsSeen, folder: string, loose = false): PlanPart[] {
  return [...seen.values()].flatMap((entry) => partsOfFormat(entry, folder, loose));
}

function partsOfFormat({ format, files, tasks }: FormatSeen, folder: string, loose: boolean): PlanPart[] {
  if (format.kind === 'folder' || files === undefined) {
    return [{ name: nameOf(folder), named: false, paths: new Map([[folder, tasks]]), format }];
  }
  // Files and not their folder: what is written there later, such as a selection, is not taken for tasks.
  const unnamed = [...files].filter(([, { names }]) => names.size === 0);
  const named = [...new Set([...files.values()].flatMap(({ names }) => [...names.keys()]))].map((name) => {
    const holders = [...files].flatMap(([file, { names }]) =>
      names.has(name) ? [[file, names.get(name) ?? 0] as const] : [],
    );
    return { name, named: true, paths: new Map(holders), format };
  });
  const [first] = unnamed;
  if (first === undefined) return named;
  const name = nameOf(loose && unnamed.length === 1 ? first[0] : folder);
  const paths = new Map(unnamed.map(([file, seen]) => [file, seen.tasks]));
  return [{ name, named: false, paths, format }, ...named];
}

/** A file's or folder's own name; where it says nothing, that of the nearest folder above it that does. */
export function nameOf(path: string): string {
  const whole = resolve(path);
  const own = basename(whole).replace(/\.(jsonl?|ndjson|csv|tsv|parquet)$/i, '');
  const isFile = own !== basename(whole);
  const saysNothing = (
    isFile ? /^(tasks?|data|dataset|pool|train|test|dev)$/i : /^(tasks?|data|datasets?|pool)$/i
  ).test(own);
  return saysNothing && dirname(whole) !== dirname(dirname(whole)) ? nameOf(dirname(whole)) : own;
}
