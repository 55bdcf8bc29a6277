import type { Place } from '../../core/model/errors.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import type { RewardRange } from '../../core/model/result-settings.js';
import { nearestName } from '../../core/text/nearest-name.js';
import { isTotalsName } from '../../core/text/totals-name.js';
import { countOf, formatCount, visibleText } from '../../core/text/words.js';
import { type CountedWord, countedWords, type ReadingNotes, type WordsFault } from '../content/reading-notes.js';
import { type Content, type ResultFile, type ResultTable, tableOfRows } from '../content/result-file.js';
import { tokenCost } from '../content/token-costs.js';
import { idList, numberOf, quotedValue, saidReward } from '../content/values.js';
import { FoundRows } from './found-rows.js';
import type { Finding, FoundOutcome, OutcomeOptions, RunVerdict } from './result-format.js';

/** The number of outcomes kept per file, whatever their tasks. */
const keptAnyway = 250_000;
/** The largest number of runs in one count. More is a mistake. */
const mostTrials = 10_000;
const unit: RewardRange = [0, 1];

/** A file being read: its content, the options, and the results, errors and warnings found so far. */
export class Reading implements ResultFile {
  readonly path: string;
  readonly content: Content;
  readonly options: OutcomeOptions;
  readonly notes: ReadingNotes;
  /** Files that belong to this one and are read as well. */
  readonly also: string[] = [];
  /** Whether the verdicts may come from the agent itself. */
  isOwnVerdict = false;
  /** Whether a reward is between the lowest and the highest one. */
  hasPartial = false;
  /** The column that scores runs only as passed or failed; undefined if no run is scored that way. */
  passColumn: string | undefined;
  /** The column of rewards in a table. */
  rewardColumn: string | undefined;
  /** Whether a column names the arm of each run. */
  hasArm = false;
  /** An unused column that may be a misspelt column of rewards. */
  similar: SimilarColumn | undefined;
  #outcomes: FoundRows | FoundOutcome[] = [];
  #hasDigests = false;
  readonly #wanted = new Map<string, boolean>();

  constructor({ path, content }: ResultFile, options: OutcomeOptions, notes: ReadingNotes) {
    this.path = path;
    this.content = content;
    this.options = options;
    this.notes = notes;
  }

  get outcomes(): FoundRows | readonly FoundOutcome[] {
    return this.#outcomes;
  }

  /** Whether some of the results have digests. */
  get hasDigests(): boolean {
    return this.#hasDigests;
  }

  /** The JSON object in the file; empty if it has anything else. */
  get document(): UnknownRecord {
    return this.content.kind === 'document' && isRecord(this.content.data) ? this.content.data : {};
  }

  /** The table in the file; empty if it has anything else. */
  get table(): ResultTable {
    return this.content.kind === 'table' ? this.content.table : tableOfRows([]);
  }

  /** Stores added results in columns, because there may be millions. */
  keepInColumns(): FoundRows {
    const rows = new FoundRows(this.path);
    this.#outcomes = rows;
    return rows;
  }

