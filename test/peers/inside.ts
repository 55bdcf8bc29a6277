// What the tests with real programs use of Winnow's inside: a selection of tasks that exist nowhere, and results as read.
export { makeManifest, manifestText } from '../../src/core/manifest/manifest.js';
export { runPlan } from '../../src/core/pipeline.js';
export { readPlan } from '../../src/core/plan/read-plan.js';
export { readOutcomes } from '../../src/results/read-outcomes.js';
