import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { harborTrial } from '../../test/results/fixtures.js';
import { codes } from '../../test/results/outcome-lines.js';
import { writeTree } from '../../test/results/write-tree.js';
import { readOutcomes } from './read-outcomes.js';

const table = 'id,reward\na,1\n';

describe('readOutcomes', () => {
  it('says that a path is not there, a folder is empty, or no path was given', async () => {
    expect(codes(await readOutcomes(['/nowhere/at/all'])).faults).toEqual(['outcomes/unreadable']);
    expect(codes(await readOutcomes([writeTree({})])).faults).toEqual(['outcomes/none']);
    expect(codes(await readOutcomes([])).faults).toEqual(['outcomes/none']);
    const read = await readOutcomes([writeTree({ 'package.json': { name: 'x' } })]);
    expect(codes(read)).toEqual({ faults: ['outcomes/none'], warnings: ['outcomes/passed-over'] });
  });

  it('names a system after its file without the endings, or after the folder of a file that is named for its content', async () => {
    const root = writeTree({
      'glm.json.gz': gzipSync('{"a": true}'),
      'm.r1.json.gz': gzipSync('{"resolved_ids": ["a"], "submitted_ids": ["a"]}'),
      'kimi-k2.5.csv': table,
      'opus/swe-bench-verified.json': { a: true },
    });
    const read = await readOutcomes([root]);
    expect(read.outcomes.map(({ configuration }) => configuration)).toEqual(['glm', 'kimi-k2.5', 'm', 'opus']);
  });

  it('keeps run reports of one model below two paths apart, unless the paths number runs or share no task', async () => {
    const report = (id: string) => ({
      [`logs/run_evaluation/r/agent/${id}/report.json`]: { [id]: { patch_successfully_applied: true, resolved: true } },
    });
    const below = (folder: string, ...ids: string[]) =>
      Object.fromEntries(
        ids.flatMap((id) => Object.entries(report(id)).map(([path, data]) => [`${folder}/${path}`, data])),
      );
    const systems = async (...folders: readonly (readonly [string, ...string[]])[]) => {
      const root = writeTree(Object.assign({}, ...folders.map(([folder, ...ids]) => below(folder, ...ids))));
      const read = await readOutcomes(folders.map(([folder]) => join(root, folder)));
      return [...new Set(read.outcomes.map(({ configuration }) => configuration))];
    };
    expect(await systems(['without', 'a', 'b'], ['with', 'a', 'b'])).toEqual(['agent (with)', 'agent (without)']);
    expect(await systems(['first', 'a'], ['second', 'b'])).toEqual(['agent']);
    expect(await systems(['run-1', 'a'], ['run-2', 'a'])).toEqual(['agent']);
  });

  describe('results of one model in several folders', () => {
    const lists = (passed: readonly string[], failed: readonly string[]) => {
      return { resolved_ids: passed, unresolved_ids: failed, submitted_ids: ['t', 'u'], incomplete_ids: ['v'] };
    };
    const ofTask = (id: string, resolved: boolean) => ({ [id]: { patch_successfully_applied: true, resolved } });
    const tasks = (folder: string, isFirst: boolean) => ({
      [`${folder}t/report.json`]: ofTask('t', isFirst),
      [`${folder}u/report.json`]: ofTask('u', !isFirst),
    });
    const trial = (id: string, isPassed: boolean) => ({
      [`job/${id}__abcdefg/result.json`]: {
        ...harborTrial({ id, status: isPassed ? 'passed' : 'failed' }),
        id: undefined,
      },
    });
    const report = (isFirst: boolean) => (isFirst ? lists(['t'], ['u']) : lists(['u'], ['t']));
    const layouts: readonly (readonly [string, (isFirst: boolean) => Record<string, unknown>])[] = [
      ['a run report', (isFirst) => ({ 'm.r.json': report(isFirst) })],
      ['a report of sb-cli', (isFirst) => ({ 'swe-bench_lite__test__m.json': report(isFirst) })],
      ['logs', (isFirst) => tasks('logs/run_evaluation/r/m/', isFirst)],
      [
        'logs and a report',
        (isFirst) => ({ 'm.r.json': report(isFirst), ...tasks('logs/run_evaluation/r/m/', isFirst) }),
      ],
      ['copied logs', (isFirst) => tasks('r/m/', isFirst)],
      ['a Harbor job', (isFirst) => ({ ...trial('t', isFirst), ...trial('u', !isFirst) })],
      ['a table', (isFirst) => ({ 'a.csv': `task,system,result\nt,m,${isFirst ? 1 : 0}\nu,m,${isFirst ? 0 : 1}\n` })],
    ];
    const systemsIn = async (make: (isFirst: boolean) => object, folders: readonly string[], ...given: string[]) => {
      const files = folders.flatMap((folder, i) =>
        Object.entries(make(i % 2 === 0)).map(([path, content]) => [`${folder}/${path}`, content]),
      );
      const root = relative('', writeTree(Object.fromEntries(files)));
      const paths = given.length === 0 ? [root] : given.map((path) => join(root, path));
      const { outcomes, warnings, faults } = await readOutcomes(paths, { isWanted: () => true });
      expect(faults).toEqual([]);
      const runs = outcomes.filter(({ taskId }) => taskId === 't').map(({ configuration }) => configuration);
      const names = [...new Set(runs)].map((name) => name.replace('agent__model', 'm').replace(/\/[^)]*/, ''));
      return [names, runs.length, warnings.map(({ code }) => code)];
    };

    it.each(layouts)('count as separate systems unless only numbers differ: %s', async (_, make) => {
      const apart = [['m (with)', 'm (without)'], 2, ['outcomes/same-name']];
      expect(await systemsIn(make, ['with', 'without'])).toEqual(apart);
      expect(await systemsIn(make, ['with', 'without'], 'with', 'without')).toEqual(apart);
      expect((await systemsIn(make, ['arm1', 'arm2']))[0]).toEqual(['m (arm1)', 'm (arm2)']);
      for (const folders of [
        ['run-1', 'run-2'],
        ['1', '2'],
        ['2026-01-01', '2026-01-02'],
        ['runs/r_1', 'runs/r_2'],
      ]) {
        expect((await systemsIn(make, folders)).slice(0, 2), folders[0]).toEqual([['m'], 2]);
        expect((await systemsIn(make, folders, ...folders)).slice(0, 2), folders[0]).toEqual([['m'], 2]);
      }
      for (const both of [
        ['with/run-1', 'with/run-2', 'without/run-2', 'without/run-3'],
        ['run-1/with', 'run-1/without', 'run-2/without', 'run-2/with'],
        ['with', 'without', 'rerun/without', 'rerun/with'],
      ])
        expect((await systemsIn(make, both)).slice(0, 2), both[0]).toEqual([['m (with)', 'm (without)'], 4]);
    });

    it('count as runs of one system with one warning if only numbers differ', async () => {
      for (const [name, make] of layouts.slice(0, -1))
        expect((await systemsIn(make, ['run-1', 'run-2']))[2], name).toEqual(['outcomes/numbered-runs']);
    });

    it('count once if they are copies or have no task in common', async () => {
      const [, make] = layouts[0] ?? [];
      const copied = await systemsIn(() => make?.(true) ?? {}, ['with', 'without']);
      expect(copied).toEqual([['m'], 1, ['outcomes/same-report']]);
      let taken = 0;
      const parts = await systemsIn(
        () => ({ 'm.r.json': taken++ === 0 ? lists(['t'], []) : lists([], ['v']) }),
        ['x', 'y'],
      );
      expect(parts.slice(0, 2)).toEqual([['m'], 1]);
    });

    it('count as runs of one system below a path that is given for one system', async () => {
      const files = (folder: string, isFirst: boolean) =>
        Object.entries(tasks('logs/run_evaluation/r/m/', isFirst)).map(([path, data]) => [`${folder}/${path}`, data]);
      const all = ['a/x', 'a/y', 'b/x', 'b/y'].flatMap((folder, i) => files(folder, i % 2 === 0));
      const root = writeTree(Object.fromEntries(all));
      const read = await readOutcomes([join(root, 'a'), join(root, 'b')], { isOneSystem: true });
      expect(read.faults).toEqual([]);
      const runs = read.outcomes.flatMap(({ taskId, configuration, run }) =>
        taskId === 't' ? [configuration, run] : [],
      );
      expect(runs).toEqual(['m (a)', 'x/r', 'm (a)', 'y/r', 'm (b)', 'x/r', 'm (b)', 'y/r']);
    });

    it('count once if the report and the logs of a run are given separately', async () => {
      const root = writeTree({ 'm.r.json': report(true), ...tasks('logs/run_evaluation/r/m/', true) });
      const { outcomes, warnings } = await readOutcomes([join(root, 'm.r.json'), join(root, 'logs')]);
      expect(outcomes.map(({ configuration }) => configuration)).toEqual(['m', 'm']);
      expect(warnings).toEqual([]);
    });

    it('are named after the folder above numbered folders of tasks if no other folder names them', async () => {
      const make = (isFirst: boolean) => tasks('', isFirst);
      expect(await systemsIn(make, ['m/run-1', 'm/run-2'])).toEqual([['m'], 2, ['outcomes/numbered-runs']]);
    });
  });

  it('keeps tables of one system in two places apart, given as files, folders or one folder above', async () => {
    const csv = (...rows: string[]) => `task,system,result\n${rows.map((row) => `${row}\n`).join('')}`;
    const root = writeTree({
      'x/a/res.csv': csv('t,alpha,1', 'u,alpha,0'),
      'x/b/res.csv': csv('t,alpha,1', 'u,alpha,1'),
      'day1.csv': csv('t,alpha,1', 'u,alpha,error'),
      'day2-final.csv': csv('t,alpha,1', 'u,alpha,0', 'v,alpha,1'),
      'parts/a/res.csv': csv('t,alpha,1'),
      'parts/b/res.csv': csv('u,alpha,1'),
      'runs/seed-1/res.csv': csv('t,alpha,1'),
      'runs/seed-2/res.csv': csv('t,alpha,0'),
      'other/res.csv': csv('w,alpha,1'),
    });
    const read = async (...paths: string[]) => {
      const { outcomes, warnings } = await readOutcomes(
        paths.map((path) => join(root, path)),
        { isWanted: () => true },
      );
      return [[...new Set(outcomes.map(({ configuration }) => configuration))], warnings.map(({ code }) => code)];
    };
    const apart = [['alpha (a)', 'alpha (b)'], ['outcomes/same-name']];
    expect(await read('x')).toEqual(apart);
    expect(await read('x/a', 'x/b')).toEqual(apart);
    // Whatever the first place has in common with them.
    expect(await read('other', 'x')).toEqual([['alpha (a)', 'alpha (b)', 'alpha (other)'], ['outcomes/same-name']]);
    expect((await read('x/a/res.csv', 'x/b/res.csv'))[1]).toEqual(apart[1]);
    // A file that has grown has no different results.
    expect((await read('day1.csv', 'day2-final.csv'))[0]).toEqual(['alpha']);
    expect(await read('parts')).toEqual([['alpha'], []]);
    expect(await read('runs')).toEqual([['alpha'], []]);
  });

  it('warns of two tables in one folder with results of one system on the same tasks', async () => {
    const root = writeTree({
      'main.csv': 'task,system,result\nt,alpha,1\nu,alpha,0\n',
      'more.csv': 'task,system,result\nt,alpha,0\n',
    });
    const { warnings } = await readOutcomes([root]);
    expect(warnings.map(({ message }) => message.replaceAll(`${root}/`, ''))).toEqual([
      '"main.csv" and "more.csv" have results of "alpha" for the same 1 task without a run number, so they count as repeated runs. If one replaces another, leave the old one out. If they are different systems, name each one with --name NAME=PATH.',
    ]);
    const systems = new Map(['main.csv', 'more.csv'].map((name) => [join(root, name), 'alpha']));
    expect((await readOutcomes([root], { systems })).warnings).toEqual([]);
  });

  it('counts runs without a common task as parts, and other runs with descriptive ids as repeats', async () => {
    const report = (...ids: string[]) => JSON.stringify({ resolved_ids: ids, unresolved_ids: [], submitted_ids: ids });
    const read = async (rest: string) => {
      const root = writeTree({ 'alpha.quick.json': report('t', 'u'), 'alpha.rest.json': rest });
      return (await readOutcomes([root])).warnings.map(({ message }) => message.split('.')[0]);
    };
    expect(await read(report('v'))).toEqual([
      'The runs "quick" and "rest" of "alpha" have no tasks in common, so they count as parts of one system',
    ]);
    expect(await read(report('t'))).toEqual(['The runs "quick" and "rest" of "alpha" count as repeats of one system']);
    // One warning for all systems, without long lists of ids.
    const ids = [
      'with-search',
      'plain',
      'with-grep',
      'with-lsp',
      'with-everything-and-a-name-that-is-longer-than-sixty-characters',
    ];
    const rows = ['alpha', 'beta'].flatMap((system) => ids.map((run, i) => `t${i},${system},${run},1`));
    const table = writeTree({ 'all.csv': `task,system,run,result\n${rows.join('\n')}\n` });
    const { warnings } = await readOutcomes([table]);
    expect(warnings.filter(({ code }) => code === 'outcomes/run-ids').map(({ message }) => message)).toEqual([
      `The runs of 2 systems, such as "plain", "with-everything-and-a-name-that-is-longer-than-sixty-charac…", "with-grep" and 2 more of "alpha", have no tasks in common, so they count as parts of their system. If they are different systems, name each one with --name NAME=PATH. First seen in ${table}/all.csv.`,
    ]);
    const root = writeTree({ 'alpha.quick.json': report('t', 'u'), 'alpha.rest.json': report('v') });
    for (const paths of [[root], ['alpha.quick.json', 'alpha.rest.json'].map((file) => join(root, file))]) {
      const systems = new Map(paths.map((path) => [path, 'beta']));
      expect((await readOutcomes(paths, { systems })).warnings).toEqual([]);
    }
  });

  it('counts numbered places without a common task as one system, and says so', async () => {
    const trial = (folder: string, task: string) => ({
      [`${folder}/${task}__abcdefg/result.json`]: {
        task_name: task,
        trial_name: `${task}__abcdefg`,
        agent_info: { name: 'agent', model_info: { name: 'm' } },
        verifier_result: { rewards: { reward: 1 } },
      },
    });
    const report = (...ids: string[]) => ({ resolved_ids: ids, submitted_ids: ids });
    const csv = (...ids: string[]) => `task,result\n${ids.map((id) => `${id},1\n`).join('')}`;
    const read = async (files: Parameters<typeof writeTree>[0], ...paths: string[]) => {
      const root = writeTree({ ...files });
      const { outcomes, warnings } = await readOutcomes(
        paths.length === 0 ? [root] : paths.map((path) => join(root, path)),
      );
      const systems = [...new Set(outcomes.map(({ configuration }) => configuration))].sort();
      return [systems, warnings.map(({ code }) => code)];
    };
    const joined = ['outcomes/numbered-runs'];
    expect(await read({ ...trial('a/first', 't'), ...trial('a/second', 'u') })).toEqual([['agent__m'], joined]);
    expect(await read({ ...trial('a/batch1', 't'), ...trial('a/batch2', 'u') })).toEqual([['agent__m'], []]);
    // Jobs with one task each, in their names.
    const jobs = (arm: string) => ({ ...trial(`a/x_t-1_${arm}`, 't-1'), ...trial(`a/x_u-1_${arm}`, 'u-1') });
    expect(await read(jobs('plain'))).toEqual([['agent__m'], joined]);
    expect(await read({ ...jobs('plain'), ...jobs('tool') })).toEqual([
      ['agent__m (x_plain)', 'agent__m (x_tool)'],
      [...joined, ...joined, 'outcomes/same-name'],
    ]);
    const apart = ['agent__m (x_t-10_plain)', 'agent__m (x_t-1_plain)'];
    expect((await read({ ...trial('a/x_t-1_plain', 't-1'), ...trial('a/x_t-10_plain', 't-1') }))[0]).toEqual(apart);
    expect((await read({ ...trial('a/x_t-1_plain', 'v'), ...trial('a/x_t-10_plain', 'w') }))[0]).toEqual(apart);
    // A user who names the folder knows this.
    const numbered = { 'a/run-1/report.json': report('t'), 'a/run-2/report.json': report('t') };
    for (const files of [jobs('plain'), { ...trial('a/first', 't'), ...trial('a/second', 'u') }, numbered]) {
      const folder = join(writeTree(files), 'a');
      expect((await readOutcomes([folder], { systems: new Map([[folder, 'x']]) })).warnings).toEqual([]);
    }
    const waves = { 'x/wave1.json': report('t'), 'x/wave2.json': report('u'), 'y/wave1.json': report('t') };
    expect(await read(waves, 'x/wave1.json', 'x/wave2.json', 'y/wave1.json')).toEqual([['x', 'y'], joined]);
    // An arm has one name from its first wave on, and its folder's name applies to all waves.
    const arms = (wave: string, task: string) => ({
      [`with/${wave}/report.json`]: report(task),
      [`without/${wave}/report.json`]: report(task),
    });
    const both = { ...arms('wave1', 't'), ...arms('wave2', 'u') };
    expect(await read(arms('wave1', 't'), 'with', 'without')).toEqual([['with', 'without'], []]);
    expect((await read(both, 'with', 'without'))[0]).toEqual(['with', 'without']);
    const root = writeTree(both);
    const named = await readOutcomes([root], { systems: new Map([[join(root, 'with'), 'new']]) });
    expect(named.faults).toEqual([]);
    expect([...new Set(named.outcomes.map(({ configuration }) => configuration))].sort()).toEqual(['new', 'without']);
    expect(await read({ 'x/1.csv': csv('t'), 'x/2.csv': csv('u') }, 'x')).toEqual([['x'], joined]);
    expect(await read({ 'm-1.csv': csv('t'), 'm-2.csv': csv('u') })).toEqual([['m'], joined]);
    // A task that errored and was run again is in both parts.
    const rerun = { 'x/1.csv': 'task,status\nt,errored\n', 'x/2.csv': 'task,status\nt,passed\n' };
    const { warnings } = await readOutcomes([join(writeTree(rerun), 'x')]);
    expect(warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('have no scored tasks in common'),
    );
    // Versions, names, and tasks in common are no parts of one run.
    expect(await read({ 'gpt-4.csv': csv('t'), 'gpt-5.csv': csv('u') })).toEqual([['gpt-4', 'gpt-5'], []]);
    expect(await read({ 'old.csv': csv('t'), 'new.csv': csv('u') })).toEqual([['new', 'old'], []]);
    expect(await read({ 'x/1.csv': csv('t', 'u'), 'x/2.csv': csv('u') }, 'x')).toEqual([['1', '2'], joined]);
    expect((await read({ ...trial('a/first', 't'), ...trial('a/second', 't') }))[1]).toEqual(['outcomes/same-name']);
  });

  const ofFormat = {
    'a table': ['.csv', (task: string) => `task,result\n${task},1\n`],
    'a table in a folder': ['/results.csv', (task: string) => `task,result\n${task},1\n`],
    'a report': ['/report.json', (task: string) => ({ resolved_ids: [task], submitted_ids: [task] })],
    'trials of Terminal-Bench': [
      '/TASK/TASK.1-of-1.x/results.json',
      (task: string) => ({ trial_name: `${task}.1-of-1.x`, task_id: task, is_resolved: true, failure_mode: 'unset' }),
    ],
    'trials in a numbered folder': [
      '/run1/TASK/TASK.1-of-1.x/results.json',
      (task: string) => ({ trial_name: `${task}.1-of-1.x`, task_id: task, is_resolved: true, failure_mode: 'unset' }),
    ],
  } as const;
  it.each(Object.entries(ofFormat))(
    'joins waves of one system above it, below it, and however the paths are given: %s',
    async (_, [name, contentOf]) => {
      const places = ['base', 'tool'].flatMap((system) => ['t', 'u'].map((task, i) => ({ system, task, wave: i + 1 })));
      const files = (prefix: (of: (typeof places)[number]) => string) =>
        Object.fromEntries(
          places.map((of) => [`${prefix(of)}${name.replaceAll('TASK', of.task)}`, contentOf(of.task)]),
        );
      const read = async (root: string, ...paths: string[]) => {
        const { outcomes } = await readOutcomes(
          paths.map((path) => join(root, path)),
          { isWanted: () => true },
        );
        return outcomes.map(({ configuration, taskId }) => `${configuration} ${taskId}`).sort();
      };
      const all = ['base t', 'base u', 'tool t', 'tool u'];
      const above = writeTree(files(({ system, wave }) => `results/wave${wave}/${system}`));
      expect(await read(above, 'results')).toEqual(all);
      expect(await read(above, 'results/wave1', 'results/wave2')).toEqual(all);
      expect(await read(above, 'results/wave1')).toEqual(['base t', 'tool t']);
      const end = name === '.csv' ? name : '';
      const given = ['wave1/base', 'wave1/tool', 'wave2/tool'].map((path) => `results/${path}${end}`);
      expect(await read(above, ...given)).toEqual(['base t', 'tool t', 'tool u']);
      if (name === '.csv') return;
      const below = writeTree(files(({ system, wave }) => `results/${system}/wave${wave}`));
      expect(await read(below, 'results')).toEqual(all);
      expect(await read(below, 'results/base', 'results/tool')).toEqual(all);
    },
  );

  it('warns with a path that exists', async () => {
    const table = 'task,result\nt,1\n';
    const root = writeTree({ 'x/a/one.csv': table, 'x/b/one.csv': table });
    const { warnings } = await readOutcomes([root], { isWanted: () => true });
    expect(warnings.find(({ code }) => code === 'outcomes/same-name')?.message).toContain(`See ${root}/x/a/one.csv`);
  });

  it('counts numbered folders as runs of the system that the rest of the path names, and says so', async () => {
    const csv = (result: number) => `task,result\nt,${result}\nu,0\n`;
    const read = async (names: readonly string[], isReport = false) => {
      const contents = names.map((_, i) => {
        const [passed, failed] = i % 2 === 0 ? ['t', 'u'] : ['u', 't'];
        const report = { resolved_ids: [passed], unresolved_ids: [failed], submitted_ids: ['t', 'u'] };
        return isReport ? report : csv(i % 2);
      });
      const root = writeTree(Object.fromEntries(names.map((name, i) => [`sys/${name}`, contents[i]])));
      const { outcomes, warnings, faults } = await readOutcomes([join(root, 'sys')], { isWanted: () => true });
      expect(faults).toEqual([]);
      const runs = new Map<string, number>();
      for (const { taskId, configuration } of outcomes)
        if (taskId === 't') runs.set(configuration, (runs.get(configuration) ?? 0) + 1);
      return [Object.fromEntries(runs), [...new Set(warnings.map(({ code }) => code))]];
    };
    const joined = ['outcomes/numbered-runs'];
    expect(await read(['1/results.csv', '2/results.csv', '3/results.csv'])).toEqual([{ sys: 3 }, joined]);
    expect(await read(['run-1/r.csv', 'run-2/r.csv'])).toEqual([{ r: 2 }, joined]);
    const waves = ['runs/wave-1/a.csv', 'runs/wave-1/b.csv', 'runs/wave-2/b.csv', 'runs/wave-2/a.csv'];
    expect(await read(waves)).toEqual([{ a: 2, b: 2 }, joined]);
    expect(await read(['a/results.csv', 'b/results.csv', 'b/rerun/results.csv'])).toEqual([{ a: 1, b: 2 }, joined]);
    const reports = await read(['1/model.x.json', '2/model.x.json'], true);
    expect(reports).toEqual([{ model: 2 }, joined]);
    // A folder of unrelated runs names no system.
    expect(await read(['runs/1/results.csv', 'runs/2/results.csv'])).toEqual([{ 1: 1, 2: 1 }, joined]);
    expect((await read(['arm1/results.csv', 'arm2/results.csv']))[0]).toEqual({ arm1: 1, arm2: 1 });
  });

  it('names the files that it skips, and says which are empty', async () => {
    const empty = { 'b.json': '', 'c.jsonl': '', 'd.csv': '', 'e.csv': '' };
    const root = writeTree({ 'a.csv': table, ...empty, 'package.json': { name: 'x' } });
    const messages = (await readOutcomes([root])).warnings.map(({ message }) => message.replaceAll(`${root}/`, ''));
    expect(messages).toEqual([
      'Skipped 4 empty files: b.json, c.jsonl, d.csv and 1 more.',
      'Skipped 1 file without results: package.json.',
    ]);
  });

  it('says of a table in a folder what it says of the file: that no column is known to be the task', async () => {
    for (const name of ['a.jsonl', 'deep/in/folders/a.jsonl']) {
      const rows = ['t-long', 'u-long'].map((instanceId) => JSON.stringify({ instanceId, resolved: true })).join('\n');
      const options = { isWanted: (id: string) => id === 't-long' };
      const { faults } = await readOutcomes([writeTree({ [name]: `${rows}\n` })], options);
      expect(faults, name).toMatchObject([
        { code: 'outcomes/no-task-column', message: expect.stringContaining('instanceId, resolved') },
      ]);
    }
  });

  it('warns of two systems with the same results, unless all of them passed or failed', async () => {
    const warned = async (one: (i: number) => boolean, two: (i: number) => boolean, tasks = 12) => {
      const own = (system: string, pass: (i: number) => boolean) =>
        Array.from({ length: 12 }, (_, i) => `t${i % tasks},${system},${i},${pass(i) ? 1 : 0}\n`).join('');
      const file = `id,system,run,reward\n${own('x', one)}${own('y', two)}`;
      return codes(await readOutcomes([writeTree({ 'a.csv': file })])).warnings;
    };
    const [never, early, late] = [() => false, (i: number) => i < 6, (i: number) => i >= 6];
    expect(await warned(early, early)).toEqual(['outcomes/same-systems']);
    expect(await warned(early, late)).toEqual([]);
    expect(await warned(never, never)).toEqual([]);
    // With four runs of each task, as many passes aren't the same runs.
    expect(await warned(early, early, 3)).toEqual(['outcomes/same-systems']);
    expect(await warned(early, late, 3)).toEqual([]);
  });

  it('renames systems, also those that their places tell apart, and refuses a name that no system has', async () => {
    const rows = (system: string, from: number) =>
      Array.from({ length: 4 }, (_, i) => `t${from + i},${system},${i % 2}\n`).join('');
    const read = async (files: Readonly<Record<string, string>>, ...names: readonly (readonly [string, string])[]) =>
      readOutcomes([writeTree(files)], { systems: new Map(names), isWanted: () => true });
    const waves = {
      '1.csv': `id,system,reward\n${rows('x', 0)}${rows('y', 0)}`,
      '2.csv': `id,system,reward\n${rows('x', 4)}${rows('z', 4)}`,
    };
    const joined = await read(waves, ['z', 'y']);
    expect(new Set(joined.outcomes.map(({ configuration }) => configuration))).toEqual(new Set(['x', 'y']));
    expect(codes(joined)).toEqual({ faults: [], warnings: [] });
    const [fault] = (await read(waves, ['v', 'y'])).faults;
    expect(fault).toMatchObject({ code: 'outcomes/name-unused', hint: 'Systems: "x", "y" and "z".' });
    const places = {
      'a/res.csv': `id,system,reward\n${rows('x', 0)}`,
      'b/res.csv': `id,system,reward\n${rows('x', 1)}`,
    };
    expect(codes(await read(places)).warnings).toEqual(['outcomes/same-name']);
    const told = await read(places, ['x (a)', 'old']);
    expect(new Set(told.outcomes.map(({ configuration }) => configuration))).toEqual(new Set(['old', 'x (b)']));
    expect(codes(told).warnings).toEqual([]);
  });

  it('follows a link that was named, and none that was found', async () => {
    const elsewhere = writeTree({ 'a.csv': table });
    const root = writeTree({ 'b.csv': table });
    symlinkSync(join(elsewhere, 'a.csv'), join(root, 'link.csv'));
    symlinkSync(elsewhere, join(root, 'folder'));
    const found = await readOutcomes([root]);
    expect(found.files.map(({ file }) => file)).toEqual([join(root, 'b.csv')]);
    expect(codes(found).warnings).toEqual(['outcomes/links']);
    expect((await readOutcomes([join(root, 'link.csv')])).outcomes).toHaveLength(1);
    expect((await readOutcomes([join(root, 'folder')])).outcomes).toHaveLength(1);
  });

  it('reads a file once that several paths lead to', async () => {
    const root = writeTree({ 'a.csv': table });
    symlinkSync(join(root, 'a.csv'), join(root, 'again'));
    expect((await readOutcomes([root, join(root, 'a.csv'), join(root, 'again')])).outcomes).toHaveLength(1);
  });

  it('leaves tables and JSON alone that lie deep in a folder, whatever agents wrote there', async () => {
    const root = writeTree({
      'a.csv': table,
      'x/y.csv': table,
      'x/y/z.json': { a: true },
      'node_modules/eval_results.json': { a: true },
    });
    expect((await readOutcomes([root])).files.map(({ file }) => file)).toEqual([join(root, 'a.csv')]);
  });

  it('searches on beside a report of something else', async () => {
    const root = writeTree({ 'report.json': { coverage: 90 }, 'a.csv': table, 'x/eval_results.json': { a: true } });
    const read = await readOutcomes([root]);
    expect(read.files.map(({ format }) => format)).toEqual(['table', 'swe-bench-pro']);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/passed-over'] });
  });

  it('stops at a broken file in a folder, and gives nothing of it', async () => {
    const root = writeTree({ 'a.csv': table, 'sub/result.json': '{"stats": {"evals"' });
    const read = await readOutcomes([root]);
    expect(read.faults).toMatchObject([
      { code: 'outcomes/unreadable', place: { file: join(root, 'sub/result.json') } },
    ]);
    expect(read.faults[0]?.message).toContain('the JSON is cut off');
  });

  it('refuses a file beyond 64 MiB, one that is not UTF-8, and JSON that is deep', async () => {
    const root = writeTree({ large: '{', latin: Buffer.from([0x7b, 0xff]), deep: '['.repeat(100_000) });
    truncateSync(join(root, 'large'), 70_000_000);
    const read = await readOutcomes(['large', 'latin', 'deep'].map((name) => join(root, name)));
    expect(codes(read).faults).toEqual(['outcomes/unreadable', 'outcomes/unreadable', 'outcomes/unreadable']);
    expect(read.faults[1]?.message).toContain('longer than 67108864 bytes');
    expect(read.faults[2]?.message).toContain('UTF-8');
  });

  it('does not search without end', async () => {
    const root = writeTree({ 'a.csv': table });
    const deep = join(root, ...Array.from({ length: 20 }, () => 'd'));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'eval_results.json'), '{"a": true}');
    const read = await readOutcomes([root]);
    expect(read.outcomes).toHaveLength(1);
    expect(codes(read).warnings).toEqual(['outcomes/too-deep']);
  });
});
