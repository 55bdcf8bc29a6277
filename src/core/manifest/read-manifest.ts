import * as z from 'zod/mini';
import { deepestNesting, isNestedTooDeeply } from '../lists/nesting.js';
import { shown } from '../text/shown.js';
import type { Difference } from './difference.js';
import { type FormAge, formAge, manifestForm, readableForms } from './form.js';
import type { DataOf } from './json-forms.js';
import type { Manifest } from './manifest.js';
import { manifestSchema } from './manifest-schema.js';

/** What the text of a `selection.json` gave: the manifest, or why it is none. */
export interface ManifestReading<Part = Manifest> {
  /** As it stands in the file, with every key; undefined when there are differences. */
  readonly manifest: Part | undefined;
  readonly differences: readonly Difference[];
  /** The name of its plan, where that much could be read. */
  readonly planName: string | undefined;
}

/** Reads the text of a `selection.json`: JSON, a manifest of Winnow's, of a form that is known here, with every part. */
export function readManifest(text: string): ManifestReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return unreadable([brokenJson(text, cause)]);
  }
  if (isNestedTooDeeply(value)) {
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
  const differences = formDifferences(value);
  return differences.length > 0
    ? unreadable(differences, name)
    : { manifest: value as Manifest, differences, planName: name };
}

/** What a manifest says besides its tasks, which of a large selection are most of it. */
export type ManifestHead = Omit<Manifest, 'tasks' | 'task_hashes'>;

/** The text of a `selection.json` read and checked, with its tasks let go. */
export function readManifestHead(text: string): ManifestReading<ManifestHead> {
  const { manifest, ...reading } = readManifest(text);
  if (manifest === undefined) return { manifest, ...reading };
  const { tasks: _, task_hashes: __, ...head } = manifest;
  return { manifest: head, ...reading };
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
  return (error?.issues ?? []).map(({ path: keys, message: expected }) => {
    const path = keys.join('.');
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

function unreadable(differences: readonly Difference[], planName?: string): ManifestReading {
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
