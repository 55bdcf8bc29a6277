import type { ComponentChildren } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { PoolResults } from '../../../core/assess/question/pool-results.js';
import type { Selection } from '../../../core/model/selection.js';
import { capital, countOf, formatCount, visibleText } from '../../../core/text/words.js';
import type { PoolColumns } from '../../packed/selection-columns.js';
import { Numbers } from '../blocks/chart.js';
import { figures, words } from '../blocks/table.js';
import { Button, Choice, type ChoiceOption } from '../parts/controls.js';
import { saveBlob, saveFile, useIsPrinting } from '../parts/hooks.js';
import { Swatch } from '../parts/task-marks.js';
import { type ChartSettings, goTo } from '../route/route.js';
import { isFiltering, type TaskFilter } from '../route/task-filter.js';
import { citationOf } from '../share/share.js';
import type { Moves } from '../state/compare-selections.js';
import { usePoolResults, useResult, useSource } from '../state/study-context.js';
import { headingOf, type ShownField } from '../tasks/plan-fields.js';
import type { ShownTasks } from '../tasks/use-filtered-tasks.js';
import { fieldColours, makeAxis, noAxis, plainColours, resultColours, type UnitColours } from './unit-axis.js';
import { legendOf, type UnitContent, UnitFigure } from './unit-figure.js';
import { pitchOf } from './unit-layout.js';
import { areaPitch } from './unit-paint.js';
import { type ExportedChart, unitPicture, unitSvg } from './unit-svg.js';

interface UnitChartProps {
  readonly settings: ChartSettings;
  readonly shown: ShownTasks;
  readonly filter: TaskFilter;
  readonly isNarrow: boolean;
  readonly action?: ComponentChildren;
  readonly onSettings: (settings: ChartSettings) => void;
  /** While a region is drawn, and when it is done; undefined: it was given up. */
  readonly onBrush: (filter: TaskFilter | undefined, isDone: boolean) => void;
}

/** Every task as a dot, with controls for layout, colours and saving. */
export function UnitChart({ settings, shown, filter, isNarrow, action, onSettings, onBrush }: UnitChartProps) {
  const { pool, filtered, fields } = shown;
  const { mask } = filtered;
  const { selection, moves } = useResult();
  const results = usePoolResults();
  const axes = useAxes(selection, pool, fields, settings, isNarrow);
  const colours = useColours(selection, pool, fields, results, settings.colour);
  const open = useCallback((row: number) => goTo({ view: 'task', ...pool.taskAt(row) }), [pool]);
  const isZoomed = settings.zoom && isFiltering(filter) && shown.rows.count > 0;
  const isWholeArea = useMemo(() => pitchOf(axes.x, axes.y, usualSize.width, usualSize.height) < areaPitch, [axes]);
  const isArea = isWholeArea && !isZoomed;
  const caption = captionOf(selection, shown, axes, colours, isArea);
  const { data } = useSource();
  const chart = { pool, mask, ...axes, colours, isZoomed, caption, citation: citationOf(selection, data) };
  const isPrinting = useIsPrinting();
  return (
    <figure class="unit-chart" aria-label="Task chart">
      <ChartTools
        {...{ settings, axes, fields, results, onSettings, isZoomed, action }}
        chart={chart}
        onClear={isFiltering(filter) ? () => onBrush(axes.y.clear(axes.x.clear(filter)), true) : undefined}
      />
      <UnitFigure
        {...chart}
        moves={moves}
        filter={filter}
        onBrush={onBrush}
        onOpen={open}
        onZoom={(zoom) => onSettings({ ...settings, zoom })}
      />
      {isPrinting && <div class="unit-paper">{unitPicture(chart)}</div>}
      <ChartLegend pool={pool} mask={mask} colours={colours} isArea={isArea} moves={moves} />
      <figcaption class="quiet">{caption}</figcaption>
      <CountTable pool={pool} mask={mask} {...axes} />
    </figure>
  );
}

type Axes = Pick<UnitContent, 'x' | 'y'>;

/** The most bands across and down; rarer values share the last one. */
const most = { across: 12, acrossNarrow: 3, down: 20, whole: 24 } as const;

