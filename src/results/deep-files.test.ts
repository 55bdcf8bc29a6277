import { describe, expect, it } from 'vitest';
import { codes, outcomeLines } from '../../test/results/outcome-lines.js';
import { writeTree } from '../../test/results/write-tree.js';
import { readOutcomes } from './read-outcomes.js';

const names = Array.from({ length: 6 }, (_, i) => `task-${i}`);
const isWanted = (name: string) => names.includes(name);
const keyed = (passed: (i: number) => boolean) =>
  Object.fromEntries(names.map((name, i) => [name, { resolved: passed(i) }]));
const csvOf = (passed: (i: number) => boolean) =>
  `instance_id,resolved\n${names.map((name, i) => `${name},${passed(i)}\n`).join('')}`;
const systemsIn = (read: Awaited<ReturnType<typeof readOutcomes>>) => [
  ...new Set(read.outcomes.map(({ configuration }) => configuration)),
];

describe('results deep in folders', () => {
  it('are found if they name a task, and named after the folder that differs', async () => {
    const root = writeTree({
      'one/by-task/solved.json': keyed((i) => i < 3),
      'two/by-task/solved.json': keyed((i) => i < 4),
      'two/instance_results/gaia.json': { other: { resolved: true } },
      'two/notes/deep/config.json': { tasks: names },
    });
    const read = await readOutcomes([root], { isWanted });
    expect(systemsIn(read)).toEqual(['one', 'two']);
    expect(read.outcomes).toHaveLength(12);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/same-name'] });
  });

  it('keep the name of the file where a folder has several', async () => {
    const root = writeTree({
      'one/x/a.json': keyed((i) => i < 3),
      'one/x/b.json': keyed((i) => i < 2),
      'two/x/a.json': keyed((i) => i < 4),
      'two/x/b.json': keyed((i) => i < 5),
    });
    expect(systemsIn(await readOutcomes([root], { isWanted })).sort()).toEqual([
      'one (a)',
      'one (b)',
      'two (a)',
      'two (b)',
    ]);
  });

  it('include a table below another one', async () => {
    const root = writeTree({ 'one.csv': csvOf((i) => i < 3), 'two/two.csv': csvOf((i) => i < 4) });
    expect(systemsIn(await readOutcomes([root], { isWanted }))).toEqual(['one', 'two']);
  });

  it('are left out with a warning if they cannot be read as results', async () => {
    const root = writeTree({ 'a.csv': csvOf(() => true), 'b/c/bad.csv': 'task_id,reward\ntask-1,7\n' });
    const read = await readOutcomes([root], { isWanted });
    expect(systemsIn(read)).toEqual(['a']);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/skipped-table'] });
  });

  it('are listed by name and reason if they are tables of wanted tasks, and otherwise counted', async () => {
    const rows = names.map((name) => `${name},1\n`).join('');
    const root = writeTree({
      'tool/wave-1.csv': `tsak,reward\n${rows}`,
      'tool/wave-2.csv': `task,reward\n${rows}`,
      'tool/work/prices.csv': 'name,price\napple,1\n',
      'tool/work/sizes.csv': 'name,size\napple,1\n',
      'tool/run.log': rows,
      'tool/config.yaml': 'a: 1\n',
    });
    const { outcomes, warnings } = await readOutcomes([root], { isWanted });
    expect(outcomes).toHaveLength(names.length);
    expect(warnings.map(({ message }) => message.replaceAll(`${root}/`, ''))).toEqual([
      'Skipped 2 tables in deeper folders that name none of the tasks. First seen in tool/work/prices.csv.',
      'Skipped 1 table that could not be read as results: tool/wave-1.csv. Reason: the table has no task column. Its columns are tsak, reward. Did you mean "task" instead of "tsak"?',
    ]);
  });

  it('are listed once if they have one name and many columns', async () => {
    const ledger = (i: number) => `tsak,reward,cost${i}\n${names.map((name) => `${name},1,2\n`).join('')}`;
    const root = writeTree({
      'tool/results.csv': csvOf(() => true),
      ...Object.fromEntries(names.map((name, i) => [`tool/${name}/ledger.csv`, ledger(i)])),
    });
    const { warnings } = await readOutcomes([root], { isWanted });
    const skipped = warnings.filter(({ code }) => code === 'outcomes/skipped-table');
    expect(skipped.map(({ message }) => message.replaceAll(`${root}/`, ''))).toEqual([
      expect.stringMatching(
        `^Skipped ${names.length} tables that could not be read as results: tool/task-0/ledger.csv, .* and ${names.length - 3} more\\. Reason for the first: .*cost0`,
      ),
    ]);
  });

  it('are not searched for if it is unknown which tasks are asked about, and the error says so', async () => {
    const read = await readOutcomes([writeTree({ 'x/y/z/res.json': keyed(() => true) })]);
    expect(read.faults).toMatchObject([{ code: 'outcomes/none', message: expect.stringContaining('1 JSON file') }]);
  });
});

