import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import { manifestContradictions } from './contradictions.js';
import { findDrift } from './drift.js';
import { taskEdits } from './edited-tasks.js';
import { sectionEdits } from './manifest-edits.js';
import { stateOfManifest } from './pool-state.js';

/**
 * Every way in which a manifest is not the one that the plan and the pool give now: what it contradicts in itself, what
 * moved on since, which tasks came and went, what was edited.
 *
 * @param found The manifest on disk, as `readManifest` gives it.
 * @param now The manifest of a run.
 * @param partDecimals To how many decimals the plan rounds the parts of a score.
 */
export function checkManifest(found: Manifest, now: Manifest, partDecimals?: number): readonly Difference[] {
  const drift = findDrift(stateOfManifest(found), stateOfManifest(now));
  const contradictions = manifestContradictions(found, drift.planChanged ? undefined : partDecimals);
  // One sentence for a figure is enough; the contradiction is the plainer one.
  const named = new Set(contradictions.map(({ path }) => path));
  const edits = sectionEdits(found, now, drift).filter(({ path }) => !named.has(path));
  return [...contradictions, ...drift.differences, ...taskEdits(found, now, drift), ...edits];
}
