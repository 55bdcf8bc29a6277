import type { FormatInspection, UnusedColumn } from '../core/contracts/inspect-document.js';
import { at, sumOf } from '../core/lists/lists.js';
import { type Fault, PlanError } from '../core/model/errors.js';
import type { ResultSettings } from '../core/model/result-settings.js';
import { derivedFields, type FieldKind, priorFields, randomField, sourceFields } from '../core/model/task.js';
import { nameOfSource } from '../core/plan/expand-plan.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { countOf, formatCount } from '../core/text/words.js';
import { table } from '../sources/formats/table.js';
import type { SettledDraft } from './shared-tasks.js';

/** What the user wants the plan to select. */
export interface PlanAim {
  /** The total number of tasks. */
  readonly take?: number | undefined;
  /** A representative sample. */
  readonly atRandom?: boolean | undefined;
  /** The tasks with the highest or, with "asc", the lowest values of a field. */
  readonly rankBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
  /** The purpose of the results. The plan is first drafted as a random sample. */
  readonly purpose?: PurposeAim | undefined;
}

/** The purpose of the results, with earlier results to learn from. */
export interface PurposeAim {
  /** The name of a purpose. */
  readonly name: string;
  /** Files or folders of earlier results. */
  readonly prior: readonly string[];
  /** How to read them; these settings become part of the plan. */
  readonly reading: ResultSettings;
  /** At most one of these, as in a plan. Default: about a fifth of the tasks. */
  readonly size: {
    readonly take?: number;
    readonly precision?: string;
    readonly detect?: string;
    readonly budget?: string;
  };
}

/** The name of a field, given its name or the column that it is read from. */
function fieldAt(name: string, benchmarks: readonly BenchmarkFields[]): string {
  const [own] = benchmarks.flatMap(({ columns }) =>
    [...columns].filter(([, column]) => column === name).map(([field]) => field),
  );
  return own ?? name.replace(/^(metadata|task)\./, '');
}

/** @throws PlanError if the tasks cannot meet a request. */
function refuseAim(
  { take, rankBy }: PlanAim,
  benchmarks: readonly FormatInspection[],
  fields: ReadonlyMap<string, FieldDraft>,
  read: readonly BenchmarkFields[],
): void {
  const faults: Fault[] = [];
  const tasks = sumOf(benchmarks, (each) => each.tasks);
  if (take !== undefined && take > tasks) {
    const message = `you asked for ${formatCount(take)} tasks, but there are only ${formatCount(tasks)}.`;
    faults.push({ code: 'plan/too-many', message, hint: 'Ask for fewer.' });
  }
  if (take !== undefined && take < benchmarks.length) {
    const message = `${countOf(take, 'task is', 'tasks are')} too few for ${countOf(benchmarks.length, 'benchmark')}, because each needs at least one.`;
    const hint = `Ask for ${formatCount(benchmarks.length)} or more, or give fewer paths.`;
    faults.push({ code: 'plan/too-few', message, hint });
  }
  if (rankBy !== undefined) {
    const standard = benchmarks.flatMap(({ sizes }) => [...sizes.keys()]);
    // Also columns that are read as a field with another name.
    const mapped = read.flatMap(({ own }) => [...own].filter(([, { kind }]) => kind === 'number'));
    const declared = [...fields].filter(([, { kind }]) => kind === 'number');
    const known = [...new Set([...standard, ...[...mapped, ...declared].map(([field]) => field)])];
    if (!known.includes(rankBy.field)) {
      const texts = benchmarks
        .flatMap(({ unused }) => unused)
        .find(({ column, kind }) => column === rankBy.field && kind !== 'number');
      const why = texts === undefined ? '' : ` The column of that name contains text such as "${texts.example}".`;
      const message = `there is no numeric field "${rankBy.field}" to rank by.${why}${didYouMean(rankBy.field, known)} ${known.length === 0 ? 'The tasks have no numeric fields.' : `Numeric fields: ${known.join(', ')}.`}`;
      faults.push({ code: 'plan/rank-by', message, hint: 'To draw at random instead, use --sample N.' });
    }
  }
  if (faults.length > 0) throw new PlanError(faults);
}

