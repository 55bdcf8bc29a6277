import { dirname } from 'node:path';
import { manifestContradictions } from '../../core/compare/contradictions.js';
import type { Difference } from '../../core/manifest/difference.js';
import { lazyManifest, type Manifest } from '../../core/manifest/manifest.js';
import { readBack } from '../../core/manifest/manifest-pieces.js';
import { readManifest } from '../../core/manifest/read-manifest.js';
import { ManifestError } from '../../core/model/errors.js';
import type { Fault } from '../../core/model/fault.js';
import type { LongText } from '../../core/text/text-pieces.js';
import { visibleText } from '../../core/text/visible-text.js';
import { loadPlan } from '../../disk/load-plan.js';
import { generatorName } from '../../disk/own-package.js';
import { planInputs } from '../../disk/protect-files.js';
import { findSelection } from '../../disk/read-selection.js';
import { type PoolFlags, pathsRead, runOptions, selectByPlan } from './read-plan-pools.js';

/** How a plan is run where a selection is asked for. */
export interface RunFlags extends PoolFlags {
  readonly allowShortfall?: true;
  /** The tier of a plan. */
  readonly tier?: string;
  readonly timeLimit?: number;
}

/** The manifest that an argument means: read from disk or git, or made by running a plan. */
export async function manifestOf(argument: string, flags: RunFlags): Promise<Manifest> {
  const source = await findSelection(argument);
  if (source.kind === 'plan') return runNamed(source.plan, flags);
  const manifest = await soundManifest(source.text, source.file);
  const own = manifest.metadata.tier?.name;
  if (flags.tier === undefined || flags.tier === own) return manifest;
  const message = `is ${own === undefined ? 'the whole selection' : `the tier "${own}"`}, not the tier "${flags.tier}".`;
  const hint = `Write that tier with "winnow select --tier ${flags.tier}", or name the plan in place of the selection.`;
  throw new ManifestError([{ code: 'selection/tier', message, place: { file: source.file }, hint }]);
}

/** The files and folders that an argument for a selection makes a command read. */
export async function inputsOf(argument: string, flags: RunFlags): Promise<readonly string[]> {
  const source = await findSelection(argument);
  if (source.kind === 'manifest') return [source.file];
  return [...planInputs(await loadPlan(source.plan)), ...pathsRead(flags)];
}

async function runNamed(name: string, flags: RunFlags): Promise<Manifest> {
  const plan = await loadPlan(name);
  const selection = await selectByPlan(plan, flags, runOptions(flags));
  return readBack(lazyManifest(selection, generatorName()));
}

/** A manifest that adds up, or every way in which it does not. */
async function soundManifest(text: LongText, file: string): Promise<Manifest> {
  const { manifest, differences } = readManifest(text);
  const faults = manifest === undefined ? differences : manifestContradictions(manifest);
  if (manifest !== undefined && faults.length === 0) return manifest;
  const hint = /\.json$/i.test(file)
    ? remakeHint(file, manifest?.metadata.plan.name)
    : 'Is it a selection? The selection comes first, then the rest.';
  // What is wrong in many places has one way out, which is told once.
  const last = faults.length - 1;
  throw new ManifestError(faults.map((each, at) => ({ ...faultOf(each, file), ...(at === last ? { hint } : {}) })));
}

/** How a damaged selection is made again, by the plan of a name where that is known. */
function remakeHint(file: string, plan?: string): string {
  const which = plan === undefined ? '' : ` (its plan is "${visibleText(plan, 60)}")`;
  return `The file was damaged or edited. Make it again with "winnow select PLAN --out ${dirname(file)}"${which}; add --force if another plan made what lies there.`;
}

/** What is wrong with a manifest, as a fault of the file it stands in. */
export function faultOf({ code, message, path }: Difference, file: string): Fault {
  return { code, message, place: path === undefined ? { file } : { file, path } };
}
