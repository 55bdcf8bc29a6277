import { entry, type Form, figure, flag, later, list, maybe, number, orNull, text, word } from '../documents/forms.js';
import type { Manifest } from '../manifest/manifest.js';
import { boundariesAt } from '../statistics/spending.js';
import { areLooksRandom, futileBelow, informationShare } from './look-evidence.js';
import { questionWords } from './look-question.js';
import { type LookQuestion, type LooksDocument, questionForm, type RecordedLook, verdicts } from './look-record.js';
import { populationOf, type TakenLook } from './take-look.js';

/** The output of `next --json`. */
export function nextSchema<Export>(exported: Form<Export>) {
  return entry({
    plan: text(),
    claim: text('The scope and error rate of a verdict, in a sentence.'),
    question: orNull(entry(questionForm()), 'Null before the first results.'),
    verdict: word(verdicts),
    stop: flag('Whether no more tasks need to be run.'),
    message: text('The verdict in words.'),
    estimate: orNull(
      figure('The difference between the two systems, or the level, at the latest look, as a share.'),
      'Null if no look was made.',
    ),
    tasks: later(
      orNull(
        entry({ better: number(), worse: number() }),
        'The numbers of tasks at the latest look on which the system is better and worse than the baseline; null for a level.',
      ),
    ),
    interval: later(
      orNull(
        entry({
          low: figure(),
          high: figure(),
          level: number('Its confidence over all looks: 0.95 or, for a requirement, 0.9.'),
        }),
        'At a stop, the differences or levels that the boundary of the latest look does not reject; null if the tasks are not a random sample.',
      ),
    ),
    isNew: flag('Whether a look was made now and appended to the record.'),
    selected: number('Tasks in the whole selection.'),
    errorRate: number('The approximate chance of a false verdict over all looks together.'),
    looks: list(
      entry({
        tasks: number(),
        planned: flag(),
        fraction: figure('The information so far, as a share of the information at the last look.'),
        z: figure('Above 0 if the system is better, or the requirement is met.'),
        critical: orNull(figure(), 'The boundary that |z| must exceed; null if no error rate could be spent yet.'),
        spent: figure('The error rate spent, including this look.', 9),
        verdict: word(verdicts),
      }),
      'The looks at this question, oldest first.',
    ),
    runsSaved: number('Remaining runs that the verdict makes unnecessary; 0 if all tasks have results.'),
    next: orNull(
      entry({
        look: number('The planned look that these tasks complete, from 1.'),
        tasks: list(entry({ benchmark: text(), taskId: text() })),
        systems: later(
          list(
            entry({ system: text(), tasks: list(entry({ benchmark: text(), taskId: text() })) }),
            'The tasks that each system still has to run; empty before the first results.',
          ),
        ),
        costs: later(
          list(
            entry({ system: text(), costUsd: number(), runs: number(), spentUsd: orNull(number()) }),
            'The expected cost of these tasks for each system, if the results or the plan give the cost of a run.',
          ),
        ),
      }),
      'The tasks to run next; null at the end.',
    ),
    waiting: later(
      list(
        entry({
          system: text(),
          absent: number('Tasks without a result, or with too few runs.'),
          errored: number('Tasks with a run that ended with an error.'),
          of: number('The tasks that the next look adds.'),
        }),
        'The missing results for the next look, if it has some but not all.',
      ),
    ),
    record: text('The file that records the looks.'),
    export: maybe(exported, 'The export of the next tasks; missing if none was requested.'),
    exports: later(
      list(
        entry({ system: text(), export: exported }),
        'The exports of the next tasks if the systems have different tasks to run, each in a separate folder.',
      ),
    ),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
  });
}

