import { figureColumn, line, tableBy, wordColumn } from '../../blocks/blocks.js';
import { type DataOf, entry, list, number, orNull, text } from '../../documents/forms.js';
import { compact } from '../../lists/lists.js';
import { dayPattern } from '../../model/date.js';
import { PlanError } from '../../model/errors.js';
import type { Selection } from '../../model/selection.js';
import { fieldValue, type ScoredTask } from '../../model/task.js';
import { compareText, countOf, formatCount, inPoints, visibleText } from '../../text/words.js';
import { answerOf, type OptionValues, option, type Question } from '../question/question.js';

const countsForm = () => ({
  tasks: number(),
  before: number('Created on or before the cutoff day.'),
  after: number('Created later.'),
  undated: number('Without a date.'),
});

function contaminationSchema() {
  return entry({
    conclusion: text(),
    systems: list(
      entry({
        system: orNull(text(), 'Null if the cutoff applies to all systems.'),
        cutoff: text('YYYY-MM-DD.'),
        selected: entry(countsForm()),
        pool: entry(countsForm()),
        benchmarks: list(entry({ name: text(), ...countsForm() }), 'The selected tasks by benchmark.'),
      }),
      'Latest cutoff first.',
    ),
    tasks: list(
      entry({ benchmark: text(), taskId: text(), created: orNull(text(), 'Null without a date.') }),
      'The selected tasks, oldest first; undated tasks last.',
    ),
    notes: list(text()),
  });
}

type Contamination = DataOf<typeof contaminationSchema>;

const options = {
  cutoff: option('text', 'day', 'the last day of the training data, YYYY-MM-DD'),
  cutoffs: option('file', 'file', 'a table of systems and their cutoffs'),
};
type ContaminationOptions = OptionValues<typeof options>;

export const contaminationQuestion: Question<ContaminationOptions> = {
  name: 'contamination',
  title: 'Tasks older than the training data',
  summary: 'Count tasks created before the training cutoff of a model',
  description:
    'Counts the tasks created on or before a cutoff (--cutoff 2025-06-01), or the cutoffs of several systems\n' +
    '(--cutoffs FILE, with lines such as "gpt-5,2025-06-01"). The date of a task is its "created" field.',
  options,
  schema: contaminationSchema,
  example: '--cutoff 2025-06-01',
  // Not on the report card, because it has little to report without a cutoff.
  isMeant: () => false,
  reads: ['created'],
  isQuick: true,
  ask: ({ selection }, given) => answerOn(assessContamination(selection, cutoffsOf(given))),
};

type Cutoff = { readonly system: string | undefined; readonly cutoff: string };

function cutoffsOf({ cutoff, cutoffs }: ContaminationOptions): readonly Cutoff[] {
  const rows = (cutoffs ?? '').split(/\r?\n/).flatMap((each, i): (Cutoff & { readonly line: number })[] => {
    const [system = '', day = ''] = each.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const isHeading = i === 0 && !/\d/.test(day);
    return each.trim() === '' || each.startsWith('#') || isHeading ? [] : [{ system, cutoff: day, line: i + 1 }];
  });
  const all = [...(cutoff === undefined ? [] : [{ system: undefined, cutoff, line: 0 }]), ...rows];
  const faults = all
    .filter((each) => !dayPattern.test(each.cutoff))
    .map(({ cutoff: day, line: at }) => ({
      code: 'assess/cutoff',
      message: `${at === 0 ? '--cutoff' : `line ${at} of --cutoffs`} must be a date (YYYY-MM-DD); found "${visibleText(day, 60)}".`,
    }));
  if (faults.length > 0) throw new PlanError(faults);
  return all
    .map(({ system, cutoff: day }) => ({ system, cutoff: day }))
    .sort((a, b) => compareText(b.cutoff, a.cutoff) || compareText(a.system ?? '', b.system ?? ''));
}

type Dated = { readonly created: string | undefined };

function countsBy(tasks: readonly Dated[], cutoff: string) {
  const before = tasks.filter(({ created }) => created !== undefined && created <= cutoff).length;
  const undated = tasks.filter(({ created }) => created === undefined).length;
  return { tasks: tasks.length, before, after: tasks.length - before - undated, undated };
}

