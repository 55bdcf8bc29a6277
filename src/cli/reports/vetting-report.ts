import type { ExcludeFromDocument } from '../../core/contracts/exclude-from-document.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { joinWords } from '../../core/text/join-words.js';
import { namesOf } from '../../core/text/shown.js';
import { visibleText } from '../../core/text/visible-text.js';
import { validityRuns } from '../../core/vetting/validity-runs.js';
import { percent } from '../../core/vetting/vet-tasks.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** Proposed exclusions for a person to review: what they rest on, what they change, what cannot be told. */
export function vettingReport(document: ExcludeFromDocument, { bold, dim, warning }: Terminal): string {
  const { proposals, undecided, already_excluded: excluded, warnings } = document;
  return [
    runsTable(document, bold),
    ...section(bold(`Proposed exclusions (${formatCount(proposals.length)})`), proposals, (each) => [
      `${nameOf(each)}: ${each.reason}; ${each.selected ? 'selected' : 'not selected'}${each.replaced_by === null ? '' : `, replacement ${visibleText(each.replaced_by)}`}`,
      `  ${visibleText(each.evidence, 1000)}`,
    ]),
    ...section(bold(`Mixed verdicts, not proposed (${formatCount(undecided.length)})`), undecided, (each) => [
      nameOf(each),
      `  ${visibleText(each.evidence, 1000)}`,
    ]),
    ...section(bold(`Already excluded (${formatCount(excluded.length)})`), excluded, (each) => [
      `${nameOf(each)}: ${each.excluded_for} in the plan; the runs show ${each.reason}`,
      `  ${visibleText(each.evidence, 1000)}`,
    ]),
    ...section(warning(bold(`Warnings (${formatCount(warnings.length)})`)), warnings, ({ message }) => [
      visibleText(message, 600),
    ]),
    dim(testWords(document)),
    dim(outcomeWords(document)),
  ].join('\n\n');
}

function runsTable({ runs, tasks, other_configurations: others }: ExcludeFromDocument, bold: Terminal['bold']): string {
  const rows = runs.map((each) => [
    `${each.kind} (${joinWords(each.configurations.map((name) => visibleText(name, 60)))}, by ${each.known_by})`,
    ...[each.tasks, each.passed, each.failed, each.errored, each.not_run, each.one_run].map(formatCount),
  ]);
  const head = ['run', 'tasks', 'passed', 'failed', 'errored', 'not run', 'tasks with one run'];
  const isFigure = (column: number) => column > 0;
  const results = others.reduce((sum, each) => sum + each.results, 0);
  return [
    bold(`Validity runs on a pool of ${countOf(tasks, 'task')}`),
    ...alignColumns([head, ...rows], { indent: '  ', isFigure }),
    ...(others.length === 0
      ? []
      : [
          `  Not used: ${countOf(results, 'result')} of ${namesOf(others.map(({ name }) => visibleText(name, 60)))}. An agent’s repeats may disagree on a sound task.`,
        ]),
  ].join('\n');
}

function section<Item>(title: string, items: readonly Item[], lines: (item: Item) => readonly string[]): string[] {
  if (items.length === 0) return [];
  return [[title, ...items.flatMap(lines).map((line) => `  ${line}`)].join('\n')];
}

function nameOf({ benchmark, task_id: id }: { readonly benchmark: string; readonly task_id: string }): string {
  return visibleText(`${benchmark}/${id}`);
}

function testWords({ runs, test: { tolerated, level, tests } }: ExcludeFromDocument): string {
  const expected = validityRuns
    .filter(({ name }) => runs.some(({ kind }) => kind === name))
    .map((run) => `${run.words} ${run.expected}`);
  const rule = `On a sound task ${joinWords(expected)}.`;
  if (tests === 0) return `${rule} No task has two scored runs of a kind: flakiness cannot be seen.`;
  return `${rule} Flaky: more contrary runs than ${percent(tolerated)} by accident explains (exact binomial, ${countOf(tests, 'test')}, Holm-adjusted, level ${percent(level)}).`;
}

function outcomeWords({ proposals, file }: ExcludeFromDocument): string {
  if (file !== null) return `Wrote ${visibleText(file)}`;
  if (proposals.length === 0) return 'Nothing is proposed, and nothing was written.';
  return 'Nothing was written. Review, then add --write to change the plan, or -o FILE for a list.';
}
