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

/** The user's choices for the plan. */
export interface PlanAim {
  /** The total of tasks. */
  readonly take?: number | undefined;
  /** A representative sample. */
  readonly atRandom?: boolean | undefined;
  /** The tasks with the most, or with "asc" the least, of a field. */
  readonly rankBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
  /** The purpose of results, with earlier ones to learn from; the plan is drafted as a random sample first. */
  readonly purpose?: PurposeAim | undefined;
}

/** The purpose of the results, and the earlier results to learn from. */
export interface PurposeAim {
  /** The name of a purpose. */
  readonly name: string;
  /** Files or folders of earlier results. */
  readonly prior: readonly string[];
  /** How they are read; the plan gets these settings. */
  readonly reading: ResultSettings;
  /** One of these, as a plan writes them; none: about a fifth. */
  readonly size: {
    readonly take?: number;
    readonly precision?: string;
    readonly detect?: string;
    readonly budget?: string;
  };
}

/** The requested field, by its name or by the column that it is read from. */
function fieldAt(name: string, benchmarks: readonly BenchmarkFields[]): string {
  const [own] = benchmarks.flatMap(({ columns }) =>
    [...columns].filter(([, column]) => column === name).map(([field]) => field),
  );
  return own ?? name.replace(/^(metadata|task)\./, '');
}

