import type { PlanKey, PlanKeys } from '../components/component-kind.js';
import { componentKinds, firstKey } from '../components/component-kinds.js';
import { findDraw } from '../draws/draws.js';
import { dayPattern } from '../model/date.js';
import { entriesOf, isRecord, part, recordOf, type UnknownRecord } from '../model/record.js';
import { derivedFields, fieldNameOf, priorFields, randomField, sourceFields } from '../model/task.js';
import { didYouMean } from '../text/nearest-name.js';
import { keyFault, type PlanFault } from './consistency-faults.js';
import type { PlanPath } from './plan-document.js';
import { type ShortKeys, shortKeys } from './schema/plan-schema.js';

/** A plan in its full form, with the place where each part was written. */
export interface ExpandedPlan {
  readonly data: unknown;
  /** The fields that the plan uses without declaring them: the pool must have them. */
  readonly implied: ReadonlySet<string>;
  /** Implied fields that the plan only tests for equality: even with numbers, they may be labels. */
  readonly compared: ReadonlySet<string>;
  /** The name of the score, if the plan ranks by it and a standard field has the same name. */
  readonly sharedName?: string | undefined;
  /** The columns of fields that the plan refers to by column name, by field. */
  readonly columns: ReadonlyMap<string, string>;
  /** Errors that the full form can't show; their paths are paths in the text. */
  readonly faults: readonly PlanFault[];
  /** The path in the text for a path in the full form. */
  readonly written: (path: PlanPath) => PlanPath;
}

/** Expands the short form of a plan to the full form; without a score, rank or draw, the plan takes a random sample. */
export function expandPlan(written: unknown): ExpandedPlan {
  if (!isRecord(written)) return asWritten(written);
  const plan: UnknownRecord = isRecord(written['fields'])
    ? { ...written, fields: Object.fromEntries(entriesOf(written['fields']).map(fieldEntry)) }
    : written;
  if (!Object.hasOwn(plan, 'tasks')) return asWritten(atRandom(plan));
  if (Object.hasOwn(plan, 'benchmarks')) {
    const { tasks: _, ...rest } = plan;
    return { ...asWritten(atRandom(rest)), faults: [twoSources] };
  }
  // A derived name must differ from every name that the plan uses, and those are known only after a first pass.
  const first = new UsedFields(plan);
  expandShort(plan, first);
  return expandShort(plan, new UsedFields(plan, first.plain));
}

function asWritten(data: unknown): ExpandedPlan {
  return { data, implied: new Set(), compared: new Set(), columns: new Map(), faults: [], written: (path) => path };
}

/** A field declared by its kind: `team: text`. */
function fieldEntry([name, declared]: readonly [string, unknown]): [string, unknown] {
  if (typeof declared === 'string') return [name, { kind: declared === 'text' ? 'label' : declared }];
  return [name, isRecord(declared) && declared['kind'] === 'text' ? { ...declared, kind: 'label' } : declared];
}

const waysToChoose = ['prefer', 'draw', 'optimise', 'purpose'];

/**
 * Adds a random draw to each benchmark without another way to choose its tasks, in a plan without a score. A benchmark
 * that takes all tasks needs no draw, unless tiers or looks divide them.
 */
function atRandom(plan: UnknownRecord): UnknownRecord {
  if (plan['score'] !== undefined || plan['optimise'] !== undefined || !isRecord(plan['benchmarks'])) return plan;
  if (part(plan['total'], 'purpose') !== undefined) return plan;
  const isDivided = ['total', 'tiers', 'looks'].some((key) => plan[key] !== undefined);
  const benchmarks = mapped(plan['benchmarks'], (benchmark) => {
    const select = part(benchmark, 'select') ?? {};
    const isChosen = !isRecord(benchmark) || !isRecord(select) || waysToChoose.some((key) => select[key] !== undefined);
    const isWhole = (part(select, 'take') ?? 'all') === 'all' && part(select, 'group') === undefined;
    if (isChosen || (isWhole && !isDivided)) return benchmark;
    return { ...benchmark, select: { ...select, prefer: [randomField.name] } };
  });
  return { ...plan, benchmarks };
}

