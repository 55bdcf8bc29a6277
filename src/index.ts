/**
 * Winnow's public API: read a plan, read its pools, run it, report it. Nothing here prints or exits; what is wrong with
 * the input is thrown as a WinnowError that carries every fault.
 *
 * @module
 */

export { assessBalance } from './core/assess/balance/assess-balance.js';
export type * from './core/assess/balance/balance.js';
export { assessCeiling } from './core/assess/ceiling/assess-ceiling.js';
export type * from './core/assess/ceiling/ceiling.js';
export { assessFidelity } from './core/assess/fidelity/assess-fidelity.js';
export type * from './core/assess/fidelity/fidelity.js';
export { assessPower } from './core/assess/power/assess-power.js';
export type * from './core/assess/power/power.js';
export type * from './core/assess/question/answer.js';
export {
  type AssessResults,
  assessResults,
  type PoolResults,
  poolResults,
} from './core/assess/question/pool-results.js';
export type * from './core/assess/question/question.js';
export { questions } from './core/assess/questions.js';
export { type ReportCard, reportCard } from './core/assess/report-card.js';
export { assessSensitivity } from './core/assess/sensitivity/assess-sensitivity.js';
export type * from './core/assess/sensitivity/sensitivity.js';
export { topByScoreOverlap } from './core/assess/sensitivity/top-by-score-overlap.js';
export { assessValidity } from './core/assess/validity/assess-validity.js';
export type * from './core/assess/validity/validity.js';
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
export type * from './core/estimate/estimate.js';
export { type EstimateOptions, estimateResults } from './core/estimate/estimate-results.js';
export { estimateText } from './core/estimate/estimate-text.js';
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
  ResultsError,
  ShortfallError,
  WinnowError,
} from './core/model/errors.js';
export { ExportError } from './core/model/export-error.js';
export type { Fault, Place, Warning } from './core/model/fault.js';
export type { Field, FieldKind, FieldValue } from './core/model/field.js';
export type * from './core/model/outcome.js';
export type * from './core/model/plan.js';
export type { Row, RowFile } from './core/model/row-file.js';
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
export { asPasses } from './core/outcomes/as-passes.js';
export { type RunOptions, runPlan } from './core/pipeline.js';
export { readPlan } from './core/plan/read-plan.js';
export { planJsonSchema } from './core/plan/schema/plan-json-schema.js';
export { findTask, type TaskLookup } from './core/pool/find-task.js';
export { type ProgressOptions, progressOf } from './core/progress/progress-of.js';
export { progressSummary } from './core/progress/progress-summary.js';
export type * from './core/progress/run-progress.js';
export { claimOf } from './core/report/claim-of.js';
export { selectionCsv } from './core/report/csv.js';
export { type Manifest, makeManifest, manifestText } from './core/report/manifest.js';
export { methodologyPage } from './core/report/methodology.js';
export { overviewSentence } from './core/report/overview-sentence.js';
export { type Shard, shardOfTasks } from './core/schedule/shard-of-tasks.js';
export { waveOrder } from './core/schedule/wave-order.js';
export { countOf, formatCount } from './core/text/count-of.js';
export { didYouMean } from './core/text/nearest-name.js';
export { visibleText } from './core/text/visible-text.js';
export { type ExcludingPlan, excludeTask } from './disk/exclude-task.js';
export { assertUnchanged, embeddedPlans, type LoadedPlan, loadPlan, loadPlanFiles } from './disk/load-plan.js';
export { openBrowser } from './disk/open-browser.js';
export { generatorName, packageVersion } from './disk/own-package.js';
export {
  findPlan,
  findPlanFiles,
  findSelection,
  readSelection,
  type SelectionOnDisk,
  type SelectionSource,
} from './disk/read-selection.js';
export { taskMarkersIn, type WritableExport, writeExport } from './disk/write-export.js';
export { selectionFileNames, writeSelection } from './disk/write-selection.js';
export { writeFile, writePictureFiles } from './disk/write-together.js';
export type { ExplorerOptions } from './explorer/host/explorer-data-of.js';
export { type ExplorerPage, explorerPage } from './explorer/host/explorer-page.js';
export { type ExplorerServer, serveExplorer } from './explorer/host/server.js';
export { commandText, type Word } from './exports/escape/shell-word.js';
export { exportSummary } from './exports/export-summary.js';
export { type Export, type ExportRequest, makeExport } from './exports/make-export.js';
export type * from './exports/runners/runner.js';
export type { RunnerSettings } from './exports/runners/runner.js';
export { runnerNames } from './exports/runners/runners.js';
export type { ExportTask, LeftOut, PlacedTask, Placement } from './exports/tasks/export-task.js';
export { readRows } from './files/tables/read-rows.js';
export type { BenchmarkDraft, PlanDraft } from './inspect/draft-plan.js';
export { type InitOptions, type InitResult, initPlan } from './inspect/init-plan.js';
export { type InspectOptions, inspectPaths } from './inspect/inspect-paths.js';
export type * from './inspect/inspection.js';
export { inspectionText } from './inspect/inspection-json.js';
export type { Progress } from './inspect/progress.js';
export { readOutcomes } from './results/read-outcomes.js';
export { type ReadOptions, readPools } from './sources/read-pools.js';