export function verdictWords(
  look: Pick<TakenLook, 'question' | 'verdict' | 'isOver' | 'looks' | 'chanceLeft' | 'isTooCoarse' | 'selected'>,
): string {
  const { question, verdict, isOver, looks, chanceLeft, isTooCoarse, selected } = look;
  const last = looks.at(-1);
  if (question === undefined) return 'There are no results yet.';
  const what = questionWords(question);
  if (last === undefined) return `No look at ${what} yet, because some tasks in the first look still need runs.`;
  const { system, baseline } = question;
  const beyond = `z = ${last.z.toFixed(2)}, boundary ${last.critical === null ? 'none yet' : last.critical.toFixed(2)}`;
  const found = `(after ${last.tasks} of ${selected} tasks, ${beyond})`;
  const chance =
    chanceLeft === undefined
      ? ''
      : ` Even if the true effect were large enough for 80% power with all ${selected} tasks, the chance of a verdict by the last look would be ${percentOf(chanceLeft)}.`;
  const coarse = isTooCoarse
    ? ' z exceeds the boundary, but its p-value comes from random sign flips, which are too coarse to justify stopping this early.'
    : '';
  return {
    better: `${system} is better than ${baseline ?? ''} ${found}.`,
    worse: `${system} is worse than ${baseline ?? ''} ${found}.`,
    'no-difference': `The remaining tasks are unlikely to show a difference ${found}.${chance}`,
    passed: `The requirement ${what} is met ${found}.`,
    failed: `The requirement ${what} is not met ${found}.`,
    undecided:
      last.tasks === selected
        ? `All ${selected} selected tasks have been run without a verdict on ${what} (${beyond}).`
        : `${what} is unlikely to be decided ${found}.${chance}`,
    continue: isOver ? '' : `No verdict yet on ${what} ${found}.${coarse}`,
  }[verdict];
}

function percentOf(share: number): string {
  return share < 0.001 ? 'below 0.1%' : `${(100 * share).toFixed(share < futileBelow ? 1 : 0)}%`;
}

export function verdictClaim(
  manifest: Manifest,
  { question, looks, record }: Pick<TakenLook, 'question' | 'looks' | 'record'>,
): string {
  const rate = `${100 * record.metadata.error_rate}%`;
  const last = looks.at(-1);
  const isWhole = last?.tasks === manifest.tasks.length;
  const about =
    last?.planned === false && !isWhole
      ? 'The last look was partway through a tier. The tasks that finish first are not a random part of it, so a verdict applies only to the tasks that were run.'
      : areLooksRandom(manifest) || (isWhole && manifest.metadata.kind === 'representative')
        ? 'The tasks are a random sample, so a verdict applies to the whole pool.'
        : 'The tasks were not drawn at random, so a verdict applies to tasks like these and says nothing about the size of the difference on the pool.';
  const wrong =
    question?.requirement == null
      ? `If the systems don’t differ, the chance of calling one better is about ${rate} over all looks.`
      : `The chance of a false verdict is about ${rate} over all looks.`;
  return `${about} ${wrong}`;
}

/**
 * The looks at one question, including planned ones, in order, as plain data for a chart. A look that hasn't been made
 * has no z. `critical` is the boundary for |z|, or null if no error rate can be spent yet. `beyond` labels a z beyond
 * the upper and the lower boundary.
 */
export type LookPath = ReturnType<typeof lookPaths>[number];

/** One path per question, or the planned looks if there is no question yet. Empty if no looks are planned. */
export function lookPaths(manifest: Manifest, { questions, metadata }: LooksDocument) {
  const { looks } = manifest.methodology;
  if (looks === undefined) return [];
  const pathOf = (question: LookQuestion | undefined, made: readonly RecordedLook[]) => {
    const isRequirement = question?.requirement != null;
    const population = question?.baseline === null ? populationOf(manifest) : undefined;
    const selected = manifest.tasks.length;
    const left = looks.sizes.filter((size) => size > (made.at(-1)?.tasks ?? 0));
    const fractions = [
      ...made.map(({ fraction }) => fraction),
      ...left.map((size) => informationShare(size, selected, population)),
    ];
    const rate = isRequirement ? metadata.error_rate : metadata.error_rate / 2;
    const boundaries = boundariesAt(fractions, rate).slice(made.length);
    const verdict = made.at(-1)?.verdict ?? 'continue';
    const { system = 'system', baseline } = question ?? {};
    return {
      question: question && questionWords(question),
      baseline: question?.baseline ?? undefined,
      sentence:
        question === undefined
          ? 'No look has been made yet.'
          : verdictWords({
              ...{ question, verdict, selected, isOver: verdict !== 'continue', looks: made },
              ...{ chanceLeft: undefined, isTooCoarse: false },
            }),
      beyond: isRequirement
        ? (['requirement met', 'requirement not met'] as const)
        : ([`${system} better`, `${baseline ?? 'baseline'} better`] as const),
      points: [
        ...made.map(({ tasks, critical, z, verdict: found }) => ({ tasks, critical, z, verdict: found })),
        ...left.map((tasks, at) => {
          const { critical = Infinity } = boundaries[at] ?? {};
          return { tasks, critical: Number.isFinite(critical) ? critical : null, z: undefined, verdict: undefined };
        }),
      ],
    };
  };
  const asked = questions.filter((question) => question.looks.length > 0);
  return asked.length === 0 ? [pathOf(undefined, [])] : asked.map((each) => pathOf(each, each.looks));
}
