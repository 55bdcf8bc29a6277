// `node scripts/scale-picture.mjs`: draws docs/pictures/scale.svg from the figures that stand in docs/scale.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

// Legible on white and on black.
const series = [
  { name: 'winnow select', colour: '#2f7fe0', column: 1, dy: -10 },
  { name: 'DuckDB’s own SQL', colour: '#d9541e', column: 2, dy: 18 },
];
const grey = '#7a7f87';
const sans = 'font-family="Helvetica, Arial, sans-serif"';
const [width, height, left, right, top, bottom] = [640, 300, 60, 150, 20, 40];

const page = readFileSync(join(root, 'docs', 'scale.md'), 'utf8');
const numbers = (cells) => cells.map((cell) => Number(cell.replaceAll(',', '')));
const rows = [...page.matchAll(/^\| ([\d,]+) \| ([\d.]+) s \| ([\d.]+) s \|/gm)].map(([, ...cells]) => numbers(cells));
// By the clock: processor time of a cluster is spread over its machines.
const [clusterRows, clusterSeconds] = numbers(
  /A selection of 1,000 from ([\d,]+)\srows took ([\d.]+) s/.exec(page).slice(1),
);
const [from, to] = [100_000, 20_000_000];
const [least, most] = [1, 100];
const along = (value, low, high) => Math.log(value / low) / Math.log(high / low);
const x = (count) => left + along(count, from, to) * (width - left - right);
const y = (seconds) => height - bottom - along(seconds, least, most) * (height - top - bottom);
const text = (at, words, more = '') =>
  `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${sans} font-size="12" fill="${grey}"${more}>${words}</text>`;
const line = (a, b) =>
  `<line x1="${a[0].toFixed(1)}" y1="${a[1].toFixed(1)}" x2="${b[0].toFixed(1)}" y2="${b[1].toFixed(1)}" stroke="${grey}" stroke-opacity=".35"/>`;

const parts = [
  ...[1, 10, 100].flatMap((tick) => [
    line([left, y(tick)], [width - right, y(tick)]),
    text([left - 8, y(tick) + 4], `${tick} s`, ' text-anchor="end"'),
  ]),
  ...rows.map(([count]) => text([x(count), height - bottom + 18], count.toLocaleString('en'), ' text-anchor="middle"')),
  text([(left + width - right) / 2, height - 6], 'rows', ' text-anchor="middle"'),
  ...series.flatMap(({ name, colour, column, dy }) => {
    const points = rows.map((row) => [x(row[0]), y(row[column])]);
    const last = points.at(-1);
    return [
      `<polyline points="${points.map((point) => point.map((each) => each.toFixed(1)).join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...points.map(([cx, cy]) => `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="4" fill="${colour}"/>`),
      text([last[0] + 8, last[1] + dy / 2], name, ` style="fill:${colour}"`),
    ];
  }),
  `<circle cx="${x(clusterRows).toFixed(1)}" cy="${y(clusterSeconds).toFixed(1)}" r="4" fill="none" stroke="${grey}" stroke-width="2"/>`,
  text(
    [x(clusterRows) - 10, y(clusterSeconds) - 8],
    'a small Trino cluster, cold, by the clock',
    ' text-anchor="middle"',
  ),
];
const words = rows
  .map(([count, ours, theirs]) => `${count.toLocaleString('en')} rows: ${ours} s, DuckDB ${theirs} s`)
  .concat(`A small Trino cluster, cold, by the clock: ${clusterRows.toLocaleString('en')} rows in ${clusterSeconds} s`)
  .join('. ');
writeFileSync(
  join(root, 'docs', 'pictures', 'scale.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">Processor time of a selection against the rows of the table</title>
<desc id="description">${words}</desc>
${parts.join('\n')}
</svg>
`,
);
