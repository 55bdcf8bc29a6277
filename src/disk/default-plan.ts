import { basename, dirname, resolve } from 'node:path';
import { PlanError } from '../core/model/errors.js';
import { compareText } from '../core/text/compare-text.js';
import { joinWords } from '../core/text/join-words.js';
import { visibleText } from '../core/text/visible-text.js';
import { existsSync, readdirSync } from './file-access.js';
import { isEmbeddedFile, isPath, isPlanText, type LoadedPlan, planFileNames } from './load-plan.js';
import { madeBy } from './made-by.js';

/** The plan that a command uses, as `loadPlan` takes it, and for a default why it is that one. */
export interface PlanChoice {
  /** A path, or the name of a plan that ships with Winnow. */
  readonly plan: string;
  readonly isEmbedded: boolean;
  /** In words; undefined where the caller named the plan. */
  readonly because?: string | undefined;
  /** Where it was read to be found. */
  readonly loaded?: LoadedPlan;
}

/** What the plan is for: to make a selection, in the folder `out`, or to answer for the one that is there. */
export type PlanUse = { readonly use: 'select'; readonly out: string } | { readonly use: 'answer' };

/** The plan that ships for whoever has none. */
const shippedPlan = 'ccb';

/**
 * The plan to use: the one that is named, or else the default. To answer for a selection, that is the plan that made the one
 * in `selection` or in this folder, found as `findPlanFiles` finds it; then the `plan.yaml` of this folder; then, in an empty
 * folder, the plan that ships. To make a selection, the `plan.yaml` of this folder comes first: whoever edits it means it,
 * whatever made the selection that is there.
 *
 * @throws PlanError when a selection is there and its plan is not, or the folder has data and no plan.
 */
export async function planToUse(named: string | undefined, purpose: PlanUse): Promise<PlanChoice> {
  if (named !== undefined) return { plan: named, isEmbedded: !isPath(named) && !isPlanText(named) };
  const own = planFileNames.find((file) => existsSync(file));
  const ofFolder = own === undefined ? undefined : { plan: own, isEmbedded: false, because: 'found in this folder' };
  if (purpose.use === 'select' && ofFolder !== undefined) return ofFolder;
  // Loaded when needed: a plan that is named needs no selection.
  const { usualSelection } = await import('./read-selection.js');
  const selection = usualSelection(purpose.use === 'select' ? purpose.out : undefined);
  const maker = selection === undefined ? undefined : madeBy(selection.text);
  if (selection === undefined || maker === undefined) {
    const nameless = selection === undefined ? '' : `; ${selection.file} does not say which plan made it`;
    if (ofFolder !== undefined) return { ...ofFolder, because: `${ofFolder.because}${nameless}` };
    const data = dataHere(purpose.use === 'select' ? purpose.out : undefined);
    if (data.length > 0) throw noPlan(data, nameless);
    const because = `the default in an empty folder${nameless}`;
    return { plan: shippedPlan, isEmbedded: true, because };
  }
  const { file } = selection;
  const hint = `It made ${file}, and no other plan is taken for it. Name the plan to use: its path, or an embedded one.`;
  const { findPlanFiles } = await import('./find-plan.js');
  const loaded = await findPlanFiles(maker.name, dirname(file), maker.sha256, hint);
  const made = loaded.plan.hash === maker.sha256 ? `which made ${file}` : `changed since it made ${file}`;
  const isOther = own !== undefined && resolve(own) !== resolve(loaded.plan.file);
  return { ...choiceOf(loaded), loaded, because: isOther ? `${made}; ${own} here is another plan` : made };
}

/** A plan that was found, as it can be named. */
export function choiceOf({ plan: { name, file } }: LoadedPlan): PlanChoice {
  const isEmbedded = isEmbeddedFile(file);
  return { plan: isEmbedded ? name : file, isEmbedded };
}

/** Pages and texts, and what is there because Winnow was installed here, are no data. */
const noData = /\.(?:html?|md)$|^(?:license|readme|notice|package(?:-lock)?\.json|node_modules)$/i;

/** The names of files and folders in this folder that may be data, tables first; hidden ones and selections are not. */
function dataHere(out = 'selection'): readonly string[] {
  const outputs = new Set(['selection', basename(out)]);
  const entries = readdirSync('.', { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.') && !noData.test(name) && !outputs.has(name),
  );
  const isTable = (name: string) => /\.(?:jsonl?|ndjson|csv|tsv|tab|parquet|zip|gz|zst)$/i.test(name);
  return entries
    .map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort((a, b) => Number(isTable(b)) - Number(isTable(a)) || compareText(a, b));
}

const mostShown = 4;

function noPlan(data: readonly string[], nameless: string): PlanError {
  const shown = data.slice(0, mostShown).map((name) => visibleText(name, 60));
  const more = data.length - shown.length;
  const found = joinWords([...shown, ...(more > 0 ? [`${more} more`] : [])]);
  const yaml = data.find((name) => /\.ya?ml$/i.test(name));
  const path = data.length === 1 ? shellWord(visibleText(data[0] ?? '.', 200)) : '.';
  return new PlanError([
    {
      code: 'plan/none',
      message: `there is no ${planFileNames[0]} in this folder, which has ${found}${nameless}.`,
      hint: `To write a plan for the tasks in it, run "winnow init ${path}".${yaml === undefined ? '' : ` If ${visibleText(yaml, 60)} is a plan, name it.`} To use the plan that ships, name it: ${shippedPlan}.`,
    },
  ]);
}

/** A name as a shell takes it. */
function shellWord(name: string): string {
  return /^[\w@%+=:,./-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
