import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isDeep } from '../support/depth.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

const action = parse(readFileSync(join(projectRoot, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

const origin = suiteFolder();

const git = (cwd: string, ...args: readonly string[]) => {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd, encoding: 'utf8' });
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
};

beforeAll(() => {
  cpSync(join(projectRoot, 'examples/review-assistant'), origin, { recursive: true });
  expect(runWinnow(['select', '-q'], { cwd: origin }).code).toBe(0);
  git(origin, 'init', '-q');
  git(origin, 'add', '.');
  git(origin, 'commit', '-qm', 'selection');
});

/** A pull request: a clone in which something was changed. */
function pullRequest(): string {
  const cwd = join(temporaryFolder(), 'work');
  git(origin, 'clone', '-q', origin, cwd);
  return cwd;
}

/** Runs the action as GitHub does: one step after another, with what the expressions give in their places. */
function runAction(
  cwd: string,
  given: { readonly base?: string; readonly inputs?: Readonly<Record<string, string>> } = {},
) {
  const temp = temporaryFolder();
  const outputs = new Map<string, string>();
  const summary = join(temp, 'summary.md');
  let log = '';
  let failed: string | undefined;
  const filledIn = (text: string) =>
    text.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => {
      const [of = '', key = ''] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)];
      if (of === 'inputs') return given.inputs?.[key] ?? action.inputs[key]?.default ?? '';
      if (name === 'github.base_ref') return given.base ?? '';
      return outputs.get(name) ?? '';
    });
  for (const { name, id, if: condition, env, run } of action.runs.steps) {
    const [, expression = "'always'"] = /^\$\{\{ (.*) != '' \}\}$/.exec(condition ?? '') ?? [];
    const holds = condition === undefined || filledIn(`\${{ ${expression} }}`) !== '';
    if (!holds || failed !== undefined) continue;
    const written = join(temp, `output-${outputs.size}`);
    writeFileSync(written, '');
    const own = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filledIn(value)]));
    const step = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...own,
        RUNNER_TEMP: temp,
        GITHUB_ACTION_PATH: projectRoot,
        GITHUB_OUTPUT: written,
        GITHUB_STEP_SUMMARY: summary,
        npm_config_offline: 'true',
      },
    });
    log += step.stdout;
    if (step.status !== 0) failed = `${name}: ${step.stderr}`;
    for (const line of readFileSync(written, 'utf8').trim().split('\n').filter(Boolean)) {
      const [key = '', ...rest] = line.split('=');
      outputs.set(`steps.${id}.outputs.${key}`, rest.join('='));
    }
  }
  const result = Object.fromEntries(Object.entries(action.outputs).map(([key, { value }]) => [key, filledIn(value)]));
  return { failed, log, outputs: result, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
}