function assessContamination(selection: Selection, cutoffs: readonly Cutoff[]): Contamination {
  const createdOf = (task: ScoredTask) => {
    const value = fieldValue(task, 'created');
    return typeof value === 'string' ? value : undefined;
  };
  const selected = selection.choices.map(({ task, benchmark }) => ({
    benchmark: benchmark.name,
    taskId: task.id,
    created: createdOf(task),
  }));
  const pool = selection.benchmarks.flatMap(({ tasks }) => tasks.map((task) => ({ created: createdOf(task) })));
  const systems = cutoffs.map(({ system, cutoff }) => ({
    system,
    cutoff,
    selected: countsBy(selected, cutoff),
    pool: countsBy(pool, cutoff),
    benchmarks: selection.benchmarks.map(({ plan: { name } }) => {
      const own = selected.filter(({ benchmark }) => benchmark === name);
      return { name, ...countsBy(own, cutoff) };
    }),
  }));
  const last = '9999';
  return {
    conclusion: systems.length === 0 ? rangeOf(selected) : conclusionOf(systems),
    systems,
    tasks: selected.toSorted(
      (a, b) =>
        compareText(a.created ?? last, b.created ?? last) ||
        compareText(a.benchmark, b.benchmark) ||
        compareText(a.taskId, b.taskId),
    ),
    notes: notesOf(systems, selection),
  };
}

function rangeOf(selected: readonly Dated[]): string {
  const days = selected.flatMap(({ created }) => created ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined) return noDate;
  return `Not assessed: needs a cutoff (--cutoff DAY). ${formatCount(days.length)} of ${countOf(selected.length, 'selected task')} ${days.length === 1 ? 'has' : 'have'} a date, from ${first} to ${last}.`;
}

const noDate = 'Not assessed: no selected task has a creation date.';

function conclusionOf(systems: Contamination['systems']): string {
  const [worst] = systems;
  if (worst === undefined) return '';
  const { tasks, before, undated } = worst.selected;
  if (undated === tasks) return noDate;
  const who = worst.system === undefined ? '' : ` of ${visibleText(worst.system, 60)}`;
  const rest = undated === 0 ? '' : ` ${countOf(undated, 'task')} without a date may also be older.`;
  const dated = `${countOf(tasks - undated, 'selected task')}${undated === 0 ? '' : ' with a date'}`;
  const day = `${worst.cutoff}, the cutoff${who}`;
  if (before === 0) return `None of ${dated} was created on or before ${day}.${rest}`;
  return `${formatCount(before)} of ${dated} (${shareWords(before / (tasks - undated))}) ${before === 1 ? 'was' : 'were'} created on or before ${day}.${rest}`;
}

function shareWords(share: number): string {
  return `${Number(inPoints(share))}%`;
}

function notesOf(systems: Contamination['systems'], { benchmarks }: Selection): string[] {
  const [worst] = systems;
  const source = benchmarks.some(({ plan }) => plan.source.kind === 'path' || plan.source.kind === 'trino');
  return compact([
    worst !== undefined &&
      worst.selected.before > 0 &&
      `Tasks that were public before the cutoff may be in the training data. To exclude them, add exclude: { where: { created: { at_most: ${worst.cutoff} } }, reason: leaked } to the plan.`,
    worst !== undefined &&
      worst.selected.undated > 0 &&
      source &&
      'Dates come from the benchmark format (SWE-bench, LiveCodeBench, RepoBench, Harbor) or from the column set in source.columns.created.',
  ]);
}

function answerOn(found: Contamination) {
  const { conclusion, systems } = found;
  const [worst] = systems;
  const isUnknown = worst === undefined || worst.selected.undated === worst.selected.tasks;
  const share = ({ before, tasks, undated }: Contamination['systems'][number]['pool']) =>
    tasks === undated ? '-' : shareWords(before / (tasks - undated));
  const table = tableBy('Tasks before and after each cutoff', systems, [
    [wordColumn('system', 'System'), ({ system = 'all' }) => visibleText(system, 60)],
    [wordColumn('cutoff'), ({ cutoff }) => cutoff],
    [figureColumn('before'), ({ selected }) => formatCount(selected.before)],
    [figureColumn('after'), ({ selected }) => formatCount(selected.after)],
    [figureColumn('no date'), ({ selected }) => formatCount(selected.undated)],
    [figureColumn('share'), ({ selected }) => share(selected)],
    [figureColumn('pool'), ({ pool }) => share(pool)],
  ]);
  return answerOf(contaminationSchema(), found, {
    grade: isUnknown ? 'unknown' : worst.selected.before > 0 ? 'look' : 'good',
    sections: [
      { blocks: [line([{ strong: conclusion }], { isProse: true })] },
      systems.length > 0 && { title: 'Selected tasks by creation date', blocks: [table] },
    ],
    method: 'Shares count only tasks with a date. "pool" is the share in the whole pool.',
  });
}