/** A plan before it is text. */
export interface PlanDraft {
  readonly name: string;
  /** For tasks drawn at random. */
  readonly seed: number | undefined;
  /** The requested order, as in a plan: "LOC changed". */
  readonly rank: string | undefined;
  /** The number of tasks to take from all benchmarks together. */
  readonly total: number | undefined;
  /** The purpose of benchmarks that share a total, and its size or target, as in a plan. */
  readonly totalPurpose?: Readonly<Record<string, string | number>>;
  /** How to read results of runs, as in a plan. */
  readonly results?: ResultSettings;
  /** Fields that a plan with benchmarks must declare to rank by them. */
  readonly fields: ReadonlyMap<string, FieldDraft>;
  readonly benchmarks: readonly BenchmarkDraft[];
  /** Columns that the plan could rank or group by. */
  readonly columns: readonly string[];
  /** Whether it is ready to run: no id is repeated. */
  readonly runs: boolean;
}

/** One benchmark of the plan. */
export interface BenchmarkDraft {
  readonly key: string;
  readonly paths: readonly string[];
  /** Undefined if the tasks are also found without it. */
  readonly format: string | undefined;
  /** The format that was found. */
  readonly found: string;
  readonly columns: ReadonlyMap<string, string>;
  readonly distinct: boolean;
  /** Ids to exclude because another benchmark has them, with the key of that benchmark. */
  readonly excluded: ReadonlyMap<string, string>;
  readonly tasks: number;
  readonly select: SelectDraft;
  /** Paths of earlier results, as in a plan. */
  readonly prior?: readonly string[];
  /** The cost or duration of one run. */
  readonly run?: { readonly cost_usd?: number; readonly seconds?: number } | undefined;
  /** Sentences for the comment above it. */
  readonly comments?: readonly string[];
  /** Questions for a person. */
  readonly open: readonly string[];
}

/**
 * A plan that is ready to run, with questions about anything the tasks leave open.
 * @param pathOf Makes a path relative to the folder of the plan.
 */
export function draftPlan(
  name: string,
  benchmarks: readonly SettledDraft[],
  wanted: PlanAim,
  { idColumn, pathOf }: { readonly idColumn: string | undefined; readonly pathOf: (path: string) => string },
): PlanDraft {
  const inspections = benchmarks.map(({ counts }) => counts);
  const { fields, benchmarks: read } = draftFields(inspections);
  const rankBy = wanted.rankBy && { ...wanted.rankBy, field: fieldAt(wanted.rankBy.field, read) };
  const aim = { ...wanted, rankBy };
  const eligible = benchmarks.map(({ counts, excluded }) => ({ ...counts, tasks: counts.tasks - excluded.size }));
  refuseAim(aim, eligible, fields, read);
  const isSeveral = benchmarks.length > 1;
  const drafts = benchmarks.map(({ key, draft, counts, distinct, excluded, open }, i): BenchmarkDraft => {
    const { own, columns } = at(read, i);
    const ranked = [...columns].filter(([field]) => field === rankBy?.field);
    const paths = [...draft.paths.keys()].map(pathOf);
    return {
      // A plan for one pool names the benchmark after it.
      key: isSeveral ? key : nameOfSource({ path: paths }),
      distinct,
      excluded,
      paths,
      format: counts.format === table.name && !isSeveral ? undefined : counts.format,
      found: counts.format,
      columns: new Map([
        ...(idColumn === undefined || counts.format !== table.name ? [] : [['id', idColumn] as const]),
        ...ranked,
      ]),
      tasks: counts.tasks,
      select: { take: takeFrom(at(eligible, i).tasks, aim) },
      open: [
        ...open,
        ...openIds(key, counts),
        ...(rankBy === undefined ? [] : openRank(rankBy.field, counts, own)),
        ...openConflicts(counts),
      ],
    };
  });
  const isWhole = drafts.every(({ select }) => select.take === 'all');
  const takenOf = ({ select, tasks, excluded }: BenchmarkDraft) =>
    select.take === 'all' ? tasks - excluded.size : select.take;
  const direction = rankBy?.direction === 'asc' ? ' asc' : '';
  return {
    name,
    seed: rankBy === undefined && !isWhole ? 1 : undefined,
    rank: rankBy === undefined ? undefined : `${columnOf(rankBy.field, read)}${direction}`,
    total: isSeveral && !isWhole ? (aim.take ?? sumOf(drafts, takenOf)) : undefined,
    fields: new Map([...fields].filter(([field]) => field === rankBy?.field)),
    columns: [...new Set(read.flatMap(({ own }) => [...own.values()].map(({ column }) => column)))],
    runs: inspections.every(({ duplicates }) => duplicates.sameId + duplicates.sameButForCase === 0),
    benchmarks: drafts,
  };
}

