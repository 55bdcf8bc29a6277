import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes, outcomeLines } from '../../../test/results/outcome-lines.js';
import { writeTree } from '../../../test/results/write-tree.js';
import { readOutcomes } from '../read-outcomes.js';

async function readText(text: string, options = {}) {
  return readOutcomes([join(writeTree({ 'system.csv': text }), 'system.csv')], options);
}

const comma = 'Write decimals with a point (0.5) and thousands without a comma.';

describe('a table with a row for each result', () => {
  it('takes no reward from a result that errored or was not run, whatever the letter case', async () => {
    const read = await readText(
      'Task_ID,Benchmark,Config,Reward,Status,extra\na,b,c,0.0,ERRORED,x\nb,b,c,0.0,not_run,x\nc,b,c,,Skipped,x\nd,b,c,0,Failed,x\ne,b,c,,passed,x\nf,b,c,0.4,error,x\n',
    );
    expect(outcomeLines(read)).toEqual([
      'a c - 1 errored -',
      'b c - 1 not-run -',
      'c c - 1 not-run -',
      'd c - 1 failed 0',
      'e c - 1 passed 1',
      'f c - 1 errored -',
    ]);
    expect(read.outcomes[0]?.benchmark).toBe('b');
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/reward-of-none'] });
  });

  it('counts a row with an error and no result as errored', async () => {
    const read = await readText(
      'id,reward,error\na,,AgentTimeout\nb,,\nc,,none\nd,,False\ne,nan,crash\nf,1,AgentTimeout\n',
    );
    expect(outcomeLines(read)).toEqual([
      'a system - 1 errored -',
      'b system - 1 not-run -',
      'c system - 1 not-run -',
      'd system - 1 not-run -',
      'e system - 1 errored -',
      'f system - 1 passed 1',
    ]);
    expect(read.outcomes[0]?.error).toBe('AgentTimeout');
  });

  const prices = new Map([['x', { input: 3, output: 15, cached: 0.3 }]]);
  it.each([
    ['uncached_input_tokens,cached_read_tokens,output_tokens', '1000000,1000000,0', 3.3],
    ['uncached_input_tokens,input_tokens,output_tokens', '1000000,2000000,0', 3],
    ['total_input_tokens,n_cache_tokens,total_output_tokens', '2000000,1000000,0', 3.3],
    ['input_tokens,cache_creation_input_tokens,cache_read_input_tokens,output_tokens', '0,1000000,1000000,0', 3.3],
    ['input_tokens,output_tokens', '0,0', 0],
  ])('computes the cost of %s', async (columns, cells, cost) => {
    const { outcomes } = await readText(`id,system,reward,${columns}\na,x,1,${cells}\n`, { prices });
    expect(outcomes[0]?.costUsd).toBeCloseTo(cost, 9);
  });

  it.each([
    ['output_tokens', '1000', 'input'],
    ['cached_input_tokens,output_tokens', '1000,1000', 'input'],
    ['input_tokens', '1000', 'output'],
    ['cached_tokens', '1000', 'input'],
    ['fresh_tokens,output_tokens', '1000,1000', 'input'],
  ])('knows no cost with only %s', async (columns, cells, lacking) => {
    const { outcomes, warnings } = await readText(`id,system,reward,${columns}\na,x,1,${cells}\n`, { prices });
    expect(outcomes[0]?.costUsd).toBeUndefined();
    const message = `1 run has no cost, and the number of ${lacking} tokens is unknown. Columns of tokens: ${columns.replace(',', ', ')}.`;
    expect(warnings).toMatchObject([{ code: 'outcomes/no-price', message: expect.stringContaining(message) }]);
  });

  it('reads runs, attempts, costs and durations', async () => {
    const read = await readText(
      'instance_id,agent,model,run_id,epoch,resolved,cost,duration\na,x,y,r1,1,true,0.5,2.5\na,x,y,r1,2,False,1,3\na,x,z,r1,1,1,,\n',
    );
    expect(outcomeLines(read)).toEqual(['a x__y r1 1 passed 1', 'a x__y r1 2 failed 0', 'a x__z r1 1 passed 1']);
    expect(read.outcomes[0]).toMatchObject({ costUsd: 0.5, durationMs: 2500, place: { line: 2 } });
    expect((await readText('id,score,duration_ms\na,1,7\n')).outcomes).toMatchObject([
      { durationMs: 7, configuration: 'system' },
    ]);
  });

  it('reads what spreadsheets write: dollars, percentages, minutes and seconds, runs that ended', async () => {
    const read = await readText(
      [
        'id,reward,status,cost,duration',
        'a,100%,ok,$1.58,12:30',
        'b,45.5%,Done,"$1,234",1:02:03',
        'c,0%,succeeded,"1,234.50",0:59.5',
        'd,,succeeded,"$1,234,567.25",90',
        'e,1,completed,$2,75:00',
      ].join('\n'),
    );
    expect(read.faults).toEqual([]);
    expect(read.outcomes.map(({ reward, costUsd, durationMs }) => [reward, costUsd, durationMs])).toEqual([
      [1, 1.58, 750_000],
      [0.455, 1234, 3_723_000],
      [0, 1234.5, 59_500],
      [undefined, 1_234_567.25, 90_000],
      [1, 2, 4_500_000],
    ]);
    expect(read.warnings.find(({ code }) => code === 'outcomes/passed-without-reward')?.message).toMatch(
      /^1 row has the status passed but no reward, and counts as not run/,
    );
    // A run that ended may have failed; one that succeeded has not.
    expect(read.warnings.find(({ code }) => code === 'outcomes/contradiction')?.message).toMatch(
      /^1 row has the status passed but a reward of 0. Winnow uses the reward\./,
    );
  });

  it('refuses what may be read in two ways, a line for each column and kind with its own count', async () => {
    const rows = Array.from({ length: 5 }, (_, i) => `t${i},"${i},5","1,58","1,58",${i < 2 ? 'done' : ''}`);
    const { faults } = await readText(`id,reward,cost,duration,status\n${rows.join('\n')}\n`);
    expect(faults.map(({ message, hint }) => [message, hint])).toEqual([
      [
        '"cost" is "1,58"; expected a non-negative amount in US dollars. The file has 4 more errors of this kind.',
        comma,
      ],
      [
        '"duration" is "1,58"; expected a non-negative number of seconds, mm:ss or h:mm:ss. The file has 4 more errors of this kind.',
        comma,
      ],
      [
        'the reward is "0,5"; expected a number from 0 to 1, a percentage, true or false. The file has 4 more errors of this kind.',
        comma,
      ],
    ]);
    const hints = async (text: string) => (await readText(text)).faults.map(({ hint }) => hint);
    expect(await hints('id,score\na,50\n')).toEqual([expect.stringMatching(/--reward-range 0\.\.100 .* as in 50%/)]);
    expect(await hints('id,cost,score\na,"1,234",1\n')).toEqual([comma]);
    expect(await hints('id,score\na,120%\n')).toEqual([undefined]);
    expect(await hints('id,score,duration\na,1,1:75:00\n')).toEqual([undefined]);
    expect(await hints('id,status\na,done\n')).toEqual(['Use passed or failed instead, or add a reward column.']);
    expect(await hints('id,status\na,\n')).toEqual([expect.stringContaining('with not-run or errored')]);
    expect((await readText('id,status\na,what\n')).faults[0]?.message).toContain('not-run');
  });

  it('takes an empty result as not run, and counts it', async () => {
    const read = await readText('id,resolved\na,1\nb,\nc,n/a\n');
    expect(outcomeLines(read)).toEqual(['a system - 1 passed 1', 'b system - 1 not-run -', 'c system - 1 not-run -']);
    expect(read.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('2 results are empty or null and count as not run.'),
    ]);
    expect(codes(await readText('id,reward,status\na,,done\n')).faults).toEqual(['outcomes/no-result']);
  });

  it('counts attempts from 1, also when the table counts from 0', async () => {
    const read = await readText('id,trial,score\na,0,1\na,1,0\n');
    expect(outcomeLines(read)).toEqual(['a system - 1 passed 1', 'a system - 2 failed 0']);
    expect(codes(read).warnings).toEqual(['outcomes/attempts-from-0']);
  });

  it('passes at the reward that is asked for, and says so when rewards are fractions or words differ', async () => {
    const text = 'id,reward,status\na,0.5,passed\nb,1,passed\nc,0.25,failed\n';
    const read = await readText(text);
    expect(read.outcomes.map(({ status }) => status)).toEqual(['failed', 'passed', 'failed']);
    expect(codes(read).warnings).toEqual(['outcomes/partial-rewards', 'outcomes/status-differs']);
    expect(read.warnings[0]?.message).toContain('2 of 3 rewards are between 0 and 1');
    const lower = await readText(text, { passAt: 0.5 });
    expect(lower.outcomes.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed']);
    expect(codes(lower).warnings).toEqual(['outcomes/partial-rewards']);
    expect(codes(await readText(text, { passAt: 2 })).faults).toEqual(['outcomes/pass-at']);
  });

  it('tells all faults at once, with their lines, and none of its rows', async () => {
    const read = await readText(
      'id,reward,status,attempt,cost\na,1.5,,1,\nb,good,,1,\nc,1,pased,1,\nd,,ok,1,\n,1,,1,\ne,1,,1.5,\nf,1,,1,free\ng,1,,1,\n',
    );
    expect(read.faults.map(({ code, place }) => `${place?.line} ${code}`)).toEqual([
      '5 outcomes/no-result',
      '6 outcomes/no-task',
      '7 outcomes/number',
      '8 outcomes/number',
      '2 outcomes/reward',
      '3 outcomes/status',
    ]);
    expect(read.faults[4]?.message).toBe(
      'a reward of 1.5 for "a" is outside the range 0 to 1. All rewards are between 1 and 1.5.',
    );
    expect(read.faults[4]?.hint).toContain('--reward-range 0..2');
    expect(read.faults[5]?.message).toContain('2 results have an unknown status: "good" (1), "pased" (1).');
    expect(read.outcomes).toEqual([]);
  });

  it('skips a totals row, with a warning, unless the pool has such a task', async () => {
    const isWanted = (id: string) => id === 'a';
    for (const text of ['id,reward\na,1\nTOTAL,34\n', 'id,m,n\na,1,0\nGrand total,34,0\n']) {
      const read = await readText(text, { isWanted });
      expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/totals-row'] });
      expect(new Set(read.outcomes.map(({ taskId }) => taskId))).toEqual(new Set(['a']));
      const kept = await readText(text, { isWanted: () => true });
      expect(kept.faults[0]?.message).toMatch(/^a reward of 34 for "(?:TOTAL|Grand total)" is outside/);
    }
  });

  it('says what is wrong with many rows once, with their number', async () => {
    const { faults } = await readText(`id,reward\n${Array.from({ length: 5000 }, (_, i) => `t${i},7\n`).join('')}`);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toContain('5,000 rewards are outside the range 0 to 1; the first is 7 for "t0".');
    expect(faults[0]?.place?.line).toBe(2);
  });

  it('cuts a long list of faults and counts the rest', async () => {
    const files = Array.from({ length: 50 }, (_, i) => [`${i}.csv`, 'id,reward\na,0.5.5\n']);
    const { faults } = await readOutcomes([writeTree(Object.fromEntries(files))]);
    expect(faults).toHaveLength(21);
    expect(faults[20]?.message).toBe('30 more errors not shown.');
  });

  it('finds a task that is there twice, and tells both places', async () => {
    const read = await readText('id,model,reward\na,m,1\nb,m,1\na,m,0\n');
    expect(read.faults).toMatchObject([{ code: 'outcomes/twice', place: { line: 4 } }]);
    expect(read.faults[0]?.message).toContain('system.csv:2');
    expect(read.faults[0]?.hint).toContain('attempt');
  });

  it('says which column is the reward when several could be', async () => {
    const read = await readText('id,passed,score\na,true,0.5\n');
    expect(read.outcomes).toMatchObject([{ reward: 0.5 }]);
    expect(read.warnings.find(({ code }) => code === 'outcomes/unused-column')?.message).toContain('"passed"');
  });

  it('tells files of one configuration apart only where they have no runs of their own', async () => {
    const root = writeTree({ '1.csv': 'id,model,reward\na,m,1\n', '2.csv': 'id,model,reward\na,m,0\n' });
    expect((await readOutcomes([root])).outcomes.map(({ run }) => run)).toEqual([
      join(root, '1.csv'),
      join(root, '2.csv'),
    ]);
    const same = writeTree({ '1.csv': 'id,model,run,reward\na,m,r,1\n', '2.csv': 'id,model,run,reward\na,m,r,0\n' });
    expect(codes(await readOutcomes([same])).faults).toEqual(['outcomes/twice']);
  });

  it('suggests the known name for a misspelt column, in a warning or with an error about double results', async () => {
    const read = (text: string) => readOutcomes([join(writeTree({ 'my.csv': text }), 'my.csv')]);
    const one = await read('task,sytem,turns,mode,row_id,cache,resolved\na,m,1,x,1,y,1\n');
    expect(one.warnings.map(({ message }) => message.replace(/ See .*/, ''))).toEqual([
      'The column "sytem" is unknown and was not used. Did you mean "system"?',
    ]);
    const two = await read('task,sytem,resolved\na,m,1\na,n,0\n');
    expect(two.faults[0]?.hint).toMatch(/^The column "sytem" is unknown; did you mean "system"\? Remove one\./);
    expect((await read('task,system,modle,resolved\na,m,x,1\n')).warnings).toHaveLength(1);
    expect((await read('task,config,system,n_input_tokens,resolved\na,m,x,1,1\n')).warnings).toEqual([]);
  });

  it('warns of a file that may be a copy of another, whatever the order of its rows', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((id, i) => `${id},m,${i % 2}\n`);
    const table = (lines: readonly string[]) => `id,model,reward\n${lines.join('')}`;
    const read = (other: readonly string[]) =>
      readOutcomes([writeTree({ '1.csv': table(rows), '2.csv': table(other) })]);
    const copied = await read(rows.toReversed());
    expect(copied.outcomes).toHaveLength(10);
    expect(codes(copied)).toEqual({ faults: [], warnings: ['outcomes/same-results'] });
    expect(copied.warnings[0]?.message).toMatch(
      /^".*2\.csv" contains every result of ".*1\.csv"\. Both count, as repeated runs\./,
    );
    const twoSystems = [...rows, ...rows.map((row) => row.replace('m', 'n'))];
    const both = await readOutcomes([writeTree({ '1.csv': table(twoSystems), '2.csv': table(twoSystems) })]);
    expect(both.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/contains every result of/),
      expect.stringMatching(/^"n" and "m" have identical results/),
    ]);
    expect(codes(await read(rows.with(0, 'a,m,1\n')))).toEqual({ faults: [], warnings: [] });
    expect(codes(await read(rows.slice(1)))).toEqual({ faults: [], warnings: [] });
  });
});

