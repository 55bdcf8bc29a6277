// `npm run pictures`: draws docs/pictures/ from what each design really selects. The same bytes every time.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const { readPlan, readPools, runPlan } = await import('../dist/index.js');

const seedsTried = 200;
const columnWidth = 5;
// Legible on white and on black. What chance took is blue, what somebody chose is orange.
const [drawnColour, chosenColour, grey] = ['#2f7fe0', '#d9541e', '#7a7f87'];
const sans = 'font-family="Helvetica, Arial, sans-serif"';
const mono = 'font-family="Menlo, Consolas, DejaVu Sans Mono, monospace"';

const byRepo = 'group: { by: repo, at_least: 1 }';
const pins = [
  'instance_element-hq__element-web-33e8edb3d508d6eefb354819ca693b7accc695e7',
  'instance_flipt-io__flipt-967855b429f749c28c112b8cb1b15bc79157f973',
  'instance_gravitational__teleport-3587cca7840f636489449113969a5066025dd5bf',
];

/** Every picture: what to write under `select`, the setting it shows, and what is to be seen in it. */
const designs = [
  {
    name: 'ranked',
    setting: 'prefer: [files_changed desc]',
    select: `take: 36, ${byRepo}, prefer: [files_changed desc]`,
    seen: 'Only the top of each repository: large tasks, no chance for the others.',
  },
  {
    name: 'random',
    setting: 'prefer: [random]',
    select: `take: 36, ${byRepo}, prefer: [random]`,
    seen: 'Dense where the pool is dense; each task of a repository has the same chance.',
  },
  {
    name: 'systematic',
    setting: 'draw: { method: systematic, by: lines_changed }',
    select: 'take: 36, draw: { method: systematic, by: lines_changed }',
    seen: 'Every twentieth task from left to right: no stretch of sizes is missed.',
  },
  {
    name: 'ordered-pivotal',
    setting: 'draw: { method: ordered-pivotal, by: lines_changed }',
    select: 'take: 36, draw: { method: ordered-pivotal, by: lines_changed }',
    seen: 'Spread along the sizes like the systematic sample, with far more samples possible.',
  },
  {
    name: 'pareto',
    setting: 'draw: { method: pareto, by: score }',
    select: `take: 36, ${byRepo}, draw: { method: pareto, by: score }`,
    seen: 'More from the top. The area of a dot is its weight: the tasks it represents.',
    sized: true,
  },
  {
    name: 'local-pivotal',
    setting: 'draw: { method: local-pivotal, by: [repo, lines_changed, files_changed] }',
    select: 'take: 36, draw: { method: local-pivotal, by: [repo, lines_changed, files_changed] }',
    seen: 'Spread out: of two near neighbours in one repository seldom both are drawn.',
  },
  {
    name: 'cube',
    setting: 'draw: { method: cube, by: [lines_changed, files_changed, repo] }',
    select: 'take: 36, draw: { method: cube, by: [lines_changed, files_changed, repo] }',
    seen: 'No even spread, but means like the pool’s, whatever the seed.',
  },
  {
    name: 'pinned',
    setting: 'pin: [three tasks], prefer: [random]',
    select: `take: 36, pin: [${pins.join(', ')}], ${byRepo}, prefer: [random]`,
    seen: 'Diamonds are pinned and stand for themselves; 33 are drawn from the others.',
  },
];

/** What each purpose picks, by how hard tasks were for earlier systems and how uncertain their next result is. */
const purposes = [
  {
    name: 'level',
    setting: 'purpose: level',
    select: 'purpose: level, take: 93',
    seen: 'From every band of difficulty, more where results are least certain.',
  },
  {
    name: 'comparison',
    setting: 'purpose: comparison, quota: { by: language, at_least: 20 }',
    select:
      'purpose: comparison, take: 93, where: { prior_results: { at_least: 1 } }, quota: { by: language, at_least: 20 }',
    seen: 'Along the order of difficulty within each language: at least 20 of each, in every draw.',
  },
  {
    name: 'ranking',
    setting: 'purpose: ranking',
    select: 'purpose: ranking, take: 93',
    seen: 'Only the top: tasks whose results are expected to differ most. Their mean is no level.',
  },
];

const header = `
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 20, unknown: 0.1 } } }
`;

function samplePlan(select, seed, more = '') {
  return readPlan(
    `name: sample
seed: ${seed}${header}benchmarks:
  ccb_swebenchpro: { source: { embedded: ccb }, expect: 731, ${more}select: { ${select} } }
`,
    join(root, 'plan.yaml'),
  );
}