  /** Adds a result. In a very long file, only one result is kept for each task that isn't wanted. */
  add(finding: Finding, place: Place = {}): void {
    const { isWanted } = this.options;
    if (isWanted !== undefined && this.#outcomes.length >= keptAnyway) {
      const wanted = this.#wanted.get(finding.taskId);
      if (wanted === false) {
        const message = (n: number) =>
          `Skipped ${countOf(n, 'result')} on unrelated tasks in files with more than ${formatCount(keptAnyway)} results.`;
        this.warn('outcomes/not-kept', message);
        return;
      }
      if (wanted === undefined) this.#wanted.set(finding.taskId, isWanted(finding.taskId));
    }
    if (finding.digests !== undefined) this.#hasDigests = true;
    const priced = this.#priced(finding);
    if (this.#outcomes instanceof FoundRows) this.#outcomes.push(priced, place);
    else this.#outcomes.push({ ...priced, place: { file: this.path, ...place } });
  }

  /** The result with a cost computed from tokens, if it has none and prices are given. */
  #priced({ tokens, ...finding }: Finding): Finding {
    const { prices } = this.options;
    if (tokens === undefined || prices === undefined || finding.costUsd !== undefined) return finding;
    const cost = tokenCost(tokens, prices);
    if (cost === undefined) return finding;
    if ('costUsd' in cost) {
      const message = (n: number) => `Computed the cost of ${countOf(n, 'run')} from tokens and your prices.`;
      this.warn('outcomes/priced', message);
      return { ...finding, costUsd: cost.costUsd };
    }
    const [model = ''] = 'unpriced' in cost ? cost.unpriced : [];
    const columns = this.table.columns.filter((column) => /token/i.test(column));
    const found = columns.length === 0 ? '' : ` Columns of tokens: ${visibleText(columns.join(', '), 200)}.`;
    const problem =
      'lacking' in cost
        ? `the number of ${cost.lacking} tokens is unknown.${found}`
        : `no price is given for ${visibleText(model, 80)}. Add its price.`;
    const message = (n: number) => `${countOf(n, 'run has', 'runs have')} no cost, and ${problem}`;
    this.warn('outcomes/no-price', message, 1, problem);
    return finding;
  }

  /** Adds the runs of a count, passed ones first. */
  addTrials(successes: unknown, trials: unknown, base: Omit<Finding, 'attempt' | 'verdict'>, place: Place): void {
    const [passed, all] = [numberOf(successes), numberOf(trials)];
    const isCount = (value: number | undefined): value is number => Number.isInteger(value) && (value ?? -1) >= 0;
    if (!isCount(passed) || !isCount(all) || passed > all || all > mostTrials) {
      const message = `"${visibleText(base.taskId, 80)}" has ${quotedValue(successes)} successes in ${quotedValue(trials)} trials; expected whole numbers, no more successes than trials, and at most ${mostTrials} trials.`;
      this.fault('outcomes/count', message, { place });
      return;
    }
    if (all > 1) {
      const message = (n: number) =>
        `${countOf(n, 'result counts', 'results count')} runs without showing their order. Winnow numbers passed runs first.`;
      this.warn('outcomes/attempt-order', message);
    }
    for (let i = 0; i < all; i++) this.add({ ...base, attempt: i + 1, verdict: passedIf(i < passed) }, place);
  }

  /** Reports an error in this file. */
  fault(...fault: Parameters<ReadingNotes['fault']>): void {
    this.notes.fault(...fault);
  }

  /** Counts a warning about this file; none for a count of 0. */
  warn(code: string, message: (count: number) => string, count = 1, about = ''): void {
    if (count > 0) this.notes.warn(code, message, { count, about });
  }

  /** Whether a row sums up others, so that it has no result. A warning counts such rows. */
  isTotals(taskId: string): boolean {
    if (!isTotalsName(taskId) || this.options.isWanted?.(taskId) !== false) return false;
    const message = (n: number) => `Skipped ${countOf(n, 'totals row')} (${quotedValue(taskId)}).`;
    this.warn('outcomes/totals-row', message);
    return true;
  }

  /** An empty or null result counts as not run. */
  nullResult(): RunVerdict {
    this.warn(
      'outcomes/null',
      (n) => `${countOf(n, 'result is', 'results are')} empty or null and ${counts(n)} as not run.`,
    );
    return 'not-run';
  }

