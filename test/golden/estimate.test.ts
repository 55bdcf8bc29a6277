import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Manifest, makeManifest, manifestText } from '../../src/core/manifest/manifest.js';
import { inDepth } from '../support/depth.js';
import { responseMatrix } from '../support/response-matrix.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { planTextOf, runText } from '../support/sample-plan.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ids = Array.from({ length: 60 }, (_, i) => `task-${String(i).padStart(2, '0')}`);
const tasks = ids.map((id, i) => ({
  benchmark: 'mine',
  id,
  aliases: [`old-${i}`, `older-${i}`],
  fields: { repo: i < 40 ? 'a' : 'b', language: i % 3 === 0 ? 'go' : 'c', files_changed: i },
}));
const select = { take: 24, group: { by: 'repo', at_least: 9 }, prefer: ['random'] };
const sampleText = manifestText(
  makeManifest(runText(planTextOf({ seed: 5, benchmarks: { mine: { select } } }), tasks), 'test'),
);
const rankedText = manifestText(
  makeManifest(runText(planTextOf({ benchmarks: { mine: { select: { take: 24 } } } }), tasks), 'test'),
);
const sample = JSON.parse(sampleText) as Manifest;
const drawn = sample.tasks.map(({ task_id: id }) => id);
const [first = '', second = ''] = drawn;
const aliasesOf = (id: string) => [`old-${ids.indexOf(id)}`, `older-${ids.indexOf(id)}`] as const;

const csv = (...rows: readonly string[]) => `task_id,config,reward\n${rows.join('\n')}\n`;
const rewards = (config: string, rule: (at: number) => number, list = drawn) =>
  list.map((id, at) => `${id},${config},${rule(at)}`);
const good = [...rewards('base', (at) => at % 2), ...rewards('tool', (at) => (at % 3 === 0 ? 0 : 1))];

/** Runs `winnow estimate` in a folder that holds the sample and the files given. */
function estimate(files: Readonly<Record<string, string>>, args: readonly string[], manifest = sampleText) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'selection'));
  writeFileSync(join(folder, 'selection', 'selection.json'), manifest);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return runWinnow(['estimate', 'selection', ...args], { cwd: folder });
}
const estimateOf = (text: string, ...args: string[]) => estimate({ 'results.csv': text }, ['results.csv', ...args]);

interface Document {
  readonly kind: string;
  readonly configurations: readonly {
    readonly name: string;
    readonly readings: readonly {
      readonly tasks: number;
      readonly pool: object | null;
      readonly parts: readonly object[];
    }[];
  }[];
  readonly differences: readonly { readonly readings: readonly { readonly pool: object | null }[] }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}
let told: string | undefined;
/** What is printed for the good results. */
const goodText = () => {
  told ??= estimateOf(csv(...good)).stdout;
  return told;
};
const documentOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Document;

