import type { PlanKeys } from '../components/component-kind.js';
import { componentKinds, firstKey } from '../components/component-kinds.js';
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
  const first = new ShortPlan(plan);
  first.expand();
  return new ShortPlan(plan, first.plainNames).expand();
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
  const isShared = plan['total'] !== undefined;
  const isInParts = plan['tiers'] !== undefined || plan['looks'] !== undefined;
  if (part(plan['total'], 'purpose') !== undefined) return plan;
  const benchmarks = mapped(plan['benchmarks'], (benchmark) => {
    const select = part(benchmark, 'select') ?? {};
    const isChosen = !isRecord(benchmark) || !isRecord(select) || waysToChoose.some((key) => select[key] !== undefined);
    const isWhole =
      !isShared && !isInParts && (part(select, 'take') ?? 'all') === 'all' && part(select, 'group') === undefined;
    return isChosen || isWhole ? benchmark : { ...benchmark, select: { ...select, prefer: [randomField.name] } };
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

/** Fields that no column fills, and keywords. */
const reserved = [...[...derivedFields, randomField].map(({ name }) => name), 'benchmark', 'tasks'];

const sizeKeys = ['take', 'purpose', 'precision', 'detect', 'budget'];

/** The keys that name single tasks or count them, and so apply to only one pool. */
const keysOfOnePool = ['pin', 'exclude', 'expect', 'keep'];

class ShortPlan {
  readonly #keys: ShortKeys = shortKeys();
  readonly #plan: UnknownRecord;
  readonly #uses = new Map<string, FieldUse>();
  /** Fields that the plan uses as numbers, other than in tests for equality. */
  readonly #amounts = new Set<string>();
  /** The field name for each written name; `#declarations` has the declaration for each field name. */
  readonly #declared = new Map<string, string>();
  readonly #declarations: Record<string, unknown> = {};
  /** The columns of fields whose written names are not valid field names. */
  readonly #columns = new Map<string, string>();
  /** The written name of each field, so that no two columns share a field name. */
  readonly #owners: Map<string, string>;
  readonly #plainNames = new Set<string>();
  readonly #faults: PlanFault[] = [];
  /** Paths in the full form and where they were written; of equal paths, the last one counts. */
  readonly #places: (readonly [full: PlanPath, written: PlanPath])[] = [];

  constructor(plan: UnknownRecord, taken: Iterable<string> = []) {
    this.#plan = plan;
    for (const source of [plan, plan['tasks']].flat())
      for (const mapped of [source, part(source, 'join')].flat())
        for (const [name] of [...entriesOf(part(mapped, 'columns')), ...entriesOf(part(mapped, 'derive'))])
          this.#plainNames.add(name);
    this.#owners = new Map([...reserved, ...this.#plainNames, ...taken].map((name) => [name, name]));
    for (const [name, column] of entriesOf(plan['columns'])) this.#owners.set(name, String(column));
    for (const [written, field] of entriesOf(plan['fields'])) {
      const name = this.#nameOf(written);
      this.#declared.set(written, name);
      this.#declarations[name] = name === written || !isRecord(field) ? field : { words: written, ...field };
      if (name !== written) this.#columns.set(name, written);
    }
    for (const [name] of entriesOf(plan['derive'])) {
      if (known.has(name) || this.#declared.has(name)) continue;
      this.#declared.set(name, name);
      this.#declarations[name] = { kind: 'label' };
    }
  }

  /** The field names that the plan uses unchanged. */
  get plainNames(): ReadonlySet<string> {
    return this.#plainNames;
  }

  expand(): ExpandedPlan {
    const plan = this.#plan;
    this.#refuseUnknownKeys();
    const pools = this.#pools();
    const names = pools.map(({ name }) => name);
    this.#place(['benchmarks'], ['tasks']);
    const isOne = pools.length === 1;
    if (!isOne) this.#refuseKeysOfOnePool();
    const goal = this.#goal();
    const select = this.#select(isOne, goal !== undefined);
    const settings = this.#taken(this.#keys.benchmark);
    if ('prior' in settings && !isRecord(settings['prior'])) settings['prior'] = { path: settings['prior'] };
    if ('exclude' in settings) settings['exclude'] = this.#withConditions(settings['exclude']);
    for (const key of ['correct', 'declare']) if (key in settings) settings[key] = this.#byField(settings[key]);
    if ('components' in settings) settings['components'] = this.#components(settings['components']);
    const reading = this.#taken(this.#keys.source);
    if (isRecord(reading['derive'])) reading['derive'] = this.#derived(reading['derive']);
    const benchmarks = pools.map(({ name, source, path }) => {
      const own = ['benchmarks', name];
      this.#place(own, path);
      this.#place([...own, 'select'], []);
      this.#place([...own, 'source'], path);
      if (!isRecord(plan['prior'])) this.#place([...own, 'prior', 'path'], ['prior']);
      for (const key of Object.keys(settings)) this.#place([...own, key], [key]);
      for (const key of Object.keys(reading)) this.#place([...own, 'source', key], [key]);
      for (const key of Object.keys(select)) this.#place([...own, 'select', key], [key]);
      const group = [...own, 'select', 'group'];
      if (plan['by'] !== undefined) for (const at of [group, [...group, 'by']]) this.#place(at, ['by']);
      else if (plan['group'] === undefined) this.#place(group, ['rules', 0]);
      const order = plan['rank'] !== undefined ? 'rank' : plan['take'] !== undefined ? 'take' : 'tasks';
      if (plan['prefer'] === undefined) this.#place([...own, 'select', 'prefer'], [order]);
      return [name, { source: isRecord(source) ? { ...source, ...reading } : source, ...settings, select }] as const;
    });
    const top = this.#taken(this.#keys.plan);
    if ('vocabulary' in top) top['vocabulary'] = this.#byField(top['vocabulary']);
    const { score } = top;
    if (isRecord(score) && 'components' in score)
      top['score'] = { ...score, components: this.#components(score['components']) };
    const sizes = isOne || goal !== undefined ? {} : this.#taken(new Set(sizeKeys));
    for (const key of Object.keys(sizes)) this.#place(['total', key], [key]);
    const total = Object.keys(sizes).length === 0 ? {} : { total: { ...recordOf(top['total']), ...sizes } };
    const data = this.#withFields({
      name: isOne ? planNameOf(names[0]) : 'selection',
      ...top,
      ...total,
      ...(goal === undefined ? {} : { optimise: goal }),
      benchmarks: Object.fromEntries(benchmarks),
    });
    return {
      data: atRandom(data),
      implied: new Set(this.#uses.keys()),
      compared: new Set([...this.#uses.keys()].filter((name) => !this.#amounts.has(name))),
      columns: this.#columns,
      faults: this.#faults,
      written: (path) => this.#asWritten(writtenPath(path, this.#places)),
    };
  }

  #place(full: PlanPath, written: PlanPath): void {
    this.#places.push([full, written]);
  }

  #pools(): readonly { readonly name: string; readonly source: unknown; readonly path: PlanPath }[] {
    const { tasks } = this.#plan;
    const given = Array.isArray(tasks) ? tasks : [tasks];
    if (given.length === 0) this.#faults.push(keyFault('plan/invalid', ['tasks'], '"tasks" names no pool.'));
    const taken = new Set<string>();
    return given.map((each, i) => {
      const { name, ...given }: UnknownRecord = isRecord(each) ? each : { path: each };
      const source = given['where'] === undefined ? given : { ...given, where: this.#condition(given['where']) };
      const first = typeof name === 'string' ? name : nameOfSource(given);
      let own = first;
      for (let n = 2; taken.has(own); n++) own = `${first}-${n}`;
      taken.add(own);
      return { name: own, source, path: Array.isArray(tasks) ? ['tasks', i] : ['tasks'] };
    });
  }

  #refuseUnknownKeys(): void {
    const { plan, benchmark, select, source, short } = this.#keys;
    const all = new Set([...short, ...plan, ...select, ...benchmark, ...source]);
    for (const key of Object.keys(this.#plan)) {
      if (all.has(key)) continue;
      const message = `unknown key "${key}".${didYouMean(key, [...all])} Known here: ${[...all].join(', ')}.`;
      this.#faults.push(keyFault('plan/unknown-key', [key], message));
    }
  }

  #refuseKeysOfOnePool(): void {
    for (const key of keysOfOnePool) {
      const value = this.#plan[key];
      if (value === undefined || (isRecord(value) && value['where'] !== undefined)) continue;
      if (Array.isArray(value) && value.every((each) => isRecord(each) && each['where'] !== undefined)) continue;
      const message = `"${key}" applies to one pool, but "tasks" names several.`;
      const hint = 'List the pools under "benchmarks", and put the key under the one it applies to.';
      this.#faults.push(keyFault('plan/several-pools', [key], message, hint));
    }
  }

  #taken(keys: ReadonlySet<string>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this.#plan).filter(([key]) => keys.has(key)));
  }

  /** The optimisation in `optimise`, or the one that `rank` and `rules` imply; undefined if there is none. */
  #goal(): UnknownRecord | undefined {
    const { optimise, rank, rules, take } = this.#plan;
    const isRanked = rank !== undefined && rules !== undefined;
    if (optimise === undefined && !isRanked) return undefined;
    if (optimise !== undefined && !isRecord(optimise)) return optimise as UnknownRecord;
    for (const key of ['take', 'rules']) this.#place(['optimise', key], [key]);
    const size = take === undefined || take === 'all' ? {} : { take };
    if (optimise !== undefined) {
      if (rank !== undefined) this.#faults.push(rankBesideGoal);
      const own = Array.isArray(optimise['rules']) ? optimise['rules'] : [];
      const more = Array.isArray(rules) ? rules : [];
      if (own.length > 0) this.#place(['optimise', 'rules'], ['optimise', 'rules']);
      const stated = { ...this.#statedGoal(optimise), ...size };
      return own.length + more.length === 0 ? stated : { ...stated, rules: [...own, ...more].map(this.#rule) };
    }
    const [first, ...others] = [rank].flat();
    for (const full of [[], ['maximise'], ['minimise']]) this.#place(['optimise', ...full], ['rank']);
    const { field, direction } = readRank(first);
    if (field === undefined || others.length > 0) {
      const message = 'with "rules", tasks are ranked by one number, whose sum is maximised.';
      const hint = 'Keep the number that matters most, or leave "rules" out.';
      this.#faults.push(keyFault('plan/optimise', ['rank'], message, hint));
    }
    const goal = { [direction === 'asc' ? 'minimise' : 'maximise']: this.#field(field ?? 'score', 'number') };
    return { ...goal, ...size, rules: Array.isArray(rules) ? rules.map(this.#rule) : rules };
  }

  #statedGoal(optimise: UnknownRecord): UnknownRecord {
    const goals = ['maximise', 'minimise'].flatMap((key): (readonly [string, unknown])[] => {
      const goal = optimise[key];
      if (typeof goal === 'string') return [[key, this.#field(goal, 'number')]];
      return isRecord(goal) ? [[key, mapped(goal, (by) => this.#fields(by))]] : [];
    });
    return { ...optimise, ...Object.fromEntries(goals) };
  }

  /** Also records the fields that the rule uses. */
  readonly #rule = (rule: unknown): unknown => {
    if (!isRecord(rule)) return rule;
    const { by, bands, sum, where } = rule;
    return {
      ...rule,
      ...(by === undefined ? {} : { by: this.#fields(by, bands === undefined ? 'label' : 'number') }),
      ...(typeof sum === 'string' ? { sum: this.#field(sum, 'number') } : {}),
      ...(where === undefined ? {} : { where: this.#condition(where) }),
    };
  };

  #select(isOne: boolean, hasGoal: boolean): Record<string, unknown> {
    const { by, group, rank, rules, prefer, draw, quota, ensure, pin, where } = this.#plan;
    const select = this.#taken(this.#keys.select);
    delete select['optimise'];
    delete select['rules'];
    if (!isOne || hasGoal) for (const key of sizeKeys) if (key === 'take' || !hasGoal) delete select[key];
    if (where !== undefined) select['where'] = this.#condition(where);
    if (pin !== undefined) select['pin'] = this.#withConditions(pin);
    if (by !== undefined) select['group'] = { by: this.#fields(by) };
    if (isRecord(group)) {
      const inBands = group['bands'] === undefined ? 'label' : 'number';
      select['group'] = { ...group, by: this.#fields(group['by'], inBands) };
    }
    if (by !== undefined && group !== undefined) this.#faults.push(twoGroups);
    if (by !== undefined && hasGoal) {
      this.#faults.push(byBesideRules);
      delete select['group'];
    }
    if (rank !== undefined && !hasGoal) select['prefer'] = this.#order(rank);
    if (prefer !== undefined) select['prefer'] = this.#order(prefer);
    if (isRecord(draw) && draw['by'] !== undefined)
      select['draw'] = { ...draw, by: this.#fields(draw['by'], 'number') };
    if (isRecord(quota)) select['quota'] = { ...quota, by: this.#fields(quota['by']) };
    if (Array.isArray(ensure))
      select['ensure'] = ensure.map((rule) => (isRecord(rule) ? { ...rule, by: this.#fields(rule['by']) } : rule));
    if (rules !== undefined && !hasGoal) this.#rulesOfSample(select, rules);
    return select;
  }

  /** A sample can keep floors and ceilings on one label; all other rules need a goal. */
  #rulesOfSample(select: Record<string, unknown>, rules: unknown): void {
    const [rule, ...others] = Array.isArray(rules) ? rules : [];
    const keys = isRecord(rule) ? Object.keys(rule) : [];
    const exactly = part(rule, 'exactly');
    const known = exactly === undefined ? ['by', 'at_least', 'at_most'] : ['by', 'exactly'];
    const isPlain = keys.includes('by') && keys.every((key) => known.includes(key));
    const key = select['purpose'] === undefined ? 'group' : 'quota';
    const by = isPlain ? this.#fields(part(rule, 'by')) : undefined;
    const group = key === 'group' ? part(select['group'], 'by') : undefined;
    const isCrossed = group !== undefined && JSON.stringify([group].flat()) !== JSON.stringify([by].flat());
    if (!isRecord(rule) || others.length > 0 || !isPlain || isCrossed) {
      this.#faults.push(unkeptRules);
      return;
    }
    const bounds = exactly === undefined ? rule : { at_least: exactly, at_most: exactly };
    select[key] = { ...recordOf(select[key]), ...bounds, by };
  }

  #order(written: unknown): unknown {
    return [written].flat().map((each) => {
      if (isRecord(each))
        return Object.fromEntries(entriesOf(each).map(([field, values]) => [this.#field(field, 'label'), values]));
      const { field, direction } = readRank(each);
      if (field === undefined || field === randomField.name) return each;
      return `${this.#field(field, 'number')} ${direction}`;
    });
  }

  /** Also records the fields of their conditions. */
  #withConditions(written: unknown): unknown {
    if (Array.isArray(written)) return written.map((each) => this.#withConditions(each));
    if (!isRecord(written) || written['where'] === undefined) return written;
    return { ...written, where: this.#condition(written['where']) };
  }

  /** Also records the `by` fields. */
  #byField(written: unknown): unknown {
    if (!isRecord(written)) return written;
    const rules = entriesOf(written).map(([field, rule]) => {
      const by = part(rule, 'by');
      const read =
        isRecord(rule) && typeof by === 'string' ? { ...rule, by: by === 'id' ? by : this.#field(by, 'label') } : rule;
      return [this.#field(field, 'label'), read];
    });
    return Object.fromEntries(rules);
  }

  /** Also records the fields to extract from. */
  #derived(written: UnknownRecord): unknown {
    return Object.fromEntries(
      entriesOf(written).map(([name, rule]) => {
        const from = part(rule, 'from');
        const isField = typeof from === 'string' && from !== 'id';
        return [name, isRecord(rule) && isField ? { ...rule, from: this.#field(from, 'label') } : rule];
      }),
    );
  }

  /** Also records the fields of the rules. */
  #components(written: unknown): unknown {
    if (!isRecord(written)) return written;
    return mapped(written, (rule) => {
      const kind = componentKinds.find((each) => part(rule, firstKey(each)) !== undefined);
      return kind === undefined ? rule : this.#keysOf(rule, kind.keys);
    });
  }

  #keysOf(rule: unknown, keys: PlanKeys): unknown {
    if (!isRecord(rule)) return rule;
    return mapped(rule, (value, name) => {
      const key = keys[name];
      if (key?.form === 'number field' || key?.form === 'task field')
        return this.#fields(value, key.form === 'number field' ? 'number' : 'label');
      if (key?.form === 'condition') return this.#condition(value);
      if (key?.form !== 'list' || !Array.isArray(value)) return value;
      return value.map((each) => this.#keysOf(each, key.each));
    });
  }

  /** Records each tested field with the kind that its test implies. */
  #condition(written: unknown): unknown {
    if (!isRecord(written)) return written;
    return Object.fromEntries(
      entriesOf(written).map(([field, test]) => [this.#field(field, kindOfTest(test), isComparison(test)), test]),
    );
  }

  #fields(written: unknown, kind: FieldUse = 'label'): unknown {
    if (Array.isArray(written))
      return written.map((each) => (typeof each === 'string' ? this.#field(each, kind) : each));
    return typeof written === 'string' ? this.#field(written, kind) : written;
  }

  /** The name of a field that the plan uses. Records an undeclared field with the kind that its use implies. */
  #field(written: string, kind: FieldUse, isCompared = false): string {
    if (known.has(written)) this.#plainNames.add(written);
    if (known.has(written) || this.#declared.has(written)) return this.#declared.get(written) ?? written;
    // The plan's score, under its own name.
    if (written === part(this.#plan['score'], 'name')) return 'score';
    const name = this.#nameOf(written);
    if (name !== written) {
      this.#columns.set(name, written);
      if (known.has(name)) return name;
    }
    if (kind === 'number' && !isCompared) this.#amounts.add(name);
    const before = this.#uses.get(name);
    this.#uses.set(name, before === undefined || before === 'label' ? kind : before);
    return name;
  }

  /** A valid field name stays unchanged; any other column gets a unique name. */
  #nameOf(written: string): string {
    if (plainName.test(written)) {
      this.#plainNames.add(written);
      return written;
    }
    for (let number = 1; ; number++) {
      const name = fieldNameOf(written, number);
      const owner = this.#owners.get(name);
      if (owner === undefined) this.#owners.set(name, written);
      if (owner === undefined || owner === written) return name;
    }
  }

  /** A path with field names replaced by column names if the plan writes those. */
  #asWritten(path: PlanPath): PlanPath {
    return path.map((step, i) => {
      const column = this.#columns.get(String(step));
      return column !== undefined && part(this.#plan, ...path.slice(0, i).map(String), column) !== undefined
        ? column
        : step;
    });
  }

  /** Declares the fields that the plan uses, and adds their columns if the names differ. */
  #withFields(plan: UnknownRecord): UnknownRecord {
    const implied = [...this.#uses].map(([name, kind]) => {
      const words = this.#columns.get(name);
      return [
        name,
        { kind, ...(kind === 'number' ? { negative: true } : {}), ...(words === undefined ? {} : { words }) },
      ];
    });
    const fields = { ...this.#declarations, ...Object.fromEntries(implied) };
    const columns = Object.fromEntries(this.#columns);
    return {
      ...plan,
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
      ...(this.#columns.size === 0
        ? {}
        : { benchmarks: mapped(plan['benchmarks'], (each) => withColumns(each, columns)) }),
    };
  }
}

const twoSources = keyFault(
  'plan/repeated',
  ['tasks'],
  '"tasks" and "benchmarks" both name the pools.',
  'Keep "tasks" for a plan with one set of rules, or move it under "benchmarks".',
);
const unkeptRules = keyFault(
  'plan/rules',
  ['rules'],
  'a sample can keep floors and ceilings on only one field; other rules need a rank or a goal.',
  'Add "rank: FIELD" or "optimise: { maximise: FIELD }", or keep one rule such as { by: FIELD, at_least: 5 }.',
);
const rankBesideGoal = keyFault(
  'plan/optimise',
  ['rank'],
  '"rank" and "optimise" both decide how tasks are chosen.',
  'Leave one of them out.',
);
const byBesideRules = keyFault(
  'plan/optimise',
  ['by'],
  '"by" gives each group a share, but rules and a goal choose from all tasks together.',
  'Remove "by", and give each group its minimum with a rule: { by: COLUMN, at_least: 3 }.',
);
const twoGroups = keyFault(
  'plan/repeated',
  ['by'],
  '"by" and "group" both divide the tasks.',
  'Leave one of them out; "group" also takes shares, floors and ceilings.',
);

function withColumns(benchmark: unknown, columns: Readonly<Record<string, string>>): unknown {
  if (!isRecord(benchmark) || !isRecord(benchmark['source'])) return benchmark;
  const { source } = benchmark;
  return {
    ...benchmark,
    source: { ...source, columns: { ...columns, ...recordOf(source['columns']) } },
  };
}

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

/** The path in the text, from the longest known prefix of the path; of equally long prefixes, the last one counts. */
function writtenPath(path: PlanPath, places: readonly (readonly [full: PlanPath, written: PlanPath])[]): PlanPath {
  let best: readonly [full: PlanPath, written: PlanPath] | undefined;
  for (const place of places) {
    const [full] = place;
    const isWithin = full.length <= path.length && full.every((step, i) => step === path[i]);
    if (isWithin && full.length >= (best?.[0].length ?? 0)) best = place;
  }
  return best === undefined ? path : [...best[1], ...path.slice(best[0].length)];
}
