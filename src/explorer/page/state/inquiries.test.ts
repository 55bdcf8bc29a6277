import { describe, expect, it } from 'vitest';
import { groupedTasks, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { designs } from '../../../core/assess/designs/designs.js';
import { questions } from '../../../core/assess/questions.js';
import type { Outcome, Outcomes } from '../../../core/model/outcome.js';
import { assessInput, type InquiryName, inquestOf, inquiries } from './inquiries.js';

const tasks = groupedTasks({ a: 60, b: 40 });
const loaded = runText(samplePlan({ take: 20, group: { by: 'repo' } }), tasks);
const selection = runText(samplePlan({ take: 24, prefer: ['random'] }), tasks);
const results: Outcomes = {
  outcomes: ['base', 'tool'].flatMap((configuration, at) =>
    tasks.map(
      ({ id, benchmark }, i): Outcome => ({
        taskId: id,
        benchmark,
        configuration,
        run: '',
        attempt: 1,
        ...((i * (at + 3)) % 7 < 3 ? { status: 'passed', reward: 1 } : { status: 'failed', reward: 0 }),
        place: { file: 'results.csv', line: i + 2 },
      }),
    ),
  ),
  files: [],
  faults: [],
  warnings: [],
};
const about = { loaded, selection, inFull: () => selection, results, earlierNotes: [], generator: 'winnow' };

/** The question, unless it is empty. */
const asked: Readonly<Partial<Record<InquiryName, readonly object[]>>> = {
  question: questions
    .filter(({ isMeant, whyNot }) => isMeant?.(assessInput(about)) !== false && !whyNot?.(assessInput(about)))
    .map(({ name }) => ({ question: name, options: {} })),
  otherDesign: designs.map(({ name }) => ({ design: name })),
  explanation: [tasks[0], tasks.at(-1)].map((task) => ({ benchmark: 'mine', id: task?.id })),
};

describe.each(Object.keys(inquiries) as InquiryName[])('the inquiry %s', (name) => {
  it.each(asked[name] ?? [{}])('can be sent to another thread and is the same there: %j', (each) => {
    const found = inquestOf(name, () => about, each);
    expect(found).toHaveProperty('value');
    expect(structuredClone(found)).toEqual(found);
  });
});

describe('what is sent of a task', () => {
  it('holds its neighbours and not all that it competes with', () => {
    const [first] = loaded.choices;
    const { explanation, neighbours } = inquiries.explanation(
      { ...about, selection: loaded },
      { benchmark: 'mine', id: first?.task.id ?? '' },
    );
    expect(explanation.standing?.group.ranking).toEqual([]);
    const places = neighbours.map(({ place }) => place);
    const allocated = explanation.standing?.group.allocated ?? 0;
    const rank = explanation.standing?.rank ?? 0;
    const near = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((step) => rank + step).filter((place) => place > 0);
    expect(places).toEqual([...new Set([...near, allocated, allocated + 1])].sort((a, b) => a - b));
    expect(neighbours.map(({ isIn }) => isIn)).toEqual(places.map((place) => place <= allocated));
  });
});

describe('the default baseline of two systems', () => {
  it('is that of the recorded looks', () => {
    const first = (looks: readonly { readonly baseline: string }[]) =>
      inquiries.estimate({ ...about, looks: looks as never }, {})?.differences.map((pair) => pair.first);
    expect([first([]), first([{ baseline: 'tool' }])]).toEqual([['base'], ['tool']]);
  });
});