it('passes what is as it should be, on a push', () => {
  const { failed, log, outputs, summary } = runAction(pullRequest());
  expect({ failed, outputs }).toEqual({
    failed: undefined,
    outputs: { ok: 'true', comment: '', verdict: '', picture: expect.stringMatching(/\.svg$/) },
  });
  expect(summary).toMatch(/^## Selection\n\n {4}\S+ +●{16}·+ 16 of \d+\n/);
  const picture = readFileSync(outputs['picture'] ?? '', 'utf8');
  expect(picture.match(/<circle [^>]*fill="#0072b2"/g)).toHaveLength(21 + 1);
  expect(log).toContain('The selection is what its plan and its pool give.');
});

it('shows what a pull request changes, in the summary and as a comment', () => {
  const cwd = pullRequest();
  const plan = readFileSync(join(cwd, 'plan.yaml'), 'utf8');
  writeFileSync(join(cwd, 'plan.yaml'), plan.replace('take: 16', 'take: 15'));
  expect(runWinnow(['select', '-q'], { cwd }).code).toBe(0);
  const { failed, outputs, summary } = runAction(cwd, { base: 'main' });
  expect({ failed, ok: outputs['ok'] }).toEqual({ failed: undefined, ok: 'true' });
  expect(summary).toMatch(/removed/i);
  expect(summary.startsWith(readFileSync(outputs['comment'] ?? '', 'utf8'))).toBe(true);
  // The chart shows the task that is gone.
  expect(summary).toMatch(/^ {4}\S+ +●{15}◇·+ 15 of \d+$/m);
  expect(readFileSync(outputs['picture'] ?? '', 'utf8')).toContain('#d55e00');
});

it('fails where the plan was changed and the selection was not, at a line of the plan', () => {
  const cwd = pullRequest();
  const plan = readFileSync(join(cwd, 'plan.yaml'), 'utf8');
  writeFileSync(join(cwd, 'plan.yaml'), plan.replace('take: 16', 'take: 15'));
  const { failed, log, outputs } = runAction(cwd, { base: 'main', inputs: { selection: 'selection/' } });
  expect(failed).toContain('Fail if a check failed');
  expect(outputs['ok']).toBe('false');
  expect(log).toMatch(/^::error file=plan\.yaml,line=\d+,title=winnow%3A [\w/-]+::/m);
});

it('tells the faults of a plan at their lines, and starts no command of what it quotes', () => {
  const cwd = pullRequest();
  const plan = readFileSync(join(cwd, 'plan.yaml'), 'utf8');
  writeFileSync(join(cwd, 'plan.yaml'), `${plan}"x\\n::error::y": 1\n`);
  const { failed, log } = runAction(cwd, { inputs: { plan: 'plan.yaml' } });
  expect(failed).toContain('Fail if a check failed');
  const line = plan.split('\n').length;
  expect(log).toContain(`::error file=plan.yaml,line=${line},col=1,title=winnow%3A plan/unknown-key::`);
  expect(log.split('\n').filter((each) => each.startsWith('::error::y'))).toEqual([]);
});

it('installs a package if one is named, instead of building its own commit', () => {
  const { failed, outputs } = runAction(pullRequest(), { inputs: { package: projectRoot } });
  expect({ failed, ok: outputs['ok'] }).toEqual({ failed: undefined, ok: 'true' });
});

it.each([
  ['', undefined, 'true', '    '],
  ['new >= 0.5\nnew >= 0.99', 'Fail if a check failed', 'false', '**A requirement does not hold'],
])('shows what results prove, and fails unless they surely meet %j', (require, failure, verdict, words) => {
  const cwd = pullRequest();
  const { tasks } = JSON.parse(readFileSync(join(cwd, 'selection/selection.json'), 'utf8')) as {
    readonly tasks: readonly { readonly task_id: string }[];
  };
  const rows = tasks.map(({ task_id: id }, i) => `${id},new,${i % 3 === 0 ? 0 : 1}`);
  writeFileSync(join(cwd, 'new results.csv'), ['task_id,configuration,result', ...rows, ''].join('\n'));
  const given = { results: 'new results.csv\n', require };
  const { failed, outputs, summary } = runAction(cwd, { base: 'main', inputs: given });
  expect(failed === undefined ? undefined : failed.split(':')[0]).toBe(failure);
  expect(outputs['verdict']).toBe(verdict);
  expect(summary).toContain(`## Results\n\n${words}`);
  expect(summary).toMatch(/^ {4}.*\bnew\b/m);
});

it('shows results that cannot be read as such', () => {
  const cwd = pullRequest();
  writeFileSync(join(cwd, 'results.csv'), '```\n![x](y)\n');
  const { failed, summary } = runAction(cwd, { inputs: { results: 'results.csv' } });
  expect(failed).toContain('Fail if a check failed');
  expect(summary).toContain('The results could not be read.');
  expect(summary.split('\n').filter((line) => /^(?:```|!\[)/.test(line))).toEqual([]);
});

it('takes a planned look at the results if it is asked to', () => {
  const cwd = pullRequest();
  writeFileSync(join(cwd, 'tasks.csv'), `id\n${Array.from({ length: 60 }, (_, i) => `t${i}\n`).join('')}`);
  writeFileSync(join(cwd, 'look.yaml'), 'tasks: tasks.csv\ntake: 40\nseed: 1\nlooks: 2\n');
  expect(runWinnow(['select', 'look.yaml', '-o', 'looked', '-q'], { cwd }).code).toBe(0);
  const { tasks } = JSON.parse(readFileSync(join(cwd, 'looked/selection.json'), 'utf8')) as {
    readonly tasks: readonly { readonly task_id: string }[];
  };
  const rows = tasks.flatMap(({ task_id: id }) => [`${id},old,0`, `${id},new,1`]);
  writeFileSync(join(cwd, 'results.csv'), ['task_id,configuration,result', ...rows, ''].join('\n'));
  const given = { selection: 'looked', plan: 'look.yaml', results: 'results.csv', look: 'true' };
  const { failed, outputs, summary } = runAction(cwd, { inputs: { ...given, require: 'new > old' } });
  expect({ failed, verdict: outputs['verdict'] }).toEqual({ failed: undefined, verdict: 'true' });
  expect(summary).toContain('## Results\n\n**Stop: there is a verdict.**\n');
  expect(summary).toMatch(/^ {4}Stop\. The requirement .* is met/m);
  if (!isDeep) return;
  const both = runAction(cwd, { inputs: { ...given, baseline: 'old' } });
  expect(both.summary).toMatch(/^ {4}Stop\. new is better than old/m);
  const estimated = runAction(cwd, { inputs: { ...given, look: 'false', require: 'new >= 0.5' } });
  expect(estimated).toMatchObject({ failed: undefined, outputs: { verdict: 'true' } });
  expect(estimated.summary).toContain('**All requirements hold.**');
});

it('draws names of benchmarks as text, whatever they are', () => {
  const folder = temporaryFolder();
  const name = '<script>"x"&\u202e\n# ![a](b)';
  const manifest = { benchmarks: [{ name, available: 300 }], tasks: [{ benchmark: name, task_id: 'a' }] };
  writeFileSync(join(folder, 'selection.json'), JSON.stringify(manifest));
  const words = [join(projectRoot, 'action/chart.mjs'), 'selection.json', 'chart.svg'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout.split('\n').filter((line) => line !== '' && !line.startsWith('    '))).toEqual(['## Selection']);
  expect(stdout).not.toContain('\u202e');
  expect(stdout).toContain('a mark is up to 5 tasks');
  const picture = readFileSync(join(folder, 'chart.svg'), 'utf8');
  expect(picture).not.toMatch(/<script|"x"|\u202e/);
  expect(picture.match(/<circle /g)).toHaveLength(300 + 2);
});

/** What `annotate.mjs` prints for a document of `winnow check`. */
function annotated(document: unknown): readonly string[] {
  const file = join(temporaryFolder(), 'check.json');
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(projectRoot, 'action/annotate.mjs'), file], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n');
}

/** The lines that the runner of GitHub takes for commands: `::name` after white space, or `##[name]` anywhere. */
const commandsIn = (lines: readonly string[]) => lines.filter((line) => /^\s*::|##\[/.test(line));

it.each([
  '::error::injected',
  '\n::add-mask::injected',
  '\r::set-output name=x::injected',
  '  ::warning::injected',
  '##[add-path]injected',
  '%0A::error::injected',
])('prints the id %j of the first and of every further difference as text', (id) => {
  const differences = Array.from({ length: 25 }, (_, i) => ({
    code: 'check/task',
    message: i === 0 ? `${id} ${i}` : `${id}`,
  }));
  const lines = annotated({ ok: false, differences });
  expect(commandsIn(lines)).toHaveLength(10);
  for (const line of commandsIn(lines)) expect(line).toMatch(/^::error title=winnow%3A check\/task::/);
  expect(lines.filter((line) => line.includes('injected'))).toHaveLength(25);
});

it('prints nothing of a document that does not parse', () => {
  expect(annotated('{"x\n::error::injected')).toEqual([
    expect.stringMatching(/^::error [^:]*::winnow check printed no JSON/),
    '',
  ]);
});

it('pins every action of the example workflow by commit', () => {
  const workflow = readFileSync(join(projectRoot, 'examples/github-action/winnow-check.yml'), 'utf8');
  const used = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(used).toHaveLength(3);
  for (const action of used) expect(action).toMatch(/@(?:[0-9a-f]{40}|COMMIT)$/);
});

it('says so where the target branch has no selection yet', () => {
  const cwd = pullRequest();
  git(origin, 'branch', '-f', 'bare');
  git(origin, 'checkout', '-q', 'bare');
  git(origin, 'rm', '-rq', 'selection');
  git(origin, 'commit', '-qm', 'none');
  git(origin, 'checkout', '-q', 'main');
  const { summary } = runAction(cwd, { base: 'bare' });
  expect(summary).toMatch(/^The target branch has no selection yet\.\n## Selection\n/);
  expect(summary).not.toContain('◆');
});
