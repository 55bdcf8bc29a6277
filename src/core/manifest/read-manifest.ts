import * as z from 'zod/mini';
import { deepestNesting, isNestedTooDeeply } from '../model/record.js';
import { shown } from '../text/shown.js';
import type { TextPieces } from '../text/text-pieces.js';
import type { TaskEntry } from './csv-columns.js';
import type { Difference } from './difference.js';
import { type FormAge, formAge, manifestForm, readableForms } from './form.js';
import type { DataOf } from './json-forms.js';
import type { Manifest } from './manifest.js';
import { manifestSchema, taskListSchema } from './manifest-schema.js';
import { parsePieces } from './parse-pieces.js';

/** What the text of a `selection.json` gave: the manifest, or why it is none. */
export interface FoundManifest<Part = Manifest> {
  /** As it stands in the file, with every key; undefined when there are differences. */
  readonly manifest: Part | undefined;
  readonly differences: readonly Difference[];
  /** The name of its plan, where that much could be read. */
  readonly planName: string | undefined;
}

/** Reads the text of a `selection.json`: JSON, a manifest of Winnow's, of a form that is known here, with every part. */
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

/** What a manifest says besides its tasks, which of a large selection are most of it. */
export type ManifestHead = Omit<Manifest, 'tasks' | 'task_hashes'>;

/**
 * The text of a `selection.json` read and checked, with its tasks let go. Of one that comes in pieces the tasks are not
 * looked at: whoever holds it against another text need not, and whoever uses them reads it whole.
 */
export function readManifestHead(text: string | TextPieces): FoundManifest<ManifestHead> {
  const { manifest, ...reading } = typeof text === 'string' ? readManifest(text) : readPieces(text);
  if (manifest === undefined) return { manifest, ...reading };
  const { tasks: _, task_hashes: __, ...head } = manifest;
  return { manifest: head, ...reading };
}

/** Reads a manifest that comes in pieces; its tasks go into a list of their own, if one is given. */
function readPieces(pieces: TextPieces, tasks?: TaskEntry[]): FoundManifest {
  const differences: Difference[] = [];
  let isTooDeep = false;
  const onTasks = (batch: readonly unknown[]) => {
    isTooDeep ||= isNestedTooDeeply(batch);
    if (isTooDeep) return;
    for (const each of taskDifferences(batch, tasks?.length ?? 0)) differences.push(each);
    for (const task of batch) tasks?.push(task as TaskEntry);
  };
  const value = parsePieces(pieces, tasks && onTasks);
  if (value !== undefined) return readingOf(value, isTooDeep || isNestedTooDeeply(value), differences);
  // Laid out otherwise, or broken: it is read whole, and what is wrong is found there.
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
    'selection.json is longer than a text can be (512 MiB), and is not laid out as Winnow writes it; so it is not read. "winnow select" writes it anew.',
};

/** Holds parsed JSON against what a manifest is; `differences` are those of tasks that were read apart. */
function readingOf(value: unknown, isTooDeep: boolean, differences: readonly Difference[]): FoundManifest {
  if (isTooDeep) {
    const message = `selection.json is not a manifest of Winnow: it is nested more than ${deepestNesting} levels deep.`;
    return unreadable([{ code: 'manifest/not-winnow', message }]);
  }
  const metadata = part(value, 'metadata');
  const planName = part(part(metadata, 'plan'), 'name');
  const name = typeof planName === 'string' ? planName : undefined;
  if (name === undefined || !Array.isArray(part(value, 'tasks'))) {
    return unreadable(
      [
        {
          code: 'manifest/not-winnow',
          message: `selection.json is JSON but not a manifest of Winnow: it lacks ${name === undefined ? 'metadata.plan.name' : 'the list of tasks'}.`,
        },
      ],
      name,
    );
  }
  const version = part(metadata, 'version');
  if (formAge(version) === undefined) return unreadable([otherForm(version, part(metadata, 'generated_by'))], name);
  const all = [...formDifferences(value), ...differences];
  return all.length > 0 ? unreadable(all, name) : { manifest: value as Manifest, differences: [], planName: name };
}

/** How old the form of a manifest is that was read. */
export function ageOf({ metadata }: Pick<Manifest, 'metadata'>): FormAge {
  return formAge(metadata.version) ?? 'own';
}

/**
 * The manifest without the keys that this program does not know. That it compiles says that what is written is what the
 * schema describes, and that what the schema lets through is a manifest.
 */
export function knownPart(manifest: Manifest): Manifest {
  const written: DataOf<typeof manifestSchema> = manifest;
  return z.parse(manifestSchema(), written);
}

/** Every place where parsed JSON does not have the form of a manifest. */
function formDifferences(value: unknown): Difference[] {
  const { error } = z.safeParse(manifestSchema(), value);
  return malformed(error?.issues ?? [], value, []);
}

/** The same of some of its tasks, the first of which is the task of that number. */
function taskDifferences(tasks: readonly unknown[], start: number): Difference[] {
  const { error } = z.safeParse(taskListSchema(), tasks);
  return malformed(error?.issues ?? [], tasks, ['tasks', start]);
}

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

/** @param at Where the value stands, and the number of its first item where it is part of a list. */
function malformed(issues: Issues, value: unknown, at: readonly [] | readonly [string, number]): Difference[] {
  const [name, start = 0] = at;
  return issues.map(({ path: keys, message: expected }) => {
    const [index, ...below] = keys;
    const path = (name === undefined ? keys : [name, start + Number(index), ...below]).join('.');
    const found = keys.reduce<unknown>((within, key) => part(within, String(key)), value);
    const message =
      found === undefined
        ? `selection.json has no ${path}; every manifest of its form has it.`
        : `${path} is ${shown(found)}; it must be ${expected}.`;
    return { code: 'manifest/malformed', message, path };
  });
}

function otherForm(version: unknown, writer: unknown): Difference {
  const wrote =
    typeof writer === 'string' ? `the program that wrote it, ${shown(writer)}` : 'the program that wrote it';
  const message = `selection.json has form ${shown(version)}; this program reads ${readableForms}, and writes ${manifestForm}. Use ${wrote}, or a later one.`;
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
    return {
      code: 'file/conflict',
      message: `selection.json holds the marks of a merge that was not resolved, at line ${line}.`,
    };
  }
  if (text.trim() === '') return { code: 'file/truncated', message: 'selection.json is empty.' };
  if (isCutOff(text)) {
    const line = lineOf(text, text.trimEnd().length);
    return {
      code: 'file/truncated',
      message: `selection.json is truncated: it ends within the document, at line ${line}.`,
    };
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { code: 'file/not-json', message: `selection.json is not JSON: ${reason}.` };
}

/** The number of the line that the text up to here ends in. */
function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Whether a text that begins as an object or a list ends before it is closed. */
function isCutOff(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[[{]|[\]}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
  }
  return depth > 0;
}
