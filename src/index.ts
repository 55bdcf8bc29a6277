/**
 * Winnow's public API: read a plan, read its pools, run it, report it. Nothing here prints or exits; what is wrong with
 * the input is thrown as a WinnowError that carries every fault.
 *
 * @module
 */

export { assessSensitivity } from './core/assess/assess-sensitivity.js';
export type { WeightStep } from './core/assess/change-weight.js';
export type * from './core/assess/sensitivity.js';
export { sensitivityText } from './core/assess/sensitivity-text.js';
export type { Spread } from './core/assess/spread.js';
export { topByScoreOverlap } from './core/assess/top-by-score-overlap.js';
export {
  checkFiles,
  checkWithoutRun,
  type SelectionTexts,
} from './core/compare/check-files.js';
export { checkManifest } from './core/compare/check-manifest.js';
export { manifestContradictions } from './core/compare/contradictions.js';
export { diffManifests } from './core/compare/diff-manifests.js';
export { diffMarkdown, unrelatedSentence } from './core/compare/diff-markdown.js';
export type { CheckResult, Difference } from './core/compare/difference.js';
export { ManifestError } from './core/compare/manifest-error.js';
export { type ManifestReading, readManifest } from './core/compare/read-manifest.js';
export type * from './core/compare/selection-diff.js';
export { describeChoice } from './core/describe/describe-choice.js';
export type * from './core/explain/change.js';
export { describeVerdict } from './core/explain/describe-verdict.js';
export { explainTask } from './core/explain/explain-task.js';
export type * from './core/explain/explanation.js';
export { explanationText } from './core/explain/explanation-json.js';
export { findTasks } from './core/explain/find-tasks.js';
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
export { findTask, type TaskLookup } from './core/pool/find-task.js';
export { selectionCsv } from './core/report/csv.js';
export { type Manifest, makeManifest, manifestText } from './core/report/manifest.js';
export { methodologyPage } from './core/report/methodology.js';
export { overviewSentence } from './core/report/overview-sentence.js';
export { countOf, formatCount } from './core/text/count-of.js';
export { visibleText } from './core/text/visible-text.js';
export { type ExcludingPlan, excludeTask } from './disk/exclude-task.js';
export { assertUnchanged, embeddedPlans, loadPlan } from './disk/load-plan.js';
export { generatorName, packageVersion } from './disk/package-version.js';
export {
  findPlan,
  findSelection,
  readSelection,
  type SelectionOnDisk,
  type SelectionSource,
} from './disk/read-selection.js';
export { selectionFileNames, writeSelection } from './disk/write-selection.js';
export type { BenchmarkDraft, PlanDraft } from './sources/inspect/draft-plan.js';
export { type InitOptions, type InitResult, initPlan } from './sources/inspect/init-plan.js';
export { type InspectOptions, inspectPaths } from './sources/inspect/inspect-paths.js';
export type * from './sources/inspect/inspection.js';
export { inspectionText } from './sources/inspect/inspection-json.js';
export type { Progress } from './sources/inspect/progress.js';
export { type ReadOptions, readPools } from './sources/read-pools.js';