/** The name of a field in the short form of a plan: the column that it is read from, unless it is nested. */
function columnOf(field: string, benchmarks: readonly BenchmarkFields[]): string {
  const columns = benchmarks.flatMap(({ own }) => own.get(field)?.column ?? []);
  return columns.find((column) => !column.includes('.')) ?? field;
}

/** The question if tasks tie on the number that ranks them. */
function openRank(field: string, { tasks, sizes }: FormatInspection, columns: OwnColumns): readonly string[] {
  const own = columns.get(field);
  const size = sizes.get(field);
  const known = size?.tasks ?? own?.tasks ?? 0;
  const isConstant = size === undefined ? own?.values === 1 : size.min === size.max;
  const rest = 'so the order is by id. Rank by another number, or draw at random (--sample)?';
  if (known === 0) return [`no task has ${field}, ${rest}`];
  if (known === tasks && isConstant) return [`every task has the same ${field}, ${rest}`];
  return openNumbers(new Map(own === undefined ? [] : [[field, own]]));
}

function openIds(key: string, { duplicates, benchmarks, tasks }: FormatInspection): readonly string[] {
  const repeated = duplicates.sameId + duplicates.sameButForCase;
  const named = benchmarks.values.reduce((sum, { tasks: count }) => sum + count, benchmarks.others);
  const repeats = `"winnow select" rejects ${countOf(repeated, 'duplicate id')}${duplicates.sameButForCase === 0 ? '' : ' (ignoring letter case)'}, such as "${duplicates.examples[0] ?? ''}". Which tasks should be removed?`;
  const without = tasks - named;
  const unnamed = `${formatCount(without)} of ${countOf(tasks, 'task')} ${without === 1 ? 'does not name a benchmark. Does it' : 'do not name a benchmark. Do they'} belong to ${key}?`;
  return [...(repeated === 0 ? [] : [repeats]), ...(named === 0 || named === tasks ? [] : [unnamed])];
}

function openConflicts({ labelConflicts: { pairs } }: FormatInspection): readonly string[] {
  const fields = [...new Set(pairs.map(({ field }) => field))];
  return fields.map((field) => {
    const alike = pairs.filter((pair) => pair.field === field);
    const places = [...new Set(alike.flatMap((pair) => [pair.from, pair.in]))].map((place) => `"${place}"`);
    const total = sumOf(alike, ({ tasks }) => tasks);
    return `${countOf(total, 'conflicting label')} in ${field}. Which source is right (source.trust): ${places.join(' or ')}?`;
  });
}

/** The number of tasks from a benchmark. */
interface SelectDraft {
  readonly take: number | 'all';
  /** The purpose of the results, which replaces the number; with a size or a target unless a total is shared. */
  readonly purpose?: { readonly name: string } & PurposeAim['size'];
}

const fewest = 10;
const share = 0.2;

/** All of a small benchmark; about a fifth of a larger one. */
function takeFrom(tasks: number, { take }: PlanAim): number | 'all' {
  if (take !== undefined) return take;
  return tasks <= fewest ? 'all' : Math.max(fewest, Math.round(tasks * share));
}

/** The column that each field of a benchmark is read from. */
type OwnColumns = ReadonlyMap<string, UnusedColumn>;

/** A field declared by a starter plan. */
interface FieldDraft {
  readonly kind: FieldKind;
  readonly negative: boolean;
}

/** The fields read from the columns of one benchmark. */
interface BenchmarkFields {
  /** The column of each field. */
  readonly own: OwnColumns;
  /** The columns that the plan must name, because their fields have other names. */
  readonly columns: ReadonlyMap<string, string>;
}

