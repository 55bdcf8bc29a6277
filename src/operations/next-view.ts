import { join } from 'node:path';
import {
  figureColumn,
  line,
  quietLine,
  type Section,
  tableBy,
  warningSection,
  wordColumn,
} from '../core/blocks/blocks.js';
import { endWords } from '../core/estimate/estimate-words.js';
import { compact, largest, smallest, sumOf } from '../core/lists/lists.js';
import type { Evidence } from '../core/looks/look-evidence.js';
import { questionWords } from '../core/looks/look-question.js';
import type { RecordedLook } from '../core/looks/look-record.js';
import { verdictClaim, verdictWords } from '../core/looks/next-document.js';
import type { TakenLook } from '../core/looks/take-look.js';
import type { Manifest } from '../core/manifest/manifest.js';
import { countOf, dollars, inPoints, namesOf, percent, signed, visibleText } from '../core/text/words.js';
import type { NamedExport } from '../exports/make-exports.js';
import { section, sectionsOf, under } from './declare/sections.js';
import { exportSections } from './inputs/exporting.js';

export interface Next {
  readonly manifest: Manifest;
  readonly taken: TakenLook;
  readonly file: string;
  readonly exports: readonly NextExport[];
  readonly costs: readonly NextCost[];
}

/** An export of the next tasks; `system` is set if systems have different tasks to run. */
export interface NextExport extends NamedExport {
  readonly system: string | undefined;
  /** Whether some tasks need more runs than it contains. */
  readonly isPart: boolean;
}

export interface NextCost {
  readonly system: string;
  readonly costUsd: number;
  readonly runs: number;
  readonly spentUsd: number | undefined;
}

/** The options that the view depends on. */
interface Asked {
  readonly require?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly out?: string | undefined;
}

const mostNames = 8;

export function nextView(
  { manifest, taken, file, exports, costs }: Next,
  { require, strict, out = '' }: Asked,
): readonly Section[] {
  const isPair = taken.question === undefined && require === undefined;
  const { question, isOver, looks, next: rest, runsSaved, evidence, warnings } = taken;
  const about = question === undefined ? '' : `: ${visibleText(questionWords(question), 120)}`;
  const isEarly = isOver && (looks.at(-1)?.tasks ?? 0) < taken.selected;
  const made = countedLooks(looks, manifest.methodology.looks?.sizes ?? []);
  const both =
    'Run this export with both systems. Use a different run id for each, and keep their results in separate folders.';
  return sectionsOf(
    section(line([{ strong: visibleText(manifest.metadata.plan.name) }, `, ${made}${about}`])),
    section(
      line([{ strong: isOver ? 'Stop.' : 'Continue.', tone: 'accent' }, ` ${visibleText(verdictWords(taken), 600)}`]),
      evidence && estimateWords(taken, evidence),
      runsSaved > 0
        ? `This saves ${countOf(runsSaved, 'run')}.`
        : isEarly && taken.isNew && 'This saves no runs, because all tasks have results.',
      require !== undefined &&
        !isOver &&
        `The requirement is still open, so the exit code is ${strict === true ? 1 : 0}.`,
      taken.waiting.map(waitingWords),
    ),
    under('Looks', looks.length > 0 && looksTable(looks)),
    rest !== undefined && exports.length === 0 && nextSections(rest),
    exports.flatMap(({ system, made: own, folder, isPart }) => [
      ...(system === undefined ? [] : [{ title: `Tasks for ${visibleText(system, 60)}`, blocks: [] }]),
      ...exportSections(own, folder === '' ? out : join(out, folder)),
      section(system === undefined && namesRun(own) && (isPair || taken.question?.baseline != null) && both),
      section(isPart && 'Some tasks need more runs than this. To export those, run "winnow next" again afterwards.'),
    ]),
    under(
      'Cost of the next tasks',
      costs.map((each) => costWords(each, isPair)),
    ),
    warningSection(warnings),
    section(
      quietLine(verdictClaim(manifest, taken)),
      looks.length > 0 && quietLine(`Looks are recorded in ${visibleText(file)}. Keep this file with the selection.`),
    ),
  );
}

function namesRun({ commands, runId }: NamedExport['made']): boolean {
  return commands.some(({ lines }) => JSON.stringify(lines).includes(runId));
}

function estimateWords(
  { question, verdict, isOver, looks, selected, interval }: TakenLook,
  { estimate, tasks }: Evidence,
): string {
  const isEarly = (looks.at(-1)?.tasks ?? 0) < selected;
  const isDecided = verdict !== 'no-difference' && verdict !== 'undecided';
  const early = isOver && isEarly && isDecided ? ' Estimates from an early stop are too extreme on average.' : '';
  const so = isEarly && !isOver ? ' so far' : '';
  const within = (shown: (share: number) => string) =>
    interval === undefined
      ? ''
      : ` (${percent(interval.level)} interval over all looks ${shown(interval.low)} to ${shown(interval.high)})`;
  if (question?.baseline == null) return `Level${so}: ${inPoints(estimate)}%${within(inPoints)}.${early}`;
  const [system, baseline] = [visibleText(question.system, 60), visibleText(question.baseline, 60)];
  const counts = tasks === undefined ? '' : `; better on ${countOf(tasks.better, 'task')}, worse on ${tasks.worse}`;
  return `Difference${so}: ${system} minus ${baseline} is ${signed(100 * estimate, 1)} points${within(endWords)}${counts}.${early}`;
}

