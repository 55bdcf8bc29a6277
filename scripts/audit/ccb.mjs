// The built-in plan: its scores, coverage, quotas, ranks, balance and hashes, from the rows of data/ccb/pool.jsonl.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  csv,
  detectable,
  groups,
  json,
  jsonLines,
  mean,
  root,
  rounded,
  sha256,
  sum,
  variance,
  winnow,
} from './tools.mjs';

const plan = parse(readFileSync(join(root, 'plans/ccb.yaml'), 'utf8'));

/** The rows of the pool with the plan's labels, each with its score. */
export function scoredPool() {
  return jsonLines(join(root, 'data/ccb/pool.jsonl')).map((row) => {
    const task = { ...row };
    const { declare = {}, correct = {}, components = {} } = plan.benchmarks[row.benchmark];
    for (const [field, rule] of Object.entries(declare))
      task[field] = typeof rule === 'object' ? rule.values[row[rule.by]] : rule;
    for (const [field, rule] of Object.entries(correct)) task[field] = rule.values[row[rule.by]] ?? task[field];
    if (task.additions !== undefined) task.lines_changed = task.additions + task.deletions;
    const rules = { ...plan.score.components, ...components };
    const parts = Object.entries(plan.score.weights).map(([name, weight]) => weight * componentOf(rules[name], task));
    // The published score, which also ranks the tasks.
    return { ...task, phase: plan.phase.values[task.category], score: rounded(sum(parts), plan.score.decimals) };
  });
}

/** A component of the score: a constant, a table, conditions, or a line from its start to its end, never below its floor. */
function componentOf(rule, task) {
  if ('constant' in rule) return rule.constant;
  if ('lookup' in rule) return rule.values[task[rule.lookup]] ?? rule.otherwise;
  if ('when' in rule) {
    const holds = rule.when.find(({ if: condition }) =>
      Object.entries(condition).every(([field, { above }]) => task[field] > above),
    );
    return holds?.value ?? rule.otherwise;
  }
  const value = task[rule.ramp];
  if (value === undefined) return rule.unknown;
  const from = rule.from ?? 0;
  return Math.max(rule.floor ?? 0, from + (1 - from) * Math.min(1, value / rule.full));
}

export function auditCcb(folder, check) {
  const pool = scoredPool();
  const byId = new Map(pool.map((task) => [`${task.benchmark}/${task.id}`, task]));
  winnow(folder, 'select', 'ccb', '--out', 'ccb', '--quiet');
  const manifest = JSON.parse(readFileSync(join(folder, 'ccb/selection.json'), 'utf8'));
  const methodology = readFileSync(join(folder, 'ccb/METHODOLOGY.md'), 'utf8');
  const text = winnow(folder, 'select', 'ccb', '--dry-run');
  const rows = csv(join(folder, 'ccb/selection.csv'));
  const selected = rows.map(({ benchmark, task_id: id }) => byId.get(`${benchmark}/${id}`));

  check('tasks in the pool', 'selection.json', manifest.metadata.total_available, pool.length);
  check('tasks selected', 'select', /: (\d+) of 826 tasks/.exec(text)[1], rows.length);
  check('mean score', 'select', /score ([\d.]+)/.exec(text)[1], mean(selected.map(({ score }) => score)));
  const right = rows.filter((row, i) => Number(row.mcp_benefit) === selected[i].score);
  check('correct scores of single tasks', 'selection.csv', rows.length, right.length);
  coverage(text, methodology, pool, selected, check);
  quotas(manifest, pool, rows, check);
  balance(folder, methodology, pool, selected, check);
  hashes(manifest, check);
  const power = json(folder, 'assess', 'power', 'ccb').overall.detectable;
  check('detectable difference, discordance 0.21', 'assess power', power.low, detectable(93, 0.21));
  check('detectable difference, discordance 0.40', 'assess power', power.high, detectable(93, 0.4));
  const [, shown] = /difference\.\*\* ([\d.]+) to/.exec(methodology);
  check('detectable difference, in points', 'METHODOLOGY.md', shown, 100 * detectable(93, 0.21));
}

/** Every row of the coverage table that the terminal shows. */
function coverage(text, methodology, pool, selected, check) {
  const tables = { phase: plan.phases, benchmark: Object.keys(plan.benchmarks), language: plan.vocabulary.language };
  for (const [field, names] of Object.entries(tables)) {
    const right = names.filter((name) => {
      const count = (tasks) => tasks.filter((task) => task[field] === name).length;
      const cell = new RegExp(`(?:^| )${name.replace(/[()&]/g, '\\$&')} +(\\d+) / +(\\d+)`, 'm').exec(text);
      return Number(cell?.[1]) === count(selected) && Number(cell?.[2]) === count(pool);
    });
    check(`correct rows of the coverage by ${field}`, 'select', names.length, right.length);
  }
  const fixes = selected.filter(({ phase }) => phase === 'Implementation (bug fix)');
  const [, row] = /\| Implementation \(bug fix\) \| (\d+) /.exec(methodology.replaceAll('\\', '')) ?? [];
  check('selected bug fixes', 'METHODOLOGY.md', row, fixes.length);
}

