import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { shippedResults } from '../support/suite-results.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** The example of the guide, with its selection, which is made once and copied. */
const example = join(suiteFolder(), 'looks');
cpSync(join(projectRoot, 'examples/looks'), example, { recursive: true });
expect(runWinnow(['select', 'plan.yaml', '-q'], { cwd: example })).toMatchObject({ code: 0, stderr: '' });

/** A copy of the example in a folder. */
function exampleFolder(within: string): string {
  const folder = join(within, 'looks');
  cpSync(example, folder, { recursive: true });
  return folder;
}

const folder = exampleFolder(suiteFolder());
const looks = join(folder, 'selection/looks.json');
const results = (last: number) => Array.from({ length: last }, (_, i) => `results/${i + 1}.csv`);
const base = ['--baseline', 'qwen3-30b'];
const next = (...args: readonly string[]) => runWinnow(['next', 'selection', ...args], { cwd: folder });
const nextJson = (...args: readonly string[]) => {
  const { code, stdout, stderr } = next(...args, '--json');
  return { code, stderr, document: JSON.parse(stdout) };
};

describe('the example of the guide', () => {
  it('has the results of two real systems, as they ship with the suite', () => {
    const sides = [
      ['qwen3-30b', shippedResults('verified', '20250805_openhands-Qwen3-Coder-30B-A3B-Instruct')],
      ['qwen3-480b', shippedResults('verified', '20250805_openhands-Qwen3-Coder-480B-A35B-Instruct')],
    ] as const;
    const rows = results(4).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n').slice(1));
    expect(rows).toHaveLength(112);
    for (const row of rows) {
      const [task = '', system, reward] = row.split(',');
      expect(`${task} ${reward}`).toBe(`${task} ${sides.find(([name]) => name === system)?.[1].get(task)}`);
    }
  });
});

