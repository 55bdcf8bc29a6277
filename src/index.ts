/**
 * Winnow's public API: read a plan, read its pools, run it, report it. Nothing here prints or exits; what is wrong with
 * the input is thrown as a WinnowError that carries every fault.
 *
 * @module
 */

export { describeChoice } from './core/describe/describe-choice.js';
export {
  faultText,
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
export { readPlan } from './core/plan/read-plan.js';
export { planJsonSchema } from './core/plan/schema/plan-json-schema.js';
export { selectionCsv } from './core/report/csv.js';
export { type Manifest, makeManifest, manifestText } from './core/report/manifest.js';
export { methodologyPage } from './core/report/methodology.js';
export { overviewSentence } from './core/report/overview-sentence.js';
export { countOf, formatCount } from './core/text/count-of.js';
export { visibleText } from './core/text/visible-text.js';
export { embeddedPlans, loadPlan } from './disk/load-plan.js';
export { generatorName, packageVersion } from './disk/package-version.js';
export { selectionFileNames, writeSelection } from './disk/write-selection.js';
export type { BenchmarkDraft, PlanDraft } from './sources/inspect/draft-plan.js';
export { type InitOptions, type InitResult, initPlan } from './sources/inspect/init-plan.js';
export { type InspectOptions, inspectPaths } from './sources/inspect/inspect-paths.js';
export type * from './sources/inspect/inspection.js';
export { inspectionText } from './sources/inspect/inspection-json.js';
export type { Progress } from './sources/inspect/progress.js';
export { type ReadOptions, readPools } from './sources/read-pools.js';
