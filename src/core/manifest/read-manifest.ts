import * as z from 'zod/mini';
import { schemaOf } from '../documents/forms.js';
import { deepestNesting, isNestedTooDeeply, type UnknownRecord } from '../model/record.js';
import { linesOf, type TextPieces } from '../text/text-pieces.js';
import { shown } from '../text/words.js';
import { type TaskEntry, taskSchema } from './csv-columns.js';
import { isFormOne, upgradeManifest } from './form-one.js';
import { type Manifest, manifestForm, manifestSchema } from './manifest.js';

/** An error in a selection on disk, or a difference from the expected selection. */
export interface Difference {
  /** Stable across versions, for programs: `plan/changed`, `pool/grown`, `task/edited`, … */
  readonly code: string;
  /** The found and the expected value, in a sentence. */
  readonly message: string;
  /** What to do; may have several lines. */
  readonly hint?: string;
  /** The path of keys in `selection.json`, if the difference is in one value. */
  readonly path?: string;
}

/** The manifest in a `selection.json`, or the reasons why it can't be read. */
export interface FoundManifest<Part = Manifest> {
  /** As in the file, upgraded from form 1 if needed; undefined if there are differences. */
  readonly manifest: Part | undefined;
  readonly differences: readonly Difference[];
  readonly planName: string | undefined;
}

/** Reads a `selection.json`. It must be JSON, a Winnow manifest in a known form, and complete. */
export function readManifest(text: string | TextPieces): FoundManifest {
  if (typeof text !== 'string') {
    const tasks: TaskEntry[] = [];
    const { manifest, ...reading } = readPieces(text, tasks);
    return { manifest: manifest && { ...manifest, tasks }, ...reading };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return unreadable([brokenJson(text, cause)]);
  }
  return readingOf(value, isNestedTooDeeply(value), []);
}

/** A manifest without its tasks, which are most of a large one. */
export type ManifestHead = Omit<Manifest, 'tasks' | 'task_hashes'>;

/** Reads a `selection.json` without its tasks. If the text comes in pieces, the tasks are not checked. */
export function readManifestHead(text: string | TextPieces): FoundManifest<ManifestHead> {
  const { manifest, ...reading } = typeof text === 'string' ? readManifest(text) : readPieces(text);
  if (manifest === undefined) return { manifest, ...reading };
  const { tasks: _, task_hashes: __, ...head } = manifest;
  return { manifest: head, ...reading };
}

function readPieces(pieces: TextPieces, tasks?: TaskEntry[]): FoundManifest {
  const differences: Difference[] = [];
  const schema = schemaOf(taskSchema());
  let isTooDeep = false;
  const onTask = (task: unknown) => {
    isTooDeep ||= isNestedTooDeeply([task]);
    if (isTooDeep || tasks === undefined) return;
    differences.push(...malformed(schema, task, ['tasks', tasks.length]));
    tasks.push(task as TaskEntry);
  };
  const value = parsePieces(pieces, tasks && onTask);
  if (value !== undefined && !isFormOne(value))
    return readingOf(value, isTooDeep || isNestedTooDeeply(value), differences);
  // The text is broken, or has another layout or form; reading it whole finds the errors.
  tasks?.splice(0);
  const text = wholeOf(pieces);
  if (text === undefined) return unreadable([tooLong]);
  const { manifest, ...reading } = readManifest(text);
  for (const task of manifest?.tasks ?? []) tasks?.push(task);
  return { manifest, ...reading };
}

