// A stratified sample of 120 generated tasks: who is drawn, with which weight, and the estimates from results on it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  csv,
  groups,
  json,
  mean,
  rounded,
  sha256,
  studentQuantile,
  sum,
  variance,
  wilsonHalf,
  winnow,
} from './tools.mjs';

const seed = 7;
const tasks = Array.from({ length: 120 }, (_, i) => ({
  id: `t${String(i + 1).padStart(3, '0')}`,
  area: i < 60 ? 'api' : i < 100 ? 'web' : 'core',
  size: ((i * 37) % 97) + 3,
}));
/** Pass or fail by arithmetic that follows no pattern of the strata. */
const results = tasks.flatMap(({ id }, i) => [
  { id, system: 'base', reward: (i * i * 5 + i * 7) % 11 < 4 ? 1 : 0 },
  { id, system: 'new', reward: (i * i * 3 + i * 7) % 11 < 5 ? 1 : 0 },
]);

const planText = (name, select, more = '') => `name: ${name}
seed: ${seed}
phases: [Any]
phase: Any
fields: { area: { kind: label }, size: { kind: number } }
score: { name: size, weights: { size: 1 }, components: { size: { ramp: size, full: 100 } } }
benchmarks:
  mine: { source: { path: tasks.csv }, ${more}select: ${select} }
`;

export function auditSample(folder, check) {
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const table = (rows) =>
    `${[Object.keys(rows[0]), ...rows.map(Object.values)].map((row) => row.join(',')).join('\n')}\n`;
  write('tasks.csv', table(tasks));
  write('results.csv', table(results.map(({ id, system, reward }) => ({ task_id: id, config: system, reward }))));
  write('areas.yaml', planText('areas', '{ take: 30, group: { by: area, share: equal }, prefer: [random] }'));
  winnow(folder, 'select', './areas.yaml', '--out', 'areas', '--quiet');
  const rows = csv(join(folder, 'areas/selection.csv'));
  const drawn = drawing(folder, rows, check);
  level(folder, drawn, check);
  difference(folder, drawn, check);
  status(folder, drawn, table, check);
  exported(folder, check);
  optimised(folder, write, check);
  write('random.yaml', planText('random', '{ take: 40, prefer: [random] }'));
  const [own] = json(folder, 'assess', 'designs', './random.yaml').designs;
  check('interval of a level, 40 of 120 tasks', 'assess designs', own.half_width, wilsonHalf(40 / (1 - 40 / 120)));
  diff(folder, rows, check);
}

/** The ten lowest permanent random numbers of each area. */
function drawing(folder, rows, check) {
  const numberOf = (id) => Number.parseInt(sha256(`prn/v1\0${seed}\0mine\0${id}`).slice(0, 16), 16) / 2 ** 64;
  const expected = [...groups(tasks, ({ area }) => area).values()].flatMap((own) =>
    own
      .toSorted((a, b) => numberOf(a.id) - numberOf(b.id))
      .slice(0, 10)
      .map((task) => ({ ...task, probability: 10 / own.length })),
  );
  const byId = new Map(expected.map((task) => [task.id, task]));
  check(
    'tasks drawn by their random numbers',
    'selection.csv',
    rows.length,
    rows.filter((row) => byId.has(row.task_id)).length,
  );
  for (const area of ['api', 'web', 'core']) {
    const row = rows.find(({ stratum }) => stratum === `mine/${area}`);
    const { probability } = expected.find((task) => task.area === area);
    check(
      `inclusion probability in ${area}`,
      'selection.csv',
      rounded(Number(row.inclusion_probability), 6),
      probability,
    );
    check(`design weight in ${area}`, 'selection.csv', row.design_weight, 1 / probability);
  }
  const weights = expected.map(({ probability }) => 1 / probability);
  const { weighting } = JSON.parse(readFileSync(join(folder, 'areas/selection.json'), 'utf8')).methodology;
  const kish = sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2));
  check('sum of the weights', 'selection.json', weighting.weight_sum, sum(weights));
  check('effective sample size', 'selection.json', weighting.effective_sample_size, kish);
  check('design effect', 'selection.json', weighting.design_effect, expected.length / kish);
  const rewards = new Map(results.map(({ id, system, reward }) => [`${system} ${id}`, reward]));
  return expected.map((task) => ({
    ...task,
    base: rewards.get(`base ${task.id}`),
    new: rewards.get(`new ${task.id}`),
  }));
}

/** Horvitz and Thompson's mean, and the variance of a stratified sample without replacement. */
function level(folder, drawn, check) {
  const { configurations } = json(folder, 'estimate', 'areas', 'results.csv');
  const text = winnow(folder, 'estimate', 'areas', 'results.csv');
  for (const [at, system] of ['base', 'new'].entries()) {
    const { pool } = configurations[at].readings[0];
    const total = sum(drawn.map((task) => task[system] / task.probability));
    const error = Math.sqrt(
      sum(
        [...groups(drawn, ({ area }) => area)].map(([area, own]) => {
          const size = tasks.filter((task) => task.area === area).length;
          const left = 1 - own.length / size;
          return (size / tasks.length) ** 2 * left * (variance(own.map((task) => task[system])) / own.length);
        }),
      ),
    );
    check(`level of ${system}`, 'estimate --json', pool.mean, total / tasks.length);
    check(`standard error of the level of ${system}`, 'estimate --json', pool.standard_error, error);
    const [, shown] = new RegExp(`^${system} [^]*?pool: ([\\d.]+)%`, 'm').exec(text);
    check(`level of ${system}, in percent`, 'estimate', shown, (100 * total) / tasks.length);
  }
}