describe('a summary beside reports', () => {
  const report = { patch_exists: true, patch_successfully_applied: true };
  const logs = (passed: (i: number) => boolean) =>
    Object.fromEntries(
      names.map((name, i) => [`run/logs/${name}/report.json`, { [name]: { ...report, resolved: passed(i) } }]),
    );

  it('is counted once if it says the same', async () => {
    const tree = { ...logs((i) => i < 3), 'run/results_summary.csv': csvOf((i) => i < 3) };
    const read = await readOutcomes([writeTree(tree)], { isWanted });
    expect(systemsIn(read)).toEqual(['run']);
    expect(read.outcomes).toHaveLength(6);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/repeated-file'] });
  });

  it('is another system if it differs', async () => {
    const tree = { ...logs((i) => i < 3), 'run/results_summary.csv': csvOf((i) => i < 4) };
    expect(systemsIn(await readOutcomes([writeTree(tree)], { isWanted }))).toEqual(['results_summary', 'run']);
  });
});

it('takes reports of the same run in two folders that differ for two systems', async () => {
  const report = (passed: readonly string[]) => ({
    submitted_ids: names,
    resolved_ids: passed,
    unresolved_ids: names.filter((name) => !passed.includes(name)),
  });
  const root = writeTree({
    'a/evaluations/m.eval.json': report(['task-1']),
    'b/evaluations/m.eval.json': report(['task-2']),
  });
  const read = await readOutcomes([root], { isWanted });
  expect(read.faults).toEqual([]);
  expect(systemsIn(read)).toEqual(['m (a/evaluations)', 'm (b/evaluations)']);
});

describe('null', () => {
  it.each([
    ['in keyed results', { a: { resolved: true }, b: { resolved: null } }],
    ['as the value of a task', { a: { resolved: true }, b: null }],
    [
      'in rows',
      [
        { task_id: 'a', resolved: true },
        { task_id: 'b', resolved: null },
      ],
    ],
  ])('means not run: %s', async (_, content) => {
    const read = await readOutcomes([writeTree({ 's.json': content })]);
    expect(outcomeLines(read)).toEqual(['a s - 1 passed 1', 'b s - 1 not-run -']);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/null'] });
  });

  it('count for nothing if an agent wrote them about itself and a report has the verdicts', async () => {
    const own = names.map((name) => `${JSON.stringify({ instance_id: name, success: true })}\n`).join('');
    const lists = { submitted_ids: names, resolved_ids: names.slice(0, 2), unresolved_ids: names.slice(2) };
    const read = await readOutcomes([writeTree({ 'a/b/metrics.jsonl': own, 'model.run.json': lists })], { isWanted });
    expect(systemsIn(read)).toEqual(['model']);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/own-verdict'] });
    const alone = await readOutcomes([writeTree({ 'agent/metrics.jsonl': own })], { isWanted });
    expect(systemsIn(alone)).toEqual(['agent']);
    expect(alone.warnings).toMatchObject([
      { code: 'outcomes/own-verdict', message: expect.stringContaining('results from the column "success"') },
    ]);
    const options = { isWanted, columns: { result: 'success' } };
    const named = await readOutcomes([writeTree({ 'agent/metrics.jsonl': own })], options);
    expect(codes(named)).toEqual({ faults: [], warnings: [] });
  });
});