function wholeOf(pieces: TextPieces): string | undefined {
  try {
    return String(pieces);
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

const tooLong: Difference = {
  code: 'file/too-long',
  message:
    'selection.json is larger than 512 MiB and not in the layout that Winnow writes, so it cannot be read. Run "winnow select" to write it again.',
};

/** Checks parsed JSON against the form of a manifest; `differences` are from tasks that were read separately. */
function readingOf(value: unknown, isTooDeep: boolean, differences: readonly Difference[]): FoundManifest {
  if (isTooDeep) {
    const message = `selection.json is nested more than ${deepestNesting} levels deep, so it is not a Winnow selection.`;
    return unreadable([{ code: 'manifest/not-winnow', message }]);
  }
  const metadata = part(value, 'metadata');
  const planName = part(part(metadata, 'plan'), 'name');
  const name = typeof planName === 'string' ? planName : undefined;
  if (name === undefined || !Array.isArray(part(value, 'tasks'))) {
    const lacking = name === undefined ? 'metadata.plan.name' : 'the list of tasks';
    const message = `selection.json is JSON, but not a Winnow selection: ${lacking} is missing.`;
    return unreadable([{ code: 'manifest/not-winnow', message }], name);
  }
  const version = part(metadata, 'version');
  if (formAge(version) === undefined) return unreadable([otherForm(version, part(metadata, 'generated_by'))], name);
  const current = isFormOne(value) ? upgradeManifest(value as UnknownRecord) : value;
  const all = [...malformed(schemaOf(manifestSchema()), current), ...differences];
  return all.length > 0 ? unreadable(all, name) : { manifest: current as Manifest, differences: [], planName: name };
}

export function ageOf({ metadata }: Pick<Manifest, 'metadata'>): FormAge {
  return formAge(metadata.version) ?? 'own';
}

/** The manifest without keys that this version does not know. */
export function knownPart(manifest: Manifest): Manifest {
  return z.parse(schemaOf(manifestSchema()), manifest) as Manifest;
}

/** The age of a form, compared with the form that this version writes. */
export type FormAge = 'older' | 'own' | 'newer';

/** The first published form was 1.1. */
const readableForms = '1.1, 1.2 and 2.x';

/** The age of a form; undefined if it can't be read, because its major number differs or it was never published. */
export function formAge(version: unknown): FormAge | undefined {
  const [major, minor] = numbersOf(String(version));
  const [ownMajor, ownMinor] = numbersOf(manifestForm);
  if (major === 1 && (minor === 1 || minor === 2)) return 'older';
  if (major !== ownMajor || minor === undefined || ownMinor === undefined) return undefined;
  if (minor === ownMinor) return 'own';
  return minor < ownMinor ? 'older' : 'newer';
}

function numbersOf(version: string): number[] {
  return /^\d+\.\d+$/.test(version) ? version.split('.').map(Number) : [];
}

/** The differences of a value from a schema; `place` has the keys that lead to the value. */
function malformed(schema: z.ZodMiniType, value: unknown, place: readonly PropertyKey[] = []): Difference[] {
  const { error } = z.safeParse(schema, value);
  return (error?.issues ?? []).map(({ path: keys, message: expected }) => {
    const path = [...place, ...keys].join('.');
    const found = keys.reduce<unknown>((within, key) => part(within, String(key)), value);
    const message =
      found === undefined
        ? `selection.json lacks ${path}, which this format requires.`
        : `${path} is ${shown(found)}; it must be ${expected}.`;
    return { code: 'manifest/malformed', message, path };
  });
}

function otherForm(version: unknown, writer: unknown): Difference {
  const wrote =
    typeof writer === 'string' ? `the program that wrote it (${shown(writer)})` : 'the program that wrote it';
  const message = `selection.json is in format ${shown(version)}, but this version of Winnow reads formats ${readableForms} and writes ${manifestForm}. Use ${wrote}, or a later version.`;
  return { code: 'manifest/version', message, path: 'metadata.version' };
}

function unreadable(differences: readonly Difference[], planName?: string): FoundManifest {
  return { manifest: undefined, differences, planName };
}

function part(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function brokenJson(text: string, cause: unknown): Difference {
  const conflict = /^(?:<{7}|>{7})/m.exec(text);
  if (conflict !== null) {
    const line = lineOf(text, conflict.index);
    return { code: 'file/conflict', message: `the file contains merge conflict markers at line ${line}.` };
  }
  if (text.trim() === '') return { code: 'file/truncated', message: 'the file is empty.' };
  if (isCutOff(text)) {
    const line = lineOf(text, text.trimEnd().length);
    const message = `the file is cut off at line ${line}, in the middle of the document.`;
    return { code: 'file/truncated', message };
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { code: 'file/not-json', message: `the file is not JSON: ${reason}.` };
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function isCutOff(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[[{]|[\]}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
  }
  return depth > 0;
}

/** Replaces the tasks while the rest of a manifest is parsed; no task is a string. */
const standIn = JSON.stringify('tasks that were read apart');

/**
 * Parses a manifest in Winnow's layout from pieces, one task at a time, so that memory does not grow with the tasks.
 * Line breaks are only a guess at where a task ends. But the text between two guesses must be valid JSON, and so must
 * the rest without the tasks, so a wrong guess is always detected.
 * @param onTask Receives the tasks in order; if missing, tasks are not parsed.
 * @returns The document with an empty list of tasks; undefined if it has another layout or is not JSON.
 */
export function parsePieces(pieces: TextPieces, onTask?: (task: unknown) => void): Record<string, unknown> | undefined {
  const rest: string[] = [];
  let task: string[] = [];
  let place: 'before' | 'tasks' | 'last' | 'after' = 'before';
  try {
    for (const line of linesOf(pieces)) {
      if (place === 'before' || place === 'after') {
        rest.push(line);
        if (place === 'before' && line === '  "tasks": [') place = 'tasks';
      } else if (place === 'last') {
        if (line !== '  ]' && line !== '  ],') return undefined;
        rest.push(standIn, line);
        place = 'after';
      } else if (line === '    }' || line === '    },') {
        onTask?.(JSON.parse(`${task.join('\n')}\n}`));
        task = [];
        place = line === '    }' ? 'last' : 'tasks';
      } else if (onTask !== undefined) task.push(line);
    }
    if (place !== 'after') return undefined;
    const document: unknown = JSON.parse(rest.join('\n'));
    if (typeof document !== 'object' || document === null || !('tasks' in document)) return undefined;
    return JSON.stringify(document.tasks) === `[${standIn}]` ? { ...document, tasks: [] } : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof RangeError) return undefined;
    throw cause;
  }
}