/** Requests that can't be met. */
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
    const message = `${countOf(take, 'task')} cannot be shared among ${countOf(benchmarks.length, 'benchmark')}, because each needs at least one.`;
    const hint = `Ask for ${formatCount(benchmarks.length)} or more, or name fewer paths.`;
    faults.push({ code: 'plan/too-few', message, hint });
  }
  if (rankBy !== undefined) {
    const standard = benchmarks.flatMap(({ sizes }) => [...sizes.keys()]);
    // Of columns that are read as a field of another name, too.
    const mapped = read.flatMap(({ own }) => [...own].filter(([, { kind }]) => kind === 'number'));
    const declared = [...fields].filter(([, { kind }]) => kind === 'number');
    const known = [...new Set([...standard, ...[...mapped, ...declared].map(([field]) => field)])];
    if (!known.includes(rankBy.field)) {
      const texts = benchmarks
        .flatMap(({ unused }) => unused)
        .find(({ column, kind }) => column === rankBy.field && kind !== 'number');
      const why =
        texts === undefined ? '' : ` The column of that name does not contain numbers, but "${texts.example}".`;
      const message = `there is no number called "${rankBy.field}" to rank by.${why}${didYouMean(rankBy.field, known)} ${known.length === 0 ? 'The tasks have none.' : `Known: ${known.join(', ')}.`}`;
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
  /** The order that the user asks for, as the plan writes it: "LOC changed". */
  readonly rank: string | undefined;
  /** A number of tasks that the benchmarks give together. */
  readonly total: number | undefined;
  /** The purpose of the benchmarks that share a total, and its size or target, as the plan writes it. */
  readonly totalPurpose?: Readonly<Record<string, string | number>>;
  /** How results of runs are read, as the plan writes it. */
  readonly results?: ResultSettings;
  /** The field that the full form must declare to rank by it. */
  readonly fields: ReadonlyMap<string, FieldDraft>;
  readonly benchmarks: readonly BenchmarkDraft[];
  /** Columns that the plan could rank or group by, as they are written. */
  readonly columns: readonly string[];
  /** Whether it runs as it is: no id is repeated. */
  readonly runs: boolean;
}

/** One benchmark of it. */
export interface BenchmarkDraft {
  readonly key: string;
  readonly paths: readonly string[];
  /** Undefined if the tasks are found without it. */
  readonly format: string | undefined;
  /** The format that was found. */
  readonly found: string;
  readonly columns: ReadonlyMap<string, string>;
  readonly distinct: boolean;
  /** Ids that another benchmark has, with its key. */
  readonly excluded: ReadonlyMap<string, string>;
  readonly tasks: number;
  readonly select: SelectDraft;
  /** Paths of earlier results, as the plan writes them. */
  readonly prior?: readonly string[];
  /** The cost or duration of one run. */
  readonly run?: { readonly cost_usd?: number; readonly seconds?: number } | undefined;
  /** Sentences that are written above it as a comment. */
  readonly comments?: readonly string[];
  /** Questions for a person. */
  readonly open: readonly string[];
}

/**
 * A plan that runs as it is, with a question wherever the tasks leave something open.
 * @param pathOf A path relative to the plan's own folder.
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

/** A field's name in the short form: the column that it is read from, if it is at the top of a row. */
function columnOf(field: string, benchmarks: readonly BenchmarkFields[]): string {
  const columns = benchmarks.flatMap(({ own }) => own.get(field)?.column ?? []);
  return columns.find((column) => !column.includes('.')) ?? field;
}

/** The question if many tasks tie on the number that ranks them. */
function openRank(field: string, { tasks, sizes }: FormatInspection, columns: OwnColumns): readonly string[] {
  const own = columns.get(field);
  const size = sizes.get(field);
  const known = size?.tasks ?? own?.tasks ?? 0;
  const isConstant = size === undefined ? own?.values === 1 : size.min === size.max;
  const rest = 'so the ids decide the order. Rank by another number, or draw at random (--sample)?';
  if (known === 0) return [`no task has ${field}, ${rest}`];
  if (known === tasks && isConstant) return [`every task has the same ${field}, ${rest}`];
  return openNumbers(new Map(own === undefined ? [] : [[field, own]]));
}

function openIds(key: string, { duplicates, benchmarks, tasks }: FormatInspection): readonly string[] {
  const repeated = duplicates.sameId + duplicates.sameButForCase;
  const named = benchmarks.values.reduce((sum, { tasks: count }) => sum + count, benchmarks.others);
  const repeats = `${countOf(repeated, 'duplicate id')}${duplicates.sameButForCase === 0 ? '' : ', ignoring letter case'}, such as "${duplicates.examples[0] ?? ''}", which "winnow select" rejects. Which tasks should be removed?`;
  const without = tasks - named;
  const unnamed = `${formatCount(without)} of ${countOf(tasks, 'task')} ${without === 1 ? 'has no benchmark. Does it' : 'have no benchmark. Do they'} belong to ${key}?`;
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
  /** The purpose of results, with a size or a target unless a total is shared. It replaces the number. */
  readonly purpose?: { readonly name: string } & PurposeAim['size'];
}

const fewest = 10;
const share = 0.2;

/** All of a small benchmark; about a fifth of a larger one. */
function takeFrom(tasks: number, { take }: PlanAim): number | 'all' {
  if (take !== undefined) return take;
  return tasks <= fewest ? 'all' : Math.max(fewest, Math.round(tasks * share));
}

/** By field of a benchmark, the column that it is read from. */
type OwnColumns = ReadonlyMap<string, UnusedColumn>;

/** A field that a starter plan declares. */
interface FieldDraft {
  readonly kind: FieldKind;
  readonly negative: boolean;
}

/** The fields that one benchmark's columns make. */
interface BenchmarkFields {
  /** By field, the column that it is read from. */
  readonly own: OwnColumns;
  /** The same where the plan must name the column, because the names differ. */
  readonly columns: ReadonlyMap<string, string>;
}

/** Usual column names for standard fields. */
const otherNames = new Map([
  ['language', ['lang', 'programming_language', 'primary_language', 'main_language']],
  ['repo', ['repository', 'repo_name', 'repo_full_name', 'repository_name', 'owner_repo']],
  ['files_changed', ['n_files', 'num_files', 'changed_files', 'n_files_changed', 'num_files_changed']],
  ['lines_changed', ['n_lines', 'num_lines', 'changed_lines', 'n_lines_changed', 'num_lines_changed']],
]);

// A plan is read by a person.
const mostFields = 40;

/** A column that fewer tasks have separates them by whether they have it. */
const fewestHaving = 0.2;

const standard = new Map(sourceFields.map((field) => [field.name, field]));
const reserved = new Set([...priorFields, ...derivedFields, randomField].map(({ name }) => name));

/** A field for every column with numbers, labels or lists of words that no format reads, and what each benchmark reads. */
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

/** Whether a column holds what a field could: no index of a data frame, and no text that is the same or another in every task. */
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
    // A standard field that the format does not find is this column; one that it finds stays as it is.
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

/** Values that don't fit into number fields. */
function openNumbers(own: OwnColumns): readonly string[] {
  return [...own].flatMap(([name, { notNumbers, tasks }]) => {
    if (notNumbers === undefined) return [];
    return `${name} is a number, except in ${formatCount(notNumbers.tasks)} of ${countOf(tasks, 'task')}, such as "${notNumbers.example}", which count as unknown. Should it be used as a number?`;
  });
}