describe('a table with a column for each system', () => {
  it('takes an empty cell as no result', async () => {
    const read = await readText('task_id,gpt-4.1+tools,4o,__proto__\na,1,,true\nb,0.5,false,\n');
    expect(outcomeLines(read)).toEqual([
      'a __proto__ - 1 passed 1',
      'a gpt-4.1+tools - 1 passed 1',
      'b 4o - 1 failed 0',
      'b gpt-4.1+tools - 1 failed 0.5',
    ]);
  });

  it('reads yes and no, and says how to name the columns of single results', async () => {
    const read = await readText('task_id,m\na,yes\nb,No\n');
    expect(outcomeLines(read)).toEqual(['a m - 1 passed 1', 'b m - 1 failed 0']);
    const [fault] = (await readText('task,who,said\na,x,yes\nb,y,no\n')).faults;
    expect(fault?.hint).toContain('--columns configuration=NAME,result=NAME');
  });

  it('names the columns that are no systems', async () => {
    const read = await readText('task_id,repo,m\na,django/django,1\nb,x/y,2\n');
    expect(read.faults.map(({ message }) => message)).toEqual([
      'the column "repo" contains 2 values that are not results, such as "django/django"; expected a number from 0 to 1, true or false.',
      'a reward of 2 for "b" is outside the range 0 to 1. All rewards are between 1 and 2.',
    ]);
  });

  it('takes no column for a system that is named after tasks or sums, and says so', async () => {
    const read = await readText('task_id,Difficulty,one,two,mean\na,0.3,1,0,0.5\nb,0.9,0,0,0\n');
    expect([...new Set(read.outcomes.map(({ configuration }) => configuration))]).toEqual(['one', 'two']);
    expect(read.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Skipped the column "Difficulty", because/),
      expect.stringMatching(/^Skipped the column "mean", because/),
    ]);
    const only = await readText('task_id,mean\na,1\n');
    expect(only.outcomes.map(({ configuration }) => configuration)).toEqual(['mean']);
  });

  it('asks when the header leaves open what a row is', async () => {
    const read = await readText('task_id,model,foo\na,m,1\n');
    expect(codes(read).faults).toEqual(['outcomes/unclear-table']);
    expect(read.faults[0]?.hint).toContain('reward, score, resolved or passed');
  });

  it('finds a task with two rows', async () => {
    expect(codes(await readText('id,m\na,1\na,0\n')).faults).toEqual(['outcomes/twice']);
  });
});

