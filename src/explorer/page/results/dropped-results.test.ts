import { describe, expect, it } from 'vitest';
import { readDropped } from './dropped-results.js';

const brief = (name: string, text: string) =>
  readDropped([{ name, text }]).outcomes.map(({ taskId, configuration, reward, attempt }) => [
    taskId,
    configuration,
    reward,
    attempt,
  ]);

describe('results that are dropped on the page', () => {
  it('are a row for each run, as CSV, JSON or JSON lines, in any order of columns', () => {
    const expected = [
      ['a', 'one', 1, 1],
      ['b, "quoted"', 'one', 0, 1],
      ['a', 'one', 0.5, 2],
    ];
    expect(brief('r.csv', 'system,Task ID,result\none,a,1\r\none,"b, ""quoted""",failed\none,a,0.5\n')).toEqual(
      expected,
    );
    const rows = [
      { instance_id: 'a', model: 'one', resolved: true },
      { instance_id: 'b, "quoted"', model: 'one', resolved: false },
      { instance_id: 'a', model: 'one', resolved: 0.5 },
    ];
    expect(brief('r.json', JSON.stringify(rows))).toEqual(expected);
    expect(brief('r.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))).toEqual(expected);
  });

  it('may be a column for each system, and take the name of the file for the only one', () => {
    expect(brief('r.csv', 'task,one,two\na,1,0\nb,,1\n')).toEqual([
      ['a', 'one', 1, 1],
      ['a', 'two', 0, 1],
      ['b', 'two', 1, 1],
    ]);
    expect(brief('mine.csv', 'task,passed\na,yes\n')).toEqual([['a', 'mine', 1, 1]]);
  });

  it('are of the agent, its model and its arm, and warn of another column that may be one', () => {
    const rows = ['a', 'b'].flatMap((task) => ['x', 'y'].map((arm) => `${task},pi,opus,${arm},1`));
    const read = (header: string) => readDropped([{ name: 'r.csv', text: [header, ...rows, ''].join('\n') }]);
    const named = read('task,agent,model,arm,result');
    expect(named.outcomes.map(({ configuration }) => configuration).slice(0, 2)).toEqual([
      'pi__opus__x',
      'pi__opus__y',
    ]);
    expect(named.warnings).toEqual([]);
    expect(read('task,agent,model,condition,result').warnings).toMatchObject([
      {
        message: expect.stringMatching(
          /^Runs of "pi__opus" count .*"condition" \(x and y\).* rename the column to "arm"\.$/,
        ),
      },
    ]);
  });

  it.each([
    ['', 'the table has no rows'],
    ['name,result\na,1\n', 'no task column found'],
    ['task,result\na,great\n', 'unknown result "great" in row 2'],
    ['task,result\n,1\n', 'row 2 has no task'],
    ['task,comment\na,fine\n', 'no result column found'],
  ])('are refused with a reason: %j', (text, reason) => {
    expect(() => readDropped([{ name: 'r.csv', text }])).toThrow(reason);
  });
});
