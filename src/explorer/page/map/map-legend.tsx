import { formatCount } from '../../../core/text/count-of.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { type ResultKind, resultKinds } from './point-colours.js';
import type { MapMoves } from './use-drawing.js';

interface MapLegendProps {
  readonly pool: PoolColumns;
  readonly mask: Uint8Array;
  readonly colours: Uint8Array;
  readonly isByResult: boolean;
  readonly moves: MapMoves;
}

const resultWords: Readonly<Record<ResultKind, string>> = {
  selection: '',
  pass: 'passed',
  part: 'partly passed',
  fail: 'failed',
  none: 'no result',
};

/** What the marks of the map mean, with how many there are of those that are shown. */
export function MapLegend({ pool, mask, colours, isByResult, moves }: MapLegendProps) {
  const states = countsOf(pool.states, mask);
  const kinds = countsOf(colours, mask);
  const barred = (states[2] ?? 0) + (states[3] ?? 0);
  return (
    <ul className="legend map-legend" aria-label="Marks of the map">
      <Entry mark="filled" words="selected" count={states[0] ?? 0} />
      <Entry mark="hollow" words="not selected" count={states[1] ?? 0} />
      {barred > 0 && <Entry mark="crossed" words="excluded or not eligible" count={barred} />}
      {moves.cameIn.length > 0 && <Entry mark="came" words="came in" count={moves.cameIn.length} />}
      {moves.wentOut.length > 0 && <Entry mark="went" words="went out" count={moves.wentOut.length} />}
      {isByResult &&
        resultKinds
          .slice(1)
          .map((kind, at) => ({ kind, count: kinds[at + 1] ?? 0 }))
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => <Entry key={kind} mark={kind} words={resultWords[kind]} count={count} />)}
    </ul>
  );
}

function Entry({ mark, words, count }: { readonly mark: string; readonly words: string; readonly count: number }) {
  return (
    <li>
      <span className={`map-mark map-mark-${mark}`} aria-hidden="true" />
      {words} <strong>{formatCount(count)}</strong>
    </li>
  );
}

/** How many of those that are shown have each code. */
function countsOf(codes: Uint8Array, mask: Uint8Array): Uint32Array {
  const counts = new Uint32Array(8);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] ?? 0;
    if (mask[row] === 1) counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}
