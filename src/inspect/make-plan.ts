import { dirname, join, relative, resolve } from 'node:path';
import { PoolError } from '../core/model/errors.js';
import { countOf } from '../core/text/count-of.js';
import { statSync } from '../disk/file-access.js';
import { packageRoot } from '../disk/own-package.js';
import { resultsPool } from '../sources/results-pool.js';
import { countDrafts } from './count-drafts.js';
import { divisionNotes, draftBenchmarks, nameOf, plainKey } from './draft-benchmarks.js';
import { draftPlan, type PlanDraft } from './draft-plan.js';
import { IdColumn } from './id-column.js';
import { formatsOfPlan } from './known-formats.js';
import type { LearnedPurpose } from './learn-purpose.js';
import { nothingFound, problemLines, refuseMissing, withSlashes } from './path-faults.js';
import { type PathSurvey, surveyPath } from './path-survey.js';
import type { PlanAim } from './plan-aim.js';
import { planText } from './plan-text.js';
import { type Progress, ProgressTeller } from './progress.js';

interface MakeOptions {
  readonly aim: PlanAim;
  readonly idColumn: string | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

interface MadePlan {
  readonly text: string;
  readonly draft: PlanDraft;
  readonly leftOut: readonly string[];
  readonly divisions: readonly string[];
  readonly purpose: LearnedPurpose | undefined;
}

/** Looks at the paths twice: first for what there is, then for what each benchmark of the plan will read. */
export async function makePlan(
  paths: readonly string[],
  out: string,
  name: string | undefined,
  { aim, idColumn: givenId, onProgress }: MakeOptions,
): Promise<MadePlan> {
  const idColumn = givenId === undefined ? undefined : new IdColumn(givenId);
  refuseMissing(paths);
  const given = [...new Map(paths.map((path) => [resolve(path), path])).values()];
  const formats = formatsOfPlan(idColumn);
  const teller = new ProgressTeller(given.length * 2, onProgress);
  const surveys: PathSurvey[] = [];
  for (const path of given) {
    teller.enter(path);
    const survey = await surveyPath(path, formats, teller.found, idColumn);
    const isPool = idColumn === undefined && (await holdsResults(survey));
    surveys.push(isPool ? await surveyPath(path, [resultsPool], teller.found) : survey);
  }
  teller.enter('');
  const { counted, notes } = await countDrafts(draftBenchmarks(surveys), teller.found);
  const found = [
    ...notes,
    ...[idColumn?.note()].flatMap((note) => note ?? []),
    ...surveys.flatMap(unlisted),
    ...surveys.flatMap(unread),
    ...surveys.flatMap(passedOver),
  ];
  if (counted.length === 0) {
    if (notes.length === 0) throw nothingFound(surveys, formats, idColumn?.note());
    throw new PoolError(notes.map((message) => ({ code: 'pool/nothing-found', message })));
  }
  const [first = ''] = given;
  const draft = draftPlan(
    name ?? planName(given.length === 1 ? nameOf(first) : 'starter'),
    counted.map(({ key, draft, counts, distinct, excluded, open }) => ({
      key,
      distinct,
      excluded,
      open,
      paths: [...draft.paths.keys()].map((path) => seenFrom(dirname(out), path)),
      counts,
    })),
    aim,
    idColumn?.column,
  );
  const leftOut = [...found, ...draft.notFields];
  const schema = withSlashes(relative(dirname(resolve(out)), join(packageRoot(), 'schema', 'plan.schema.json')));
  const divisions = divisionNotes(surveys);
  const textOf = (each: PlanDraft) => planText(each, { schema, lines: headerLines(each, [...divisions, ...leftOut]) });
  if (aim.purpose === undefined) return { text: textOf(draft), draft, leftOut, divisions, purpose: undefined };
  // Loaded when needed: only a purpose runs the plan.
  const { learnPurpose } = await import('./learn-purpose.js');
  const learned = await learnPurpose(draft, aim.purpose, out, textOf);
  return { text: textOf(learned.draft), leftOut, divisions, ...learned };
}

/** Whether a file that was named holds results of runs: then the tasks that they name are the pool. */
async function holdsResults({ path, all }: PathSurvey): Promise<boolean> {
  const tasks = [...all.values()].reduce((sum, each) => sum + each.tasks, 0);
  if (statSync(path).isDirectory() || [...all.keys()].some((format) => format !== 'table')) return false;
  const { resultsIn } = await import('../results/results-in.js');
  return (await resultsIn(path, tasks)).count !== undefined;
}

/** A path as a plan in the folder `base` writes it. */
function seenFrom(base: string, path: string): string {
  const seen = withSlashes(relative(resolve(base), resolve(path)));
  return seen === '' ? '.' : seen;
}

function planName(name: string): string {
  const plain = plainKey(name.normalize('NFKD').replace(/[^\x20-\x7e]/g, ''));
  return /^[A-Za-z0-9]/.test(plain) ? plain : 'starter';
}

const mostShown = 20;

function passedOver({ passedOver: { reasons } }: PathSurvey): string[] {
  return reasons
    .slice(0, mostShown)
    .map(
      ({ reason, count, example }) =>
        `Skipped: ${example}${count === 1 ? '' : ` and ${countOf(count - 1, 'other')}`}: ${reason}.`,
    );
}

function unread({ problems }: PathSurvey): string[] {
  const lines = problemLines(problems);
  const shown = lines.slice(0, mostShown).map((line) => `Not read: ${line}.`);
  return lines.length > mostShown ? [...shown, `Not read: ${countOf(lines.length - mostShown, 'place')} more.`] : shown;
}

function unlisted({ path, all }: PathSurvey): string[] {
  const tasks = [...all.values()].reduce((sum, each) => sum + each.unlisted, 0);
  return tasks === 0 ? [] : [`${withSlashes(path)}: ${countOf(tasks, 'task')} of too many benchmarks to list.`];
}

function headerLines(
  { fields, selecting, scoring, runs, isEven }: PlanDraft,
  notes: readonly string[],
): readonly string[] {
  return [
    `A starter plan, written by "winnow init". ${runs ? 'It runs as it is' : '"winnow select" stops at its repeated ids'}; look for OPEN, answer what only you can know, and delete it.`,
    '',
    ...(isEven
      ? ['score       a plan has phases and a score; here they are the same for every task, and say nothing']
      : [
          'phases      made from the words of the categories; a category that says nothing is Unclassified',
          `components  ${scoring}`,
        ]),
    `select      ${selecting}`,
    ...(fields.size === 0
      ? []
      : ['fields      columns that no standard field is read from; delete those that you do not need']),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}
