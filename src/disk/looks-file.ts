import { dirname, join } from 'node:path';
import { askedQuestions, emptyRecord, type LooksDocument, readRecord, recordText } from '../core/looks/look-record.js';
import type { Manifest } from '../core/manifest/manifest.js';
import { ManifestError, OutputError } from '../core/model/errors.js';
import { existsSync } from './file-access.js';
import { embeddedPlans } from './load-plan.js';
import { readRegularText } from './open-regular.js';
import { findSelection } from './read-selection.js';
import { reasonOf } from './reason-of.js';
import { writeFile } from './write-together.js';

const looksName = 'looks.json';
const suitesFolder = 'winnow-looks';

/** The looks file: as given, in the folder of the selection, or for a suite in `winnow-looks`. @throws ManifestError otherwise. */
export async function looksFileOf(selection: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const source = await findSelection(selection);
  if (source.kind === 'manifest' && existsSync(source.file)) return join(dirname(source.file), looksName);
  if (source.kind === 'plan' && embeddedPlans().includes(source.plan)) return join(suitesFolder, `${source.plan}.json`);
  const message = 'Winnow records looks in the folder of the selection, but this selection is not in a folder.';
  const hint = 'Write the selection with "winnow select", or name a file for the looks with --looks.';
  // The library may pass the selection itself.
  const place = selection.trimStart().startsWith('{') ? {} : { place: { file: selection } };
  throw new ManifestError([{ code: 'looks/no-place', message, ...place, hint }]);
}

/** The record of looks for a page: as given, of a built-in suite, or of the usual selection; undefined if there is none. */
export function looksFileOfPlan(plan: string, given: string | undefined): string | undefined {
  if (given !== undefined) return given;
  const folders = [...new Set([dirname(plan), '.'])].flatMap((folder) => [join(folder, 'selection'), folder]);
  const files = embeddedPlans().includes(plan)
    ? [join(suitesFolder, `${plan}.json`)]
    : folders.map((folder) => join(folder, looksName));
  return files.find((file) => existsSync(file));
}

/** The questions that were asked about a selection, each with its verdict so far. */
export async function askedQuestionsAt(selection: string): Promise<ReturnType<typeof askedQuestions>> {
  const file = await looksFileOf(selection, undefined).catch(() => undefined);
  const text = file === undefined ? undefined : textOf(file);
  return text === undefined ? [] : askedQuestions(text);
}

/** The baseline of the first recorded question about two of these systems. */
export async function recordedBaseline(selection: string, names: Iterable<string>): Promise<string | undefined> {
  const known = new Set<string | null>(names);
  const questions = await askedQuestionsAt(selection);
  return questions.find(({ system, baseline }) => known.has(system) && known.has(baseline))?.baseline ?? undefined;
}

/** The looks so far. */
export interface KeptLooks {
  readonly file: string;
  /** Undefined if there are none yet. */
  readonly text: string | undefined;
  readonly record: LooksDocument;
}

/** Reads the looks at a selection. @throws ManifestError if the file can't be trusted. */
export function readLooks(file: string, manifest: Manifest): KeptLooks {
  const text = textOf(file);
  return { file, text, record: text === undefined ? emptyRecord(manifest) : readRecord(text, manifest, file) };
}

const mostBytes = 64 * 1024 * 1024;

function textOf(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readRegularText(file, { largestBytes: mostBytes });
  } catch (cause) {
    const message = `cannot be read: ${reasonOf(cause)}.`;
    throw new ManifestError([{ code: 'looks/unreadable', message, place: { file } }], { cause });
  }
}

/** Replaces the record. @throws OutputError if another run has changed it in the meantime. */
export function writeLooks({ file, text }: KeptLooks, record: LooksDocument): void {
  writeFile(file, recordText(record), () => {
    if (textOf(file) === text) return;
    const message = 'another run has changed the file since it was read. Nothing was written.';
    throw new OutputError([
      { code: 'looks/written-meanwhile', message, place: { file }, hint: 'Run the command again.' },
    ]);
  });
}
