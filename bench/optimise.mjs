// Plans with a goal: how long a solve takes, the whole command, and what is reached within 30 seconds beyond that.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadOptimiser, loadPlan, readPlan, readPools, runPlan } from '../dist/index.js';
import { generatedPlan, generatedTasks } from './generate-pool.mjs';
import { cli, medianMs, printTable, verdict } from './measure.mjs';

const example = fileURLToPath(new URL('../examples/optimise/plan.yaml', import.meta.url));

export async function benchOptimise() {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  try {
    const rows = [await embedded(folder), ...(await generated())];
    printTable('Optimising', ['pool', 'rules', 'solve', 'whole command', 'goal', 'gap'], rows);
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

/** Larger pools, with thirty rules: the first within a limit, the others as far as half a minute goes. */
async function generated() {
  const rows = [];
  for (const [count, take, limit] of [
    [10_000, 300, 10_000],
    [50_000, 600, undefined],
  ]) {
    const plan = readPlan(
      `${generatedPlan(count).replace(/^ {4}select:.*(?:\n {6}.*)*/m, '')}\nseed: 1\n${manyRules(take)}`,
    );
    const pools = new Map([['generated', { tasks: generatedTasks(count), problems: [] }]]);
    const { ms, selection } = await warmSolve(plan, pools, 30);
    rows.push(row(`${count} tasks`, 30, ms, selection, '', limit));
  }
  const plan = readPlan(
    `${generatedPlan(10_000).replace(/^ {4}select:.*(?:\n {6}.*)*/m, '')}\nseed: 1\n${manyRules(300).replace('maximise: score', 'minimise: { distance: [repo, category] }')}`,
  );
  const pools = new Map([['generated', { tasks: generatedTasks(10_000), problems: [] }]]);
  const { ms, selection } = await warmSolve(plan, pools, 30);
  rows.push(row('10000 tasks, distance', 30, ms, selection, '', undefined));
  return rows;
}

function manyRules(take) {
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
    `    - { sum: lines_changed, at_most: ${take * 300} }`,
    `    - { sum: files_changed, at_most: ${take * 30} }`,
    `    - { sum: additions, at_least: ${take * 20} }`,
    ...repos.map((repo, i) => `    - { where: { repo: ${repo} }, at_least: ${1 + (i % 3)} }`),
  ].join('\n');
}

/** A solve after another one, so that the solver is compiled. */
async function warmSolve(plan, pools, timeLimit) {
  const optimiser = await loadOptimiser({ timeLimit });
  const small = readPlan(
    `${generatedPlan(60).replace(/^ {4}select:.*(?:\n {6}.*)*/m, '')}\nseed: 1\noptimise: { maximise: score, take: 9 }`,
  );
  runPlan(small, new Map([['generated', { tasks: generatedTasks(60), problems: [] }]]), { optimiser });
  const start = process.hrtime.bigint();
  const selection = runPlan(plan, pools, { optimiser });
  return { ms: Number(process.hrtime.bigint() - start) / 1e6, selection };
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
