import { type Drawing, drawChart } from '../../pictures/chart.js';
import type { Mark } from '../../pictures/marks.js';
import type { Colour } from '../../pictures/palette.js';
import type { Ceiling, CeilingCounts, StratumCeiling } from './ceiling.js';

const mostStrata = 12;
const rowHeight = 22;
const longestName = 44;

const kinds: readonly {
  readonly key: Exclude<keyof CeilingCounts, 'tasks' | 'without'>;
  readonly words: string;
  readonly colour: Colour;
}[] = [
  { key: 'byNone', words: 'none solves', colour: 'orange' },
  { key: 'open', words: 'alike so far', colour: 'grey' },
  { key: 'alike', words: 'alike', colour: 'purple' },
  { key: 'apart', words: 'they differ', colour: 'blue' },
  { key: 'byAll', words: 'all solve', colour: 'green' },
];

/** What the configurations made of the tasks with a score, selected and in the pool; undefined without any. */
export function ceilingPicture({ overall, benchmarks, groups, conclusion }: Ceiling): Drawing | undefined {
  const strata = [{ ...overall, name: 'all tasks' }, ...(benchmarks.length > 1 ? benchmarks : []), ...groups];
  const rows = strata
    .filter(({ selected }) => selected.tasks > selected.without)
    .slice(0, mostStrata)
    .flatMap((stratum) => [
      { words: nameOf(stratum, 'selected', stratum.selected), counts: stratum.selected },
      { words: nameOf(stratum, 'pool', stratum.pool), counts: stratum.pool },
    ]);
  if (rows.length === 0) return undefined;
  const y = (at: number) => rows.length - at;
  const shown = kinds.filter(({ key }) => rows.some(({ counts }) => counts[key] > 0));
  const marks = shown.flatMap(({ key, words, colour }, kind): Mark[] =>
    rows.map(({ counts }, at) => {
      const tested = counts.tasks - counts.without;
      const before = shown.slice(0, kind).reduce((sum, each) => sum + counts[each.key], 0);
      const x = [(100 * before) / tested, (100 * (before + counts[key])) / tested] as const;
      return { kind: 'box', x, y: [y(at) - 0.38, y(at) + 0.38], colour, ...(at === 0 ? { label: words } : {}) };
    }),
  );
  return drawChart({
    title: 'Which tasks can tell configurations apart',
    description: `${conclusion} ${rows.map(({ words, counts }) => `${words}: ${shown.map((each) => `${counts[each.key]} ${each.words}`).join(', ')}`).join('; ')}.`,
    x: { label: 'share of the tasks with a score, in percent', from: 0, to: 100 },
    y: {
      label: '',
      from: 0.4,
      to: rows.length + 0.6,
      ticks: rows.map((_, at) => y(at)),
      format: (value) => rows[rows.length - value]?.words ?? '',
    },
    left: 40 + 6.2 * Math.max(...rows.map(({ words }) => words.length)),
    width: 860,
    height: 130 + rowHeight * rows.length,
    marks,
  });
}

/** "ansible/ansible, selected (5)": with the number of tasks that have a score. */
function nameOf({ name = '' }: StratumCeiling, which: string, { tasks, without }: CeilingCounts): string {
  const cut = name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`;
  return `${cut}, ${which} (${tasks - without})`;
}
