/**
 * Winnow's public API: read a plan, read its pools, run it, report it. Nothing here prints or exits; what is wrong with
 * the input is thrown as a WinnowError that carries every fault.
 *
 * @module
 */

export { assessBalance } from './core/assess/balance/assess-balance.js';
export type * from './core/assess/balance/balance.js';
export { balanceEntry } from './core/assess/balance/balance-entry.js';
export { assessCeiling } from './core/assess/ceiling/assess-ceiling.js';
export type * from './core/assess/ceiling/ceiling.js';
export { ceilingEntry } from './core/assess/ceiling/ceiling-entry.js';
export { assessFidelity } from './core/assess/fidelity/assess-fidelity.js';
export type * from './core/assess/fidelity/fidelity.js';
export { fidelityEntry } from './core/assess/fidelity/fidelity-entry.js';
export type { Metric } from './core/assess/fidelity/fidelity-metrics.js';
export * as fidelityWords from './core/assess/fidelity/fidelity-words.js';
export { type ConfigurationResults, meanReward, type PoolResults, poolResults } from './core/assess/pool-results.js';
export { assessPower } from './core/assess/power/assess-power.js';
export type * from './core/assess/power/power.js';
export { powerEntry } from './core/assess/power/power-entry.js';
export { assessSensitivity } from './core/assess/sensitivity/assess-sensitivity.js';
export type { WeightStep } from './core/assess/sensitivity/change-weight.js';
export type * from './core/assess/sensitivity/sensitivity.js';
export { sensitivityEntry, sensitivityText } from './core/assess/sensitivity/sensitivity-text.js';
export type { Spread } from './core/assess/sensitivity/spread.js';
export { topByScoreOverlap } from './core/assess/sensitivity/top-by-score-overlap.js';
export { assessValidity } from './core/assess/validity/assess-validity.js';
export { isAboveZero } from './core/assess/validity/compare-score.js';
export type * from './core/assess/validity/validity.js';
export { validityEntry } from './core/assess/validity/validity-entry.js';
export { checkFiles, checkWithoutRun, type SelectionTexts } from './core/compare/check-files.js';
export { checkManifest } from './core/compare/check-manifest.js';
export type { CheckResult } from './core/compare/check-text.js';
export { manifestContradictions } from './core/compare/contradictions.js';
export { diffManifests } from './core/compare/diff-manifests.js';
export { diffMarkdown, unrelatedSentence } from './core/compare/diff-markdown.js';
export type * from './core/compare/selection-diff.js';
export { publishedSchemas } from './core/contracts/published-schemas.js';
export type * from './core/estimate/estimate.js';
export { type EstimateOptions, estimateResults } from './core/estimate/estimate-results.js';
export { estimateText } from './core/estimate/estimate-text.js';
export type * from './core/explain/change.js';
export { describeVerdict } from './core/explain/describe-verdict.js';
export { explainTask } from './core/explain/explain-task.js';
export type * from './core/explain/explanation.js';
export { explanationText } from './core/explain/explanation-json.js';
export { findTasks } from './core/explain/find-tasks.js';
export type { Difference } from './core/manifest/difference.js';
export { type ManifestReading, readManifest } from './core/manifest/read-manifest.js';
export { ManifestError, ResultsError } from './core/model/errors.js';
export { ExportError } from './core/model/export-error.js';
export type * from './core/model/outcome.js';
export type { Row, RowFile } from './core/model/row-file.js';
export { asPasses } from './core/outcomes/as-passes.js';
export { balancePicture } from './core/pictures/balance-picture.js';
export { ceilingPicture } from './core/pictures/ceiling-picture.js';
export { fidelityPicture } from './core/pictures/fidelity-picture.js';
export { labelPicture } from './core/pictures/label-picture.js';
export { detectablePicture, powerCurvePicture } from './core/pictures/power-picture.js';
export { validityPicture } from './core/pictures/validity-picture.js';
export { readPlan } from './core/plan/read-plan.js';
export { planJsonSchema } from './core/plan/schema/plan-json-schema.js';
export { type ProgressOptions, progressOf } from './core/progress/progress-of.js';
export { progressSummary } from './core/progress/progress-summary.js';
export type * from './core/progress/run-progress.js';
export { type Shard, shardOfTasks } from './core/schedule/shard-of-tasks.js';
export { waveOrder } from './core/schedule/wave-order.js';
export { didYouMean } from './core/text/nearest-name.js';
export { type ExcludingPlan, excludeTask } from './disk/exclude-task.js';
export { openBrowser } from './disk/open-browser.js';
export {
  findPlan,
  findSelection,
  readSelection,
  type SelectionOnDisk,
  type SelectionSource,
} from './disk/read-selection.js';
export { taskMarkersIn } from './disk/task-markers-in.js';
export { type WritableExport, writeExport } from './disk/write-export.js';
export { writeFile } from './disk/write-file.js';
export { writePictureFiles } from './disk/write-picture-files.js';
export type { ExplorerOptions } from './explorer/host/explorer-data-of.js';
export { type ExplorerPage, explorerPage } from './explorer/host/explorer-page.js';
export { type ExplorerServer, serveExplorer } from './explorer/host/server.js';
export { commandText, type Word } from './exports/escape/shell-word.js';
export { exportSummary } from './exports/export-summary.js';
export type { ExportTask } from './exports/export-task.js';
export { type Export, type ExportRequest, makeExport } from './exports/make-export.js';
export type * from './exports/runner.js';
export type { RunnerSettings } from './exports/runner-settings.js';
export { runnerNames } from './exports/runners.js';
export { readRows } from './files/tables/read-rows.js';
export { readOutcomes } from './outcomes/read-outcomes.js';
export * from './run.js';
export type { BenchmarkDraft, PlanDraft } from './sources/inspect/draft-plan.js';
export { type InitOptions, type InitResult, initPlan } from './sources/inspect/init-plan.js';
export { type InspectOptions, inspectPaths } from './sources/inspect/inspect-paths.js';
export type * from './sources/inspect/inspection.js';
export { inspectionText } from './sources/inspect/inspection-json.js';
export type { Progress } from './sources/inspect/progress.js';