/** For example "2 of 4 planned looks done, and 1 unplanned (planned look 2, after 60 tasks, skipped)". */
function countedLooks(looks: readonly RecordedLook[], sizes: readonly number[]): string {
  const unplanned = looks.filter((look) => !look.planned).length;
  const made = new Set(looks.map(({ tasks }) => tasks));
  const last = looks.at(-1)?.tasks ?? 0;
  const skipped = sizes.flatMap((size, i) => (size < last && !made.has(size) ? [{ look: i + 1, size }] : []));
  const [first] = skipped;
  const passed =
    first === undefined
      ? ''
      : skipped.length === 1
        ? ` (planned look ${first.look}, after ${countOf(first.size, 'task')}, skipped)`
        : ` (planned looks ${namesOf(skipped.map(({ look }) => String(look)))} skipped)`;
  return `${looks.length - unplanned} of ${countOf(sizes.length, 'planned look')} done${unplanned === 0 ? '' : `, and ${unplanned} unplanned`}${passed}`;
}

function waitingWords({ system, absent, errored, of, runs }: TakenLook['waiting'][number]): string {
  const has = runs > 1 ? `fewer than ${runs} runs` : 'no result';
  const lacks = compact([
    absent > 0 && `${absent} of the ${countOf(of, 'task')} in the next look ${absent === 1 ? 'has' : 'have'} ${has}`,
    errored > 0 && `${errored} errored (run ${errored === 1 ? 'it' : 'them'} again, or use --errors-fail)`,
  ]);
  return `Waiting for ${visibleText(system, 60)}: ${lacks.join(', and ')}.`;
}

function costWords({ system, costUsd, runs, spentUsd }: NextCost, isPair: boolean): string {
  const both = isPair ? `; about ${dollars(2 * costUsd)} for ${countOf(2 * runs, 'run')} of both systems` : '';
  const so = spentUsd === undefined || spentUsd === 0 ? '' : `; ${dollars(spentUsd)} spent so far`;
  return `${visibleText(system, 60)}: about ${dollars(costUsd)} for ${countOf(runs, 'run')}${both}${so}`;
}

function looksTable(looks: readonly RecordedLook[]) {
  return tableBy('Looks', looks, [
    [figureColumn('look'), (look) => String(looks.indexOf(look) + 1)],
    [figureColumn('tasks'), ({ tasks }) => String(tasks)],
    [figureColumn('z'), ({ z }) => signed(z, 2)],
    [figureColumn('boundary'), ({ critical }) => (critical === null ? 'none yet' : critical.toFixed(2))],
    [figureColumn('error spent'), ({ spent }) => percent(Number(spent.toPrecision(2)))],
    [wordColumn('verdict'), ({ verdict, planned }) => `${verdict}${planned ? '' : ' (not planned)'}`],
  ]);
}

function nextSections(rest: NonNullable<TakenLook['next']>): readonly Section[] {
  return listsOf(rest).flatMap(({ name, tasks }) => {
    const names = tasks.slice(0, mostNames).map(({ id }) => visibleText(id, 80));
    const more = tasks.length > mostNames ? ` and ${tasks.length - mostNames} more` : '';
    const who = name === undefined ? '' : ` with ${visibleText(name, 60)}`;
    return under(
      `Tasks to run${who} before planned look ${rest.look} (${tasks.length})`,
      `${names.join(' ')}${more}`,
      quietLine('To export them, add --to RUNNER --out DIR. --json lists all.'),
    );
  });
}

/** The lists of tasks to run: one for all systems, or one per system that has tasks to run. */
export function listsOf({ tasks, systems }: NonNullable<TakenLook['next']>) {
  const lacking = systems.filter((each) => each.tasks.length > 0);
  return lacking.length === systems.length && lacking.every((each) => each.tasks.length === tasks.length)
    ? [
        {
          name: undefined,
          tasks,
          made: sumOf(systems, ({ made }) => made),
          runs: [smallest(systems.map(({ runs }) => runs[0])), largest(systems.map(({ runs }) => runs[1]))] as const,
        },
      ]
    : lacking;
}

/** For example "these tasks with each system"; a single system is named. */
export function whoRuns(rest: TakenLook['next'], only: string | undefined): string {
  const [{ name = only } = { name: only }, ...more] = rest === undefined ? [] : listsOf(rest);
  if (more.length > 0) return "each system's tasks";
  return `these tasks with ${name === undefined ? 'each system' : visibleText(name, 60)}`;
}