/** The places of SWE-bench Pro's repositories, and the tasks that fill the places of three benchmarks. */
function quotas(manifest, pool, rows, check) {
  const pro = pool.filter(({ benchmark }) => benchmark === 'ccb_swebenchpro');
  const sizes = [...groups(pro, ({ repo }) => repo)].map(([repo, tasks]) => ({ repo, tasks, size: tasks.length }));
  const left = 35 - sizes.length;
  for (const each of sizes) each.places = 1 + Math.floor((left * each.size) / pro.length);
  sizes.sort((a, b) => b.size - a.size || (a.repo < b.repo ? -1 : 1));
  for (let i = 0, open = 35 - sum(sizes.map(({ places }) => places)); i < open; i++) sizes[i].places++;
  const printed = manifest.benchmarks.find(({ name }) => name === 'ccb_swebenchpro').groups;
  const right = printed.filter(({ value, places }) => sizes.find(({ repo }) => repo === value)?.places === places);
  check('correct quotas of repositories', 'selection.json', printed.length, right.length);

  const inOrder = (tasks, ...keys) =>
    tasks.toSorted((a, b) => {
      for (const key of keys) if (key(a) !== key(b)) return key(a) - key(b);
      return a.id < b.id ? -1 : 1;
    });
  const rank = inOrder(
    sizes[0].tasks,
    (task) => -task.files_changed,
    (task) => -task.score,
  );
  const own = rows.filter(({ repo, selected_by: by }) => repo === sizes[0].repo && by === 'rank');
  const placed = own.filter(({ task_id: id, rank: shown }) => rank[shown - 1]?.id === id);
  check(`correct ranks of the tasks of ${sizes[0].repo}`, 'selection.csv', own.length, placed.length);
  check(`tasks of ${sizes[0].repo} by rank`, 'selection.csv', own.length, sizes[0].places);

  const hard = ['hard', 'medium', 'easy'];
  const excluded = new Set(plan.benchmarks.ccb_pytorch.exclude.map(({ id }) => id));
  const torch = pool.filter(({ benchmark, id }) => benchmark === 'ccb_pytorch' && !excluded.has(id));
  const best = inOrder(
    torch,
    (task) => hard.indexOf(task.difficulty),
    (task) => -task.files_changed,
    (task) => -task.score,
  );
  const chosen = new Set(rows.filter(({ benchmark }) => benchmark === 'ccb_pytorch').map(({ task_id: id }) => id));
  check(
    'PyTorch tasks as ranked',
    'selection.csv',
    chosen.size,
    best.slice(0, 12).filter(({ id }) => chosen.has(id)).length,
  );
}

/** The score, and a count on its logarithmic scale, in standard deviations of the eligible tasks. */
function balance(folder, methodology, pool, selected, check) {
  const excluded = new Set(plan.benchmarks.ccb_pytorch.exclude.map(({ id }) => id));
  const eligible = pool.filter(({ id }) => !excluded.has(id));
  const { numbers } = json(folder, 'assess', 'balance', 'ccb').overall;
  const difference = (of) => {
    const [own, all] = [selected, eligible].map((tasks) => tasks.map(of).filter((value) => !Number.isNaN(value)));
    return (mean(own) - mean(all)) / Math.sqrt(variance(all));
  };
  const files = ({ files_changed: count }) => Math.log1p(count);
  const numberOf = (name) => numbers.find((each) => each.name === name).difference;
  check(
    'standardised difference of the score',
    'assess balance',
    numberOf('score'),
    difference(({ score }) => score),
  );
  check('standardised difference of files changed', 'assess balance', numberOf('files_changed'), difference(files));
  const [, shown] = /: score \+?(-?\d+\.\d+),/.exec(methodology.replaceAll('\\', ''));
  check(
    'standardised difference of the score',
    'METHODOLOGY.md',
    shown,
    difference(({ score }) => score),
  );
}

/** A line of JSON for each task: its id, then its fields by name. */
function hashes(manifest, check) {
  const rows = jsonLines(join(root, 'data/ccb/pool.jsonl'))
    .filter(({ benchmark }) => benchmark === 'ccb_pytorch')
    .map((row) => ({ ...row, lines_changed: row.additions + row.deletions }));
  const names = [...new Set(rows.flatMap(Object.keys))].filter(
    (name) => !['benchmark', 'id', 'task_dir'].includes(name),
  );
  const lines = rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => {
      const known = names.toSorted().filter((name) => row[name] !== undefined);
      return `${JSON.stringify({ id: row.id, ...Object.fromEntries(known.map((name) => [name, row[name]])) })}\n`;
    });
  const printed = manifest.benchmarks.find(({ name }) => name === 'ccb_pytorch').tasks_sha256;
  check('SHA-256 of the PyTorch pool', 'selection.json', printed, sha256(lines.join('')));
  const first = JSON.parse(lines[0]).id;
  check(
    'SHA-256 of one task',
    'selection.json',
    manifest.task_hashes.ccb_pytorch[first],
    sha256(lines[0]).slice(0, 12),
  );
}
