import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { expectWellFormed } from '../../../test/support/well-formed-answer.js';
import { figureColumn, line, tableOf, wordColumn } from '../blocks/blocks.js';
import { entry, number, schemaOf } from '../documents/forms.js';
import { WinnowError } from '../model/errors.js';
import type { Outcome } from '../model/outcome.js';
import type { Task } from '../model/task.js';
import { chartData } from '../pictures/chart.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';
import { assessResults } from './question/pool-results.js';
import { type Answer, type AssessInput, optionsOf, type Question } from './question/question.js';
import { questions } from './questions.js';
import { cardOptions, reportCard } from './report-card.js';

/** Names that no screen and no page may take for anything but text. */
const hostile = ['<b>\u001b[31m', 'right\u202eto left', '"\n&'];

function selectionOf(select: string) {
  const plan = readPlan(`
name: small
seed: 1
phases: [Fix, ${JSON.stringify(hostile[1])}]
phase: { by: category, values: { fix: Fix, build: ${JSON.stringify(hostile[1])} } }
score:
  name: ${JSON.stringify(hostile[0])}
  weights: { size: 0.6, depth: 0.4 }
  components: { size: { ramp: files_changed, full: 40 }, depth: { ramp: lines_changed, full: 40 } }
benchmarks:
  one: { source: { path: unused }, expect: 40, select: ${select} }
  two: { source: { path: unused }, expect: 40, select: ${select} }
`);
  const pool = (benchmark: string) => ({
    tasks: Array.from({ length: 40 }, (_, i): Task => {
      const fields = { files_changed: i + 1, lines_changed: 3 + ((i * 7) % 40), repo: hostile[i % 3] ?? '' };
      return {
        benchmark,
        id: `${benchmark}-${String(i).padStart(2, '0')}${i === 39 ? hostile[0] : ''}`,
        fields: { ...fields, category: i % 4 === 0 ? 'build' : 'fix', language: hostile[(i * 5) % 3] ?? '' },
      };
    }),
    problems: [],
  });
  return runPlan(plan, new Map(['one', 'two'].map((name) => [name, pool(name)])));
}

const ranked = selectionOf('{ take: 12, group: { by: repo }, prefer: [score desc] }');
const whole = selectionOf('{ take: all }');

function resultsOn(configurations: readonly string[], prefix = '') {
  const outcomes = configurations.flatMap((configuration, at) =>
    ranked.benchmarks.flatMap(({ tasks }) =>
      tasks.map(({ benchmark, id }, i): Outcome => {
        const reward = (i * (at + 3)) % 7 < 3 + at ? 1 : 0;
        const status = reward === 1 ? 'passed' : 'failed';
        return { taskId: prefix + id, benchmark, configuration, run: '', attempt: 1, status, reward, place: {} };
      }),
    ),
  );
  return { outcomes, files: [], faults: [], warnings: [] };
}

const several = resultsOn(['baseline', ...hostile]);

/** What every question must cope with. */
const inputs: Readonly<Record<string, AssessInput>> = {
  'a ranked selection with results': { selection: ranked, results: assessResults(ranked, several) },
  'a selection of all tasks with results': { selection: whole, results: assessResults(whole, several) },
  'results of one configuration': { selection: ranked, results: assessResults(ranked, resultsOn(['solo'])) },
  'results that fit no task': { selection: ranked, results: assessResults(ranked, resultsOn(['a', 'b'], 'other-')) },
};
const without: AssessInput = { selection: ranked, results: undefined };

/** The codes of the faults that a call throws; undefined when it throws none. */
function faultsOf(call: () => unknown): readonly string[] | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof WinnowError) return error.faults.map(({ code }) => code);
    throw error;
  }
}

