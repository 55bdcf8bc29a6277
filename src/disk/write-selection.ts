import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeManifest, manifestText } from '../core/manifest/manifest.js';
import type { Selection } from '../core/model/selection.js';
import { selectionCsv } from '../core/report/csv.js';
import { methodologyPage } from '../core/report/methodology.js';
import { generatorName } from './own-package.js';
import { planInputs, refuseInputs, refuseOtherKind } from './protect-files.js';
import { type OutputFile, writeTogether } from './write-together.js';

/** The names of the files `writeSelection` writes. */
export const selectionFileNames = ['selection.json', 'METHODOLOGY.md', 'selection.csv'] as const;

/** The files of a selection: the manifest last, so that it never speaks of pages that are not there yet. */
function selectionFiles(selection: Selection): readonly OutputFile[] {
  return [
    { name: 'METHODOLOGY.md', text: methodologyPage(selection, generatorName()) },
    { name: 'selection.csv', text: selectionCsv(selection) },
    { name: 'selection.json', text: manifestText(makeManifest(selection, generatorName())) },
  ];
}

/**
 * Writes `selection.json`, `selection.csv` and `METHODOLOGY.md` into a folder, all or none. What the plan was run on is
 * never written over, nor a `selection.json` that is JSON of another kind.
 *
 * @param inputs What was read besides the plan and what it names: the folder of benchmarks.
 * @throws OutputError when they cannot be written.
 */
export function writeSelection(selection: Selection, directory: string, inputs: readonly string[] = []): void {
  writeTogether(directory, selectionFiles(selection), () => {
    const manifest = join(directory, 'selection.json');
    const targets = selectionFileNames.map((name) => join(directory, name));
    // In a folder of tasks, a table may be a pool; beside a selection it belongs to that.
    const isOwn = (target: string) => !target.endsWith('.csv') || existsSync(manifest);
    refuseInputs(targets, [...planInputs(selection.plan), ...inputs], isOwn);
    refuseOtherKind([manifest], { name: 'a selection of Winnow', isText: isOwnManifest });
    return [];
  });
}

/** Whether the text is a manifest of any form, or what is left of one: no JSON at all. */
function isOwnManifest(text: string): boolean {
  const generator = /"generated_by": "winnow-bench /;
  if (generator.test(text.slice(0, 2000))) return true;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return true;
  }
  const { metadata } = (value ?? {}) as { metadata?: { plan?: { name?: unknown }; generated_by?: unknown } | null };
  return typeof metadata?.plan?.name === 'string' || /^winnow/.test(String(metadata?.generated_by));
}