describe('a file that is no table of results', () => {
  it.each([
    ['no column for the task', 'name,reward\na,1\n', 'outcomes/no-task-column'],
    ['a header alone', 'task_id,reward\n', 'outcomes/empty'],
    ['nothing', '', 'outcomes/empty'],
    ['blank lines', '\n \n', 'outcomes/empty'],
    ['prose', 'Hello there.\n', 'outcomes/unknown-format'],
    ['a last line that ends too soon', 'task_id,m,n\na,1,1\nb,0', 'outcomes/unreadable'],
    ['a last line that ends in quotes', 'task_id,m\na,1\nb,"0.', 'outcomes/unreadable'],
    ['a row with too few cells', 'task_id,m,n\na,1\nb,1,1\n', 'outcomes/unreadable'],
    ['a quote that does not close', 'task_id,m\n"a,1\n', 'outcomes/unreadable'],
    ['a column twice', 'task_id,m,m\na,1,1\n', 'outcomes/unreadable'],
    ['lines of JSON with one cut', '{"id":"a","reward":1}\n{"id":"b","rew\n', 'outcomes/unreadable'],
    ['a number', '7', 'outcomes/unknown-format'],
    ['an empty list', '[]', 'outcomes/unknown-format'],
  ])('is refused: %s', async (_, text, code) => {
    const read = await readText(text);
    expect(codes(read).faults).toEqual([code]);
    expect(read.outcomes).toEqual([]);
  });

  it('reads a table without a line break at the end, and says so', async () => {
    const read = await readText('task_id,reward\na,1\nb,0.8');
    expect(codes(read).faults).toEqual([]);
    expect(codes(read).warnings).toContain('outcomes/no-line-break');
    expect(read.outcomes).toMatchObject([{ taskId: 'a' }, { taskId: 'b', reward: 0.8 }]);
  });

  it('reads one line of JSON as a table', async () => {
    expect((await readText('{"id":"a","reward":1}\n')).outcomes).toMatchObject([{ taskId: 'a', reward: 1 }]);
  });
});
