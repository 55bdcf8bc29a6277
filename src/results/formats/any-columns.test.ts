import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyEvalEverRow } from '../../../test/results/fixtures.js';
import { codes, outcomeLines } from '../../../test/results/outcome-lines.js';
import { writeTree } from '../../../test/results/write-tree.js';
import { readOutcomes } from '../read-outcomes.js';

async function readText(name: string, text: string, options = {}) {
  return readOutcomes([join(writeTree({ [name]: text }), name)], options);
}
const lines = (...rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('the columns of a table', () => {
  it.each([
    ['task_id,model_name,is_resolved', 'm'],
    ['metadata.instance_id,system,success', 'm'],
    ['instance_id,agent,passed', 'm'],
    ['problem_id,config,correct', 'm'],
    [',model,resolved', 'm'],
  ])('are known as %s', async (header, configuration) => {
    const read = await readText('x.csv', `${header}\na,m,True\nb,m,0\n`);
    expect(outcomeLines(read)).toEqual([`a ${configuration} - 1 passed 1`, `b ${configuration} - 1 failed 0`]);
  });

  it('join the system and its model, one column deep in JSON as well', async () => {
    const row = { metadata: { instance_id: 'a' }, system: 's', model: 'm', score: 1 };
    const read = await readText('x.jsonl', lines(row, { ...row, model: 'n', score: 0 }));
    expect(outcomeLines(read)).toEqual(['a s__m - 1 passed 1', 'a s__n - 1 failed 0']);
  });

  it('are those that are named, and one that is not there is a fault with the nearest', async () => {
    const text = 'problem,who,try,ok,score\na,m,1,1,9\na,m,2,0,9\n';
    const columns = { task: 'problem', configuration: 'who', attempt: 'try', result: 'ok' };
    expect(outcomeLines(await readText('x.csv', text, { columns }))).toEqual(['a m - 1 passed 1', 'a m - 2 failed 0']);
    const { faults } = await readText('x.csv', text, { columns: { ...columns, task: 'problems' } });
    expect(faults).toMatchObject([{ code: 'outcomes/no-column', message: expect.stringMatching(/mean "problem"/) }]);
  });

  it('have only the roles that the options name', async () => {
    const text = 'task,arm,result\na,x,1\na,y,0\n';
    const read = (columns: object) => readText('t.csv', text, { columns }).then(outcomeLines);
    const systems = ['a x - 1 passed 1', 'a y - 1 failed 0'];
    expect(await read({ configuration: 'arm' })).toEqual(systems);
    expect(await read({ agent: 'arm' })).toEqual(systems);
    expect(await read({ run: 'arm' })).toEqual(['a t x 1 passed 1', 'a t y 1 failed 0']);
  });

  it('that are unused and may tell systems apart are named', async () => {
    const rows = ['a', 'b'].flatMap((task) => ['x', 'y'].map((arm, i) => `${task},m,${arm},${i + 1},${i}`));
    const read = (header: string, options = {}) => readText('t.csv', [header, ...rows, ''].join('\n'), options);
    const unnamed = await read('task,note,condition,run,result');
    expect(unnamed.warnings).toMatchObject([
      {
        code: 'outcomes/pooled',
        message:
          'Runs of "t" count as repeats although they differ in an unused column: "condition" (x and y). If these are different systems, add --columns configuration=condition.',
      },
    ]);
    const named = await read('task,model,condition,run,result');
    expect(named.warnings).toMatchObject([
      { message: expect.stringMatching(/"m" count .* add --columns arm=condition\.$/) },
    ]);
    expect(codes(await read('task,model,condition,run,result', { columns: { arm: 'condition' } })).warnings).toEqual(
      [],
    );
    // An option for one column must not replace another one that names the system.
    const both = ['a', 'b'].flatMap((task) => ['x', 'y'].map((tool, i) => `${task},m,on,${tool},${i + 1},${i}`));
    for (const [header, options] of [
      ['task,model,arm,tool,run,result', {}],
      ['task,model,switch,tool,run,result', { columns: { arm: 'switch' } }],
    ] as const)
      expect((await readText('t.csv', [header, ...both, ''].join('\n'), options)).warnings).toMatchObject([
        { message: expect.stringMatching(/name each system in one column and add --columns configuration=COLUMN\.$/) },
      ]);
    const twice = await read('task,note,condition,order,result');
    expect(twice.faults).toMatchObject([
      {
        code: 'outcomes/twice',
        hint: expect.stringMatching(
          /^To count the values of "condition" \(x and y\) as different systems, add --columns configuration=condition\. Otherwise, remove one\./,
        ),
      },
    ]);
    rows.splice(
      0,
      4,
      ...rows.map((row) =>
        row
          .replace(/,([xy]),/, ',run-$1,')
          .replace('run-x', 'run-1')
          .replace('run-y', 'run-2'),
      ),
    );
    expect(codes(await read('task,note,condition,run,result')).warnings).toEqual([]);
  });

  it('may hold words for results', async () => {
    const read = await readText('x.csv', 'id,result\na,resolved\nb,Unresolved\nc,error\n');
    expect(read.outcomes.map(({ status }) => status)).toEqual(['passed', 'failed', 'errored']);
  });

  it('of a data frame begin with its index, which is the task or the number of a row', async () => {
    const byTask = await readText('x.csv', ',one,two\na,1,0\n');
    expect(outcomeLines(byTask)).toEqual(['a one - 1 passed 1', 'a two - 1 failed 0']);
    const numbered = await readText('x.csv', ',task_id,one\n0,a,1\n7,b,0\n');
    expect(outcomeLines(numbered)).toEqual(['a one - 1 passed 1', 'b one - 1 failed 0']);
  });
});

describe('counts of runs', () => {
  it('are as many runs, in a table, in a matrix and in a document', async () => {
    const runs = ['a x - 1 passed 1', 'a x - 2 passed 1', 'a x - 3 failed 0'];
    const counts = { successes: 2, trials: 3 };
    const table = await readText('x.csv', 'task,successes,trials\na,2,3\n');
    const matrix = await readText('y.jsonl', lines({ subject_id: 'x', responses: { a: counts, b: null } }));
    const document = await readText('x.json', JSON.stringify({ a: counts }));
    for (const read of [table, matrix, document]) {
      expect(outcomeLines(read)).toEqual(runs);
      expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/attempt-order'] });
    }
  });

  it('that are none are refused', async () => {
    const read = await readText('x.csv', 'task,successes,trials\na,4,3\nb,1,100000\nc,,1\n');
    expect(read.faults).toMatchObject([
      { code: 'outcomes/count', message: expect.stringContaining('2 more errors of this kind') },
    ]);
  });
});

describe('whose results they are', () => {
  it('is told by the folder where files have one name', async () => {
    const root = writeTree({
      'a/run1/eval_results.json': { t: true },
      'b/run1/eval_results.json': { t: false },
      'one/output.report.json': { resolved_ids: ['t'], submitted_ids: ['t'] },
      'two/output.report.json': { resolved_ids: [], unresolved_ids: ['t'], submitted_ids: ['t'] },
    });
    expect(outcomeLines(await readOutcomes([root]))).toEqual([
      't a - 1 passed 1',
      't b - 1 failed 0',
      't one - 1 passed 1',
      't two - 1 failed 0',
    ]);
  });

  it('is told by the source of an evaluation of Every Eval Ever; of several metrics one must be named', async () => {
    const row = everyEvalEverRow({ id: 'a', status: 'passed' });
    const root = writeTree({
      'data/b/o/m/1_samples.jsonl': lines(row, { ...row, evaluation_result_id: 'other', evaluation: { score: 0.2 } }),
      'data/b/o/m/2_samples.jsonl': lines({ ...row, evaluation_id: 'elsewhere/maker_model/1' }),
      'data/b/o/m/1.json': { evaluation_id: 'x', evaluation_results: [], model_info: {} },
    });
    expect((await readOutcomes([root])).faults).toMatchObject([
      { code: 'outcomes/several-metrics', message: expect.stringContaining('"other" (1)') },
    ]);
    const metric = String((row as { evaluation_result_id?: unknown }).evaluation_result_id);
    const read = await readOutcomes([root], { scorer: metric });
    expect(read.outcomes.map(({ configuration }) => configuration)).toEqual([
      'maker/model (elsewhere/maker_model)',
      'maker/model (source/maker_model)',
    ]);
    expect(codes(read).warnings).toEqual(['outcomes/same-name']);
    const one = await readOutcomes([join(root, 'data/b/o/m/1.json')], { scorer: 'other' });
    expect(one.outcomes).toMatchObject([{ reward: 0.2 }]);
    expect(codes(await readOutcomes([root], { scorer: 'neither' })).faults).toEqual(['outcomes/no-metric']);
  });

  it('is not asked of predictions, in a folder or in the output of OpenHands', async () => {
    const preds = writeTree({ 'preds.json': { a: { model_patch: 'x' } } });
    const output = writeTree({ 'output.jsonl': lines({ instance_id: 'a', test_result: { git_patch: 'x' } }) });
    for (const root of [preds, output]) {
      expect((await readOutcomes([root])).faults).toMatchObject([
        { code: 'outcomes/predictions', hint: expect.stringContaining('swebench eval DATASET') },
      ]);
    }
  });
});
