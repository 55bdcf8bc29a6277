// Plans with a goal: how long a solve takes, the whole command, and what is reached within 30 seconds beyond that.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedPlan, generatedTasks } from './generate-pool.mjs';
import { greedyChoice } from './greedy-choice.mjs';
import { bundleInside, inside } from './inside.mjs';
import { cli, medianMs, printTable, verdict } from './measure.mjs';

await bundleInside();
const { loadOptimiser, loadPlan, readPlan, readPools, runPlan } = await inside();
const example = fileURLToPath(new URL('../examples/optimise/plan.yaml', import.meta.url));

const header = ['pool', 'rules', 'solve', 'whole command', 'goal', 'gap'];

export async function benchOptimise() {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  try {
    const rows = [await embedded(folder), ...(await generated())];
    printTable('Optimising (CPU seconds; the whole command in wall time)', header, rows);
    printTable(
      'Against a greedy choice that keeps the same rules',
      ['tasks', 'greedy', 'optimum', 'gain'],
      await gains(),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Twelve rules on the pool that ships. */
const rules = `
optimise:
  maximise: score
  take: 93
  rules:
    - { by: language, at_least: 3 }
    - { by: phase, at_least: 3 }
    - { by: repo, at_most: { values: { unknown: 30 }, otherwise: 9 } }
    - { by: benchmark, at_least: 2, at_most: 45 }
    - { by: [phase, language], at_most: 12 }
    - { by: difficulty, at_most: 70 }
    - { by: files_changed, bands: [2, 5, 10], at_least: 5 }
    - { where: { language: [go, rust] }, at_least: 15 }
    - { sum: lines_changed, unknown: 100, at_most: 60000 }
    - { sum: files_changed, unknown: 3, at_most: 2000 }
    - { where: { category: swebench_pro }, at_most: 40 }
    - { at_most_one_of: [sgt-001, sgt-002] }
`;

async function embedded(folder) {
  const text = readFileSync(example, 'utf8');
  const file = join(folder, 'plan.yaml');
  writeFileSync(file, text.slice(0, text.indexOf('optimise:')) + rules + text.slice(text.indexOf('\nphases:')));
  const plan = await loadPlan(file);
  const pools = await readPools(plan);
  const { ms, selection } = await warmSolve(plan, pools);
  const whole = medianMs([{ name: 'select', args: [cli, 'select', file, '-n', '-q'] }], 3).get('select');
  return row('826 tasks', 12, ms, selection, `${seconds(whole)}: ${verdict(whole, 4000)} (limit 4 s)`, 1000);
}

/** Larger pools, with thirty rules: three sums that all bind within a limit, the others as far as half a minute goes. */
async function generated() {
  const rows = [];
  for (const [name, count, take, sums, limit] of [
    ['one sum binds', 10_000, 300, { lines: 300, files: 30, additions: 20 }, 10_000],
    ['two sums bind', 10_000, 300, { lines: 300, files: 12, additions: 20 }, 10_000],
    ['three sums bind', 10_000, 300, { lines: 150, files: 10, additions: 120 }, 10_000],
    ['one sum binds', 50_000, 600, { lines: 300, files: 30, additions: 20 }, undefined],
  ]) {
    const { ms, selection } = await warmSolve(
      ...generatedCase(count, manyRules(take, sums)),
      limit === undefined ? 30 : 60,
    );
    rows.push(row(`${count} tasks, ${name}`, 30, ms, selection, '', limit));
  }
  const rules = manyRules(300, { lines: 300, files: 30, additions: 20 });
  const distance = rules.replace('maximise: score', 'minimise: { distance: [repo, category] }');
  const { ms, selection } = await warmSolve(...generatedCase(10_000, distance), 30);
  rows.push(row('10000 tasks, distance', 30, ms, selection, '', undefined));
  return rows;
}

function generatedCase(count, rules) {
  const text = generatedPlan(count).replace(/^ {4}select:.*(?:\n {6}.*)*/m, '');
  const pools = new Map([['generated', { tasks: generatedTasks(count), problems: [] }]]);
  return [readPlan(`${text}\nseed: 1\n${rules}`), pools];
}

/** Sums are for each task that is used. */
function manyRules(take, { lines, files, additions }) {
  const repos = Array.from({ length: 22 }, (_, i) => `owner-${i}/repo-${i}`);
  return [
    'optimise:',
    '  maximise: score',
    `  take: ${take}`,
    '  rules:',
    `    - { by: repo, at_most: ${Math.ceil(take / 10)} }`,
    `    - { by: language, at_least: ${Math.floor(take / 12)} }`,
    `    - { by: category, at_least: ${Math.floor(take / 6)} }`,
    '    - { by: [language, category], at_least: 5 }',
    `    - { by: files_changed, bands: [2, 5, 10, 20], at_least: ${Math.floor(take / 20)} }`,
    `    - { sum: lines_changed, at_most: ${take * lines} }`,
    `    - { sum: files_changed, at_most: ${take * files} }`,
    `    - { sum: additions, at_least: ${take * additions} }`,
    ...repos.map((repo, i) => `    - { where: { repo: ${repo} }, at_least: ${1 + (i % 3)} }`),
  ].join('\n');
}

/** Floors on language and phase and a ceiling on repositories, on the pool that ships. */
async function gains() {
  const text = readFileSync(example, 'utf8');
  const optimiser = await loadOptimiser();
  const rows = [];
  for (const [take, least, unknown, most] of [
    [40, 3, 12, 4],
    [40, 2, 10, 4],
    [30, 2, 8, 2],
    [93, 5, 25, 6],
    [40, 3, 12, 3],
    [36, 3, 12, 4],
    [40, 3, undefined, 4],
  ]) {
    const floors = ['language', 'phase'].map((field) => `{ by: ${field}, at_least: ${least} }`);
    const bound = unknown === undefined ? most : `{ values: { unknown: ${unknown} }, otherwise: ${most} }`;
    const ceiling = `{ by: repo, at_most: ${bound} }`;
    const goal = `optimise: { maximise: score, take: ${take}, rules: [${[...floors, ceiling].join(', ')}] }\n`;
    const plan = readPlan(text.slice(0, text.indexOf('optimise:')) + goal + text.slice(text.indexOf('\nphases:')));
    const { benchmarks, choices } = runPlan(plan, await readPools(plan), { optimiser });
    const pool = benchmarks.flatMap(({ tasks, exclusions }) => {
      const excluded = new Set(exclusions.map(({ taskId }) => taskId));
      return tasks.filter(({ id }) => !excluded.has(id));
    });
    const greedy = greedyChoice(pool, {
      take,
      floors: ['language', 'phase'].map((field) => ({ field, least })),
      ceiling: { field: 'repo', most: (label) => (label === 'unknown' ? (unknown ?? take) : most) },
      labelOf: (task, field) => String((field === 'phase' ? task.phase : task.fields[field]) ?? 'unknown'),
    });
    const sum = (tasks) => tasks.reduce((total, { score }) => total + score, 0);
    const [simple, best] = [sum(greedy.chosen), sum(choices.map(({ task }) => task))];
    const broken = greedy.short.length === 0 ? '' : ` (${greedy.short.length} floors broken)`;
    const gain = `${(best - simple).toFixed(4)} (${((100 * (best - simple)) / simple).toFixed(2)}%)`;
    rows.push([
      `${take}, floors ${least}, ceilings ${most} (${unknown ?? 'any'} without)`,
      `${simple.toFixed(4)}${broken}`,
      best.toFixed(4),
      gain,
    ]);
  }
  return rows;
}

/** A solve after another one, so that the solver is compiled; in CPU time, which other programs do not lengthen. */
async function warmSolve(plan, pools, timeLimit) {
  const optimiser = await loadOptimiser({ timeLimit });
  const small = readPlan(
    `${generatedPlan(60).replace(/^ {4}select:.*(?:\n {6}.*)*/m, '')}\nseed: 1\noptimise: { maximise: score, take: 9 }`,
  );
  runPlan(small, new Map([['generated', { tasks: generatedTasks(60), problems: [] }]]), { optimiser });
  const start = process.cpuUsage();
  const selection = runPlan(plan, pools, { optimiser });
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1e3, selection };
}

function row(pool, count, ms, { benchmarks }, whole, limit) {
  const { certificate } = benchmarks.find(({ optimum }) => optimum !== undefined).optimum;
  const held = limit === undefined ? '' : `: ${verdict(ms, limit)} (limit ${limit / 1000} s)`;
  return [
    pool,
    count,
    `${seconds(ms)}${held}`,
    whole,
    certificate.value.toFixed(4),
    `${(100 * certificate.gap).toFixed(4)}% ${certificate.status}`,
  ];
}

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