describe('next', () => {
  it('exports the tasks of the first look before any run', () => {
    const { code, stdout, stderr } = next('--to', 'ids', '--out', 'run');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^verified-direction, 0 of 5 planned looks done\n\nContinue\. There are no results yet\.\n/);
    const tasks = readFileSync(join(folder, 'run/ids.txt'), 'utf8').trim().split('\n');
    expect(tasks).toHaveLength(14);
    expect(readFileSync(join(folder, 'run/README.md'), 'utf8')).toContain('belong to look 1');
    expect(existsSync(looks)).toBe(false);
    const table = readFileSync(join(folder, 'selection/selection.csv'), 'utf8').split('\n');
    expect(table[0]?.split(',')).toContain('look');
    expect(readFileSync(join(folder, 'selection/METHODOLOGY.md'), 'utf8')).toMatch(
      /\| 1 \| 14 \| 4\.877 \| 0\.00011% \|/,
    );
  });

  it('looks after each tier until there is a verdict, and remembers every look', () => {
    expect(next(...results(1))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('choose the baseline: "qwen3-30b" or "qwen3-480b"'),
    });
    expect(existsSync(looks)).toBe(false);
    // Before the first look, the next command must name the baseline; after it, only the recorded one is possible.
    const cut = join(folder, 'cut.csv');
    writeFileSync(cut, readFileSync(join(folder, 'results/1.csv'), 'utf8').split('\n').slice(0, -3).join('\n'));
    expect(next('cut.csv').stdout).toContain('winnow next selection ALL-RESULTS-SO-FAR --baseline qwen3-30b\n');
    const seen = [nextJson(...results(1), ...base)];
    expect(next(...results(1), '--baseline', 'qwen3-480b').stdout).toMatch(
      /the first look recorded "qwen3-30b" as the baseline(?:.|\n)*ALL-RESULTS-SO-FAR --baseline qwen3-30b\n/,
    );
    seen.push(...[2, 3, 4].map((last) => nextJson(...results(last))));
    expect(seen.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(seen.map(({ document }) => [document.verdict, document.stop, document.runs_saved])).toEqual([
      ['continue', false, 0],
      ['continue', false, 0],
      ['continue', false, 0],
      ['better', true, 28],
    ]);
    expect(seen.map(({ document }) => document.next?.tasks.length)).toEqual([14, 14, 14, undefined]);
    const record = JSON.parse(readFileSync(looks, 'utf8'));
    expect(record.questions).toHaveLength(1);
    expect(record.questions[0].looks.map(({ tasks }: { tasks: number }) => tasks)).toEqual([14, 28, 42, 56]);
    expect(next(...results(4)).stdout).toContain('Stop. qwen3-480b is better than qwen3-30b (after 56 of 70 tasks');
    // Asked again, nothing is added.
    expect(JSON.parse(readFileSync(looks, 'utf8'))).toEqual(record);
  });

  it('refuses results that shrink, an edited record and a changed schedule, and writes nothing', () => {
    const kept = readFileSync(looks, 'utf8');
    const shrunk = next(...results(2));
    expect(shrunk.code).toBe(2);
    expect(shrunk.stderr).toMatch(/look 3 used results on 14 tasks that are now missing/);
    writeFileSync(looks, kept.replace('"verdict": "continue"', '"verdict": "better"'));
    expect(next(...results(4))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('look 1 at qwen3-480b was edited after'),
    });
    writeFileSync(looks, kept);
    const plan = readFileSync(join(folder, 'plan.yaml'), 'utf8');
    writeFileSync(join(folder, 'plan.yaml'), plan.replace('looks: 5', 'looks: 4'));
    expect(runWinnow(['select', 'plan.yaml', '-q'], { cwd: folder }).code).toBe(0);
    const changed = next(...results(4));
    expect(changed.code).toBe(2);
    expect(changed.stderr).toContain('records 4 looks at another version of this selection');
    cpSync(example, folder, { recursive: true });
    expect(next(...results(4)).code).toBe(0);
    expect(readFileSync(looks, 'utf8')).toBe(kept);
  });

  it('looks at a half-run tier only when told to', () => {
    const half = exampleFolder(temporaryFolder());
    const rows = readFileSync(join(half, 'results/2.csv'), 'utf8').trim().split('\n');
    writeFileSync(join(half, 'half.csv'), `${rows.slice(0, 9).join('\n')}\n`);
    const run = (...args: readonly string[]) =>
      JSON.parse(
        runWinnow(['next', 'selection', 'results/1.csv', 'half.csv', ...base, ...args, '--json'], { cwd: half }).stdout,
      );
    const waiting = run();
    expect(waiting.looks.map(({ tasks }: { tasks: number }) => tasks)).toEqual([14]);
    expect(waiting.next.tasks).toHaveLength(10);
    expect(run().is_new).toBe(false);
    expect(waiting.waiting).toEqual([
      { system: 'qwen3-30b', absent: 10, errored: 0, of: 14 },
      { system: 'qwen3-480b', absent: 10, errored: 0, of: 14 },
    ]);
    const now = run('--now');
    expect(now.looks.at(-1)).toMatchObject({ tasks: 18, planned: false });
    expect(now.claim).toContain('partway through a tier');
  });

  it('states the cost of both systems before any run, for the tasks that it exports', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'tasks.csv'), `id\n${Array.from({ length: 40 }, (_, i) => `t${i + 10}`).join('\n')}\n`);
    writeFileSync(join(cwd, 'plan.yaml'), 'tasks: tasks.csv\ntake: 20\nlooks: 2\nseed: 7\nrun: { cost_usd: 0.5 }\n');
    expect(runWinnow(['select', 'plan.yaml', '-q'], { cwd }).code).toBe(0);
    const run = (...flags: readonly string[]) => runWinnow(['next', 'selection', ...flags], { cwd }).stdout;
    expect(run()).toContain(
      'each system (not run yet): about $5.00 for 10 runs; about $10 for 20 runs of both systems\n',
    );
    expect(run('--to', 'ids', '--out', 'some', '--limit', '3')).toContain(
      'about $1.50 for 3 runs; about $3.00 for 6 runs',
    );
    const level = run('--require', 'new >= 0.5');
    expect(level).toContain('each system (not run yet): about $5.00 for 10 runs\n');
    expect(level).toContain('Next: run these tasks with new, then');
    expect(run('--require', 'new > old')).toContain('Next: run these tasks with each system, then');
  });

  it('gives the difference on the pool if all of it was run, which compare does not use', () => {
    const cwd = temporaryFolder();
    const ids = Array.from({ length: 40 }, (_, i) => `t${i + 10}`);
    writeFileSync(join(cwd, 'tasks.csv'), `id\n${ids.join('\n')}\n`);
    writeFileSync(join(cwd, 'plan.yaml'), 'tasks: tasks.csv\ntake: 20\nlooks: 2\nseed: 7\n');
    expect(runWinnow(['select', 'plan.yaml', '-q'], { cwd }).code).toBe(0);
    for (const system of ['a', 'b']) {
      const rows = ids.map((id, i) => `${id},${Number(i % 4 === 0 || (system === 'b' && i % 4 === 1))}`);
      writeFileSync(join(cwd, `${system}.csv`), `id,reward\n${rows.join('\n')}\n`);
    }
    const { stdout } = runWinnow(['next', 'selection', 'a.csv', 'b.csv'], { cwd });
    expect(stdout).toContain(
      'both systems have results on all 40 tasks in the pool, where b minus a is +25.0 points. The planned looks use only the 20 selected tasks.',
    );
    expect(stdout).not.toContain('compare');
  });

  it('states the cost of the runs that each system still needs, and of no others', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'tasks.csv'), `id\n${Array.from({ length: 40 }, (_, i) => `t${i + 10}`).join('\n')}\n`);
    writeFileSync(join(cwd, 'plan.yaml'), 'tasks: tasks.csv\ntake: 20\nlooks: 2\nseed: 7\nrun: { cost_usd: 0.5 }\n');
    expect(runWinnow(['select', 'plan.yaml', '-q'], { cwd }).code).toBe(0);
    expect(runWinnow(['next', 'selection', '--to', 'ids', '--out', 'run'], { cwd }).code).toBe(0);
    const [first = '', second = '', ...ids] = readFileSync(join(cwd, 'run/ids.txt'), 'utf8').trim().split('\n');
    const rows = ['a', 'b'].flatMap((system) => ids.map((id) => `${id},${system},1,passed,1`));
    const table = ['task_id,system,reward,status,attempt', ...rows, `${first},a,,errored,1`];
    const costsOf = (...more: readonly string[]) => {
      writeFileSync(join(cwd, 'runs.csv'), `${[...table, ...more].join('\n')}\n`);
      const { stdout } = runWinnow(['next', 'selection', 'runs.csv', '--errors-fail', '--json'], { cwd });
      return JSON.parse(stdout).next.costs.map(({ system, runs }: { system: string; runs: number }) => [system, runs]);
    };
    expect(costsOf(`${second},a,1,passed,1`, `${second},b,1,passed,1`)).toEqual([['b', 1]]);
    const twice = [`${second},a,1,passed,1`, `${second},a,0,failed,2`, `${second},b,1,passed,1`];
    expect(costsOf(...twice)).toEqual([['b', 2]]);
  });

  it('exports for each system the tasks that it lacks', () => {
    const own = exampleFolder(temporaryFolder());
    const [head, ...rows] = readFileSync(join(own, 'results/1.csv'), 'utf8').trim().split('\n');
    writeFileSync(join(own, 'errors.csv'), `${[head, ...rows.slice(3)].join('\n')}\n`);
    const { code, stdout } = runWinnow(['next', 'selection', 'errors.csv', '--to', 'ids', '--out', 'rest', '--json'], {
      cwd: own,
    });
    expect(code).toBe(0);
    const { next: then, exports, export: shared } = JSON.parse(stdout);
    const counts = [2, 1];
    expect(then.systems.map(({ tasks }: { tasks: unknown[] }) => tasks.length)).toEqual(counts);
    expect(shared).toBeUndefined();
    const lines = (folder: string) =>
      readFileSync(join(own, folder, 'ids.txt'), 'utf8')
        .trim()
        .split('\n').length;
    expect(exports.map((each: { export: { folder: string } }) => lines(each.export.folder))).toEqual(counts);
  });

  it('replaces exports for each system by one for all, and the other way round', () => {
    const own = exampleFolder(temporaryFolder());
    const [head, ...rows] = readFileSync(join(own, 'results/1.csv'), 'utf8').trim().split('\n');
    writeFileSync(join(own, 'some.csv'), `${[head, ...rows.slice(5)].join('\n')}\n`);
    writeFileSync(join(own, 'more.csv'), `${[head, ...rows.slice(3)].join('\n')}\n`);
    const run = (args: readonly string[], code = 0) => {
      const done = runWinnow([...args, '--to', 'ids', '--out', 'run'], { cwd: own });
      expect(done).toMatchObject({ code });
      return [done.stderr, ...readdirSync(join(own, 'run')).sort()];
    };
    const [plain, systems] = [
      ['README.md', 'ids.txt', 'provenance.json'],
      ['qwen3-30b', 'qwen3-480b'],
    ];
    expect(run(['next', 'selection'])).toEqual(['', ...plain]);
    expect(run(['next', 'selection', 'some.csv'])).toEqual(['', ...systems]);
    expect(run(['next', 'selection', 'more.csv'])).toEqual(['', ...systems]);
    expect(run(['next', 'selection', ...results(1), ...base])).toEqual(['', ...plain]);
    expect(run(['status', 'selection', 'some.csv', '--missing'])).toEqual(['', ...systems]);
    writeFileSync(join(own, 'run/qwen3-30b/note.txt'), 'mine\n');
    expect(run(['export', 'selection'], 2)).toEqual([
      expect.stringContaining('note.txt: the file is not part of'),
      ...systems,
    ]);
    rmSync(join(own, 'run/qwen3-30b/note.txt'));
    expect(run(['export', 'selection'])).toEqual(['', ...plain]);
    // Exports of whole selections, which a person may collect in a folder, are not replaced.
    mkdirSync(join(own, 'all'));
    renameSync(join(own, 'run'), join(own, 'all/mine'));
    renameSync(join(own, 'all'), join(own, 'run'));
    expect(run(['export', 'selection'], 2)).toEqual([expect.stringContaining('other files (mine)'), 'mine']);
  });

  it('makes no look if the export fails, whatever the verdict', () => {
    const own = exampleFolder(temporaryFolder());
    const record = join(own, 'selection/looks.json');
    mkdirSync(join(own, 'occupied'));
    writeFileSync(join(own, 'occupied/note.txt'), 'mine\n');
    const failing = [
      ['--to', 'ids', '--out', 'occupied'],
      ['--to', 'ids', '--out', 'plan.yaml/run'],
      ['--to', 'nosuch', '--out', 'run'],
      ['--to', 'ids'],
      ['--to', 'harbor', '--out', 'run'],
    ];
    for (const last of [1, 4]) {
      for (const flags of failing) {
        const { code, stdout } = runWinnow(['next', 'selection', ...results(last), ...base, ...flags], { cwd: own });
        expect({ flags, code, stdout, isLooked: existsSync(record) }).toEqual({
          flags,
          code: 2,
          stdout: '',
          isLooked: false,
        });
      }
    }
    const decided = runWinnow(['next', 'selection', ...results(4), ...base, '--to', 'ids', '--out', 'run'], {
      cwd: own,
    });
    expect(decided).toMatchObject({ code: 0, stdout: expect.stringContaining('Stop.') });
    expect([existsSync(record), existsSync(join(own, 'run'))]).toEqual([true, false]);
    const again = runWinnow(['next', 'selection', ...results(4), ...(failing[0] ?? [])], { cwd: own });
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Stop.') });
  });

  it('keeps the baseline of the first look, shows the difference again, and warns compare meanwhile', () => {
    const own = exampleFolder(temporaryFolder());
    const run = (...args: readonly string[]) => runWinnow(args, { cwd: own }).stdout;
    const words = 'Difference so far: qwen3-480b minus qwen3-30b is +21.4 points; better on 6 tasks, worse on 0.';
    expect(run('next', 'selection', ...results(2), ...base)).toContain(words);
    const again = run('next', 'selection', ...results(2), '--baseline', 'qwen3-480b');
    expect(again).toContain(words);
    expect(again).toContain('the first look recorded "qwen3-30b" as the baseline');
    const compared = ['compare', 'selection', 'qwen3-30b', 'qwen3-480b', '--results', 'results/1.csv'];
    expect(run(...compared)).toContain('planned looks are still in progress: qwen3-480b vs');
    const open = run('estimate', 'selection', 'results/1.csv');
    expect(open).toContain('Use "winnow next" instead.');
    expect(open).not.toContain('Next: ');
    const renamed = readFileSync(join(own, 'results/1.csv'), 'utf8').replaceAll('qwen3-', 'other-');
    writeFileSync(join(own, 'others.csv'), renamed);
    const others = run('estimate', 'selection', 'others.csv');
    expect(others).toContain('other-480b');
    expect(others).not.toContain('planned looks are still in progress');
    expect(run('next', 'selection', 'results')).toContain('Stop.');
    const turned = run('estimate', 'selection', 'results', '--baseline', 'qwen3-480b');
    expect(turned).toContain('qwen3-30b minus qwen3-480b');
    expect(turned).toContain('Next: winnow compare selection qwen3-480b qwen3-30b');
    const status = run('status', 'selection', 'results');
    expect(status).toContain(
      'the planned looks are over, so their verdict needs none of the runs left: qwen3-480b is better',
    );
    expect(status).not.toContain('Next:');
    const after = run(...compared);
    expect(after).not.toContain('planned looks are still in progress');
    expect(after).toContain('planned looks have ended with a verdict: qwen3-480b vs qwen3-30b');
    expect(status).not.toContain('planned looks have ended with a verdict');
  });

  it('has status name the tasks of the next look first', () => {
    const own = exampleFolder(temporaryFolder());
    const json = (command: string, ...args: readonly string[]) =>
      JSON.parse(runWinnow([command, 'selection', 'results/1.csv', ...args, '--json'], { cwd: own }).stdout);
    const advised = () =>
      /^Next: .*/m.exec(runWinnow(['status', 'selection', 'results/1.csv'], { cwd: own }).stdout)?.[0];
    // Nothing says yet which system is the baseline.
    const [before, after] = ['--baseline NAME --to RUNNER --out rest', '--to RUNNER --out rest'];
    expect(advised()).toBe(`Next: winnow next selection results/1.csv ${before}`);
    const due = json('next', ...base).next.tasks.map(({ task_id: id }: { task_id: string }) => id);
    const [{ open }] = json('status').configurations;
    const first = open.slice(0, due.length).map(({ task_id: id }: { task_id: string }) => id);
    expect(first.sort()).toEqual(due.sort());
    const { stdout } = runWinnow(['status', 'selection', 'results/1.csv'], { cwd: own });
    expect(stdout).toContain('To export only the tasks for the next look, use "winnow next".');
    expect(advised()).toBe(`Next: winnow next selection results/1.csv ${after}`);
  });

  it('takes all tasks of a plan at random, and makes no claim about the pool from those that rank first', () => {
    const cwd = temporaryFolder();
    const ids = Array.from({ length: 80 }, (_, i) => `t${String(i).padStart(2, '0')}`);
    writeFileSync(join(cwd, 'tasks.csv'), `id,points\n${ids.map((id, i) => `${id},${i}`).join('\n')}\n`);
    const rows = ids.slice(40).map((id) => `${id},new,1`);
    writeFileSync(join(cwd, 'runs.csv'), `task,system,reward\n${rows.join('\n')}\n`);
    const looked = (plan: string) => {
      writeFileSync(join(cwd, 'plan.yaml'), `tasks: tasks.csv\nlooks: 2\n${plan}\n`);
      expect(runWinnow(['select', 'plan.yaml', '-q', '--force'], { cwd }).code).toBe(0);
      return runWinnow(['next', 'selection', 'runs.csv', '--require', 'new >= 0.5', '--json'], { cwd });
    };
    const drawn = JSON.parse(looked('seed: 7').stdout);
    expect(drawn).toMatchObject({ verdict: 'continue', claim: expect.stringContaining('random sample') });
    expect(drawn.next.tasks.length).toBeGreaterThan(5);
    expect(looked('rank: points')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('does not take its tasks in random order'),
    });
  });

  it('is a gate in CI: 0 while it is open, 1 if the requirement fails', () => {
    const gate = (text: string, last: number) =>
      runWinnow(['next', 'selection', ...results(last), '--require', text, '--looks', `gate-${text.length}.json`], {
        cwd: folder,
      });
    const open = expect.stringMatching(/Continue\.[\s\S]*The requirement is still open, so the exit code is 0\./);
    expect(gate('qwen3-480b > qwen3-30b', 2)).toMatchObject({ code: 0, stdout: open });
    expect(gate('qwen3-480b > qwen3-30b', 4)).toMatchObject({ code: 0, stdout: expect.stringContaining('is met') });
    expect(gate('qwen3-30b >= qwen3-480b', 4)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('is not met'),
    });
    const level = gate('qwen3-30b >= 0.5', 4);
    expect(level).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('say nothing about the level on the pool'),
    });
  });

  it('fails in CI with --strict until the requirement is met', () => {
    const gate = (last: number, ...flags: readonly string[]) =>
      runWinnow(['next', 'selection', ...results(last), '--looks', 'strict.json', '--strict', ...flags], {
        cwd: folder,
      });
    const asked = ['--require', 'qwen3-480b > qwen3-30b'];
    const open = expect.stringContaining('The requirement is still open, so the exit code is 1.');
    expect(gate(2, ...asked)).toMatchObject({ code: 1, stdout: open });
    expect(gate(4, ...asked)).toMatchObject({ code: 0, stdout: expect.stringContaining('is met') });
    expect(gate(2)).toMatchObject({ code: 2, stderr: expect.stringContaining('needs --require') });
  });

  it('repeats the options of the question in the next command', () => {
    const flags = '--require "qwen3-480b > qwen3-30b" --strict --no-futility --errors-fail --looks own.json';
    const { stdout } = runWinnow(
      [
        ...['next', 'selection', 'results/1.csv', '--require', 'qwen3-480b > qwen3-30b', '--strict', '--no-futility'],
        ...['--errors-fail', '--looks', 'own.json', '--repeats', '1', '--reward-range', '0..1', '--pass-at', '0.5'],
        ...['--price', 'big=3/15', '--to', 'ids', '--out', 'run-own', '--now'],
      ],
      { cwd: folder },
    );
    expect(stdout).toContain(
      `then winnow next selection ALL-RESULTS-SO-FAR ${flags.replaceAll('"', "'")} --reward-range 0..1 --pass-at 0.5 --price big=3/15 --repeats 1\n`,
    );
    const [head, ...rows] = readFileSync(join(folder, 'results/1.csv'), 'utf8').trim().split('\n');
    for (const system of ['qwen3-30b', 'qwen3-480b']) {
      const own = rows.filter((row) => row.split(',')[1] === system);
      writeFileSync(join(folder, `${system}.csv`), `${[head, ...own].join('\n')}\n`);
    }
    const names = ['--name', 'old=qwen3-30b.csv', '--name', 'new=qwen3-480b.csv', '--looks', 'named.json'];
    expect(next(...names).stdout).toContain(
      'ALL-RESULTS-SO-FAR --looks named.json --name old=qwen3-30b.csv --name new=qwen3-480b.csv\n',
    );
  });

  it('knows a system by its earlier name if told so', () => {
    const own = exampleFolder(temporaryFolder());
    const run = (...args: readonly string[]) => runWinnow(['next', 'selection', ...args], { cwd: own });
    expect(run(...results(1), ...base).code).toBe(0);
    for (const name of results(2)) {
      const file = join(own, name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('480b', '480b-v2'));
    }
    const renamed = ['--name', 'qwen3-480b=qwen3-480b-v2'];
    expect(run(...results(2), ...base).stderr).toContain('--name EARLIER-NAME=PRESENT-NAME');
    expect(run(...results(2), ...renamed).stdout).toContain('(after 28 of 70 tasks');
    const waiting = run('results/1.csv', ...base, '--looks', 'other.json', '--name', 'third=qwen3-480b-v2');
    expect(waiting.stdout).toContain('third vs qwen3-30b');
    cpSync(join(example, 'results/1.csv'), join(own, 'results/1.csv'));
    const mixed = run(...results(2), ...base, '--system', 'qwen3-480b', '--looks', 'third.json');
    expect(mixed.stdout).toContain('ignored 1 other system in the results: qwen3-480b-v2.');
  });

  it('warns of looks in the usual record if another one is used', () => {
    const { stdout } = next(...results(4), ...base, '--looks', 'another.json');
    expect(stdout).toContain(
      "looks.json records looks at this selection that another.json doesn't include: qwen3-480b vs",
    );
    expect(next(...results(4), '--looks', 'selection/looks.json').stdout).not.toContain('records looks at');
  });

  it('accepts a growing file together with earlier versions of it', () => {
    const own = exampleFolder(temporaryFolder());
    const rows = results(3).map((file) => readFileSync(join(own, file), 'utf8').trim().split('\n').slice(1));
    const write = (name: string, last: number) =>
      writeFileSync(join(own, name), `task_id,system,resolved\n${rows.slice(0, last).flat().join('\n')}\n`);
    write('some.csv', 2);
    write('all.csv', 3);
    const run = (command: string, ...args: readonly string[]) =>
      runWinnow([command, 'selection', 'some.csv', 'all.csv', ...args], { cwd: own }).stdout;
    const looked = run('next', ...base);
    expect(looked).toContain('(after 42 of 70 tasks');
    expect(looked).toContain('"all.csv" contains every result of "some.csv", so these results count only once.');
    expect(run('status')).toMatch(/1 run per task/);
  });

  it('names a run by its system and by the runs before it', () => {
    const own = exampleFolder(temporaryFolder());
    const [head, ...rows] = readFileSync(join(own, 'results/1.csv'), 'utf8').trim().split('\n');
    const write = (name: string, lines: readonly string[]) =>
      writeFileSync(join(own, name), `${[head, ...lines].join('\n')}\n`);
    const task = (row: string) => row.split(',')[0];
    const [first, ...others] = [...new Set(rows.map(task))];
    const idsOf = (command: string, ...given: readonly string[]) => {
      const args = [command, 'selection', ...given, '--to', 'swe-bench', '--out', 'run', '--json'];
      const { exports, export: shared } = JSON.parse(runWinnow(args, { cwd: own }).stdout);
      return [...(shared ? [shared] : []), ...exports.map((each: { export: object }) => each.export)].map(
        ({ run_id: id }: { run_id: string }) => id,
      );
    };
    // Both systems lack one task, each another one, and then both lack the same one again.
    write(
      'some.csv',
      rows.filter((row) => task(row) !== first),
    );
    write(
      'one.csv',
      rows.filter((row) => task(row) !== first || row.includes('480b')),
    );
    const [shared] = idsOf('next', 'some.csv');
    const [alone] = idsOf('next', 'one.csv');
    expect(others.length).toBeGreaterThan(5);
    const [left, right] = idsOf('status', 'some.csv', '--missing');
    const twice = idsOf('next', 'results/1.csv', '--repeats', '2');
    const ids = [shared, alone, left, right, ...twice];
    expect(new Set(ids).size).toBe(ids.length);
    expect(idsOf('next', 'one.csv')).toEqual([alone]);
  });

  it('looks at a suite that ships after each of its tiers', () => {
    const cwd = temporaryFolder();
    const first = JSON.parse(runWinnow(['next', 'verified', '--json'], { cwd }).stdout);
    expect(first.next).toMatchObject({ look: 1 });
    expect(first.next.tasks).toHaveLength(25);
    const rows = first.next.tasks.flatMap(({ task_id: id }: { task_id: string }, i: number) => [
      `${id},baseline,${i % 2}`,
      `${id},b,${i % 3 === 0 ? 1 : 0}`,
    ]);
    writeFileSync(join(cwd, 'runs.csv'), `task,system,reward\n${rows.join('\n')}\n`);
    const {
      looks: made,
      next: then,
      record,
    } = JSON.parse(runWinnow(['next', 'verified', 'runs.csv', '--json'], { cwd }).stdout);
    expect(record).toBe(join('winnow-looks', 'verified.json'));
    expect(existsSync(join(cwd, record))).toBe(true);
    expect(made).toMatchObject([{ tasks: 25, planned: true, fraction: 0.25 }]);
    expect(then.tasks).toHaveLength(25);
  });

  it('warns of errored runs that count as failed', () => {
    const own = exampleFolder(temporaryFolder());
    const tables = results(4).map((file) => readFileSync(join(own, file), 'utf8').trim().split('\n'));
    const [head = ''] = tables[0] ?? [];
    const [first = '', ...rows] = tables.flatMap((table) => table.slice(1));
    const [task, system] = first.split(',');
    expect(head).toBe('task,system,reward');
    const lines = [`${head},status`, `${task},${system},,errored`, ...rows.map((row) => `${row},`)];
    writeFileSync(join(own, 'runs.csv'), `${lines.join('\n')}\n`);
    const run = (...args: readonly string[]) => runWinnow(args, { cwd: own }).stdout;
    const require = ['--require', 'qwen3-480b > qwen3-30b'];
    const [runs, none] = system === 'qwen3-30b' ? [1, 0] : [0, 1];
    const counts = `${runs} errored run${runs === 1 ? '' : 's'} of qwen3-30b and ${none} of qwen3-480b count as failed. Without`;
    expect(run('next', 'selection', 'runs.csv', ...require, '--errors-fail')).toContain(counts);
    const status = run('status', 'selection', 'runs.csv');
    expect(status).toContain('Remaining runs, which the verdict does not need: qwen3-480b\n');
    expect(status).toContain(`${runs + none} errored run of ${system} counts as failed, because a planned look`);
    expect(status).not.toContain('Next:');
    const again = run('next', 'selection', 'runs.csv', '--require', 'qwen3-480b - qwen3-30b > 0', '--errors-fail');
    expect(again).toContain('Stop. The requirement');
    expect(again).toContain(counts);
  });

  it('has status repeat an open question, and leave out errored runs that a look has counted', () => {
    const cwd = temporaryFolder();
    const ids = JSON.parse(runWinnow(['next', 'verified', '--json'], { cwd }).stdout).next.tasks;
    const rows = ids.flatMap(({ task_id: id }: { task_id: string }, i: number) => [
      `${id},baseline,${i % 2},`,
      i < 3 ? `${id},b,,errored` : `${id},b,${i % 3 === 0 ? 1 : 0},`,
    ]);
    writeFileSync(join(cwd, 'runs.csv'), `task,system,reward,status\n${rows.join('\n')}\n`);
    const require = ['--require', 'b - baseline > 0'];
    const looked = runWinnow(['next', 'verified', 'runs.csv', ...require, '--errors-fail'], { cwd }).stdout;
    expect(looked).toContain('Continue.');
    const { stdout } = runWinnow(['status', 'verified', 'runs.csv'], { cwd });
    expect(stdout).toContain('3 errored runs of b count as failed, because a planned look has counted them.');
    expect(stdout).toContain(
      "Next: winnow next verified runs.csv --require 'b - baseline > 0' --errors-fail --to RUNNER --out rest\n",
    );
    const exported = runWinnow(['status', 'verified', 'runs.csv', '--missing', '--to', 'ids', '--out', 'rest'], {
      cwd,
    });
    expect(exported.stdout).toContain('Nothing is left to export');
  });

  it('names the looks that were skipped, and has compare and estimate state where the looks are', () => {
    const own = exampleFolder(temporaryFolder());
    const run = (...args: readonly string[]) => runWinnow(args, { cwd: own }).stdout;
    expect(run('next', 'selection', ...results(1), ...base)).toMatch(
      /^verified-direction, 1 of 5 planned looks done: /,
    );
    expect(run('compare', 'selection', ...results(1))).toContain(
      'On these tasks (planned looks are in progress), qwen3-480b minus ',
    );
    expect(run('next', 'selection', ...results(3))).toMatch(
      /^verified-direction, 2 of 5 planned looks done \(planned look 2, after 28 tasks, skipped\): /,
    );
    const { tasks } = JSON.parse(readFileSync(join(own, 'selection/selection.json'), 'utf8'));
    const rows = tasks.map(({ task_id: id, look }: { task_id: string; look: number }, i: number) => {
      return { look, text: `${id},control,${i % 2}\n${id},new,${i % 4 < 2 ? i % 2 : 1 - (i % 2)}\n` };
    });
    const write = (file: string, last: number) => {
      const part = rows.filter(({ look }: { look: number }) => look <= last).map(({ text }: { text: string }) => text);
      writeFileSync(join(own, file), `task,system,reward\n${part.join('')}`);
    };
    write('first.csv', 1);
    write('all.csv', 5);
    rmSync(join(own, 'selection/looks.json'));
    expect(run('next', 'selection', 'first.csv', '--no-futility')).toContain('1 of 5 planned looks done: ');
    const last = run('next', 'selection', 'all.csv', '--no-futility');
    expect(last).toContain('2 of 5 planned looks done (planned looks 2, 3, 4 skipped): ');
    expect(last).toContain('have been run without a verdict on ');
    expect(run('compare', 'selection', 'all.csv')).toContain('planned looks have ended without a verdict: ');
  });

  it('leaves to status the verdict on the systems given, with the tasks of the whole schedule', () => {
    const cwd = temporaryFolder();
    const { tasks } = JSON.parse(runWinnow(['next', 'verified', '--json'], { cwd }).stdout).next;
    const write = (...systems: readonly string[]) => {
      const rows = tasks.flatMap(({ task_id: id }: { task_id: string }) =>
        systems.map((system, i) => `${id},${system},${i}`),
      );
      writeFileSync(join(cwd, `${systems[0]}.csv`), `task,system,reward\n${rows.join('\n')}\n`);
    };
    write('a', 'b');
    write('c');
    const looked = runWinnow(['next', 'verified', 'a.csv', '--baseline', 'b'], { cwd }).stdout;
    expect(looked).toContain('a is worse than b (after 25 of 100');
    const status = (...results: readonly string[]) => runWinnow(['status', 'verified', ...results], { cwd }).stdout;
    expect(status('a.csv')).toContain('a is worse than b (after 25 of 100 tasks');
    expect(status('c.csv')).not.toContain('planned looks');
    expect(status()).toContain('a is worse than b (after 25 of 100 tasks');
    // Other commands keep the recorded baseline.
    const other = (command: string, ...results: readonly string[]) =>
      runWinnow([command, 'verified', ...results], { cwd });
    expect(other('estimate', 'a.csv').stdout).toContain('a minus b');
    expect(other('compare', 'a.csv').stdout).toContain('a minus b');
    const { code, stderr } = other('compare', 'a.csv', 'c.csv');
    const hint = 'name two of them: winnow compare verified b a --results a.csv c.csv';
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(hint) });
    expect(stderr).toContain('a.csv: found 2 systems: a, b.');
  });

  it('names the suite that results are of, as other commands do, each with its own name', () => {
    const cwd = temporaryFolder();
    for (const system of ['a', 'b'])
      writeFileSync(join(cwd, `${system}.csv`), `task,system,reward\nastropy__astropy-13236,${system},1\n`);
    for (const command of ['next', 'status', 'compare']) {
      const given = command === 'compare' ? ['a.csv', 'b.csv'] : ['a.csv'];
      const { code, stderr } = runWinnow([command, 'gso', ...given], { cwd });
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`winnow ${command} verified …`),
      });
    }
  });

  it('needs a selection with looks, in a folder', () => {
    const plain = temporaryFolder();
    expect(runWinnow(['next', join(folder, 'plan.yaml')], { cwd: plain })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('this selection is not in a folder'),
    });
    expect(runWinnow(['select', 'ccb', '-q'], { cwd: plain }).code).toBe(0);
    expect(runWinnow(['next', 'selection'], { cwd: plain })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the selection has no planned looks'),
    });
  });
});