/** Usual column names for standard fields. */
const otherNames = new Map([
  ['language', ['lang', 'programming_language', 'primary_language', 'main_language']],
  ['repo', ['repository', 'repo_name', 'repo_full_name', 'repository_name', 'owner_repo']],
  ['files_changed', ['n_files', 'num_files', 'changed_files', 'n_files_changed', 'num_files_changed']],
  ['lines_changed', ['n_lines', 'num_lines', 'changed_lines', 'n_lines_changed', 'num_lines_changed']],
]);

// More would be hard to read in a plan.
const mostFields = 40;

/** A rarer column says little more than which tasks have it. */
const fewestHaving = 0.2;

const standard = new Map(sourceFields.map((field) => [field.name, field]));
const reserved = new Set([...priorFields, ...derivedFields, randomField].map(({ name }) => name));

/** Fields for all columns with numbers, labels or lists of words that no format reads, and the columns of each benchmark. */
function draftFields(benchmarks: readonly FormatInspection[]) {
  const fields = new Map<string, FieldDraft>();
  const all = benchmarks.map((benchmark): BenchmarkFields => {
    const own = new Map<string, UnusedColumn>();
    for (const column of benchmark.unused.filter(isUsable)) {
      const name = fieldNameOf(column, benchmark, fields, own);
      if (name === undefined) continue;
      if (!standard.has(name)) {
        const negative = column.negative || fields.get(name)?.negative === true;
        fields.set(name, { kind: kindOf(column), negative });
      }
      own.set(name, column);
    }
    const named = [...own].map(([name, { column }]) => [name, column] as const);
    return { own, columns: new Map(named.filter(([name, column]) => !isByName(name, column))) };
  });
  return { fields, benchmarks: all };
}

/** Whether a field is found by its name alone, at the top or in `metadata` or `task`. */
function isByName(name: string, column: string): boolean {
  return !standard.has(name) && [name, `metadata.${name}`, `task.${name}`].includes(column);
}

function kindOf({ kind }: UnusedColumn): FieldKind {
  return kind === 'number' || kind === 'list' ? kind : 'label';
}

/** Whether a column can be a field: not a data frame index, and not text that is the same or unique in every task. */
function isUsable({ column, kind, values }: UnusedColumn): boolean {
  if (kind === 'text' || kind === 'other' || column === '__proto__' || /^Unnamed: \d+$/.test(column)) return false;
  return kind !== 'label' || values > 1;
}

function isRare(column: UnusedColumn, tasks: number): boolean {
  return column.tasks < tasks * fewestHaving;
}

/** The name of a column's field; undefined if it has none. */
function fieldNameOf(
  column: UnusedColumn,
  { features, tasks }: FormatInspection,
  fields: ReadonlyMap<string, FieldDraft>,
  own: ReadonlyMap<string, UnusedColumn>,
): string | undefined {
  if (isRare(column, tasks)) return undefined;
  const last = plainField(column.column.slice(column.column.lastIndexOf('.') + 1));
  const whole = plainField(column.column);
  const meant = [...otherNames].find(([, names]) => last !== undefined && names.includes(last))?.[0];
  // Columns that differ only in symbols, such as "lines +" and "lines -", are numbered.
  const numbered = whole !== undefined && own.has(whole) ? [2, 3, 4, 5].map((number) => `${whole}_${number}`) : [];
  return [meant, last, whole, ...numbered].find((name) => {
    if (name === undefined || reserved.has(name) || own.has(name)) return false;
    const known = standard.get(name);
    // A standard field is read from this column only if the format does not find it.
    if (known !== undefined) {
      const missing = features.get(name)?.missing ?? 0;
      return known.kind === kindOf(column) && missing === tasks && !column.negative;
    }
    return fields.get(name) === undefined ? fields.size < mostFields : fields.get(name)?.kind === kindOf(column);
  });
}

function plainField(name: string): string | undefined {
  const plain = name
    .slice(0, 1000)
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  return /^[a-z]/.test(plain) && !(plain in {}) ? plain : undefined;
}

/** Questions about number fields with other values. */
function openNumbers(own: OwnColumns): readonly string[] {
  return [...own].flatMap(([name, { notNumbers, tasks }]) => {
    if (notNumbers === undefined) return [];
    return `${name} is a number, except in ${formatCount(notNumbers.tasks)} of ${countOf(tasks, 'task')} (such as "${notNumbers.example}"). Is it meant to be a number? If so, correct or clear these cells.`;
  });
}
