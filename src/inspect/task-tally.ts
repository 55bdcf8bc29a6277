import type { FormatInspection, SizeSummary, UnusedColumn } from '../core/contracts/inspect-document.js';
import type { Field } from '../core/model/task.js';
import { alikeLabels, foldedId } from '../core/text/nearest-name.js';
import { isTotalsName } from '../core/text/totals-name.js';
import { visibleText } from '../core/text/words.js';
import { assembleTask } from '../sources/assemble-task.js';
import type { Format } from '../sources/formats/task-format.js';
import type { FoundTask } from '../sources/found.js';
import { totalsRow } from '../sources/pool-of.js';
import { CappedCounts, HashSet, ReasonCounts, SizeHistogram } from './counts.js';
import { placeText } from './given-paths.js';
import { standardFields } from './known-formats.js';

/** Counts tasks of one format as they are found, without keeping them. */
export class TaskTally {
  readonly #format: Format;
  readonly #fields = [...standardFields.values()].map((field) => new FieldTally(field));
  readonly #benchmarks = new CappedCounts();
  readonly #conflicts = new CappedCounts(longestPair);
  readonly #duplicates = new DuplicateFinder();
  readonly #texts = new SameTexts();
  readonly #remarks = new ReasonCounts();
  #tasks = 0;
  /** Rows identical to an earlier one, which were not added. */
  sameRows = 0;

  constructor(format: Format) {
    this.#format = format;
  }

  add(found: FoundTask): void {
    const { facts } = found;
    const task = assembleTask(facts, assembly);
    this.#tasks += 1;
    if (facts.benchmark !== undefined) this.#benchmarks.add(facts.benchmark);
    for (const field of this.#fields) {
      const words = task.lists?.[field.name];
      if (words === undefined) field.add(task.fields[field.name], task.provenance?.[field.name] === 'measured');
      else field.addWords(words);
    }
    for (const { field, took, from, against, in: place } of task.conflicts ?? [])
      this.#conflicts.add(JSON.stringify([field, visibleText(took, 60), from, visibleText(against, 60), place]));
    this.#duplicates.add(facts.id, facts.benchmark);
    if (facts.statement !== undefined) this.#texts.add(facts.id, facts.statement);
    const remarks = isTotalsName(facts.id) ? [...facts.remarks, totalsRow.message.slice(0, -1)] : facts.remarks;
    for (const remark of remarks) this.#remarks.add(remark, placeText(found));
  }

  /** Whether an id occurs in two records, which may be identical rows. */
  get repeatsRecords(): boolean {
    return this.#format.kind === 'record' && this.#duplicates.result().sameId > 0;
  }

  /** The counts. `unused` are the columns that no field is read from; `idColumn` is the id column of a table. */
  result(unused: readonly UnusedColumn[], idColumn?: string): FormatInspection {
    const labels = this.#fields
      .filter(({ kind }) => kind !== 'number')
      .map(({ name, values }) => [name, values.result()] as const);
    // Dates may look alike and still be different days.
    const spelt = labels.filter(([name]) => standardFields.get(name)?.kind !== 'date');
    const alike = [
      ...spelt.map(([name, { values }]) => ({ name, groups: alikeLabels(values.map(({ value }) => value)) })),
      ...unused.map((column) => ({ name: column.column, groups: column.alike })),
    ].filter(({ groups }) => groups.length > 0);
    return {
      format: this.#format.name,
      title: this.#format.title,
      tasks: this.#tasks,
      idColumn,
      benchmarks: this.#benchmarks.result(),
      labels: new Map(labels),
      sizes: new Map(
        this.#fields
          .map(({ name, sizes }) => [name, sizes.result()] as const)
          .filter((entry): entry is readonly [string, SizeSummary] => entry[1] !== undefined),
      ),
      features: new Map(
        this.#fields.map(({ name, known, measured }) => [
          name,
          { measured, declared: known - measured, missing: this.#tasks - known },
        ]),
      ),
      labelConflicts: conflictList(this.#conflicts),
      duplicates: { ...this.#duplicates.result(), ...(this.sameRows === 0 ? {} : { sameRows: this.sameRows }) },
      sameTexts: this.#texts.result(),
      remarks: this.#remarks.result(),
      unused,
      alikeLabels: alike.length === 0 ? undefined : alike,
    };
  }
}

const longestPair = 1000;
const assembly = { benchmark: '', fields: standardFields, trust: new Map<string, string>(), taskDir: undefined };

class FieldTally {
  readonly name: string;
  readonly kind: Field['kind'];
  readonly values = new CappedCounts();
  readonly sizes = new SizeHistogram();
  known = 0;
  measured = 0;

  constructor({ name, kind }: Field) {
    this.name = name;
    this.kind = kind;
  }

  addWords(words: readonly string[]): void {
    this.known += 1;
    for (const word of words) this.values.add(word);
  }

  add(value: string | number | undefined, isMeasured: boolean): void {
    if (value === undefined) return;
    this.known += 1;
    if (isMeasured) this.measured += 1;
    if (typeof value === 'number') this.sizes.add(value);
    else this.values.add(value);
  }
}

function conflictList(counts: CappedCounts): FormatInspection['labelConflicts'] {
  const { values, others } = counts.result();
  const pairs = values.map(({ value, tasks }) => {
    const [field, took, from, against, place] = JSON.parse(value) as [string, string, string, string, string];
    return { field, took, from, against, in: place, tasks };
  });
  return { total: pairs.reduce((sum, { tasks }) => sum + tasks, others), pairs };
}

/** The view promises this many in the JSON output. */
const mostExamples = 1000;

/** Finds texts that occur twice, ignoring surrounding spaces, without keeping them. */
class SameTexts {
  readonly #texts = new HashSet();
  readonly #examples: string[] = [];
  #tasks = 0;

  add(id: string, text: string): void {
    if (!this.#texts.add(text.trim())) return;
    this.#tasks += 1;
    if (this.#examples.length < mostExamples) this.#examples.push(visibleText(id, 200));
  }

  result(): FormatInspection['sameTexts'] {
    return this.#tasks === 0 ? undefined : { tasks: this.#tasks, examples: this.#examples };
  }
}

/** Finds ids that occur twice, or twice except for letter case, without keeping the ids. */
class DuplicateFinder {
  readonly #ids = new HashSet();
  readonly #folded = new HashSet();
  readonly #repeated = new HashSet();
  readonly #examples = new Set<string>();
  #sameId = 0;
  #sameButForCase = 0;

  /** Ids of two benchmarks never clash. */
  add(id: string, benchmark = ''): void {
    const same = this.#ids.add(`${benchmark}\0${id}`);
    const alike = this.#folded.add(`${benchmark}\0${foldedId(id)}`);
    // An id counts once, however many tasks have it.
    if (!alike || this.#repeated.add(`${same}\0${benchmark}\0${id}`)) return;
    if (same) this.#sameId += 1;
    else this.#sameButForCase += 1;
    if (this.#examples.size < mostExamples) this.#examples.add(visibleText(id, 200));
  }

  result(): FormatInspection['duplicates'] {
    return { sameId: this.#sameId, sameButForCase: this.#sameButForCase, examples: [...this.#examples] };
  }
}
