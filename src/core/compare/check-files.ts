import type { Fault } from '../model/fault.js';
import type { Plan } from '../model/plan.js';
import type { Selection } from '../model/selection.js';
import type { Pools } from '../model/task.js';
import { selectionCsv } from '../report/csv.js';
import { makeManifest, manifestText } from '../report/manifest.js';
import { methodologyPage } from '../report/methodology.js';
import { checkManifest } from './check-manifest.js';
import { checkText } from './check-text.js';
import { manifestContradictions } from './contradictions.js';
import type { CheckResult, Difference } from './difference.js';
import { findDrift } from './drift.js';
import { stateOfManifest, stateOfPools } from './pool-state.js';
import { readManifest } from './read-manifest.js';

/** The texts of a selection's files; undefined for one that is not there. */
export interface SelectionTexts {
  readonly manifest: string;
  readonly methodology: string | undefined;
  readonly table: string | undefined;
}

/**
 * Compares the files of a selection with what a run gives now.
 *
 * @param generator How the running program names itself; the files may come from another version of it.
 */
export function checkFiles(texts: SelectionTexts, now: Selection, generator: string): CheckResult {
  const { manifest, differences: faults } = readManifest(texts.manifest);
  const writer = manifest?.metadata.generated_by ?? generator;
  // Which version wrote a file is no difference by itself, so the expected files name the same one.
  const expected = makeManifest(now, writer);
  const inManifest =
    manifest === undefined ? faults : checkManifest(manifest, plainData(expected), now.plan.score.partDecimals);
  const layout =
    inManifest.length > 0
      ? nothing
      : checkText(texts.manifest, {
          name: 'selection.json',
          text: manifestText(expected),
          code: 'file/layout',
          verdict: 'says the right things, but is not written as Winnow writes it',
        });
  const page = inManifest.some(({ code }) => driftCode.test(code))
    ? { code: 'file/stale', verdict: 'is stale' }
    : { code: 'file/edited', verdict: 'is stale or was edited' };
  const others = [
    checkText(texts.methodology, { name: 'METHODOLOGY.md', text: methodologyPage(now, writer), ...page }),
    checkText(texts.table, { name: 'selection.csv', text: selectionCsv(now), ...page }),
  ];
  const results = [{ differences: inManifest, notes: versionNotes(writer, generator) }, layout, ...others];
  return {
    differences: results.flatMap(({ differences }) => differences),
    notes: results.flatMap(({ notes }) => notes),
  };
}

/** What can be said of a selection whose plan no longer runs: what it contradicts in itself, what moved on, and the faults. */
export function checkWithoutRun(
  texts: SelectionTexts,
  plan: Plan,
  pools: Pools,
  faults: readonly Fault[],
): CheckResult {
  const { manifest, differences } = readManifest(texts.manifest);
  const failures = faults.map(({ message, hint }) => ({
    code: 'run/failed',
    message: `the plan does not run on this pool: ${message}${hint === undefined ? '' : ` ${hint}`}`,
  }));
  if (manifest === undefined) return { differences: [...differences, ...failures], notes: [] };
  const drift = findDrift(stateOfManifest(manifest), stateOfPools(plan, pools));
  return { differences: [...manifestContradictions(manifest), ...drift.differences, ...failures], notes: [] };
}

const nothing: CheckResult = { differences: [], notes: [] };
const driftCode = /^(?:plan|pool|benchmark)\//;

function versionNotes(writer: string, generator: string): Difference[] {
  if (writer === generator) return [];
  const message = `selection.json was written by ${writer}; this is ${generator}.`;
  return [{ code: 'note/version', message, path: 'metadata.generated_by' }];
}

/** As it would be read back: what JSON leaves out is not there. */
function plainData<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data)) as Data;
}
