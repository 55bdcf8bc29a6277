// What the benches of solving and sampling call inside the product, which the library does not export.
export { estimateResults } from '../src/core/estimate/estimate-results.js';
export { makeManifest } from '../src/core/manifest/manifest.js';
export { runPlan } from '../src/core/pipeline.js';
export { readPlan } from '../src/core/plan/read-plan.js';
export { loadPlan } from '../src/disk/load-plan.js';
export { readOutcomes } from '../src/results/read-outcomes.js';
export { loadOptimiser } from '../src/solver/load-optimiser.js';
export { readPools } from '../src/sources/read-pools.js';