  /**
   * For a file that covers more tasks than it lists: adds the unlisted tasks of the part of the pool that was run, as
   * failed. That part is the one the user named, the one with as many tasks as the file counts, or the whole benchmark.
   * Returns false if this is unclear or the tasks aren't in the pool, so that the results can't be used.
   * @param total The number of tasks that the file counts; undefined if it has no count and lists no failures.
   */
  coversPool(
    listed: ReadonlySet<string>,
    base: Pick<Finding, 'configuration' | 'source' | 'run'>,
    what: string,
    total?: number,
  ): boolean {
    const { unlisted } = this.options;
    if (unlisted === undefined) {
      const message = (n: number) =>
        `${countOf(n, what)} ${n === 1 ? 'does' : 'do'} not list failures. To count the tasks that failed, use a command that reads the pool, such as "winnow estimate verified RESULTS".`;
      this.warn('outcomes/no-failures', message);
      return true;
    }
    const rest = unlisted(listed, total);
    if (rest === undefined) {
      const message = (n: number) =>
        `Skipped ${countOf(n, what)} that ${n === 1 ? 'does' : 'do'} not list failures. Many of the listed tasks are not in the pool, so Winnow can't tell which tasks failed.`;
      this.warn('outcomes/no-failures', message);
      return false;
    }
    // Matching reports that these belong to another benchmark.
    if (rest === 'foreign') return true;
    const { part } = rest;
    const failed = rest.tasks.filter(({ benchmark, id }) => part?.tasks.has(`${benchmark}/${id}`) !== false);
    const isWhole = total === undefined || total === listed.size + rest.tasks.length;
    // A run of the whole benchmark would hardly have patches for exactly the tasks of one part.
    const isListed = total !== undefined && failed.length === 0;
    if (part?.hint !== undefined && isWhole && !isListed) {
      const others = total === undefined ? ' and no failures' : `, but counts ${formatCount(total)}`;
      const { name, hint } = part;
      const either = 'could be a run of only these tasks or of the whole benchmark.';
      const message = (files: readonly CountedWord[]) =>
        files.length === 1
          ? `the file lists ${countOf(listed.size, 'task')}, all in ${name}${others}. It ${either}`
          : `${countOf(files.length, 'file')} list only tasks in ${name}${total === undefined ? ' and no failures' : ''}. Each ${either}`;
      const fault = { code: 'outcomes/part-or-whole', about: name, message, hint: () => hint };
      this.notes.words(fault, [this.path], { file: this.path });
      return false;
    }
    // A report that lists failures leaves out only tasks without a patch.
    const isMost = total === undefined || listed.size >= total / 2;
    if (part === undefined ? !isWhole || !isMost : part.hint !== undefined) {
      const advice = rest.hint === undefined ? '' : ` ${rest.hint}`;
      const message = (n: number) =>
        `${countOf(n, 'unlisted result')} ${counts(n)} as missing, not failed, although a ${what} counts ${n === 1 ? 'its task' : 'their tasks'}.${isWhole && part === undefined ? ` The report lists fewer than half of its tasks.${advice}` : ''}`;
      this.warn('outcomes/unlisted', message, (total ?? 0) - listed.size);
      return true;
    }
    for (const { id, benchmark } of failed)
      this.add({ taskId: id, benchmark, ...base, verdict: { reward: 0 } }, { path: notListed });
    const message = (n: number) =>
      `${countOf(n, 'unlisted result')} ${counts(n)} as failed, because a ${what} covers ${part?.name ?? 'the whole benchmark'}.`;
    this.warn('outcomes/unlisted-failed', message, failed.length);
    return true;
  }

  /** A result with neither a score nor an error counts as errored. */
  unscored(): RunVerdict {
    this.warn(
      'outcomes/no-score',
      (n) => `${countOf(n, 'result has', 'results have')} neither a score nor an error and ${counts(n)} as errored.`,
    );
    return 'errored';
  }

  /**
   * The reward from 0 to 1 in a value: true or false, yes or no, a percentage, or a number in the range from the options
   * (default 0 to 1). A number out of range is noted, for one error about all files, and gives NaN. Undefined if the value
   * has no reward.
   */
  reward(value: unknown, place: Place = {}, taskId?: string): number | undefined {
    const said = saidReward(value);
    const number = said ?? numberOf(value);
    // No range makes 120% a reward.
    if (number === undefined || (said !== undefined && (said < 0 || said > 1))) return undefined;
    // A word or a percentage has its scale already.
    const [least, most] = said === undefined ? (this.options.rewardRange ?? unit) : unit;
    const isOutside = number < least || number > most;
    this.notes.reward(number, isOutside, isOutside ? { file: this.path, ...place } : place, taskId);
    if (number > least && number < most) this.hasPartial = true;
    return isOutside ? Number.NaN : (number - least) / (most - least);
  }