function mapped(written: unknown, change: (value: unknown, key: string) => unknown): UnknownRecord {
  return Object.fromEntries(entriesOf(written).map(([key, value]) => [key, change(value, key)]));
}

const plainName = /^[a-z][a-z0-9_]*$/;

type FieldUse = 'number' | 'label' | 'list' | 'date';

/** Fields that every plan has, and keywords that a rule may use instead of a field. */
const known: ReadonlySet<string> = new Set([
  ...[...sourceFields, ...priorFields, ...derivedFields, randomField].map(({ name }) => name),
  ...['benchmark', 'tasks', 'run.cost_usd', 'run.seconds'],
]);

/** Standard fields, any of which a pool may have under the name of the plan's score. */
const fillable: ReadonlySet<string> = new Set([...sourceFields, ...priorFields].map(({ name }) => name));

/** Fields that no column fills, and keywords. */
const reserved = [...[...derivedFields, randomField].map(({ name }) => name), 'benchmark', 'tasks'];

/** The fields that a short plan uses, under the names or columns that it writes. */
class UsedFields {
  /** The field names that the plan uses unchanged. */
  readonly plain = new Set<string>();
  /** The columns of fields whose written names are not valid field names. */
  readonly columns = new Map<string, string>();
  readonly uses = new Map<string, FieldUse>();
  /** Fields that the plan uses as numbers, other than in tests for equality. */
  readonly #amounts = new Set<string>();
  /** The field name for each declared name; `#declarations` has the declaration for each field name. */
  readonly #declared = new Map<string, string>();
  readonly #declarations: Record<string, unknown> = {};
  /** The written name of each field, so that no two columns share a field name. */
  readonly #owners: Map<string, string>;
  readonly #score: unknown;
  /** The name of the score, once the plan ranks by it, if a standard field has the same name. */
  sharedName: string | undefined;

