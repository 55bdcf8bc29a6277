import { describeChoice } from '../describe/describe-choice.js';
import { selectedBy } from '../model/selected-by.js';
import type { BenchmarkSelection, Selection } from '../model/selection.js';
import { fieldValue } from '../model/task.js';
import { roundTo } from '../text/round-to.js';
import { visibleText } from '../text/visible-text.js';
import { designWeight, stratumName } from './design-weight.js';

/** The selected tasks as the text of `selection.csv`: RFC 4180, LF line ends, a column for each part of the score. */
export function selectionCsv({ plan, benchmarks, choices }: Selection): string {
  const short = new Map(benchmarks.map((benchmark) => [benchmark.plan.name, placesShort(benchmark)]));
  const components = [...plan.score.weights.keys()];
  const header = [
    ...columns,
    ...components,
    'group',
    'group_size',
    'rank',
    'last_rank_taken',
    'selected_by',
    'kind',
    'inclusion_probability',
    'design_weight',
    'stratum',
    'defaulted_components',
    'selection_rationale',
    'task_dir',
    'benchmark_places_short',
  ];
  const rows = choices.map((choice) => {
    const { task, group } = choice;
    const label = (field: string) => fieldValue(task, field);
    return [
      task.id,
      task.benchmark,
      task.phase,
      label('language'),
      label('difficulty'),
      label('category'),
      label('repo'),
      task.score,
      ...components.map((component) => roundTo(task.parts[component] ?? 0, plan.score.partDecimals)),
      group.key,
      group.ranking.length,
      choice.rank,
      group.allocated,
      selectedBy(choice),
      choice.probability === undefined ? 'focus' : 'representative',
      choice.probability,
      designWeight(choice),
      stratumName(choice),
      task.defaulted.join(' '),
      describeChoice(choice, plan.fields),
      task.taskDir,
      short.get(task.benchmark),
    ];
  });
  return [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

const columns = [
  'task_id',
  'benchmark',
  'sdlc_phase',
  'language',
  'difficulty',
  'category',
  'repo',
  'mcp_benefit_score',
];

/** Places of the benchmark that the plan asks for and the pool could not fill. */
function placesShort({ shortfalls }: BenchmarkSelection): number {
  return shortfalls.reduce((sum, { wanted, found }) => sum + wanted - found, 0);
}

function csvCell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet runs a cell that begins so; the apostrophe keeps it text.
  const inert = visibleControls(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Line ends and tabs are data; other control characters would only act on whoever shows the table. */
function visibleControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, (character) => visibleText(character));
}