function useAxes(
  selection: Selection,
  pool: PoolColumns,
  fields: readonly ShownField[],
  { x, y }: ChartSettings,
  isNarrow: boolean,
): Axes {
  const { plan } = selection;
  const stateKey = x === 'state' || y === 'state' || [x, y].includes('score') || fields.length < 3 ? pool : pool.labels;
  // biome-ignore lint/correctness/useExhaustiveDependencies: weights change only states and scores, which the key stands for
  return useMemo(() => {
    const named = (name: string | undefined) => [...fields, stateField].find((field) => field.name === name);
    const make = (field: ShownField | undefined, isUpright: boolean, isOnly: boolean) =>
      makeAxis(
        field,
        plan,
        pool,
        isUpright ? (isOnly ? most.whole : most.down) : isNarrow ? most.acrossNarrow : most.across,
        isUpright,
      );
    if (x !== undefined || y !== undefined)
      return { x: make(named(x), false, false), y: make(named(y), true, named(x) === undefined) };
    const [first, second] = usualFields(fields, pool);
    if (isNarrow || second === undefined) return { x: make(undefined, false, false), y: make(first, true, true) };
    const ways = [
      { x: make(first, false, false), y: make(second, true, false) },
      { x: make(second, false, false), y: make(first, true, false) },
    ] as const;
    const [one = 0, two = 0] = ways.map((way) => pitchOf(way.x, way.y, usualSize.width, usualSize.height));
    // The layout in which fewer values share a band.
    const [bands = 0, bandsToo = 0] = ways.map((way) => way.x.bands.length + way.y.bands.length);
    return bandsToo > bands || (bandsToo === bands && two > muchLarger * one) ? ways[1] : ways[0];
  }, [plan.name, stateKey, fields, x, y, isNarrow]);
}

/** The dots must be this many times larger for the first field to go down instead of across. */
const muchLarger = 1.3;

/** The chart's usual size, which decides which field goes across. */
const usualSize = { width: 1000, height: 420 } as const;

const stateField: ShownField = { name: 'state', words: 'selection', kind: 'label', isUsed: true, values: 4 };

/** Labels with more values make poor axes. */
const mostValues = 40;

/**
 * The chart's first two fields: labels of the plan, then its numbers, then other labels. If one label determines the other,
 * as a repository determines its language, only the first is used.
 */
function usualFields(
  fields: readonly ShownField[],
  pool: PoolColumns,
): readonly [ShownField | undefined, ShownField | undefined] {
  const rank = ({ isUsed, kind }: ShownField) => (isUsed ? 0 : 2) + Number(kind === 'number');
  const [first, ...others] = fields
    .filter(({ kind, values }) => kind === 'number' || values <= mostValues)
    .toSorted((a, b) => rank(a) - rank(b));
  const isApart = ({ kind, name }: ShownField) =>
    kind === 'number' ||
    first?.kind !== 'label' ||
    !(determines(pool, first.name, name) || determines(pool, name, first.name));
  return [first, others.find(isApart)];
}

/** Whether tasks with the same value of one label always have the same value of another. */
function determines({ labels }: PoolColumns, name: string, other: string): boolean {
  const [from, to] = [labels.label(name), labels.label(other)];
  const found = new Int32Array(from.values.length).fill(-1);
  return from.codes.every((code, row) => {
    const own = to.codes[row] ?? 0;
    const before = found[code];
    found[code] = own;
    return before === -1 || before === own;
  });
}

function useColours(
  { plan }: Selection,
  pool: PoolColumns,
  fields: readonly ShownField[],
  results: PoolResults | undefined,
  name: string | undefined,
): UnitColours {
  const key = name === 'score' ? pool : pool.labels;
  // biome-ignore lint/correctness/useExhaustiveDependencies: weights change only scores, which the key stands for
  return useMemo(() => {
    const system = results?.configurations[Number(/^result\.(\d+)$/.exec(name ?? '')?.[1]) - 1];
    if (system !== undefined) return resultColours(system, pool);
    const field = fields.find((each) => each.name === name);
    return field === undefined ? plainColours(pool.count) : fieldColours(field, plan, pool);
  }, [plan.name, key, fields, results, name]);
}

/** "Each dot is a task. 93 of 826 tasks are selected (filled). Across: benchmark. Down: phase." */
function captionOf(
  { statistics }: Selection,
  { rows, filtered, pool }: ShownTasks,
  { x, y }: Axes,
  colours: UnitColours,
  isArea: boolean,
): string {
  const named = [
    ['Across', x.words],
    ['Down', y.words],
    ['Colour', colours.words],
  ].flatMap(([place, words]) => (words === '' ? [] : `${place}: ${words}.`));
  const [tasks, selected] = [countOf(pool.count, 'task'), formatCount(statistics.selected)];
  const drawn = isArea
    ? `Areas are proportional to the number of tasks. ${selected} of ${tasks} are selected.`
    : `Each dot is a task. ${selected} of ${tasks} are selected (filled).`;
  const part =
    rows.count === pool.count
      ? []
      : [
          `${formatCount(rows.count)} match the filter (in colour), ${formatCount(filtered.selected)} of them selected.`,
        ];
  return [drawn, ...part, ...named].join(' ');
}

interface ChartToolsProps extends Pick<UnitChartProps, 'settings' | 'onSettings' | 'action'> {
  readonly axes: Axes;
  readonly fields: readonly ShownField[];
  readonly results: PoolResults | undefined;
  readonly isZoomed: boolean;
  readonly chart: ExportedChart;
  readonly onClear: (() => void) | undefined;
}