describe('winnow estimate on a purposive selection', () => {
  const paired = join(projectRoot, 'examples/outcomes/mcp-paired.csv');
  let run: ReturnType<typeof runWinnow>;
  beforeAll(() => {
    run = runWinnow(['estimate', 'ccb', paired]);
  });

  it('prints what is kept', async () => {
    expect([run.code, run.stderr]).toEqual([0, '']);
    await expect(run.stdout.replace(paired, 'RESULTS')).toMatchFileSnapshot('files/estimate/ccb-mcp-paired.txt');
  });

  it('gives no interval and no figure for the pool', () => {
    expect(run.stdout).not.toMatch(/\(-?\+?\d+\.\d to /);
    expect(run.stdout).not.toMatch(/^ *pool/m);
    const { kind, configurations, differences } = documentOf(
      runWinnow(['estimate', 'ccb', paired, '--json', '--baseline', 'baseline']),
    );
    expect(kind).toBe('focus');
    expect(configurations.map(({ name }) => name)).toEqual(['baseline', 'sourcegraph_base', 'sourcegraph_full']);
    for (const { readings } of configurations) expect(readings.map(({ pool }) => pool)).toEqual([null, null]);
    expect(differences).toHaveLength(2);
    for (const { readings } of differences) expect(readings.map(({ pool }) => pool)).toEqual([null, null]);
  });

  it('warns about rewards between 0 and 1', () => {
    expect(run.stdout).toMatch(/rewards are between 0 and 1/);
  });

  it('names the tasks that were found ignoring letter case', () => {
    expect(run.stdout).toMatch(/Matched 3 tasks in the results by ignoring letter case: instance_nodebb__/);
  });

  it.each([[['--weight-by', 'language']], [['--prior', paired]]])('refuses to be weighted: %j', (args) => {
    const refused = runWinnow(['estimate', 'ccb', paired, ...args]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/weights can't turn a purposive selection into a sample.*\n.*prefer: \[random\]/);
  });
});

describe('winnow estimate on a sample', () => {
  it('gives the same bytes for the same results in any order, and again', () => {
    const { code, stdout } = estimateOf(csv(...good));
    expect(code).toBe(0);
    expect(stdout).toBe(goodText());
    expect(estimateOf(csv(...good.toReversed())).stdout).toBe(stdout);
    expect(estimateOf(csv(...good.toReversed()), '--json').stdout).toBe(estimateOf(csv(...good), '--json').stdout);
  });

  it('prints intervals, both configurations and their difference', () => {
    const stdout = goodText();
    expect(stdout).toMatch(
      /^small\n {2}system .*\n {2}tool {4}66\.7% {2}49\.5 to 80\.3[\s\S]*\nResults on 24 selected tasks\n\nProbability sample: .* 60 eligible tasks in the pool\.\n/,
    );
    expect(stdout).toMatch(
      /\nbase \(one run per task\)\n {2}pool: \d+\.\d% \(\d+\.\d to \d+\.\d\), from 24 tasks, effective n = \d+\.\d\n/,
    );
    expect(stdout).toMatch(
      /\ntool minus base, paired by task\n {2}pool: [+-]\d+\.\d points \(.* to .*\), p = 0\.\d{4}\n {4}24 tasks: \d+ better, \d+ worse, \d+ tied\n/,
    );
    expect(stdout).toMatch(/^[\n -~]*$/);
  });

  it('reads the results of two configurations from two files, and takes the first as the baseline', () => {
    const files = {
      'base.csv': csv(...rewards('base', (at) => at % 2)),
      'tool.csv': csv(...rewards('tool', (at) => (at % 3 === 0 ? 0 : 1))),
    };
    const figures = (text: string) => text.slice(0, text.indexOf('Next:'));
    const together = figures(goodText());
    expect(figures(estimate(files, ['base.csv', 'tool.csv']).stdout)).toBe(together);
    const turned = estimate(files, ['tool.csv', 'base.csv']).stdout;
    expect(turned.slice(0, turned.indexOf('minus'))).toBe(
      together.slice(0, together.indexOf('minus')).replace(/tool $/, 'base '),
    );
    expect(turned).toContain('base minus tool, paired by task');
  });

  it('lists the difference of each of many systems from the baseline', () => {
    const more = [...rewards('worst', () => 0), ...rewards('best', () => 1)];
    const { stdout } = estimateOf(csv(...good, ...more), '--baseline', 'base');
    const [, table = ''] = /Difference from base, paired by task\n((?: .*\n)+)/.exec(stdout) ?? [];
    expect(table.split('\n')[0]).toMatch(/system +difference +95% interval +p +Holm p \(3 comparisons\) +tasks/);
    expect(table.match(/best|tool|worst/g)).toEqual(['best', 'tool', 'worst']);
    expect(table).toMatch(/best +\+\d+\.\d points +\+\d+\.\d to \+\d+\.\d +(?:< )?0\.\d{4} +(?:< )?0\.\d{4} +24\n/);
  });

  it('takes a plan for a selection', () => {
    const plan = 'examples/representative/plan.yaml';
    const run = runWinnow(['estimate', plan, 'examples/outcomes/swebench-pro-agents.csv', '--json']);
    expect([run.code, run.stderr]).toEqual([0, '']);
    const { kind, configurations, warnings } = documentOf(run);
    expect([kind, configurations.length]).toEqual(['representative', 6]);
    expect(warnings.map(({ code }) => code)).toContain('results-not-selected');
  });

  it('counts results on unknown tasks, and uses the rest', () => {
    const { code, stdout } = estimateOf(csv(...good, 'stranger-1,base,1', 'stranger-2,base,1'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/Warnings \(1\)\n {2}Ignored results on 2 tasks not in the pool: stranger-1, stranger-2\./);
    expect(stdout.replace(/Warnings[\s\S]*(?=Next:)/, '')).toBe(goodText());
  });

  it('matches tasks ignoring letter case, and reports it', () => {
    const { stdout } = estimateOf(csv(...good.map((row) => row.replace('task-', 'TASK-'))));
    expect(stdout).toMatch(/Matched 24 tasks in the results by ignoring letter case: TASK-\d\d as task-\d\d/);
    expect(stdout.replace(/Warnings[\s\S]*(?=Next:)/, '')).toBe(goodText());
  });

  it('finds tasks by their other names', () => {
    const renamed = good.map((row) => row.replace(/^task-\d\d/, (id) => aliasesOf(id)[1]));
    expect(estimateOf(csv(...renamed)).stdout).toBe(goodText());
  });

  it('shows that a threshold was given', () => {
    const partial = csv(...rewards('base', (at) => (at % 2 === 0 ? 0.8 : 0.2)));
    expect(estimateOf(partial, '--pass-at', '0.5').stdout).not.toBe(estimateOf(partial, '--pass-at', '1').stdout);
  });

  it('reports missing results, both ways', () => {
    const { stdout } = estimateOf(csv(...rewards('base', (at) => at % 2, drawn.slice(3))));
    expect(stdout).toMatch(
      / {2}pool: .* from 21 tasks, .* \(ignoring missing results\)\n {2}pool: .* from 24 tasks, .* \(counting missing results as failed\)/,
    );
    expect(stdout).toMatch(/ {2}Missing: 3 of 24 tasks \(3 not in results\)\. By stratum:\n {4}mine\/a/);
  });

  it('reports the number of tasks covered when a stratum has no result', () => {
    const some = sample.tasks.filter(({ fields }) => fields['repo'] === 'a').map(({ task_id: id }) => id);
    const { stdout } = estimateOf(csv(...rewards('base', (at) => at % 2, some)));
    expect(stdout).toMatch(/ {2}pool \(40 of 60 tasks; no results for the rest\): /);
    expect(stdout).toMatch(/base: no results in stratum mine\/b\./);
  });

  it('weighs by labels and by earlier results', () => {
    expect(estimateOf(csv(...good), '--weight-by', 'language').stdout).toContain(
      'Weights: post-stratified by language.',
    );
    expect(estimateOf(csv(...good), '--weight-by', 'language, repo').stdout).toContain(
      'Weights: raked by language and repo.',
    );
    const earlier = csv(
      ...rewards('old', (at) => (at % 4 === 0 ? 1 : 0), ids),
      ...rewards('older', (at) => at % 2, ids),
    );
    const run = estimate({ 'results.csv': csv(...good), 'earlier.csv': earlier }, [
      'results.csv',
      '--prior',
      'earlier.csv',
    ]);
    expect(run.stdout).toContain(
      'Earlier results: the level on the pool accounts for how difficult each task was for earlier systems.',
    );
    expect(run.stdout).toMatch(/^ {4}without earlier results: \d+\.\d% \(/m);
  });
});

describe('winnow estimate on a selection that was drawn with earlier results', () => {
  const matrix = responseMatrix({ seed: 'golden', tasks: 60, earlier: 12, later: 4, unseen: [-2, 3] });
  const rows = (configuration: string, row: readonly number[]) =>
    ids.map((id, i) => `${id},${configuration},${row[i] ?? 0}`);
  const later = csv(...matrix.later.flatMap((row, s) => rows(`system-${s}`, row)));
  const folder = suiteFolder();
  writeFileSync(join(folder, 'earlier.csv'), csv(...matrix.earlier.flatMap((row, s) => rows(`earlier-${s}`, row))));
  writeFileSync(join(folder, 'later.csv'), later);
  writeFileSync(
    join(folder, 'pool.jsonl'),
    ids.map((id) => JSON.stringify({ id, repo: 'a', files_changed: 1 })).join('\n'),
  );
  for (const purpose of ['level', 'ranking']) {
    const plan = {
      name: purpose,
      seed: 5,
      phases: ['Fix'],
      phase: 'Fix',
      score: { name: 'size', weights: { size: 1 }, components: { size: { ramp: 'files_changed', full: 20 } } },
      benchmarks: {
        mine: { source: { path: 'pool.jsonl' }, prior: { path: 'earlier.csv' }, select: { purpose, take: 24 } },
      },
    };
    writeFileSync(join(folder, `${purpose}.json`), JSON.stringify(plan));
  }

  it.each(['level', 'ranking'])(
    'prints what is kept, for a %s, from the plan and from its selection alike',
    async (purpose) => {
      const select = runWinnow(['select', `${purpose}.json`, '--out', purpose], { cwd: folder });
      expect([select.code, select.stderr]).toEqual([0, '']);
      const run = runWinnow(['estimate', purpose, 'later.csv'], { cwd: folder });
      expect([run.code, run.stderr]).toEqual([0, '']);
      await expect(run.stdout).toMatchFileSnapshot(`files/estimate/learned-${purpose}.txt`);
      const ofPlan = runWinnow(['estimate', `${purpose}.json`, 'later.csv'], { cwd: folder }).stdout;
      expect(ofPlan.replace(`compare ${purpose}.json`, `compare ${purpose}`)).toBe(run.stdout);
    },
  );

  it('gives the figures in its document: the assisted ones with the plain ones, and the order', () => {
    const level = runWinnow(['estimate', 'level.json', 'later.csv', '--json'], { cwd: folder });
    const [first] = documentOf(level).configurations;
    expect(first?.readings[0]?.pool).toMatchObject({ assisted: { plain: {}, slopes: [{ benchmark: 'mine' }] } });
    const ranking = JSON.parse(runWinnow(['estimate', 'ranking.json', 'later.csv', '--json'], { cwd: folder }).stdout);
    expect(ranking).toMatchObject({ kind: 'focus', order: { selected: 24, readings: [{ tasks: 24 }] } });
  });

  it('judges a requirement by the figure that it prints', () => {
    const run = runWinnow(['estimate', 'level.json', 'later.csv', '--require', 'system-3 >= 5%'], { cwd: folder });
    const [, level, low] = /\n {2}system-3 +(\d+\.\d%) +(\d+\.\d) to/.exec(run.stdout) ?? [];
    expect(run.stdout).toContain(`met: ${level} (${low} to `);
  });
});

describe('winnow estimate --require', () => {
  const better = csv(...rewards('base', () => 0), ...rewards('tool', () => 1));
  const cases: readonly (readonly [string, string, number, string])[] = [
    ['tool - base >= 0.5', better, 0, 'yes'],
    ['base - tool >= 0', better, 1, 'no'],
    ['tool - base >= 0', csv(...good), 1, 'cannot-tell'],
    ['tool >= 0.2', better, 0, 'yes'],
    ['base >= 50%', better, 1, 'no'],
  ];

  // Each verdict once.
  it.each(inDepth(cases, cases.slice(0, 3)))('%s', (text, results, code, verdict) => {
    const run = estimateOf(results, '--require', text, '--json');
    expect([run.code, run.stderr]).toEqual([code, '']);
    const { requirements } = JSON.parse(run.stdout) as { requirements: readonly { code: string; verdict: string }[] };
    expect(requirements).toMatchObject([{ requirement: text, verdict, code: `require/${verdict}` }]);
  });

  it('reports how many tasks would decide', () => {
    const { code, stdout } = estimateOf(csv(...good), '--require', 'tool - base >= 0');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /Requirement: tool - base >= 0\n {2}undecided: .*\. The pool is too small to settle it: if the estimate stays the same, .*\d+ tasks/,
    );
  });
});

const everyOther = <Case>(cases: readonly Case[]) => cases.filter((_, i) => i % 2 === 0);

describe('winnow estimate refuses, with what to do', () => {
  const cases: readonly (readonly [string, string, readonly string[], RegExp])[] = [
    [
      'results of other tasks',
      csv('x,base,1'),
      [],
      /none of the 24 selected tasks\. They contain tasks such as "x", but .* such as "task-\d\d"\.\n.*Give results on this selection/,
    ],
    [
      'a reward above 1',
      csv(`${first},base,1.2`),
      [],
      /results\.csv:2: a reward of 1\.2 for "\S+" is outside the range 0 to 1\.[\s\S]*--reward-range 0\.\.2/,
    ],
    [
      'a reward below 0',
      csv(`${first},base,-0.1`),
      [],
      /results\.csv:2: a reward of -0\.1 for "\S+" is outside the range 0 to 1\./,
    ],
    ['two results for one task', csv(`${first},base,1`, `${first},base,0`), [], /results\.csv:3/],
    [
      'two names of one task',
      csv(...aliasesOf(first).map((name) => `${name},base,1`)),
      [],
      /results\.csv:3: "old-\d+" and "older-\d+" are the same task, which has two results/,
    ],
    [
      'two spellings of one task',
      csv(`${first},base,1`, `${first.toUpperCase()},base,1`),
      [],
      /results\.csv:[23]: "(task|TASK)-\d\d" and "(task|TASK)-\d\d" are the same task, which has two results/,
    ],
    [
      'a baseline that is not there',
      csv(...good),
      ['--baseline', 'bas'],
      /the results have no system "bas"\. Did you mean "base"\? Found: base, tool\./,
    ],
    [
      'a label that is not there',
      csv(...good),
      ['--weight-by', 'langauge'],
      /"langauge" is not a label in this selection\. Did you mean "language"\? Labels: /,
    ],
    ['a level of 95', csv(...good), ['--level', '95'], /level must be above 0\.5 and below 1; found 95/],
    ['a level of 1', csv(...good), ['--level', '1'], /level must be above 0\.5 and below 1; found 1/],
    ['a level that is no number', csv(...good), ['--level', 'high'], /'high' is invalid\. Expected a number/],
    ['a threshold of 2', csv(...good), ['--pass-at', '2'], /is 2; expected a number greater than 0 and at most 1/],
    ['a file that is cut off', csv(`${first},base,1`, `${second},base,0`).trimEnd().slice(0, -2), [], /results\.csv/],
    ['an empty file', '', [], /results\.csv/],
  ];

  it.each(inDepth(cases, everyOther(cases)))('%s', (_, text, args, message) => {
    const run = estimateOf(text, ...args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
  });

  it('a file that is not there, of results or of earlier ones', () => {
    const missing = estimate({}, ['nowhere.csv']);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toMatch(/nowhere\.csv: cannot be read: no such file or folder/);
    expect(estimateOf(csv(...good), '--prior', 'nowhere.csv')).toMatchObject({ code: 2, stdout: '' });
  });

  it('as JSON when asked', () => {
    const run = estimateOf(csv(`${first},base,2`), '--json');
    expect([run.code, run.stderr]).toEqual([2, '']);
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { kind: 'ResultsError', faults: [{ place: { line: 2 } }] } });
  });
});

describe('winnow estimate refuses a manifest that was changed by hand', () => {
  const results = { 'results.csv': csv(...good) };
  const changed = (change: (manifest: Manifest) => void, from = sampleText) => {
    const manifest = JSON.parse(from) as Manifest;
    change(manifest);
    return manifestText(manifest);
  };
  const design = (more: object) => changed(({ tasks: list }) => Object.assign(list[0]?.design ?? {}, more));

  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['a probability of 0', design({ inclusion_probability: 0 }), /the inclusion probability 0; it must be above 0/],
    ['a probability of 1.2', design({ inclusion_probability: 1.2 }), /the inclusion probability 1\.2; /],
    [
      'a weight that is not 1 / probability',
      design({ design_weight: 9 }),
      /has the weight 9, but its probability 0\.\d+ gives/,
    ],
    [
      'a stratum of another size',
      design({ stratum_size: 99 }),
      /the tasks of stratum mine\/a state different sizes for it: 99 and \d+\./,
    ],
    [
      'strata that are all too large',
      changed(({ tasks: list }) => {
        for (const { design: own } of list) Object.assign(own ?? {}, { stratum_size: 50 });
      }),
      /the strata of mine have 100 tasks in total, but 60 are eligible/,
    ],
    [
      'a focus that is called representative',
      changed(({ metadata }) => Object.assign(metadata, { kind: 'representative' }), rankedText),
      /metadata\.kind is "representative", but the kinds of the benchmarks make it "focus"/,
    ],
    [
      'a ranked benchmark that is called representative',
      changed(({ metadata, benchmarks }) => {
        for (const each of [metadata, ...benchmarks]) Object.assign(each, { kind: 'representative' });
      }, rankedText),
      /has no probability, but the kind of mine is "representative"/,
    ],
    [
      'a file that is cut off',
      sampleText.slice(0, 4000),
      /is cut off at line \d+, in the middle of the document\.[\s\S]*winnow select PLAN --out \S+"; add --force/,
    ],
    ['no manifest', '{}', /not a Winnow selection/],
  ];

  it.each(inDepth(cases, everyOther(cases)))('%s', (_, manifest, message) => {
    const run = estimate(results, ['results.csv'], manifest);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
  });

  it('a selection that is not there', () => {
    const run = runWinnow(['estimate', 'nowhere', 'results.csv'], { cwd: temporaryFolder() });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/nowhere: no such selection, plan or revision\.\n.*Give a selection\.json/);
  });

  it('and takes one that was not', () => {
    expect(estimate(results, ['results.csv']).code).toBe(0);
  });
});