describe('purpose: direction', () => {
  it('states the meaning of a verdict, and recommends a comparison below 12 earlier systems', () => {
    const own = exampleFolder(temporaryFolder());
    const page = () => readFileSync(join(own, 'selection/METHODOLOGY.md'), 'utf8');
    expect(page()).toContain('They do not estimate a level or a difference on the pool.');
    expect(page()).not.toContain('purpose: comparison');
    const table = readFileSync(join(own, 'earlier.csv'), 'utf8').split('\n');
    writeFileSync(join(own, 'earlier.csv'), table.map((row) => row.split(',').slice(0, 12).join(',')).join('\n'));
    expect(runWinnow(['select', 'plan.yaml'], { cwd: own })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/With\s+only\s+11\s+earlier\s+systems,\s+this\s+has\s+no\s+advantage\./),
    });
    expect(page()).toContain('With only 11 earlier systems, this has no advantage. Use "purpose: comparison" instead.');
  });
});

describe('looks in a plan', () => {
  const select = (change: (plan: string) => string) => {
    const own = join(temporaryFolder(), 'looks');
    cpSync(join(projectRoot, 'examples/looks'), own, { recursive: true });
    writeFileSync(join(own, 'plan.yaml'), change(readFileSync(join(own, 'plan.yaml'), 'utf8')));
    return runWinnow(['select', 'plan.yaml', '--dry-run', '--json'], { cwd: own });
  };

  it('may follow the tiers', () => {
    const { code, stdout } = select((plan) =>
      plan.replace('looks: 5', 'looks: tiers\ntiers: { first: 20, second: 45 }'),
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).methodology.looks.sizes).toEqual([20, 45, 70]);
  });

  it('are refused without tiers to follow, with more looks than tasks, and under a draw that does not nest', () => {
    expect(select((plan) => plan.replace('looks: 5', 'looks: tiers')).stdout).toContain('the plan has no tiers');
    expect(select((plan) => plan.replace('take: 70', 'take: 3')).stdout).toContain('each look must add a task');
    expect(
      select((plan) =>
        plan.replace('purpose: direction, take: 70', 'take: 70, draw: { method: pareto, by: prior_rate }'),
      ).stdout,
    ).toContain('is not part of a larger one');
  });
});