/** What holds for every question there is. */
function describeQuestion(question: Question): void {
  describe(question.name, () => {
    it('says what it is', () => {
      expect(question.name).toMatch(/^[a-z]+$/);
      expect(question.title).toMatch(/^[A-Z]/);
      expect(question.summary).toMatch(/^[A-Z].*[^.]$/);
      for (const each of question.description.split('\n')) expect(each.length).toBeLessThanOrEqual(120);
    });

    it('describes its options; none must be given', () => {
      for (const [key, option] of optionsOf(question)) {
        expect(key).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
        expect([option.value, option.help].every((words) => words.length > 0)).toBe(true);
        expect(option.default).not.toBe('');
        expect(option).toHaveProperty('default');
      }
    });

    // Some take a while: each is asked once, and one of them again.
    const answers = new Map<string, Answer>();
    const answerTo = (name: string): Answer => {
      const answer = answers.get(name) ?? question.ask(inputs[name] ?? without, {});
      answers.set(name, answer);
      return answer;
    };

    it.each(Object.keys(inputs))('answers: %s', (name) => {
      expectWellFormed(answerTo(name));
      expect(z.safeParse(schemaOf(question.schema()), answerTo(name).document).error?.issues ?? []).toEqual([]);
    });

    it('has a schema that tells its document from another', () => {
      expect(z.safeParse(schemaOf(question.schema()), {}).success).toBe(false);
    });

    it('gives the same answer again, and the same keys whatever it is asked about', () => {
      const [again = '', ...others] = Object.keys(inputs);
      expect(question.ask(inputs[again] ?? without, {})).toEqual(answerTo(again));
      const keys = Object.keys(answerTo(again).document);
      for (const name of others) expect(Object.keys(answerTo(name).document)).toEqual(keys);
    });

    it(`${question.needsResults ? 'has nothing to say' : 'answers'} without results`, () => {
      const answers: Answer[] = [];
      const codes = faultsOf(() => answers.push(question.ask(without, {})));
      const [answer] = answers;
      if (answer === undefined) {
        expect([question.needsResults, codes]).toEqual([true, ['assess/no-results']]);
        return;
      }
      expectWellFormed(answer);
      if (question.needsResults) expect(answer.grade).toBe('unknown');
    });

    it('lets a page choose only values that it takes', () => {
      const [[name, input] = []] = Object.entries(inputs);
      if (name === undefined || input === undefined) return;
      expect(faultsOf(() => answerTo(name))).toBeUndefined();
      for (const [key, { control }] of optionsOf(question)) {
        if (control === undefined) continue;
        const choices = control.choices(input);
        expect(choices.map(({ value }) => value)).toContain(control.initial(input));
        for (const { value } of [choices[0], choices.at(-1)].filter((choice) => choice !== undefined)) {
          expectWellFormed(question.ask(input, { [key]: value }));
        }
      }
    });
  });
}

const toy: Question<{ readonly times?: number | undefined }> = {
  name: 'toy',
  title: 'Toy',
  summary: 'Count the selected tasks',
  description: 'Counts the selected tasks.',
  options: {
    times: { kind: 'number', value: 'count', help: 'how often to count', default: '1', onCard: 'how often, for toy' },
  },
  schema: () => entry({ times: number(), selected: number() }),
  isQuick: true,
  ask: ({ selection: { statistics } }, { times = 1 }) => ({
    grade: 'good',
    verdict: `${times * statistics.selected} tasks.`,
    document: { times, selected: statistics.selected },
    sections: [
      { blocks: [line('Counted.')] },
      {
        title: 'Count',
        blocks: [tableOf('Count', [wordColumn('what'), figureColumn('tasks')], [['all', `${statistics.selected}`]])],
      },
    ],
    notes: [],
    pictures: [],
  }),
};

for (const question of [...questions, toy]) describeQuestion(question);

describe('what is held against an answer', () => {
  const axis = { label: '', from: 0, to: 1 };
  const empty = chartData({ x: axis, y: axis, marks: [] });
  const answer = toy.ask(without, {});
  const ragged = tableOf('Count', [wordColumn('what'), figureColumn('tasks')], [['all']]);
  it.each<[string, Partial<Answer>]>([
    ['a verdict that is no sentence', { verdict: 'All is well' }],
    ['a row without all its cells', { sections: [{ blocks: [ragged] }] }],
    ['text that is not safe to show', { sections: [{ blocks: [line('red \u001b[31m')] }] }],
    ['a document with what JSON lacks', { document: { share: Number.NaN } }],
    [
      'a chart without words',
      {
        pictures: [{ name: 'empty', shown: empty, title: '', description: '', width: 1, height: 1, left: 0 }],
      },
    ],
  ])('finds %s', (_, fault) => {
    expect(() => expectWellFormed({ ...answer, ...fault })).toThrow();
  });
});

describe('the questions', () => {
  it('have different names', () => {
    expect(new Set(questions.map(({ name }) => name)).size).toBe(questions.length);
    expect(questions.length).toBeGreaterThan(5);
  });
});

describe('the report card', () => {
  it('asks what can be asked, and says what a question lacks', () => {
    const { rows, pictures, document } = reportCard(without, questions);
    // A question without a meaning for the selection is left out.
    const meant = questions.filter(({ isMeant }) => isMeant === undefined || isMeant(without));
    expect(meant.length).toBe(questions.length - 2);
    expect(rows.map(({ name, answer }) => [name, answer === undefined])).toEqual(
      meant.map(({ name, needsResults = false }) => [name, needsResults]),
    );
    expect(rows.filter(({ answer }) => answer === undefined).map(({ grade }) => grade)).toEqual(
      questions.filter(({ needsResults }) => needsResults).map(() => 'unknown'),
    );
    expect(pictures.length).toBeGreaterThan(0);
    expect(document).toMatchObject({ kind: 'focus', selected: 24, available: 80, parts: { length: meant.length } });
  });

  it('hands a question the options that it offers to the card, and no others', () => {
    expect(cardOptions([toy]).map(([key, { help }]) => [key, help])).toEqual([['times', 'how often, for toy']]);
    const { rows } = reportCard(without, [toy], { times: 2, json: true });
    expect(rows.map(({ verdict }) => verdict)).toEqual(['48 tasks.']);
  });
});
