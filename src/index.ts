/**
 * Winnow's public API: read a plan and its pools, select, report, check, explain and assess; read results and estimate;
 * export. Nothing here prints or exits; what is wrong with the input is thrown as a WinnowError that carries every fault.
 *
 * @module
 */

export { type AssessResults, assessResults } from './core/assess/question/pool-results.js';
export type { Answer, AssessInput, Question } from './core/assess/question/question.js';
export { questions } from './core/assess/questions.js';
export { type ReportCard, reportCard } from './core/assess/report-card.js';
export { checkFiles, type SelectionTexts } from './core/compare/check-files.js';
export type { CheckResult } from './core/compare/check-text.js';
export { diffManifests } from './core/compare/diff-manifests.js';
export type { SelectionDiff } from './core/compare/selection-diff.js';
export { type EstimateOptions, estimateResults } from './core/estimate/estimate-results.js';
export type { Estimate } from './core/estimate/pool-estimate.js';
export { explainTask } from './core/explain/explain-task.js';
export type { Explanation } from './core/explain/explanation.js';
export { type Manifest, makeManifest, manifestText } from './core/manifest/manifest.js';
export { type FoundManifest, readManifest } from './core/manifest/read-manifest.js';
export {
  AccessError,
  EngineError,
  ExportError,
  ManifestError,
  OutputError,
  PlanError,
  PoolError,
  ResultsError,
  ShortfallError,
  WinnowError,
} from './core/model/errors.js';
export type { Fault, Place, Warning } from './core/model/fault.js';
export type { Certificate, Optimiser, Optimum } from './core/model/optimum.js';
export type { Outcome, Outcomes } from './core/model/outcome.js';
export type { BenchmarkPlan, Plan } from './core/model/plan.js';
export type { BenchmarkSelection, Choice, Selection } from './core/model/selection.js';
export type { Pool, Pools, ScoredTask, Task } from './core/model/task.js';
export { type RunOptions, runPlan } from './core/pipeline.js';
export { readPlan } from './core/plan/read-plan.js';
export { findTasks } from './core/pool/find-task.js';
export { type ProgressOptions, progressOf } from './core/progress/progress-of.js';
export type { RunProgress } from './core/progress/run-progress.js';
export { methodologyPage } from './core/report/methodology.js';
export { selectionCsv } from './core/report/selection-csv.js';
export { loadPlan } from './disk/load-plan.js';
export { readSelection, type SelectionOnDisk } from './disk/read-selection.js';
export { writeExport } from './disk/write-export.js';
export { writeSelection } from './disk/write-selection.js';
export { type ExplorerPage, explorerPage } from './explorer/host/explorer-page.js';
export { type Export, type ExportRequest, makeExport } from './exports/make-export.js';
export { type Exports, makeExports } from './exports/make-exports.js';
export { runnerNames } from './exports/runners/runners.js';
export { openTaskFolder } from './files/documents/open-task-folder.js';
export { parquetBytes } from './files/tables/write-parquet.js';
export { type InitOptions, type InitResult, initPlan } from './inspect/init-plan.js';
export { type InspectOptions, inspectPaths } from './inspect/inspect-paths.js';
export type { Inspection } from './inspect/inspection.js';
export { readOutcomes } from './results/read-outcomes.js';
export { loadOptimiser } from './solver/load-optimiser.js';
export { type ReadOptions, readPools } from './sources/read-pools.js';
