// The tables of docs/guides/suites.md and the chart of expected errors, from the figures that `npm run suites` measured.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './prepare.mjs';

const marks = ['<!-- figures: written by "npm run suites" -->', '<!-- end of figures -->'];
const suites = ['verified', 'terminal-bench-2', 'swe-bench-pro', 'gso'];

/** Writes the tables into the page, and the chart. */
export function writePages() {
  const file = join(root, 'docs', 'guides', 'suites.md');
  writeFileSync(file, withFigures(readFileSync(file, 'utf8'), suiteFigures()));
  writeFileSync(join(root, 'docs', 'pictures', 'suites.svg'), suitesChart());
}

/** A page with other figures between its marks. */
export function withFigures(page, figures) {
  const [start, end] = marks.map((mark) => page.indexOf(mark));
  if (start < 0 || end < start) throw new Error(`a page needs ${marks.join(' and ')}`);
  return `${page.slice(0, start)}${marks[0]}\n\n${figures}\n${page.slice(end)}`;
}

const accuracyOf = (name) => JSON.parse(readFileSync(join(root, 'data', name, 'accuracy.json'), 'utf8'));

/** The measured figures of all suites, in Markdown. */
export function suiteFigures() {
  const measured = suites.map(measuredOf);
  const ranked = measured.filter(({ hasRanking }) => hasRanking);
  const [{ draws }] = measured;
  if (measured.some((each) => each.draws !== draws)) throw new Error('the suites were measured with different draws');
  return [
    '| suite | difficulty learned from | left for each evaluated system | evaluated on |',
    '|---|---|---|---|',
    ...measured.map(
      ({ name, earlier, later, split, fewestLearned }) =>
        `| \`${name}\` | ${earlier} systems dated up to ${split} | at least ${fewestLearned} | ${later} later systems |`,
    ),
    '',
    `Errors of the estimated success rate, in percentage points, over ${draws.toLocaleString('en')} draws:`,
    '',
    '| suite | tasks | mean error | random tasks | mid-difficulty tasks | as good as random | 95% interval | coverage (worst system) | largest mean error |',
    '|---|---|---|---|---|---|---|---|---|',
    ...measured.flatMap(({ errors }) => errors),
    '',
    "Order of the later systems on the tasks of a ranking suite, as Kendall's τ with their order on all tasks (1 is the same order):",
    '',
    '| suite | tasks | ranking suite | random tasks (5% to 95%) | mid-difficulty tasks |',
    '|---|---|---|---|---|',
    ...ranked.flatMap(({ orders }) => orders),
    '',
  ].join('\n');
}

/** The facts about the measurement of a suite, and its rows in the tables. */
function measuredOf(name) {
  const { earlier, later, split, fewestLearned, draws, sizes, ranking } = accuracyOf(name);
  const { tiers, take } = parse(readFileSync(join(root, 'plans', `${name}.yaml`), 'utf8'));
  const tierOf = (tasks) =>
    Object.entries(tiers).find(([, size]) => size === tasks)?.[0] ?? (tasks === take ? 'whole' : undefined);
  const percent = (share) => `${(100 * share).toFixed(1)}%`;
  const errors = sizes
    .filter(({ tasks }) => tierOf(tasks) !== undefined)
    .map(
      ({ tasks, mae, random, middle, equivalent, halfWidth, coverage, worstCoverage, worstSystem }) =>
        `| \`${name}\` | ${tasks} (${tierOf(tasks)}) | **${mae.toFixed(1)}** | ${random.mae.toFixed(1)} | ${middle.mae.toFixed(1)} | ${Math.round(equivalent)} | ±${halfWidth.toFixed(1)} | ${percent(coverage)} (${percent(worstCoverage)}) | ${worstSystem.mae.toFixed(1)} (${worstSystem.system}) |`,
    );
  const orders = ranking
    .filter(({ tasks }) => tierOf(tasks) !== undefined)
    .map(
      ({ tasks, tau, random, middle }) =>
        `| \`${name}-ranking\` | ${tasks} | **${tau.toFixed(2)}** | ${random.mean.toFixed(2)} (${random.low.toFixed(2)} to ${random.high.toFixed(2)}) | ${middle.toFixed(2)} |`,
    );
  // The order of fewer systems shows nothing.
  const hasRanking = later >= 10 && existsSync(join(root, 'plans', `${name}-ranking.yaml`));
  return { name, earlier, later, split, fewestLearned, draws, errors, orders, hasRanking };
}