const pools = await readPools(samplePlan('take: 1', 42));
const folder = join(root, 'docs', 'pictures');
mkdirSync(folder, { recursive: true });
for (const design of designs) write(`design-${design.name}.svg`, designPicture(design));
const prior = 'prior: { path: examples/outcomes/swebench-pro-agents.csv }, ';
const learnedPools = await readPools(samplePlan('take: 1', 1, prior));
for (const purpose of purposes) write(`purpose-${purpose.name}.svg`, purposePicture(purpose));
write('allocation.svg', await allocationPicture());

function write(name, text) {
  writeFileSync(join(folder, name), text);
  process.stdout.write(`docs/pictures/${name}\n`);
}

/** A scatter of the pool with the selected tasks on it, and below it where the mean lies under other seeds. */
function designPicture({ setting, select, seen, sized = false }) {
  const { choices, kind, benchmarks } = runPlan(samplePlan(select, 42), pools);
  const { tasks } = benchmarks[0];
  const isRanked = kind === 'focus';
  const colour = isRanked ? chosenColour : drawnColour;
  const poolMean = typicalLines(tasks.map((task) => ({ task })));
  const mean = typicalLines(choices);
  const means = isRanked ? [] : meansUnderSeeds(select);
  const [low, high] = [0.05, 0.95].map((part) => Math.round(means[Math.round(part * (means.length - 1))] ?? mean));
  const range = isRanked ? 'No seed changes it.' : `Nine seeds in ten: ${low} to ${high}.`;
  const caption = `Geometric mean${isRanked ? '' : ', weighted'}: ${Math.round(mean)} lines; pool: ${Math.round(poolMean)}. ${range}`;
  const isSelected = new Set(choices.map(({ task }) => task));
  const plot = { left: 56, right: 624, top: 54, bottom: 306 };
  const strip = { top: 346, bottom: 378 };
  const x = logScale(18, 2300, plot.left, plot.right);
  const y = logScale(0.66, 120, plot.bottom, plot.top);
  const place = ({ id, fields }) => [round(x(fields.lines_changed)), round(y(fields.files_changed + nudge(id)))];

  return svg({
    width: 640,
    height: 436,
    title: `${setting}: 36 of 731 tasks`,
    description: `The pool by lines and files changed, the selected tasks marked. ${seen} ${caption}`,
    body: [
      `<text x="16" y="21" ${mono} font-size="13" font-weight="bold" fill="${colour}">${escaped(setting)}</text>`,
      ...[20, 50, 100, 200, 500, 1000, 2000].flatMap((value) => [
        line(x(value), plot.top, x(value), plot.bottom, 'stroke-opacity=".2"'),
        label(x(value), plot.bottom + 16, value, 'text-anchor="middle"'),
      ]),
      ...[1, 2, 5, 10, 20, 50, 100].flatMap((value) => [
        line(plot.left, y(value), plot.right, y(value), 'stroke-opacity=".2"'),
        label(plot.left - 8, y(value) + 4, value, 'text-anchor="end"'),
      ]),
      label(plot.right, plot.bottom + 31, 'lines changed', 'text-anchor="end"'),
      label(-plot.top, 16, 'files changed', 'transform="rotate(-90)" text-anchor="end"'),
      `<g fill="${grey}" fill-opacity=".36">`,
      ...tasks.filter((task) => !isSelected.has(task)).map((task) => dot(place(task), 1.9)),
      '</g>',
      line(x(poolMean), plot.top - 4, x(poolMean), plot.bottom, 'stroke-dasharray="4 3"'),
      label(x(poolMean), plot.top - 9, 'pool mean', 'text-anchor="middle"'),
      `<g fill="${colour}" fill-opacity=".84">`,
      ...choices.map((choice) => mark(choice, place(choice.task), sized)),
      '</g>',
      label(plot.left, strip.top + 2, isRanked ? 'mean, any seed' : `mean, ${seedsTried} seeds`),
      line(plot.left, strip.bottom, plot.right, strip.bottom, 'stroke-opacity=".4"'),
      `<g fill="${colour}" fill-opacity=".45">`,
      ...columns(
        means.map((value) => x(value) - x(poolMean)),
        strip.bottom - strip.top,
      ).map(({ at, height }) => bar(x(poolMean) + at, strip.bottom - height, columnWidth - 1, height)),
      '</g>',
      line(x(poolMean), strip.top - 6, x(poolMean), strip.bottom, 'stroke-dasharray="4 3"'),
      `<path d="M${round(x(mean))} ${strip.bottom}l5 8h-10z" fill="${colour}"/>`,
      label(plot.left, 405, seen, '', 13),
      label(plot.left, 424, caption, '', 13),
    ],
  });
}

