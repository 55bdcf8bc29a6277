import type { ExcludeFromDocument } from '../contracts/exclude-from-document.js';
import type { Warning } from '../model/fault.js';
import type { Selection } from '../model/selection.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import type { Replacements } from './replacements-of.js';
import { type RunTally, scoredRuns } from './validity-runs.js';
import type { Objection, VettedTask, Vetting } from './vet-tasks.js';

/** The effect of the proposals. */
export interface VettingEffect {
  /** Undefined when the plan does not run with the exclusions. */
  readonly replacements: Replacements | undefined;
  /** The file that the exclusions were written to. */
  readonly file: string | undefined;
  /** Objections to the exclusions, besides the warnings of the vetting. */
  readonly warnings: readonly Warning[];
}

/** A vetting as `exclude --from --json` prints it. */
export function vettingDocument(
  vetting: Vetting,
  selection: Selection,
  { replacements, file, warnings }: VettingEffect,
): ExcludeFromDocument {
  const selected = new Set(selection.choices.map(({ task }) => taskKey(task)));
  return {
    plan: selection.plan.name,
    tasks: vetting.tasks,
    runs: vetting.kinds.map(({ run, knownBy, configurations, findings: byTask }) => {
      const findings = [...byTask.values()];
      return {
        kind: run.name,
        known_by: knownBy,
        configurations,
        tasks: findings.length,
        ...countsOf(findings),
        without_verdict: findings.filter((each) => scoredRuns(each) === 0).length,
        one_run: findings.filter((each) => scoredRuns(each) === 1).length,
      };
    }),
    other_configurations: vetting.others,
    test: { tolerated: vetting.tolerated, level: vetting.level, tests: vetting.tested },
    proposals: vetting.proposals.map((each) => ({
      ...taskEntry(each),
      reason: each.reason,
      selected: selected.has(taskKey(each)),
      replaced_by: replacements?.replacedBy.get(taskKey(each)) ?? null,
    })),
    undecided: vetting.undecided.map(taskEntry),
    already_excluded: vetting.alreadyExcluded.map((each) => ({
      ...taskEntry(each),
      reason: each.reason,
      excluded_for: each.excludedFor,
    })),
    change: replacements === undefined ? null : { in: replacements.comesIn, out: replacements.goesOut },
    file: file ?? null,
    warnings: [...vetting.warnings, ...warnings],
  };
}

function countsOf(tallies: readonly RunTally[]) {
  const sum = (of: keyof RunTally) => tallies.reduce((total, each) => total + each[of], 0);
  return { passed: sum('passed'), failed: sum('failed'), errored: sum('errored'), not_run: sum('notRun') };
}

function taskEntry({ benchmark, id, evidence, objections }: VettedTask) {
  return { benchmark, task_id: id, evidence, findings: objections.map(findingEntry) };
}

function findingEntry(objection: Objection) {
  const { run, verdict, pValue, configurations, files } = objection;
  return {
    kind: run.name,
    verdict,
    ...countsOf([objection]),
    p_value: pValue === undefined ? null : Number(pValue.toPrecision(6)),
    configurations,
    files,
  };
}
