import type { Refresh } from '../../core/refresh/refresh.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

const mostRows = 50;

/** A refresh for a person: what happens to each benchmark and why, every swap, what may still be compared. */
export function refreshReport(refresh: Refresh, { bold, dim, warning }: Terminal): string {
  const { churn, swaps, added, benchmarks, warnings } = refresh;
  const head = refresh.changes
    ? bold(
        `${visibleText(refresh.plan)}: version ${refresh.version}, ${countOf(churn.kept, 'task')} kept, ${churn.replaced} replaced, ${churn.removed} removed, ${churn.added} added`,
      )
    : bold(
        `${visibleText(refresh.plan)}: nothing to refresh; version ${refresh.version} stays, ${countOf(churn.kept, 'task')}`,
      );
  const why = benchmarks.map(({ benchmark, action, why: reason }) => [
    `${visibleText(benchmark)} (${actionWords[action]})`,
    `  ${visibleText(reason, 600)}`,
  ]);
  return [
    head,
    ...(refresh.newSeries
      ? [
          warning(
            'The new version starts a new series: do not compare its results with earlier ones but on the common tasks.',
          ),
        ]
      : []),
    why.flat().join('\n'),
    ...section(
      bold(`Out (${swaps.length})`),
      swaps.flatMap(({ benchmark, taskId: id, replacedBy: next, reason, evidence }) => [
        `${visibleText(benchmark)}/${visibleText(id)} -> ${next === undefined ? 'none' : visibleText(next)}: ${visibleText(reason)}`,
        ...(evidence === undefined ? [] : [`  ${visibleText(evidence, 400)}`]),
      ]),
      dim,
    ),
    ...section(
      bold(`In besides (${added.length})`),
      added.map((key) => visibleText(key)),
      dim,
    ),
    ...outside(refresh, bold, dim),
    ...comparison(refresh, bold),
    ...section(
      warning(bold(`Warnings (${warnings.length})`)),
      warnings.map(({ message }) => visibleText(message, 600)),
      dim,
    ),
    dim(endWords(refresh)),
  ].join('\n\n');
}

const actionWords = { draw: 'redrawn', swap: 'reranked', keep: 'no new version' } as const;

/** Exclusions of tasks that are not in: without them the next replacement could be one of them. */
function outside({ excluded }: Refresh, bold: Terminal['bold'], dim: Terminal['dim']): string[] {
  const others = excluded.filter(({ selected }) => !selected);
  return section(
    bold(`Excluded, not selected (${others.length})`),
    others.map(
      ({ benchmark, taskId: id, reason, evidence }) =>
        `${visibleText(benchmark)}/${visibleText(id)}: ${reason}; ${visibleText(evidence, 400)}`,
    ),
    dim,
  );
}

function comparison({ comparison: found, changes }: Refresh, bold: Terminal['bold']): string[] {
  if (!changes) return [];
  const { commonTasks: common, systems, onCommon: pairs } = found;
  const points = (value: number) => (100 * value).toFixed(1);
  const signed = (value: number) => `${value > 0 ? '+' : ''}${points(value)}`;
  const interval = ({ difference, low, high }: { difference: number; low: number; high: number }) =>
    `${signed(difference)} [${signed(low)}, ${signed(high)}]`;
  const isFigure = (column: number) => column > 0;
  const moved = systems.map(({ name, tasks, before, after, ...figure }) => [
    visibleText(name, 60),
    String(tasks),
    points(before),
    points(after),
    interval(figure),
  ]);
  const apart = pairs.map(({ first, second, tasks, ...figure }) => [
    `${visibleText(second, 60)} - ${visibleText(first, 60)}`,
    String(tasks),
    interval(figure),
  ]);
  return [
    `Both versions have ${countOf(common, 'task')}. Results on the two may be compared on these, and no further.`,
    ...(moved.length === 0
      ? []
      : [
          [
            bold('The swaps move, in points (95% interval; means of the tasks, not weighted)'),
            ...alignColumns([['system', 'tasks', 'old', 'new', 'difference'], ...moved.slice(0, mostRows)], {
              indent: '  ',
              isFigure,
            }),
          ].join('\n'),
        ]),
    ...(apart.length === 0
      ? []
      : [
          [
            bold('On the common tasks, in points (95% interval)'),
            ...alignColumns([['systems', 'tasks', 'difference'], ...apart.slice(0, mostRows)], {
              indent: '  ',
              isFigure,
            }),
          ].join('\n'),
        ]),
  ];
}

function section(title: string, lines: readonly string[], dim: Terminal['dim']): string[] {
  if (lines.length === 0) return [];
  const more =
    lines.length > 2 * mostRows ? [dim(`  and ${countOf(lines.length - 2 * mostRows, 'more line')}; see --json`)] : [];
  return [[title, ...lines.slice(0, 2 * mostRows).map((line) => `  ${line}`), ...more].join('\n')];
}

function endWords({ changes, written, files }: Refresh): string {
  if (!changes) return 'Nothing was written.';
  const names = files.map((file) => visibleText(file)).join(', ');
  return written ? `Wrote ${names}` : `Nothing was written. To write ${names}, add --write or --out DIR.`;
}
