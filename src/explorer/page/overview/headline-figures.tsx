import type { Selection } from '../../../core/model/selection.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';

/** The few numbers that everybody asks for first. */
export function HeadlineFigures({
  selection: { plan, statistics, weighting, benchmarks },
}: {
  readonly selection: Selection;
}) {
  const covered = statistics.byPhase.filter(({ selected }) => selected > 0).length;
  const figures: readonly (readonly [string, string, string])[] = [
    ['Tasks selected', formatCount(statistics.selected), `of ${formatCount(statistics.available)}`],
    [
      'Benchmarks',
      formatCount(benchmarks.filter(({ choices }) => choices.length > 0).length),
      `of ${benchmarks.length}`,
    ],
    ['Phases covered', formatCount(covered), `of ${plan.phases.length}`],
    [
      `Mean ${visibleText(plan.score.name, 40)} score`,
      statistics.averageScore.toFixed(plan.score.decimals),
      'of the selected tasks',
    ],
    ...(weighting === undefined
      ? []
      : [
          [
            'Effective size',
            weighting.effectiveSize.toFixed(1),
            `design effect ${weighting.designEffect.toFixed(2)}`,
          ] as const,
        ]),
  ];
  return (
    <dl className="figures">
      {figures.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="figure">{value}</span> <span className="more">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