  constructor(plan: UnknownRecord, taken: Iterable<string> = []) {
    this.#score = part(plan['score'], 'name');
    for (const source of [plan, plan['tasks']].flat())
      for (const read of [source, part(source, 'join')].flat())
        for (const [name] of [...entriesOf(part(read, 'columns')), ...entriesOf(part(read, 'derive'))])
          this.plain.add(name);
    this.#owners = new Map([...reserved, ...this.plain, ...taken].map((name) => [name, name]));
    for (const [name, column] of entriesOf(plan['columns'])) this.#owners.set(name, String(column));
    for (const [written, field] of entriesOf(plan['fields'])) {
      const name = this.#nameOf(written);
      this.#declared.set(written, name);
      this.#declarations[name] = name === written || !isRecord(field) ? field : { words: written, ...field };
      if (name !== written) this.columns.set(name, written);
    }
    for (const [name] of entriesOf(plan['derive'])) {
      if (known.has(name) || this.#declared.has(name)) continue;
      this.#declared.set(name, name);
      this.#declarations[name] = { kind: 'label' };
    }
  }

  get compared(): ReadonlySet<string> {
    return new Set([...this.uses.keys()].filter((name) => !this.#amounts.has(name)));
  }

  /** The name of a field that the plan uses. Records an undeclared field with the kind that its use implies. */
  name(written: string, kind: FieldUse, isCompared = false): string {
    if (known.has(written)) this.plain.add(written);
    if (known.has(written) || this.#declared.has(written)) return this.#declared.get(written) ?? written;
    // The plan's score, under its own name.
    if (written === this.#score) return 'score';
    const name = this.#nameOf(written);
    if (name !== written) {
      this.columns.set(name, written);
      if (known.has(name)) return name;
    }
    if (kind === 'number' && !isCompared) this.#amounts.add(name);
    const before = this.uses.get(name);
    this.uses.set(name, before === undefined || before === 'label' ? kind : before);
    return name;
  }

  /** The name of a field to rank by. The score's name means the score, even if a standard field has the same name. */
  rankName(written: string): string {
    if (written !== this.#score || !fillable.has(written) || this.#declared.has(written))
      return this.name(written, 'number');
    this.sharedName = written;
    return 'score';
  }

  /** A valid field name stays unchanged; any other column gets a unique name. */
  #nameOf(written: string): string {
    if (plainName.test(written)) {
      this.plain.add(written);
      return written;
    }
    for (let number = 1; ; number++) {
      const name = fieldNameOf(written, number);
      const owner = this.#owners.get(name);
      if (owner === undefined) this.#owners.set(name, written);
      if (owner === undefined || owner === written) return name;
    }
  }

  /** Declares the fields that the plan uses, and adds their columns if the names differ. */
  declaredIn(plan: UnknownRecord): UnknownRecord {
    const implied = mapped(Object.fromEntries(this.uses), (kind, name) => {
      const words = this.columns.get(name);
      return { kind, ...(kind === 'number' ? { negative: true } : {}), ...(words === undefined ? {} : { words }) };
    });
    const fields = { ...this.#declarations, ...implied };
    const columns = Object.fromEntries(this.columns);
    const withColumns = (benchmark: unknown) => {
      const source = part(benchmark, 'source');
      if (!isRecord(benchmark) || !isRecord(source)) return benchmark;
      return { ...benchmark, source: { ...source, columns: { ...columns, ...recordOf(source['columns']) } } };
    };
    return {
      ...plan,
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
      ...(this.columns.size === 0 ? {} : { benchmarks: mapped(plan['benchmarks'], withColumns) }),
    };
  }
}

type Reader = (written: unknown) => unknown;

/** Functions that replace the written names of fields in parts of a plan, and record their use. */
function readersFor(used: UsedFields) {
  const fields =
    (kind: FieldUse): Reader =>
    (written) => {
      if (Array.isArray(written))
        return written.map((each) => (typeof each === 'string' ? used.name(each, kind) : each));
      return typeof written === 'string' ? used.name(written, kind) : written;
    };
  const [label, number] = [fields('label'), fields('number')];
  /** Reads these keys of a mapping, or of each mapping in a list. */
  const keys =
    (readers: Readonly<Record<string, Reader>>): Reader =>
    (written) => {
      if (Array.isArray(written)) return written.map(keys(readers));
      if (!isRecord(written)) return written;
      const read = { ...written };
      for (const [key, reader] of Object.entries(readers)) if (key in read) read[key] = reader(read[key]);
      return read;
    };
  /** Reads a mapping whose keys are fields. */
  const byField = (
    written: unknown,
    kindOf: (value: unknown) => FieldUse,
    read: Reader,
    isCompared: (value: unknown) => boolean = () => false,
  ) =>
    isRecord(written)
      ? Object.fromEntries(
          entriesOf(written).map(([field, value]) => [used.name(field, kindOf(value), isCompared(value)), read(value)]),
        )
      : written;
  const condition: Reader = (written) => byField(written, kindOfTest, (test) => test, isComparison);
  const rule: Reader = (written) =>
    keys({ by: part(written, 'bands') === undefined ? label : number, sum: number, where: condition })(written);
  const order: Reader = (written) =>
    [written].flat().map((each) => {
      if (isRecord(each))
        return byField(
          each,
          () => 'label',
          (values) => values,
        );
      const { field, direction } = readRank(each);
      return field === undefined || field === randomField.name ? each : `${used.rankName(field)} ${direction}`;
    });
  const component = (kind: PlanKeys): Reader => keys(mapped(kind, (key) => formReader(key as PlanKey)) as never);
  const formReader = (key: PlanKey): Reader => {
    if (key.form === 'list') return (value) => (Array.isArray(value) ? component(key.each)(value) : value);
    const readers: Partial<Record<PlanKey['form'], Reader>> = {
      'number field': number,
      'task field': label,
      condition,
    };
    return readers[key.form] ?? ((value) => value);
  };
  const amount: Reader = (written) => (typeof written === 'string' ? used.rankName(written) : number(written));
  const goal: Reader = (written) => (isRecord(written) ? mapped(written, label) : amount(written));
  return {
    label,
    amount,
    condition,
    order,
    rules: (written: unknown) => (Array.isArray(written) ? written.map(rule) : written),
    select: keys({
      where: condition,
      pin: keys({ where: condition }),
      group: rule,
      prefer: order,
      draw: (written: unknown) => keys({ by: takesLabels(written) ? label : number })(written),
      quota: keys({ by: label }),
      ensure: keys({ by: label }),
    }),
    goal: keys({ maximise: goal, minimise: goal }),
    exclude: keys({ where: condition }),
    labelled: (written: unknown) => byField(written, () => 'label', keys({ by: label })),
    derive: (written: unknown) => (isRecord(written) ? mapped(written, keys({ from: label })) : written),
    components: (written: unknown) =>
      isRecord(written)
        ? mapped(written, (each) => {
            const kind = componentKinds.find((of) => part(each, firstKey(of)) !== undefined);
            return kind === undefined ? each : component(kind.keys)(each);
          })
        : written,
  };
}

function takesLabels(draw: unknown): boolean {
  const by = findDraw(part(draw, 'method'))?.by;
  return by?.needs === 'fields' && by.areLabels === true;
}

const sizeKeys = ['take', 'purpose', 'precision', 'detect', 'budget'];

/** The keys that name single tasks or count them, and so apply to only one pool. */
const keysOfOnePool = ['pin', 'exclude', 'expect', 'keep'];

function expandShort(plan: UnknownRecord, used: UsedFields): ExpandedPlan {
  const keys = shortKeys();
  const read = readersFor(used);
  const faults = [...unknownKeys(plan, keys)];
  /** Paths in the full form and where they were written; of equal paths, the last one counts. */
  const places: Place[] = [[['benchmarks'], ['tasks']]];
  const place = (full: PlanPath, written: PlanPath) => places.push([full, written]);
  const taken = (of: ReadonlySet<string>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(plan).filter(([key]) => of.has(key)));
  const change = (record: Record<string, unknown>, key: string, reader: Reader) => {
    if (key in record) record[key] = reader(record[key]);
  };
  const pools = poolsOf(plan['tasks'], read.condition);
  if (pools.length === 0) faults.push(keyFault('plan/invalid', ['tasks'], '"tasks" is empty.'));
  const isOne = pools.length === 1;
  if (!isOne) faults.push(...misplacedKeys(plan));
  const goal = goalOf();
  const select = selectOf();
  const settings = taken(keys.benchmark);
  change(settings, 'prior', (prior) => (isRecord(prior) ? prior : { path: prior }));
  change(settings, 'exclude', read.exclude);
  for (const key of ['correct', 'declare']) change(settings, key, read.labelled);
  change(settings, 'components', read.components);
  const reading = taken(keys.source);
  change(reading, 'derive', read.derive);
  const benchmarks = pools.map(({ name, source, path }) => {
    const own = ['benchmarks', name];
    place(own, path);
    place([...own, 'select'], []);
    place([...own, 'source'], path);
    if (!isRecord(plan['prior'])) place([...own, 'prior', 'path'], ['prior']);
    for (const key of Object.keys(settings)) place([...own, key], [key]);
    for (const key of Object.keys(reading)) place([...own, 'source', key], [key]);
    for (const key of Object.keys(select)) place([...own, 'select', key], [key]);
    const group = [...own, 'select', 'group'];
    if (plan['by'] !== undefined) for (const at of [group, [...group, 'by']]) place(at, ['by']);
    else if (plan['group'] === undefined) place(group, ['rules', 0]);
    const order = ['rank', 'take'].find((key) => plan[key] !== undefined) ?? 'tasks';
    if (plan['prefer'] === undefined) place([...own, 'select', 'prefer'], [order]);
    return [name, { source: isRecord(source) ? { ...source, ...reading } : source, ...settings, select }] as const;
  });
  const top = taken(keys.plan);
  change(top, 'vocabulary', read.labelled);
  change(top, 'score', (score) =>
    isRecord(score) && 'components' in score ? { ...score, components: read.components(score['components']) } : score,
  );
  const sizes = isOne || goal !== undefined ? {} : taken(new Set(sizeKeys));
  for (const key of Object.keys(sizes)) place(['total', key], [key]);
  const total = Object.keys(sizes).length === 0 ? {} : { total: { ...recordOf(top['total']), ...sizes } };
  const data = used.declaredIn({
    name: isOne ? planNameOf(pools[0]?.name) : 'selection',
    ...top,
    ...total,
    ...(goal === undefined ? {} : { optimise: goal }),
    benchmarks: Object.fromEntries(benchmarks),
  });
  return {
    data: atRandom(data),
    implied: new Set(used.uses.keys()),
    sharedName: used.sharedName,
    compared: used.compared,
    columns: used.columns,
    faults,
    written: (path) => inColumns(writtenPath(path, places)),
  };

  /** The optimisation in `optimise`, or the one that `rank` and `rules` imply; undefined if there is none. */
  function goalOf(): UnknownRecord | undefined {
    const { optimise, rank, rules, take } = plan;
    if (optimise === undefined && (rank === undefined || rules === undefined)) return undefined;
    if (optimise !== undefined && !isRecord(optimise)) return optimise as UnknownRecord;
    for (const key of ['take', 'rules']) place(['optimise', key], [key]);
    const size = take === undefined || take === 'all' ? {} : { take };
    if (optimise !== undefined) {
      if (rank !== undefined) faults.push(rankBesideGoal);
      const own = Array.isArray(optimise['rules']) ? optimise['rules'] : [];
      const all = [...own, ...(Array.isArray(rules) ? rules : [])];
      if (own.length > 0) place(['optimise', 'rules'], ['optimise', 'rules']);
      const stated = { ...recordOf(read.goal(optimise)), ...size };
      return all.length === 0 ? stated : { ...stated, rules: read.rules(all) };
    }
    const [first, ...others] = [rank].flat();
    for (const full of [[], ['maximise'], ['minimise']]) place(['optimise', ...full], ['rank']);
    const { field, direction } = readRank(first);
    if (field === undefined || others.length > 0) faults.push(severalRanks);
    const goal = { [direction === 'asc' ? 'minimise' : 'maximise']: read.amount(field ?? 'tasks') };
    return { ...goal, ...size, rules: read.rules(rules) };
  }

  function selectOf(): Record<string, unknown> {
    const { by, group, rank, rules, prefer } = plan;
    const written = taken(keys.select);
    for (const key of ['optimise', 'rules', ...(isOne && goal === undefined ? [] : ['take'])]) delete written[key];
    if (!isOne && goal === undefined) for (const key of sizeKeys) delete written[key];
    if (by !== undefined) written['group'] = { by };
    const ranked = rank === undefined || goal !== undefined ? [] : [rank].flat();
    if (ranked.length > 0) written['prefer'] = [...ranked, ...[prefer ?? []].flat()];
    const select = { ...recordOf(read.select(written)) };
    // The pool must have the fields of "rank", too, although "prefer" decides.
    if (prefer !== undefined && Array.isArray(select['prefer']))
      select['prefer'] = select['prefer'].slice(ranked.length);
    if (by !== undefined && group !== undefined) faults.push(twoGroups);
    if (by !== undefined && goal !== undefined) {
      faults.push(byBesideRules);
      delete select['group'];
    }
    if (rules !== undefined && goal === undefined) keepInSample(select, rules);
    return select;
  }

  /** A sample can keep floors and ceilings on one label; all other rules need a goal. */
  function keepInSample(select: Record<string, unknown>, rules: unknown): void {
    const { prefer, draw, purpose, score } = plan;
    const isDrawn = [prefer].flat()[0] === randomField.name || (draw ?? purpose) !== undefined;
    if (!isDrawn && (prefer ?? score) !== undefined) faults.push(unrankedRules);
    const [rule, ...others] = Array.isArray(rules) ? rules : [];
    const exactly = part(rule, 'exactly');
    const bounds = exactly === undefined ? ['at_least', 'at_most'] : ['exactly'];
    const isPlain = isRecord(rule) && 'by' in rule && Object.keys(rule).every((key) => ['by', ...bounds].includes(key));
    const key = select['purpose'] === undefined ? 'group' : 'quota';
    const by = isPlain ? read.label(part(rule, 'by')) : undefined;
    const group = key === 'group' ? part(select['group'], 'by') : undefined;
    const isCrossed = group !== undefined && JSON.stringify([group].flat()) !== JSON.stringify([by].flat());
    if (!isPlain || others.length > 0 || isCrossed) {
      faults.push(unkeptRules);
      return;
    }
    const stated = exactly === undefined ? rule : { at_least: exactly, at_most: exactly };
    select[key] = { ...recordOf(select[key]), ...stated, by };
  }

  /** A path with field names replaced by column names if the plan writes those. */
  function inColumns(path: PlanPath): PlanPath {
    return path.map((step, i) => {
      const column = used.columns.get(String(step));
      const isWritten = column !== undefined && part(plan, ...path.slice(0, i).map(String), column) !== undefined;
      return isWritten ? column : step;
    });
  }
}

function poolsOf(tasks: unknown, condition: Reader) {
  const taken = new Set<string>();
  return (Array.isArray(tasks) ? tasks : [tasks]).map((each, i) => {
    const { name, ...given }: UnknownRecord = isRecord(each) ? each : { path: each };
    const source = given['where'] === undefined ? given : { ...given, where: condition(given['where']) };
    const first = typeof name === 'string' ? name : nameOfSource(given);
    let own = first;
    for (let n = 2; taken.has(own); n++) own = `${first}-${n}`;
    taken.add(own);
    return { name: own, source, path: Array.isArray(tasks) ? ['tasks', i] : ['tasks'] };
  });
}

function unknownKeys(written: UnknownRecord, { plan, benchmark, select, source, short }: ShortKeys): PlanFault[] {
  const all = new Set([...short, ...plan, ...select, ...benchmark, ...source]);
  const unknown = Object.keys(written).filter((key) => !all.has(key));
  return unknown.map((key) => {
    const message = `unknown key "${key}".${didYouMean(key, [...all])} Allowed here: ${[...all].join(', ')}.`;
    return keyFault('plan/unknown-key', [key], message);
  });
}

function misplacedKeys(plan: UnknownRecord): PlanFault[] {
  const isConditional = (value: unknown) => part(value, 'where') !== undefined;
  const given = keysOfOnePool.filter((key) => {
    const value = plan[key];
    return value !== undefined && !(Array.isArray(value) ? value.every(isConditional) : isConditional(value));
  });
  return given.map((key) => {
    const message = `"${key}" applies to one pool, but "tasks" lists several.`;
    const hint = 'List the pools under "benchmarks", and put this key in the benchmark that it applies to.';
    return keyFault('plan/several-pools', [key], message, hint);
  });
}

const severalRanks = keyFault(
  'plan/optimise',
  ['rank'],
  'with "rules", tasks can be ranked by only one number.',
  'Keep the number that matters most, or remove "rules".',
);

const twoSources = keyFault(
  'plan/repeated',
  ['tasks'],
  '"tasks" and "benchmarks" both list the pools.',
  'Use "tasks" if one set of rules applies to all pools; otherwise move the pools to "benchmarks".',
);
const unkeptRules = keyFault(
  'plan/rules',
  ['rules'],
  'a random sample can keep floors and caps on only one field; other rules need a rank or a goal.',
  'Add "rank: FIELD" or "optimise: { maximise: FIELD }", or keep one rule such as { by: FIELD, at_least: 5 }.',
);
const unrankedRules = keyFault(
  'plan/rules',
  ['rules'],
  'rules need a rank, a goal or a random sample, but this plan only orders the tasks.',
  'Write the order as "rank", such as "rank: score", or give each group a share with group: { by: FIELD, at_least: 5 }.',
);
const rankBesideGoal = keyFault(
  'plan/optimise',
  ['rank'],
  '"rank" and "optimise" both decide how tasks are chosen.',
  'Remove one of them.',
);
const byBesideRules = keyFault(
  'plan/optimise',
  ['by'],
  '"by" gives each group a share, but rules and goals choose from all tasks together.',
  'Remove "by", and set a minimum for each group with a rule: { by: COLUMN, at_least: 3 }.',
);
const twoGroups = keyFault(
  'plan/repeated',
  ['by'],
  '"by" and "group" both divide the tasks.',
  'Remove one of them. "group" can also set shares, floors and caps.',
);

/** The highest value comes first unless the text ends in "asc". */
function readRank(written: unknown): { readonly field: string | undefined; readonly direction: 'asc' | 'desc' } {
  const [, field, direction] = /^\s*(.*?)(?:\s+(asc|desc))?\s*$/.exec(typeof written === 'string' ? written : '') ?? [];
  return { field: field === '' ? undefined : field, direction: direction === 'asc' ? 'asc' : 'desc' };
}

const datePattern = /^\d{4}-\d{2}-\d{2}/;

function kindOfTest(test: unknown): FieldUse {
  if (!isRecord(test)) {
    const values: readonly unknown[] = [test].flat();
    if (values.every((value) => typeof value === 'string' && dayPattern.test(value))) return 'date';
    return values.every((value) => typeof value === 'number') ? 'number' : 'label';
  }
  if (test['has'] !== undefined) return 'list';
  if (test['contains'] !== undefined) return 'label';
  if (test['not'] !== undefined) return kindOfTest(test['not']);
  return Object.values(test).some((bound) => typeof bound === 'string' && datePattern.test(bound)) ? 'date' : 'number';
}

function isComparison(test: unknown): boolean {
  return !isRecord(test) || Object.keys(test).every((key) => key === 'not');
}

/** The name of the source's file, folder, pool or table, without file extensions. */
export function nameOfSource(source: UnknownRecord): string {
  const { path, embedded, trino } = source;
  const [first] = [path].flat();
  const place = typeof first === 'string' ? first : typeof embedded === 'string' ? embedded : part(trino, 'table');
  const steps = (typeof place === 'string' ? place : '').split(/[/\\]+/);
  const names = steps.map((step) =>
    step
      .replace(/(?:\.(?:csv|tsv|txt|jsonl?|ndjson|parquet|ya?ml|toml|zip|gz|zst))+$/i, '')
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replaceAll(/^[-.]+|[-.]+$/g, ''),
  );
  return names.findLast((name) => name !== '') ?? 'tasks';
}

function planNameOf(benchmark: string | undefined): string {
  const name = (benchmark ?? '').replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return name === '' ? 'selection' : name;
}

type Place = readonly [full: PlanPath, written: PlanPath];

/** The path in the text, from the longest known prefix of the path; of equally long prefixes, the last one counts. */
function writtenPath(path: PlanPath, places: readonly Place[]): PlanPath {
  let best: Place | undefined;
  for (const place of places) {
    const [full] = place;
    const isWithin = full.length <= path.length && full.every((step, i) => step === path[i]);
    if (isWithin && full.length >= (best?.[0].length ?? 0)) best = place;
  }
  return best === undefined ? path : [...best[1], ...path.slice(best[0].length)];
}
