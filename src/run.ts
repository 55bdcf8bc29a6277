/**
 * What it takes to run a plan: the part of the public API that the main command loads, and nothing more, so that it starts
 * fast. `index.ts` has all of it and the rest.
 *
 * @module
 */

export { claimOf } from './core/describe/claim-of.js';
export { describeChoice } from './core/describe/describe-choice.js';
export { overviewSentence } from './core/describe/overview-sentence.js';
export { type Manifest, makeManifest, manifestText } from './core/manifest/manifest.js';
export {
  faultText,
  isWinnowError,
  OutputError,
  PlanError,
  PoolError,
  placeText,
  ShortfallError,
  WinnowError,
} from './core/model/errors.js';
export type { Fault, Place, Warning } from './core/model/fault.js';
export type { Field, FieldKind, FieldValue } from './core/model/field.js';
export type * from './core/model/plan.js';
export type * from './core/model/select-rule.js';
export type * from './core/model/selection.js';
export type {
  ClassifiedTask,
  LabelChange,
  LabelConflict,
  Pool,
  Pools,
  Provenance,
  ScoredTask,
  Task,
} from './core/model/task.js';
export { fieldValue } from './core/model/task.js';
export { type RunOptions, runPlan } from './core/pipeline.js';
export { findTask, type TaskLookup } from './core/pool/find-task.js';
export { selectionCsv } from './core/report/csv.js';
export { methodologyPage } from './core/report/methodology.js';
export { countOf, formatCount } from './core/text/count-of.js';
export { visibleText } from './core/text/visible-text.js';
export { assertUnchanged, embeddedPlans, loadPlan } from './disk/load-plan.js';
export { generatorName, packageVersion } from './disk/package-version.js';
export { selectionFileNames, writeSelection } from './disk/write-selection.js';
export { type ReadOptions, readPools } from './sources/read-pools.js';
