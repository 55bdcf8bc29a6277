import { type DocumentOf, documentOf, entry, flag, list, number, orNull, text, word } from '../documents/forms.js';
import type { Selection } from '../model/selection.js';
import { type ExclusionEffect, effectData, effectForms, standingsOf } from './replacements-of.js';
import { scoredRuns, summedRuns } from './validity-runs.js';
import type { VettedTask, Vetting } from './vet-tasks.js';

/** The document that `exclude --from --json` prints; `in`, `out` and `replaced_by` name tasks as BENCHMARK/ID. */
export function excludeFromSchema() {
  const counts = {
    passed: number(),
    failed: number(),
    errored: number('Runs without a verdict. They do not count as failed.'),
    notRun: number(),
  };
  const finding = entry({
    kind: text('The kind of run.'),
    verdict: text('A reason to exclude, or "undecided".'),
    ...counts,
    pValue: orNull(number(), 'Adjusted for the number of tests; null for fewer than two scored runs.'),
    configurations: list(text()),
    files: list(text(), 'The files that contain the runs.'),
  });
  const task = { benchmark: text(), taskId: text(), evidence: text(), findings: list(finding) };
  return entry({
    plan: text(),
    tasks: number('The number of tasks in the pool.'),
    runs: list(
      entry({
        kind: text(),
        knownBy: word(['name', 'option'], 'How the systems were recognised.'),
        configurations: list(text()),
        tasks: number('The number of tasks that it ran.'),
        ...counts,
        withoutVerdict: number('The number of tasks without a run that has a verdict.'),
        oneRun: number('The number of tasks with only one scored run, which cannot show flakiness.'),
      }),
      'The kinds of validity runs in the results.',
    ),
    otherConfigurations: list(entry({ name: text(), results: number() }), 'Systems whose results are not used.'),
    test: entry({
      tolerated: number('The share of runs that may fail by accident.'),
      level: number('The maximum probability of calling any sound task flaky.'),
      tests: number(),
    }),
    proposals: list(
      entry({
        ...task,
        reason: text(),
        selected: flag('Whether the plan selects it now.'),
        replacedBy: orNull(text(), 'The task selected instead.'),
      }),
    ),
    undecided: list(entry(task), 'Tasks with mixed verdicts that the tolerated rate may explain.'),
    alreadyExcluded: list(entry({ ...task, reason: text(), excludedFor: text('The reason in the plan.') })),
    ...effectForms(),
  });
}

export type ExcludeFromDocument = DocumentOf<typeof excludeFromSchema>;

export function vettingDocument(vetting: Vetting, selection: Selection, effect: ExclusionEffect): ExcludeFromDocument {
  const standingOf = standingsOf(selection, effect);
  return documentOf(excludeFromSchema(), {
    plan: selection.plan.name,
    tasks: vetting.tasks,
    runs: vetting.kinds.map(({ run, knownBy, configurations, findings: byTask }) => {
      const findings = [...byTask.values()];
      return {
        kind: run.name,
        knownBy,
        configurations,
        tasks: findings.length,
        ...summedRuns(findings),
        withoutVerdict: findings.filter((each) => scoredRuns(each) === 0).length,
        oneRun: findings.filter((each) => scoredRuns(each) === 1).length,
      };
    }),
    otherConfigurations: vetting.others,
    test: { tolerated: vetting.tolerated, level: vetting.level, tests: vetting.tested },
    proposals: vetting.proposals.map((each) => ({ ...each, ...taskData(each), ...standingOf(each) })),
    undecided: vetting.undecided.map(taskData),
    alreadyExcluded: vetting.alreadyExcluded.map((each) => ({ ...each, ...taskData(each) })),
    ...effectData(effect),
    warnings: [...vetting.warnings, ...effect.warnings],
  });
}

function taskData({ benchmark, id, evidence, objections }: VettedTask) {
  const findings = objections.map(({ run, pValue, ...objection }) => {
    return { ...objection, kind: run.name, pValue: pValue && Number(pValue.toPrecision(6)) };
  });
  return { benchmark, taskId: id, evidence, findings };
}
