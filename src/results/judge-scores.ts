import { capital, compareText, countOf, visibleText } from '../core/text/words.js';
import type { ReadingNotes } from './content/reading-notes.js';
import type { Reading } from './formats/reading.js';
import type { FoundList, OutcomeOptions } from './formats/result-format.js';

type Scored = Partial<Pick<Reading, 'hasPartial' | 'passColumn' | 'rewardColumn' | 'similar'>>;

interface ScoredRead {
  readonly file: { readonly path: string };
  readonly reading?: { readonly outcomes: FoundList } & Scored;
}

/**
 * Reports tables that only show which runs passed next to files with partial rewards. If they have tasks in common, it is
 * an error, because a difference between them would be one of scales. Otherwise, it is a warning, and also if --pass-at
 * makes every run passed or failed, unless the reward column seems misspelt.
 */
export function judgeScores(reads: readonly ScoredRead[], options: OutcomeOptions, notes: ReadingNotes): void {
  const partial = reads.filter(({ reading }) => reading?.hasPartial === true);
  const passes = reads.filter(({ reading }) => reading?.hasPartial === false && reading.passColumn !== undefined);
  const [one] = passes;
  if (partial.length === 0 || one === undefined) return;
  const words = `the results are scored in different ways: ${filesOf(partial, 'rewardColumn')} ${partial.length === 1 ? 'has' : 'have'} rewards between 0 and 1, but ${filesOf(passes, 'passColumn')} only ${passes.length === 1 ? 'shows' : 'show'} which runs passed.`;
  const similar = passes.flatMap(({ file, reading }) => (reading?.similar ? [{ file, ...reading.similar }] : []))[0];
  const column = visibleText(similar?.column ?? '', 40);
  const misspelt =
    similar === undefined
      ? ''
      : `"${column}" in ${visibleText(similar.file.path, 200)} looks like "${similar.known}". If it is the reward, rename it or add --reward ${/^[\w.-]+$/.test(column) ? column : `'${column}'`}. `;
  const passColumn = visibleText(one.reading?.passColumn ?? '', 40);
  const orPassAt = similar === undefined ? ', or --pass-at with the lowest reward that passes' : '';
  const hint = `${misspelt}To count every run as passed or failed, add --reward ${passColumn} if all tables have that column${orPassAt}.`;
  const place = { file: one.file.path };
  const isAsked = options.passAt !== undefined && (similar === undefined || options.reward !== undefined);
  const isError = options.countsOnly !== true && !isAsked && shareTasks(partial, passes);
  if (isError) notes.fault('outcomes/mixed-scores', words, { place, hint });
  else {
    const advice =
      options.passAt === undefined ? ` ${hint}` : ` Winnow counts rewards of at least ${options.passAt} as passed.`;
    notes.warn('outcomes/mixed-scores', () => `${capital(words)}${advice}`, place);
  }
}

/** The first file and the number of others, with their columns. */
function filesOf(reads: readonly ScoredRead[], role: 'rewardColumn' | 'passColumn'): string {
  const [first] = reads;
  const more = reads.length === 1 ? '' : ` and ${countOf(reads.length - 1, 'other file')}`;
  const columns = [...new Set(reads.flatMap(({ reading }) => reading?.[role] ?? []))].sort(compareText);
  const shown = columns.map((column) => `"${visibleText(column, 40)}"`).join(', ');
  const word = columns.length === 1 ? 'column' : 'columns';
  return `${visibleText(first?.file.path ?? '', 200)}${more}${columns.length === 0 ? '' : ` (${word} ${shown})`}`;
}

function shareTasks(some: readonly ScoredRead[], others: readonly ScoredRead[]): boolean {
  const tasks = new Set<string>();
  for (const { reading } of some) for (const { taskId } of reading?.outcomes ?? []) tasks.add(taskId);
  for (const { reading } of others)
    for (const { taskId } of reading?.outcomes ?? []) if (tasks.has(taskId)) return true;
  return false;
}
