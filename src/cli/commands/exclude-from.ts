import { ShortfallError, WinnowError } from '../../core/model/errors.js';
import type { Warning } from '../../core/model/fault.js';
import type { Plan } from '../../core/model/plan.js';
import type { Selection } from '../../core/model/selection.js';
import { namedTask } from '../../core/outcomes/task-index.js';
import { type RunOptions, runPlan } from '../../core/pipeline.js';
import { addToExclusions, type NewExclusion } from '../../core/plan/edit-plan.js';
import { replacementsOf } from '../../core/vetting/replacements-of.js';
import { vetTasks } from '../../core/vetting/vet-tasks.js';
import { vettingDocument } from '../../core/vetting/vetting-document.js';
import { newcomerWarnings } from '../../core/vetting/vetting-warnings.js';
import { type ExcludingPlan, excludeTasks } from '../../disk/exclude-tasks.js';
import { assertUnchanged, loadPlanFiles } from '../../disk/load-plan.js';
import { planInputs, refuseInputs, refuseOtherKind } from '../../disk/protect-files.js';
import { writeFile } from '../../disk/write-together.js';
import { type PoolFlags, readPlanPools, selectFromPools, withOptimiser } from '../arguments/read-plan-pools.js';
import { type ResultFlags, readResults } from '../arguments/read-results.js';
import { vettingReport } from '../reports/vetting-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

/** What `exclude --from` is told. */
export interface ExcludeFromCall {
  readonly plan: string;
  readonly from: readonly string[];
  /** For each kind of run by name, the configurations that are of it. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  readonly tolerated: number | undefined;
  readonly reading: ResultFlags;
  readonly who: string | undefined;
  readonly date: string | undefined;
  /** The day to write into a plan when none is given. */
  readonly today: string;
  readonly out: string | undefined;
  readonly write: boolean;
  readonly pools: PoolFlags;
  readonly options: RunOptions;
  readonly json: boolean;
}

/** `winnow exclude --from RESULTS…`: proposes exclusions from runs of reference solutions and no-op agents. */
export async function runExcludeFrom(call: ExcludeFromCall): Promise<number> {
  const loaded = await loadPlanFiles(call.plan);
  const pools = await readPlanPools(loaded.plan, call.pools);
  const before = await selectFromPools(loaded.plan, pools, call.options);
  const tasks = before.benchmarks.flatMap(({ plan, tasks: own }) =>
    own.map((task) => ({ ...namedTask(task), benchmark: plan.name })),
  );
  const results = await readResults(call.from, call.reading, { settings: loaded.plan.results, tasks });
  const vetting = vetTasks(before, results, { named: call.named, tolerated: call.tolerated });
  const date = call.date ?? (call.write ? call.today : undefined);
  const added = vetting.proposals.map(
    ({ benchmark, id, reason, evidence }): NewExclusion => ({
      benchmark,
      id,
      reason,
      evidence,
      // A list for review is not decided yet; the day is the reviewer's to give.
      date,
      who: call.who,
      replacement: undefined,
    }),
  );
  const changed = added.length === 0 ? undefined : excludeTasks(loaded.plan, added);
  const { optimiser } = await withOptimiser(loaded.plan, call.options);
  const runAgain = (plan: Plan, options: RunOptions) => runPlan(plan, pools, { ...options, optimiser });
  const { after, warnings } = tried(changed, before, runAgain, call);
  const replacements = after === undefined ? undefined : replacementsOf(before, after);
  assertUnchanged(loaded);
  if (call.write) changed?.write(() => assertUnchanged(loaded));
  if (call.out !== undefined) writeList(call.out, added, [...planInputs(loaded.plan), ...call.from]);
  const document = vettingDocument(vetting, before, {
    replacements,
    file: call.write ? changed?.file : call.out,
    warnings: [...warnings, ...newcomerWarnings(vetting, replacements?.comesIn ?? [])],
  });
  if (call.json) print(`${JSON.stringify(document, null, 2)}\n`);
  else print(`${vettingReport(document, terminalFor(process.stdout))}\n`);
  return exitCodes.done;
}

/** The selection with the exclusions. What stops it is a warning as long as nothing is to be written into the plan. */
function tried(
  changed: ExcludingPlan | undefined,
  before: Selection,
  run: (plan: Selection['plan'], options: RunOptions) => Selection,
  { write, options }: ExcludeFromCall,
): { readonly after: Selection | undefined; readonly warnings: readonly Warning[] } {
  if (changed === undefined) return { after: before, warnings: [] };
  try {
    return { after: run(changed.plan, options), warnings: [] };
  } catch (error) {
    if (write || !(error instanceof WinnowError)) throw error;
    const after = error instanceof ShortfallError ? run(changed.plan, { allowShortfall: true }) : undefined;
    const warnings = error.faults.map(({ code, message }) => ({
      code,
      message: `with these exclusions the plan does not run: ${message}`,
    }));
    return { after, warnings };
  }
}

const heading =
  '# Proposed by "winnow exclude --from". Review each entry; then the plan may name this file under "exclusions".\n';

function writeList(file: string, added: readonly NewExclusion[], inputs: readonly string[]): void {
  const text = addToExclusions(heading, added);
  writeFile(file, text, () => {
    refuseInputs([file], inputs);
    // What was reviewed may have been edited.
    refuseOtherKind([file], { name: 'the list that would be written', isText: (there) => there === text });
  });
}
