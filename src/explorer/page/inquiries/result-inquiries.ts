import { estimateResults } from '../../../core/estimate/estimate-results.js';
import type { Estimate } from '../../../core/estimate/pool-estimate.js';
import { type Manifest, makeManifest } from '../../../core/manifest/manifest.js';
import type { Selection } from '../../../core/model/selection.js';
import { progressOf } from '../../../core/progress/progress-of.js';
import type { RunProgress } from '../../../core/progress/run-progress.js';
import type { Inquired, Inquiry } from './inquiry.js';

/** How far the runs have come; undefined without results. */
export const progressInquiry: Inquiry<Record<never, never>, RunProgress | undefined> = {
  name: 'progress',
  answer: (about) => (about.results === undefined ? undefined : progressOf(manifestOf(about), about.results)),
};

/** What the results say, beside a baseline or as the command line chooses; undefined without results. */
export const estimateInquiry: Inquiry<{ readonly baseline?: string | undefined }, Estimate | undefined> = {
  name: 'estimate',
  answer: (about, { baseline }) =>
    about.results === undefined ? undefined : estimateResults(manifestOf(about), about.results, { baseline }),
};

const manifests = new WeakMap<Selection, Manifest>();

function manifestOf({ selection, generator }: Inquired): Manifest {
  const found = manifests.get(selection) ?? makeManifest(selection, generator);
  manifests.set(selection, found);
  return found;
}
