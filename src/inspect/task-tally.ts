import type { Field } from '../core/model/field.js';
import { foldedId } from '../core/text/nearest-name.js';
import { visibleText } from '../core/text/visible-text.js';
import { assembleTask } from '../sources/assemble-task.js';
import type { Format } from '../sources/formats/task-format.js';
import type { FoundTask } from '../sources/found.js';
import { HashSet } from './hash-set.js';
import type { ConflictList, DuplicateIds, FormatInspection, SizeSummary } from './inspection.js';
import { standardFields } from './known-formats.js';
import { placeText } from './path-faults.js';
import { CappedCounts, ReasonCounts } from './reason-counts.js';
import { SizeHistogram } from './size-histogram.js';

/** Counts tasks of one format as they come and keeps none of them. */
export class TaskTally {
  readonly #format: Format;
  readonly #fields = [...standardFields.values()].map((field) => new FieldTally(field));
  readonly #benchmarks = new CappedCounts();
  readonly #conflicts = new CappedCounts(longestPair);
  readonly #duplicates = new DuplicateFinder();
  readonly #remarks = new ReasonCounts();
  #tasks = 0;

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
    for (const remark of facts.remarks) this.#remarks.add(remark, placeText(found));
  }

  result(): Omit<FormatInspection, 'unused'> {
    const labels = this.#fields.filter(({ kind }) => kind !== 'number');
    return {
      format: this.#format.name,
      title: this.#format.title,
      tasks: this.#tasks,
      benchmarks: this.#benchmarks.result(),
      labels: new Map(labels.map(({ name, values }) => [name, values.result()])),
      sizes: new Map(
        this.#fields
          .map(({ name, sizes }) => [name, sizes.result()] as const)
          .filter((entry): entry is readonly [string, SizeSummary] => entry[1] !== undefined),
      ),
      features: this.#fields.map(({ name, known, measured }) => ({
        field: name,
        measured,
        declared: known - measured,
        missing: this.#tasks - known,
      })),
      conflicts: conflictList(this.#conflicts),
      duplicates: this.#duplicates.result(),
      remarks: this.#remarks.result(),
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

function conflictList(counts: CappedCounts): ConflictList {
  const { values, others } = counts.result();
  const pairs = values.map(({ value, tasks }) => {
    const [field, took, from, against, place] = JSON.parse(value) as [string, string, string, string, string];
    return { field, took, from, against, in: place, tasks };
  });
  return { total: pairs.reduce((sum, { tasks }) => sum + tasks, others), pairs };
}

const mostExamples = 20;

/** Finds ids that occur twice, or twice but for letter case, without keeping the ids. */
class DuplicateFinder {
  readonly #ids = new HashSet();
  readonly #folded = new HashSet();
  readonly #examples = new Set<string>();
  #sameId = 0;
  #sameButForCase = 0;

  /** The ids of two benchmarks do not meet. */
  add(id: string, benchmark = ''): void {
    const same = this.#ids.add(`${benchmark}\0${id}`);
    const alike = this.#folded.add(`${benchmark}\0${foldedId(id)}`);
    if (same) this.#sameId += 1;
    else if (alike) this.#sameButForCase += 1;
    else return;
    if (this.#examples.size < mostExamples) this.#examples.add(visibleText(id, 200));
  }

  result(): DuplicateIds {
    return { sameId: this.#sameId, sameButForCase: this.#sameButForCase, examples: [...this.#examples] };
  }
}