/** The pool by difficulty and anticipated variance with the selected tasks on it, and below how many of each band are taken. */
function purposePicture({ setting, select, seen }) {
  const { choices, kind, benchmarks } = runPlan(samplePlan(select, 1, prior), learnedPools);
  const colour = kind === 'focus' ? chosenColour : drawnColour;
  const isSelected = new Set(choices.map(({ task }) => task.id));
  const tasks = benchmarks[0].tasks.filter(({ fields }) => fields.prior_ease !== undefined);
  const key = ({ id, fields }) => `${fields.prior_band ?? ''} ${id}`;
  const hardest = tasks.toSorted((a, b) => a.fields.prior_ease - b.fields.prior_ease || (key(a) < key(b) ? -1 : 1));
  const plot = { left: 56, right: 624, top: 54, bottom: 296 };
  const strip = { top: 340, bottom: 378 };
  const [x, y] = [
    (value) => plot.left + ((plot.right - plot.left) * (value + 0.5)) / tasks.length,
    (value) => plot.bottom - ((plot.bottom - plot.top) * (value - 0.04)) / 0.22,
  ];
  const place = new Map(
    hardest.map(({ id, fields }, i) => [id, [round(x(i)), round(y(fields.prior_variance + 0.02 * nudge(id)))]]),
  );
  const tenths = Array.from({ length: 10 }, (_, i) =>
    hardest.slice(Math.floor((i * tasks.length) / 10), Math.floor(((i + 1) * tasks.length) / 10)),
  );
  const counts = tenths.map((members) => members.filter(({ id }) => isSelected.has(id)).length);
  const wide = (plot.right - plot.left) / 10;
  const caption = `Below: how many of each tenth of the ${tasks.length} tasks are among the ${choices.length}.`;
  return svg({
    width: 640,
    height: 436,
    title: `${setting}: ${choices.length} of 731 tasks`,
    description: `The pool by difficulty and anticipated variance, the selected tasks marked. ${seen} Of each tenth, hardest first: ${counts.join(', ')}.`,
    body: [
      `<text x="16" y="21" ${mono} font-size="13" font-weight="bold" fill="${colour}">${escaped(setting)}</text>`,
      ...[0.05, 0.1, 0.15, 0.2, 0.25].flatMap((value) => [
        line(plot.left, y(value), plot.right, y(value), 'stroke-opacity=".2"'),
        label(plot.left - 8, y(value) + 4, value, 'text-anchor="end"'),
      ]),
      label(plot.left, plot.bottom + 18, 'hardest for earlier systems'),
      label(plot.right, plot.bottom + 18, 'easiest', 'text-anchor="end"'),
      label(-plot.top, 16, 'anticipated variance', 'transform="rotate(-90)" text-anchor="end"'),
      `<g fill="${grey}" fill-opacity=".36">`,
      ...hardest.filter(({ id }) => !isSelected.has(id)).map(({ id }) => dot(place.get(id), 1.9)),
      '</g>',
      `<g fill="${colour}" fill-opacity=".84">`,
      ...hardest.filter(({ id }) => isSelected.has(id)).map(({ id }) => dot(place.get(id), 4)),
      '</g>',
      line(plot.left, strip.bottom, plot.right, strip.bottom, 'stroke-opacity=".4"'),
      ...counts.flatMap((count, i) => {
        const height = ((strip.bottom - strip.top) * count) / Math.max(...counts);
        return [
          `<g fill="${colour}" fill-opacity=".45">${bar(plot.left + i * wide + 4, strip.bottom - height, wide - 8, height)}</g>`,
          label(plot.left + (i + 0.5) * wide, strip.bottom - height - 4, String(count), 'text-anchor="middle"'),
        ];
      }),
      label(plot.left, 405, seen, '', 13),
      label(plot.left, 424, caption, '', 13),
    ],
  });
}

function meansUnderSeeds(select) {
  const seeds = Array.from({ length: seedsTried }, (_, i) => i + 1);
  return seeds.map((seed) => typicalLines(runPlan(samplePlan(select, seed), pools).choices)).sort((a, b) => a - b);
}

