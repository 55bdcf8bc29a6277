import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, runWinnow } from '../support/run-winnow.js';

/** A run whose every output is kept in `files/NAME/`; `npm run goldens` writes them anew, on purpose. */
export interface Golden {
  readonly name: string;
  readonly plan: string;
}

export const goldens: readonly Golden[] = [
  { name: 'ccb', plan: 'ccb' },
  { name: 'review-assistant', plan: 'examples/review-assistant/plan.yaml' },
];

/** The files of a golden run, by name, as the command line gives them now. */
export function outputsNow({ plan }: Golden, out: string): ReadonlyMap<string, string> {
  const run = runWinnow(['select', plan, '--out', out]);
  if (run.code !== 0) throw new Error(run.stderr);
  const written = ['selection.json', 'METHODOLOGY.md', 'selection.csv'].map(
    (file) => [file, readFileSync(join(out, file), 'utf8')] as const,
  );
  const summary = run.stdout.replaceAll(`${out}/`, '').replaceAll(out, 'OUT');
  return new Map([...written, ['summary.txt', summary]]);
}

/** The kept text of a golden's file. */
export function kept(golden: Golden, file: string): string {
  return readFileSync(join(goldenFolder(golden), file), 'utf8');
}

/** Replaces a golden's files by what the command line gives now. */
export function keep(golden: Golden, out: string): void {
  rmSync(goldenFolder(golden), { recursive: true, force: true });
  mkdirSync(goldenFolder(golden), { recursive: true });
  for (const [file, text] of outputsNow(golden, out)) writeFileSync(join(goldenFolder(golden), file), text);
}

function goldenFolder({ name }: Golden): string {
  return join(projectRoot, 'test/golden/files', name);
}