// Legible on white and on black.
const [ours, theirs, grey] = ['#2f7fe0', '#d9541e', '#7a7f87'];
const sans = 'font-family="Helvetica, Arial, sans-serif"';
const [width, height, top, bottom] = [760, 320, 66, 44];

/** The mean error of a level against the tasks that are run: random tasks and a suite side by side. */
export function suitesChart() {
  const panels = [
    {
      title: 'SWE-bench Verified, 500 tasks',
      name: 'verified',
      left: 52,
      right: 410,
      most: 10,
      ticks: [25, 50, 100, 150, 200],
      end: 205,
    },
    {
      title: 'Terminal-Bench 2, 89 tasks',
      name: 'terminal-bench-2',
      left: 470,
      right: 740,
      most: 10,
      ticks: [20, 30, 40, 50],
      end: 52,
    },
  ];
  const words = [];
  const parts = panels.flatMap(({ title, name, left, right, most, ticks, end }) => {
    const { sizes } = accuracyOf(name);
    const x = (tasks) => left + (tasks / end) * (right - left);
    const y = (error) => height - bottom - (error / most) * (height - top - bottom);
    const series = [
      { words: 'random tasks', colour: theirs, points: sizes.map(({ tasks, random }) => [tasks, random.mae]), dy: -10 },
      { words: 'Winnow', colour: ours, points: sizes.map(({ tasks, mae }) => [tasks, mae]), dy: 18 },
    ];
    for (const { tasks, mae, random } of sizes)
      words.push(`${title.split(',')[0]}, ${tasks} tasks: ${mae.toFixed(1)} points, random ${random.mae.toFixed(1)}`);
    return [
      text([left, top - 24], title, ` font-weight="bold"`),
      ...[0, 2, 4, 6, 8, 10].flatMap((tick) => [
        line([left, y(tick)], [right, y(tick)]),
        text([left - 8, y(tick) + 4], String(tick), ' text-anchor="end"'),
      ]),
      ...ticks.map((tick) => text([x(tick), height - bottom + 18], String(tick), ' text-anchor="middle"')),
      text([(left + right) / 2, height - 6], 'tasks run', ' text-anchor="middle"'),
      ...series.flatMap(({ words: label, colour, points, dy }) => {
        const places = points.map(([tasks, error]) => [x(tasks), y(error)]);
        const [first] = places.slice(2);
        return [
          `<polyline points="${places.map((each) => each.map((value) => value.toFixed(1)).join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
          ...places.map(([cx, cy]) => `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="4" fill="${colour}"/>`),
          dy < 0
            ? text([first[0] + 8, first[1] + dy], label, ` style="fill:${colour}"`)
            : text([first[0] - 2, first[1] + dy], label, ` style="fill:${colour}" text-anchor="end"`),
        ];
      }),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">Mean error of the success rate on the whole benchmark, in points, by number of tasks run</title>
<desc id="description">${words.join('. ')}</desc>
${parts.join('\n')}
${text([52, 14], 'Mean error in points, on later systems that the suite had not seen')}
</svg>
`;
}

function text([x, y], words, more = '') {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${sans} font-size="12" fill="${grey}"${more}>${words}</text>`;
}

function line([x1, y1], [x2, y2]) {
  return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${grey}" stroke-opacity=".35"/>`;
}