function ChartTools(props: ChartToolsProps) {
  const { settings, axes, fields, results, isZoomed, chart, onSettings, onClear, action } = props;
  const { selection } = useResult();
  const [problem, setProblem] = useState('');
  const named = (kind: ShownField['kind']) =>
    fields.filter((field) => field.kind === kind).map((field): ChoiceOption => [field.name, headingOf(field)]);
  const groups = [
    { heading: 'Labels', options: named('label') },
    { heading: 'Numbers', options: named('number') },
  ].filter(({ options }) => options.length > 0);
  const systems = (results?.configurations ?? []).map(
    ({ name }, at): ChoiceOption => [`result.${at + 1}`, visibleText(name, 60)],
  );
  const axis = (side: 'x' | 'y', label: string) => (
    <Choice
      label={label}
      value={axes[side].name}
      options={[[noAxis, 'None'], ['state', 'Selection'], ...groups]}
      onChoose={(name) => onSettings({ ...settings, x: axes.x.name, y: axes.y.name, [side]: name })}
    />
  );
  const svg = () => unitSvg({ ...chart, title: visibleText(selection.plan.title, 120) });
  const savePng = async () => {
    try {
      saveBlob('chart.png', await pngOf(svg()));
      setProblem('');
    } catch {
      setProblem('The browser could not create the PNG. Save the SVG instead.');
    }
  };
  return (
    <div class="chart-tools">
      {axis('x', 'Across')}
      {axis('y', 'Down')}
      <Choice
        label="Colour"
        value={settings.colour ?? ''}
        options={[
          ['', 'Selection'],
          ...groups,
          ...(systems.length === 0 ? [] : [{ heading: 'Results', options: systems }]),
        ]}
        onChoose={(name) => onSettings({ ...settings, colour: name || undefined })}
      />
      <div class="buttons">
        {onClear !== undefined && (
          <>
            <Button aria-pressed={isZoomed} onClick={() => onSettings({ ...settings, zoom: !isZoomed })}>
              {isZoomed ? 'Zoom out' : 'Zoom in'}
            </Button>
            <Button onClick={onClear}>Clear region</Button>
          </>
        )}
        <Button onClick={() => saveFile('chart.svg', 'image/svg+xml', svg())}>
          SVG<span class="only-heard"> of the chart</span>
        </Button>
        <Button onClick={savePng}>
          PNG<span class="only-heard"> of the chart</span>
        </Button>
        {action}
      </div>
      <span role="status" class="quiet">
        {problem}
      </span>
    </div>
  );
}

/** Pixels in the PNG for each pixel of the chart. */
const pngScale = 2;

async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = pngScale * image.naturalWidth;
  canvas.height = pngScale * image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
}

interface ChartLegendProps extends Pick<UnitContent, 'pool' | 'mask' | 'colours'> {
  readonly isArea: boolean;
  readonly moves: Moves;
}

function ChartLegend({ pool, mask, colours, isArea, moves }: ChartLegendProps) {
  const { marks, kinds } = useMemo(() => legendOf({ pool, mask, colours }, isArea), [pool, mask, colours, isArea]);
  const all = [
    ...marks,
    { mark: 'came', name: 'added', count: moves.cameIn.length },
    { mark: 'went', name: 'removed', count: moves.wentOut.length },
  ];
  return (
    <ul
      class={`legend unit-legend${colours.kinds.length > 1 ? ' is-coloured' : ''}${isArea ? ' is-area' : ''}`}
      aria-label="Legend"
    >
      {all
        .filter(({ mark, count }) => count > 0 || mark === 'filled')
        .map(({ mark, name, count }) => (
          <li key={mark}>
            <span class={`unit-mark unit-mark-${mark}`} aria-hidden="true" />
            {name} <strong>{formatCount(count)}</strong>
          </li>
        ))}
      {kinds.map(({ name, paint, count }) => (
        <li key={name}>
          <Swatch colour={`var(--${paint})`} />
          {name} <strong>{formatCount(count)}</strong>
        </li>
      ))}
    </ul>
  );
}

function CountTable({ pool, mask, x, y }: Omit<UnitContent, 'colours' | 'isZoomed'>) {
  const [isOpen, setOpen] = useState(false);
  const cells = useMemo(() => {
    if (!isOpen) return [];
    const counts = y.bands.map(() => x.bands.map(() => ({ selected: 0, shown: 0 })));
    for (let row = 0; row < pool.count; row++) {
      const cell = counts[y.bandOf[row] ?? 0]?.[x.bandOf[row] ?? 0];
      if (cell === undefined || mask[row] !== 1) continue;
      cell.shown++;
      if (pool.states[row] === 0) cell.selected++;
    }
    return counts;
  }, [isOpen, pool, mask, x, y]);
  return (
    <Numbers
      title="Selected and available tasks in each cell of the chart"
      of="the chart"
      onToggle={setOpen}
      columns={[...words(capital(y.words || 'tasks')), ...figures(...x.bands.map((band) => band.words))]}
      rows={cells.map((row, band) => [
        y.bands[band]?.words ?? '',
        ...row.map(({ selected, shown }) => (shown === 0 ? '' : `${formatCount(selected)} / ${formatCount(shown)}`)),
      ])}
    />
  );
}
