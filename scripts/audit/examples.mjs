// The examples: repeats of two arms, a rank correlation, an optimised total, and results on a selection chosen by rank.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scoredPool } from './ccb.mjs';
import { csv, detectable, groups, json, mean, root, rounded, spearman, sum, variance, winnow } from './tools.mjs';

const example = (path) => join(root, 'examples', path);

export function auditExamples(folder, check) {
  uplift(folder, check);
  validity(folder, check);
  optimised(folder, check);
  ranked(folder, check);
  sampled(folder, check);
}

/** Every task of the pool was run, so that the mean weighs benchmarks by their tasks, and runs only within a task. */
function uplift(folder, check) {
  const [plan, runs] = [example('benefit/plan.yaml'), example('benefit/runs.csv')];
  const document = json(folder, 'estimate', plan, runs, '--uplift', 'with=mcp,without=baseline');
  const arm = (name) =>
    groups(
      csv(runs).filter(({ config }) => config === name),
      ({ task_id: id }) => id,
    );
  const [without, having] = [arm('baseline'), arm('mcp')];
  const rewards = (rows) => (rows ?? []).map(({ reward }) => Number(reward));
  const tasks = csv(example('benefit/tasks.csv')).map(({ task_id: id, suite }) => ({
    suite,
    before: rewards(without.get(id)),
    after: rewards(having.get(id)),
  }));
  const pairs = tasks.filter(({ before, after }) => before.length > 0 && after.length > 0);
  const gain = ({ before, after }) => mean(after) - mean(before);
  const suites = [...groups(tasks, ({ suite }) => suite)].map(([name, own]) => ({
    size: own.length,
    pairs: pairs.filter(({ suite }) => suite === name),
  }));
  const reached = suites.filter((suite) => suite.pairs.length > 0);
  const average =
    sum(reached.map((each) => each.size * mean(each.pairs.map(gain)))) / sum(reached.map(({ size }) => size));
  check('pairs of tasks with both arms', 'estimate --uplift', document.coverage.pairs, pairs.length);
  check('mean uplift', 'estimate --uplift', document.uplift.mean, average);
  const repeated = pairs.filter(({ before, after }) => before.length > 1 && after.length > 1);
  const pooled = (side) =>
    sum(repeated.map((task) => (task[side].length - 1) * variance(task[side]))) /
    sum(repeated.map((task) => task[side].length - 1));
  const [noiseBefore, noiseAfter] = [pooled('before'), pooled('after')];
  const chance = mean(repeated.map(({ before, after }) => noiseBefore / before.length + noiseAfter / after.length));
  const between = variance(repeated.map(gain)) - chance;
  const { noise } = document;
  check('variance of a run without the tools', 'estimate --uplift', noise.run_variance_without, noiseBefore);
  check('variance of the true uplift', 'estimate --uplift', noise.variance_of_uplift, between);
  for (const { runs: count, reliability } of noise.reliability) {
    const recomputed = between / (between + (noiseBefore + noiseAfter) / count);
    check(`reliability, runs per side: ${count}`, 'estimate --uplift', reliability, recomputed);
  }
}

function validity(folder, check) {
  const means = example('benefit/means.csv');
  const call = ['assess', 'validity', example('benefit/plan.yaml'), '--results', means, '--score', 'mcp_benefit_score'];
  const [{ correlation, uplift: gain, pairs }] = json(folder, ...call).comparisons;
  const rewards = new Map(csv(means).map(({ task_id: id, config, reward }) => [`${id} ${config}`, Number(reward)]));
  const rows = csv(example('benefit/tasks.csv'))
    .filter(({ mcp_benefit_score: score }) => score !== '')
    .map(({ task_id: id, mcp_benefit_score: score }) => ({
      score: Number(score),
      // Without the last bits of a subtraction, which would break ties.
      uplift: rounded(rewards.get(`${id} mcp`) - rewards.get(`${id} baseline`), 9),
    }));
  check('tasks with a score and both arms', 'assess validity', pairs, rows.length);
  check('mean uplift of those', 'assess validity', gain.mean, mean(rows.map(({ uplift: each }) => each)));
  const found = spearman(
    rows.map(({ score }) => score),
    rows.map(({ uplift: each }) => each),
  );
  check('rank correlation of score and uplift', 'assess validity', correlation.rank_correlation, found);
}

function optimised(folder, check) {
  const plan = example('optimise/plan.yaml');
  winnow(folder, 'select', plan, '--out', 'optimised', '--quiet');
  const scores = new Map(scoredPool().map(({ benchmark, id, score }) => [`${benchmark}/${id}`, score]));
  const rows = csv(join(folder, 'optimised/selection.csv'));
  const total = sum(rows.map(({ benchmark, task_id: id }) => scores.get(`${benchmark}/${id}`)));
  const text = readFileSync(join(folder, 'optimised/METHODOLOGY.md'), 'utf8');
  check('optimised total', 'METHODOLOGY.md', /largest sum of score is ([\d.]+\d)/.exec(text)[1], total);
  const point = json(folder, 'assess', 'frontier', plan).optima[0].frontiers[0].points.find((each) => each.is_plan);
  check('detectable difference of the optimum', 'assess frontier', point.detectable.high, detectable(rows.length, 0.4));
}

/** Results on the built-in selection: the mean of the tasks that have a score. Names match in any letter case. */
function ranked(folder, check) {
  const rows = csv(example('outcomes/mcp-paired.csv'));
  const ids = new Set(csv(join(folder, 'ccb/selection.csv')).map(({ task_id: id }) => id.toLowerCase()));
  const scored = rows.filter(
    ({ task_id: id, config, status }) => ids.has(id.toLowerCase()) && config === 'baseline' && status !== 'errored',
  );
  const own = json(folder, 'estimate', 'ccb', example('outcomes/mcp-paired.csv')).configurations[0];
  check('selected tasks with a result', 'estimate --json', own.coverage.scored, scored.length);
  check(
    'their mean',
    'estimate --json',
    own.readings[0].selected_mean,
    mean(scored.map(({ reward }) => Number(reward))),
  );
}

/** The sample of the built-in pool. */
function sampled(folder, check) {
  const manifest = json(folder, 'select', example('representative/plan.yaml'), '--dry-run');
  const strata = groups(manifest.tasks, ({ design }) => design.stratum);
  const sizes = [...strata.values()].map((own) => own[0].design.stratum_size);
  check('pool that the strata add up to', 'selection.json', manifest.methodology.weighting.population, sum(sizes));
  const weights = [...strata.values()].flatMap((own) => own.map(() => own[0].design.stratum_size / own.length));
  const kish = sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2));
  const printed = manifest.methodology.weighting.effective_sample_size;
  check('effective sample size of 93 tasks', 'selection.json', printed, kish);
}
