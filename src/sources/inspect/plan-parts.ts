import { basename, dirname, join, resolve } from 'node:path';
import type { Format } from '../format.js';
import type { FormatSeen, FormatsSeen, PlaceSurvey } from './place-survey.js';

/** A benchmark to be: where its tasks lie and in which format. */
export interface PlanPart {
  /** What to call it; the benchmark that its records name, or words from its path. */
  readonly name: string;
  /** Whether the records name it, so that the plan's key must be that name. */
  readonly named: boolean;
  readonly paths: readonly string[];
  readonly format: Format;
}

/** Cuts places into benchmarks: one a format, or one a folder and format where the folders of a place differ. */
export function planParts(surveys: readonly PlaceSurvey[]): readonly PlanPart[] {
  const parts = new Map<string, PlanPart>();
  for (const part of surveys.flatMap(partsOfPlace)) {
    // A benchmark that the files of several places name is one benchmark.
    const key = part.named
      ? JSON.stringify([part.name, part.format.name])
      : JSON.stringify([part.paths, part.format.name]);
    const known = parts.get(key);
    parts.set(key, known === undefined ? part : { ...known, paths: [...new Set([...known.paths, ...part.paths])] });
  }
  return [...parts.values()];
}

function partsOfPlace(survey: PlaceSurvey): PlanPart[] {
  const { path, all, below } = survey;
  if (below === undefined || !isPile(survey)) return partsOf(all, path, path);
  return [...below].flatMap(([folder, seen]) => partsOf(seen, folder === '' ? path : join(path, folder), path));
}

/** Whether the folders directly below a place are benchmarks of their own, and not parts of one. */
function isPile({ below = new Map(), holdsTasks }: PlaceSurvey): boolean {
  const folders = [...below].filter(([folder]) => folder !== '').map(([, seen]) => seen as FormatsSeen);
  const loose: FormatsSeen = below.get('') ?? new Map();
  // Files in the place itself can only be told from those below it by listing them.
  if (holdsTasks || folders.length < 2 || [...loose.values()].some(({ files }) => files === undefined)) return false;
  const tasks = folders.flatMap((seen) => [...seen.values()]).reduce((sum, each) => sum + each.tasks, 0);
  const kinds = new Set(folders.map((seen) => [...seen.keys()].sort().join()));
  return kinds.size > 1 || tasks >= 3 * folders.length;
}

function partsOf(seen: FormatsSeen, folder: string, place: string): PlanPart[] {
  return [...seen.values()].flatMap((entry) => partsOfFormat(entry, folder, place));
}

function partsOfFormat({ format, files }: FormatSeen, folder: string, place: string): PlanPart[] {
  if (format.kind === 'folder' || files === undefined) {
    return [{ name: nameOf(folder), named: false, paths: [folder], format }];
  }
  // Files and not their folder: what is written there later, such as a selection, is not taken for tasks.
  const unnamed = [...files].filter(([, names]) => names.size === 0).map(([file]) => file);
  const names = new Set([...files.values()].flatMap((each) => [...each]));
  const named = [...names].map((name) => ({
    name,
    named: true,
    paths: [...files].filter(([, each]) => each.has(name)).map(([file]) => file),
    format,
  }));
  if (unnamed.length === 0) return named;
  const [first = place] = unnamed;
  return [{ name: nameOf(unnamed.length === 1 ? first : folder), named: false, paths: unnamed, format }, ...named];
}

/** A file's or folder's own name; where it says nothing, its folder's. */
export function nameOf(path: string): string {
  const whole = resolve(path);
  const own = basename(whole).replace(/\.(jsonl?|ndjson|csv|tsv|parquet)$/i, '');
  return /^(tasks?|data|datasets?|pool)$/i.test(own) ? basename(dirname(whole)) : own;
}
