// Draws a selection as a unit chart, with a dot for each task: node chart.mjs SELECTION.json PICTURE.svg [BEFORE.json]
// Writes the SVG, and prints Markdown for a job summary. GitHub removes pictures that are embedded in Markdown, so the
// summary has the chart in characters, and the file is an output of the action.
import { readFileSync, writeFileSync } from 'node:fs';

/** How a task is drawn: selected before and now, added, removed, or neither. */
const looks = [
  { name: 'kept', words: 'selected', mark: '●', svg: 'fill="#0072b2"' },
  { name: 'added', words: 'added', mark: '◆', svg: 'fill="#009e73"' },
  { name: 'removed', words: 'removed', mark: '◇', svg: 'fill="none" stroke="#d55e00" stroke-width="1.6"' },
  { name: 'others', words: 'not selected', mark: '·', svg: 'fill="none" stroke="#8c8c8c"' },
];
const mostMarks = 60;
const perLine = 60;
const mostDots = 6000;
const pitch = 12;

const [file, picture, before] = process.argv.slice(2);
const benchmarks = countsOf(JSON.parse(readFileSync(file, 'utf8')), before && JSON.parse(readFileSync(before, 'utf8')));
const shown = looks.filter(({ name }) => benchmarks.some((each) => each[name] > 0));
writeFileSync(picture, svgOf());
console.log(['## Selection', '', ...textLines().map((line) => `    ${line}`), ''].join('\n'));

/** How many tasks of each benchmark are drawn in each way. */
function countsOf({ benchmarks: list, tasks }, former) {
  const keyOf = ({ benchmark, task_id: id }) => JSON.stringify([benchmark, id]);
  const was = new Set((former?.tasks ?? []).map(keyOf));
  const is = new Set(tasks.map(keyOf));
  return list.map(({ name, available }) => {
    const own = tasks.filter(({ benchmark }) => benchmark === name);
    const added = former === undefined ? 0 : own.filter((task) => !was.has(keyOf(task))).length;
    const gone = (former?.tasks ?? []).filter((task) => task.benchmark === name && !is.has(keyOf(task))).length;
    // A task that left the pool is not among those that are available.
    const others = Math.max(0, available - own.length - gone);
    return { name, available, selected: own.length, kept: own.length - added, added, removed: gone, others };
  });
}

/** The chart in characters: one for each task, or for several of a large pool. */
function textLines() {
  const largest = Math.max(...benchmarks.map(({ kept, added, removed, others }) => kept + added + removed + others));
  const tasks = Math.max(1, Math.ceil(largest / mostMarks));
  const names = benchmarks.map(({ name }) => plain(name).slice(0, 30));
  const width = Math.max(...names.map((name) => [...name].length));
  const legend = shown.map(({ words, mark }) => `${mark} ${words}`).join('   ');
  return [
    ...benchmarks.map((each, i) => {
      const marks = shown.map(({ name, mark }) => mark.repeat(Math.ceil(each[name] / tasks))).join('');
      return `${names[i].padEnd(width)}  ${marks} ${each.selected} of ${each.available}`;
    }),
    '',
    `${legend}${tasks === 1 ? '' : `   (a mark is up to ${tasks} tasks)`}`,
  ];
}

/** The chart as an SVG file; the same bytes for the same selections. */
function svgOf() {
  const all = benchmarks.reduce((sum, { kept, added, removed, others }) => sum + kept + added + removed + others, 0);
  const tasks = Math.max(1, Math.ceil(all / mostDots));
  const parts = [];
  let top = 30;
  for (const each of benchmarks) {
    parts.push(`<text x="10" y="${top}" font-weight="600">${xml(plain(each.name))}: ${each.selected} of ${each.available}</text>`);
    const dots = shown.flatMap((look) => Array.from({ length: Math.ceil(each[look.name] / tasks) }, () => look.svg));
    for (const [i, svg] of dots.entries()) {
      const [x, y] = [16 + pitch * (i % perLine), top + 14 + pitch * Math.floor(i / perLine)];
      parts.push(`<circle cx="${x}" cy="${y}" r="4.2" ${svg}/>`);
    }
    top += 36 + pitch * Math.ceil(dots.length / perLine);
  }
  let left = 16;
  for (const { words, svg } of shown) {
    parts.push(`<circle cx="${left}" cy="${top - 4}" r="4.2" ${svg}/><text x="${left + 10}" y="${top}">${words}</text>`);
    left += 40 + 7 * words.length;
  }
  if (tasks > 1) parts.push(`<text x="${left}" y="${top}">a dot is up to ${tasks} tasks</text>`);
  const [width, height] = [pitch * perLine + 32, top + 16];
  const words = benchmarks.map(({ name, selected, available }) => `${plain(name)}: ${selected} of ${available}`).join('; ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${xml(words)}" font-family="system-ui, sans-serif" font-size="12" fill="#1b1f24">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

/** Names are untrusted: one line, without characters that are invisible or change direction. */
function plain(text) {
  return String(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

function xml(text) {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