/** A histogram: where each column stands, one of them around 0, and how high it is, the highest `most`. */
function columns(values, most) {
  const counts = new Map();
  for (const value of values) {
    const column = Math.round(value / columnWidth);
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const highest = Math.max(...counts.values());
  return [...counts].map(([column, count]) => ({
    at: (column - 0.5) * columnWidth + 0.5,
    height: (most * count) / highest,
  }));
}

/** A dot; a diamond for a pinned task; of the area of its weight where weights differ by design. */
function mark({ group, probability }, [x, y], sized) {
  if (group.pinned) return `<path d="M${x} ${y}m0-8l8 8-8 8-8-8z" fill="${chosenColour}"/>`;
  return dot([x, y], sized ? 1.15 * Math.sqrt(1 / probability) : 5);
}

/** The geometric mean of lines changed, weighted by what each task stands for. */
function typicalLines(choices) {
  let [sum, weights] = [0, 0];
  for (const { task, probability = 1 } of choices) {
    sum += Math.log(task.fields.lines_changed) / probability;
    weights += 1 / probability;
  }
  return Math.exp(sum / weights);
}

/** Up or down by less than half a file, so that tasks of as many files do not hide each other; always the same for a task. */
function nudge(id) {
  return 0.6 * (createHash('sha256').update(id).digest()[0] / 255 - 0.5);
}

function logScale(from, to, start, end) {
  return (value) => start + ((end - start) * Math.log(value / from)) / Math.log(to / from);
}

/** How 93 places fall to seven benchmarks by each share. */
async function allocationPicture() {
  const names = ['swebenchpro', 'locobench', 'pytorch', 'k8sdocs', 'largerepo', 'tac', 'sweperf'];
  const shares = ['share: proportional', 'share: square-root', 'share: power, exponent: 0.3', 'share: equal'];
  const results = [];
  for (const share of shares) {
    const plan = readPlan(`name: shared
seed: 42${header}total: { take: 93, ${share}, at_least: 1 }
benchmarks:
${names.map((name) => `  ccb_${name}: { source: { embedded: ccb }, select: { prefer: [random] } }\n`).join('')}`);
    results.push(runPlan(plan, await readPools(plan)).benchmarks);
  }
  const rows = results[0].map(({ plan, tasks }, i) => ({
    name: plan.name.slice('ccb_'.length),
    size: tasks.length,
    places: results.map((benchmarks) => benchmarks[i].choices.length),
  }));
  rows.sort((a, b) => b.size - a.size);
  const [left, wide, rowHeight, first] = [150, 124, 28, 50];
  const barWidth = (places) => (places / Math.max(...rows.flatMap((row) => row.places))) * (wide - 40);
  return svg({
    width: 640,
    height: 270,
    title: '93 places among seven benchmarks by four shares',
    description: rows.map(({ name, size, places }) => `${name} (${size} tasks): ${places.join(', ')}`).join('. '),
    body: [
      label(left - 12, 24, 'tasks', 'text-anchor="end"'),
      ...shares.map((share, i) => {
        const words = share.replace('share: ', '').replace(', exponent:', '');
        return `<text x="${left + i * wide}" y="24" ${mono} font-size="13" font-weight="bold" fill="${drawnColour}">${words}</text>`;
      }),
      ...rows.flatMap(({ name, size, places }, row) => {
        const top = first + row * rowHeight;
        return [
          label(8, top + 5, name, '', 13),
          label(left - 12, top + 5, String(size), 'text-anchor="end"', 13),
          ...places.flatMap((given, i) => [
            `<g fill="${drawnColour}" fill-opacity=".84">${bar(left + i * wide, top - 8, barWidth(given), 16)}</g>`,
            label(left + i * wide + barWidth(given) + 6, top + 5, String(given), '', 13),
          ]),
        ];
      }),
      label(
        8,
        first + rows.length * rowHeight + 14,
        'Places of 93, at_least: 1. The flatter the share, the more the large benchmark gives up.',
        '',
        13,
      ),
    ],
  });
}

function line(x1, y1, x2, y2, more) {
  return `<path d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}" stroke="${grey}" ${more}/>`;
}

function dot([x, y], radius) {
  return `<circle cx="${x}" cy="${y}" r="${round(radius)}"/>`;
}

function bar(x, y, width, height) {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>`;
}

function label(x, y, text, more = '', size = 12) {
  const end = more === '' ? '' : ` ${more}`;
  return `<text x="${round(x)}" y="${round(y)}" ${sans} font-size="${size}" fill="${grey}"${end}>${escaped(String(text))}</text>`;
}

function svg({ width, height, title, description, body }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
${body.join('\n')}
</svg>
`;
}

function round(value) {
  return Number(value.toFixed(1));
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
