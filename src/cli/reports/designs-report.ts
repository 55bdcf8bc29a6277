import type { InitDocument } from '../../core/contracts/init-document.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { LearnedPurpose } from '../../inspect/learn-purpose.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** The designs that each benchmark could have, beside each other, with the one to take. */
export function designsReport({ name, benchmarks }: LearnedPurpose, { bold, dim }: Terminal): readonly string[] {
  return benchmarks.map(({ benchmark, systems, designs, recommendation }) => {
    const rows = designs.map((each) => [
      `${each.isRecommended ? '> ' : '  '}${each.name}`,
      formatCount(each.tasks),
      points(each.halfWidth),
      points(each.detectable),
      each.tau === undefined ? '-' : each.tau.toFixed(2),
      each.equivalent === undefined ? '-' : formatCount(Math.round(each.equivalent)),
    ]);
    const heading = ['  design', 'tasks', 'level +-', 'difference', 'tau', 'as random'];
    const table = alignColumns([heading, ...rows], { isFigure: (column) => column > 0 });
    return [
      `${bold(`Purpose ${name}`)}: ${visibleText(benchmark, 60)}, learned from ${countOf(systems, 'earlier system')}`,
      ...table,
      `Recommended: ${visibleText(recommendation, 600)}`,
      dim('Level and difference in points (95% interval; 80% power); "as random": random tasks that tell as much.'),
    ].join('\n');
  });
}

function points(share: number | undefined): string {
  return share === undefined ? '-' : (100 * share).toFixed(1);
}

/** The same as data. */
export function designsEntry({ name, benchmarks }: LearnedPurpose): NonNullable<InitDocument['purpose']> {
  return {
    name,
    benchmarks: benchmarks.map((each) => ({
      ...each,
      designs: each.designs.map(({ name: design, equivalent, isRecommended, ...rest }) => ({
        ...rest,
        design,
        equivalentRandomTasks: equivalent,
        recommended: isRecommended,
      })),
    })),
  };
}