  /** The ids under an optional key. Anything but a list of ids is an error, because skipping it would lose results. */
  ids(record: UnknownRecord, key: string): readonly string[] {
    const ids = idList(record, key);
    if (ids === undefined && Object.hasOwn(record, key) && record[key] !== null) {
      this.fault('outcomes/list', `"${key}" is not a list of task ids.`, { place: { path: key } });
    }
    return ids ?? [];
  }

  /** Adds the tasks in lists of ids, one list per verdict. Each list is optional. */
  addLists(record: UnknownRecord, lists: readonly VerdictList[], base: Omit<Finding, 'taskId' | 'verdict'>): void {
    for (const [path, verdict] of lists)
      for (const taskId of this.ids(record, path)) this.add({ taskId, ...base, verdict }, { path });
  }

  /** The key to read: the named one, the only one or the runner's main one. Otherwise, it is an error. */
  chosenKey(keys: readonly string[], choice: Choice, place: Place = {}): string | undefined {
    const named = this.options[choice.option];
    const wanted = named === undefined ? choice.main : [named];
    const found = wanted.find((key) => keys.includes(key));
    if (found !== undefined) return found;
    if (named === undefined && keys.length === 1) return keys[0];
    const fault = named === undefined ? undecided(choice) : notThere(named, choice);
    this.notes.words(fault, keys, { file: this.path, ...place });
    return undefined;
  }
}

/** The place of a failed task that a file doesn't list. */
export const notListed = 'not listed';

/** A column, and the known name that it resembles. */
export interface SimilarColumn {
  readonly column: string;
  readonly known: string;
}

/** The key of a list of ids, and the verdict of the tasks in it. */
export type VerdictList = readonly [list: string, verdict: RunVerdict];

/** "1 result counts", "2 results count": the verb for a number. */
export function counts(count: number): string {
  return count === 1 ? 'counts' : 'count';
}

/** The verdict of a run that passed or failed. */
export function passedIf(isPassed: boolean): RunVerdict {
  return { reward: isPassed ? 1 : 0 };
}

/** The kind of choice: its word, and the option and plan key that make it. */
interface Choice {
  readonly what: 'reward' | 'scorer' | 'metric';
  /** What has several of them. */
  readonly of?: 'result' | 'evaluation';
  readonly option: 'reward' | 'scorer';
  /** The names that the runner's documentation calls the main one. */
  readonly main: readonly string[];
}

function undecided({ what, of = 'result', option, main }: Choice): WordsFault {
  const mainWords = main.length === 0 ? '' : `, none of them called ${main.map((key) => `"${key}"`).join(' or ')}`;
  return {
    code: `outcomes/several-${what}s`,
    about: option,
    message: (words, results) =>
      `${countOf(results, `${of} has`, `${of}s have`)} several ${what}s${mainWords}: ${countedWords(words)}.`,
    hint: ([first]) => chooseHint(option, first?.word ?? 'NAME'),
  };
}

function notThere(named: string, { what, of = 'result', option }: Choice): WordsFault {
  return {
    code: `outcomes/no-${what}`,
    about: named,
    message: (words, results) =>
      `${countOf(results, `${of} has`, `${of}s have`)} no ${what} "${visibleText(named, 60)}" (--${option}). Found: ${countedWords(words)}.`,
    hint: (words) => {
      const names = words.map(({ word }) => word);
      return chooseHint(option, nearestName(named, names) ?? names[0] ?? 'NAME');
    },
  };
}

function chooseHint(option: Choice['option'], name: string): string {
  const shown = visibleText(name, 60);
  const quotedName = /^[\w./-]+$/.test(shown) ? shown : `'${shown}'`;
  return `Choose one, such as --${option} ${quotedName} (in a plan, results: { ${option}: ${quotedName} }).`;
}