/** The weighted paired difference; its variance adds a gained and a lost pair, and draws each stratum to the whole by one. */
function difference(folder, drawn, check) {
  const [{ pool, gained, lost }] = json(folder, 'estimate', 'areas', 'results.csv').differences[0].readings;
  const pairs = drawn.map((task) => ({ ...task, value: task.new - task.base }));
  const share = (own) => sum(own.map(({ probability }) => 1 / probability)) / tasks.length;
  const over = (of) => sum(pairs.map((pair) => of(pair.value) / pair.probability)) / tasks.length;
  const [difference, square] = [over((value) => value), over((value) => value ** 2)];
  const strata = [...groups(pairs, ({ area }) => area).values()];
  const parts = strata.map((own) => {
    const [n, w] = [own.length, share(own)];
    const centre = (sum(own.map(({ value }) => value)) + difference) / (n + 2 * w + 1);
    const spread = (sum(own.map(({ value }) => value ** 2)) + 2 * w + square) / (n + 2 * w + 1) - centre ** 2;
    return (w ** 2 / n) * (spread / (1 - n / (n + 1) ** 2));
  });
  const error = Math.sqrt(sum(parts));
  const kish = 1 / sum(strata.map((own) => share(own) ** 2 / own.length));
  const centre = (difference * kish) / (kish + 2);
  const reach = studentQuantile(0.975, pairs.length - 1) * error;
  check('paired difference', 'estimate --json', pool.mean, difference);
  check('standard error of the difference', 'estimate --json', pool.standard_error, error);
  check('lower end of the difference', 'estimate --json', pool.low, centre - reach);
  check('upper end of the difference', 'estimate --json', pool.high, centre + reach);
  check('tasks gained', 'estimate --json', gained, pairs.filter(({ value }) => value > 0).length);
  check('tasks lost', 'estimate --json', lost, pairs.filter(({ value }) => value < 0).length);
}

/** Twelve runs, two that broke, and the rest missing: counts, and the cost of the rest with a prediction interval. */
function status(folder, drawn, table, check) {
  const runs = drawn.slice(0, 14).map(({ id }, i) => ({
    task_id: id,
    config: 'base',
    status: i < 12 ? 'passed' : 'errored',
    reward: i < 12 ? 1 : '',
    cost_usd: 0.5 + ((i * 5) % 7) / 4,
  }));
  writeFileSync(join(folder, 'runs.csv'), table(runs));
  const [{ done, errored, missing, runs_left: left, cost_usd: cost }] = json(
    folder,
    'status',
    'areas',
    'runs.csv',
  ).configurations;
  const costs = runs.map(({ cost_usd: usd }) => usd);
  const [m, n] = [drawn.length - 12, costs.length];
  check('tasks done', 'status', done, 12);
  check('tasks errored', 'status', errored, 2);
  check('tasks missing', 'status', missing, drawn.length - 14);
  check('runs left', 'status', left, m);
  check('cost so far', 'status', cost.spent, sum(costs));
  check('expected cost of the rest', 'status', cost.expected, m * mean(costs));
  const reach = studentQuantile(0.95, n - 1) * Math.sqrt(variance(costs) * (m + m ** 2 / n));
  check('upper end of that cost', 'status', cost.high, m * mean(costs) + reach);
}

function exported(folder, check) {
  winnow(folder, 'export', 'areas', '--to', 'ids', '--out', 'ids');
  const provenance = JSON.parse(readFileSync(join(folder, 'ids/provenance.json'), 'utf8'));
  const hashOf = (path) => sha256(readFileSync(join(folder, path)));
  check('SHA-256 of the selection', 'provenance.json', provenance.selection_sha256, hashOf('areas/selection.json'));
  const [file] = Object.entries(provenance.files);
  check(`SHA-256 of ${file[0]}`, 'provenance.json', file[1], hashOf(`ids/${file[0]}`));
}

/** The best of all 8,008 ways to take 6 of 16 tasks within the rule. */
function optimised(folder, write, check) {
  const few = tasks.filter((_, i) => i % 8 === 0).concat(tasks[110]);
  write('few.csv', `id,area,size\n${few.map(({ id, area, size }) => `${id},${area},${size}`).join('\n')}\n`);
  const rule = '{ take: 6, optimise: { maximise: score, rules: [{ by: area, at_least: 1, at_most: 3 }] } }';
  write('best.yaml', planText('best', rule).replace('tasks.csv', 'few.csv'));
  let best = 0;
  for (let bits = 0; bits < 2 ** few.length; bits++) {
    const own = few.filter((_, i) => (bits >> i) & 1);
    if (own.length !== 6) continue;
    const counts = ['api', 'web', 'core'].map((area) => own.filter((task) => task.area === area).length);
    if (Math.min(...counts) >= 1 && Math.max(...counts) <= 3)
      best = Math.max(best, sum(own.map(({ size }) => size / 100)));
  }
  const [optimum] = json(folder, 'assess', 'frontier', './best.yaml').optima;
  check(`best score of 6 of ${few.length} tasks`, 'assess frontier', optimum.value, best);
}

/** The same plan with another seed. */
function diff(folder, rows, check) {
  const text = readFileSync(join(folder, 'areas.yaml'), 'utf8').replace(`seed: ${seed}`, 'seed: 8');
  writeFileSync(join(folder, 'other.yaml'), text);
  winnow(folder, 'select', './other.yaml', '--out', 'other', '--quiet');
  const ids = new Set(rows.map(({ task_id: id }) => id));
  const added = csv(join(folder, 'other/selection.csv')).filter(({ task_id: id }) => !ids.has(id)).length;
  check(
    'tasks added by another seed',
    'diff',
    /^(\d+) added/m.exec(winnow(folder, 'diff', 'areas', 'other'))[1],
    added,
  );
}
