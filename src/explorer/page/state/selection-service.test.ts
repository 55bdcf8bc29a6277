import { describe, expect, it } from 'vitest';
import { groupedTasks, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { type ExplorerData, unpackPools } from '../../explorer-data.js';
import { selectionPacker, selectionUnpacker } from '../../packed/selection-columns.js';
import { type Edits, noEdits, withBenchmark } from './edits.js';
import { type Answer, selectionService } from './services.js';
import { answersOf, type WorkerBeside } from './worker.js';

const tasks = groupedTasks({ a: 14, b: 9 });
const data: ExplorerData = {
  planText: samplePlan({ take: 6 }),
  planFile: 'plan.yaml',
  exclusionsText: undefined,
  pools: [['mine', { tasks, problems: [] }]],
  allowShortfall: false,
  results: undefined,
  earlierNotes: [],
  generator: 'winnow',
};
const taking = (take: number) => withBenchmark(noEdits, 'mine', { take });

/** A service that answers in this thread, and all that it answered. */
function service() {
  const answers = answersOf(data, () => undefined);
  const pools = unpackPools(data.pools);
  const unpack = selectionUnpacker(pools);
  const loaded = unpack(selectionPacker(pools)(runText(data.planText, tasks)));
  const ran: Edits[] = [];
  const ask: WorkerBeside['ask'] = async (question) => {
    ran.push(question.edits);
    return answers[question.kind](question);
  };
  const given: Answer[] = [];
  const { ask: select } = selectionService(loaded, unpack, { ask, tell: () => undefined, stop: () => undefined });
  return { ran, answers: given, ask: (edits: Edits) => select(edits, (answer) => given.push(answer)) };
}

describe('selections under edits', () => {
  it('are worked out one at a time; of those that wait, only the newest', async () => {
    const { ask, ran, answers } = service();
    const asked = [3, 4, 5, 7].map(taking);
    for (const edits of asked) ask(edits);
    await expect.poll(() => answers.length).toBe(2);
    expect(ran).toEqual([asked[0], asked[3]]);
    const [, last] = answers;
    expect(last?.result && 'selection' in last.result && last.result.selection.choices.length).toBe(7);
  });

  it('are the loaded one at once where nothing is changed, and what comes later is dropped', async () => {
    const { ask, answers } = service();
    ask(taking(3));
    ask(noEdits);
    expect(answers.map(({ edits }) => edits)).toEqual([noEdits]);
    ask(taking(5));
    await expect.poll(() => answers.length).toBe(2);
    expect(answers[1]?.edits).toEqual(taking(5));
  });

  it('tell what a rewritten text gives by itself', async () => {
    const { ask, answers } = service();
    const text = samplePlan({ take: 4 });
    ask({ ...taking(8), text });
    await expect.poll(() => answers.length).toBe(1);
    const { result, base } = answers[0] ?? {};
    expect(result && 'selection' in result && result.selection.choices.length).toBe(8);
    expect(base && 'selection' in base && base.selection.choices.length).toBe(4);
  });
});