it('status on a tier with planned looks leads back to next, and says what is left beyond the tier', () => {
  const within = temporaryFolder();
  const ids = Array.from({ length: 60 }, (_, i) => `t${i}`);
  writeFileSync(join(within, 'tasks.csv'), `id\n${ids.join('\n')}\n`);
  writeFileSync(join(within, 'plan.yaml'), 'tasks: tasks.csv\ntake: 40\nseed: 7\ntiers: { half: 20 }\nlooks: tiers\n');
  const run = (...args: readonly string[]) => runWinnow(args, { cwd: within });
  expect(run('select', '-q')).toMatchObject({ code: 0 });
  expect(run('next', 'selection', '--to', 'ids', '--out', 'run')).toMatchObject({ code: 0 });
  const first = readFileSync(join(within, 'run/ids.txt'), 'utf8').trim().split('\n');
  expect(first).toHaveLength(20);
  const rows = ['baseline', 'new'].flatMap((system) => first.map((id, i) => `${id},${system},${i % 2}`));
  writeFileSync(join(within, 'r.csv'), `task,system,reward\n${rows.join('\n')}\n`);
  expect(run('next', 'selection', 'r.csv').stdout).toContain('Continue.');
  expect(run('status', 'selection', 'r.csv').stdout).toMatch(
    /Next: winnow next selection r\.csv --to RUNNER --out rest\n$/,
  );
  expect(run('status', 'selection', 'r.csv', '--missing', '--to', 'ids', '--out', 'rest').stdout).toContain(
    'Nothing is left to export in the tier "half". To export the rest, add --tier 40.',
  );
});

it('says only once that a verdict saved no runs', () => {
  const within = exampleFolder(temporaryFolder());
  const all = join(within, 'all.csv');
  const table = results(4).map((file) => readFileSync(join(within, file), 'utf8').trim().split('\n'));
  const tasks = new Set(table.flatMap(([, ...rows]) => rows.map((row) => row.split(',')[0])));
  const { tasks: selected } = JSON.parse(readFileSync(join(within, 'selection/selection.json'), 'utf8'));
  const rest = selected.flatMap(({ task_id: id }: { readonly task_id: string }) =>
    tasks.has(id) ? [] : [`${id},qwen3-30b,0`, `${id},qwen3-480b,1`],
  );
  const run = (...args: readonly string[]) => runWinnow(['next', 'selection', ...args], { cwd: within }).stdout;
  for (const last of [1, 2, 3, 4]) run(...results(last), ...base);
  writeFileSync(all, [table[0]?.[0], ...table.flatMap(([, ...rows]) => rows), ...rest].join('\n'));
  expect(run('all.csv')).toContain('Stop. qwen3-480b is better than qwen3-30b');
  expect(run('all.csv')).not.toContain('saves no runs');
});
