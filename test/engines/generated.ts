import fc from 'fast-check';
import { draws } from '../../src/core/draws/draws.js';

/** A row of a generated table. */
export interface Row {
  readonly id: string;
  readonly repo: string | null;
  readonly language: string | null;
  readonly difficulty: string | null;
  readonly kind: string | null;
  readonly files_changed: number | null;
  readonly weight: number | null;
  readonly tags: readonly string[] | null;
  readonly created: string | null;
}

/** The columns of a generated table: text, whole numbers, numbers and lists of words. */
export const columnTypes = {
  id: 'text',
  repo: 'text',
  language: 'text',
  difficulty: 'text',
  kind: 'text',
  files_changed: 'whole',
  weight: 'float',
  tags: 'words',
  created: 'text',
} as const satisfies Record<keyof Row, string>;

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 6, nil: null });

/** Few values, so that tasks tie; numbers at the edges of rounding. */
const row = {
  repo: orNull(fc.constantFrom('a/a', 'A/a', 'b/b', 'c/c', '__proto__', 'Ö/ö', ' ')),
  language: orNull(fc.constantFrom('py', 'Python', ' go ', 'rust', '', 'a\u0001b')),
  difficulty: orNull(fc.constantFrom('easy', 'medium', 'hard', 'odd')),
  kind: orNull(fc.constantFrom('x', 'y', 'it’s', 'x\ty', '\u00a0 ', '\u3000x')),
  files_changed: orNull(fc.nat(4)),
  weight: orNull(fc.constantFrom(0, 0.5, 1 / 3, 0.1 + 0.2, 1.005, 2.675, 0.001, 123456789.25)),
  tags: orNull(fc.array(fc.constantFrom('smoke', ' smoke\u00a0', 'slow', 'none', '', 'Smoke'), { maxLength: 3 })),
  created: orNull(fc.constantFrom('2024-01-31', '2024-02-29', '2025-06-01T12:30:00Z', '2025-06-02 23:59', ' ')),
};

/** Tables of up to so many rows. */
export const tables: fc.Arbitrary<readonly Row[]> = fc
  .array(fc.record(row), { minLength: 5, maxLength: 60 })
  .chain((rows) =>
    fc
      .shuffledSubarray(
        rows.map((_, i) => i),
        { minLength: rows.length },
      )
      .map((order) => rows.map((each, i) => ({ id: `T-${order[i]}`, ...each }))),
  );

const number = (...values: number[]) => fc.constantFrom(...values);
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const preferences = fc.constantFrom<readonly unknown[]>(
  ['score desc'],
  ['files_changed desc', 'score desc'],
  ['weight asc', 'kind asc'],
  [{ difficulty: ['hard', 'medium'] }, 'weight desc'],
  ['kind desc', 'score desc'],
  ['created desc', 'weight asc'],
);
const conditions = fc.constantFrom<Record<string, unknown>>(
  { files_changed: { at_least: 1 } },
  { weight: { above: 0, at_most: 2.675 } },
  { difficulty: ['easy', 'hard', 'none'] },
  { files_changed: [1, 2, 3], kind: 'x' },
  { tags: { has: 'smoke' } },
  { repo: { contains: ['a', '%'] }, difficulty: { not: { contains: 'as' } } },
  { tags: { not: ['smoke', 'nobody'] }, kind: { not: 'x' } },
  { files_changed: { at_least: 1, not: [2, 3] }, difficulty: { not: ['easy', 'none'] } },
  { tags: { has: ['slow', 'none'] }, files_changed: { at_most: 3 } },
  { created: { at_least: '2024-02-29', below: '2025-06-02' } },
);
const group = fc.record({
  by: fc.constantFrom<string | string[]>(
    'repo',
    'language',
    'phase',
    'files_changed',
    ['repo', 'kind'],
    ['kind', 'weight'],
  ),
  share: fc.constantFrom('proportional', 'equal', 'square-root'),
  at_least: optional(fc.constantFrom<number | object>(1, { values: { 'a/a': 'all' }, otherwise: 0 })),
  at_most: optional(number(2, 5)),
});
const bands = fc.record({ by: fc.constant('weight'), bands: fc.constant([0.4, 1, 100]), share: fc.constant('equal') });
/** Every draw that a database's columns are enough for. */
const drawn = fc
  .constantFrom(...draws.filter(({ drawRows }) => drawRows !== undefined))
  .chain(({ name, by }) =>
    (by.needs === 'number'
      ? fc.constantFrom('score', 'files_changed', 'weight')
      : fc.constantFrom<string | string[]>('weight', 'difficulty', ['files_changed', 'kind'], ['repo', 'score'])
    ).map((fields) => ({ method: name, by: fields })),
  );
/** A plan for a table of so many rows that a source names, as data. */
export type PlanFor = (rows: number, source: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** A table with more about some of the tasks. */
export const sideTable = 'side.csv';

/** What it holds for these rows: other values, none, two that disagree, and an id that no task has. */
export function sideCells(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ id, files_changed }, i) => {
    const line = `${id},${(files_changed ?? 0) + i},${i % 4 === 0 ? '' : i / 8},${i % 3 === 0 ? 'z' : ''}`;
    return i % 5 === 1 ? [] : i % 7 === 3 ? [line, line.replace(/,[^,]*$/, ',y')] : [line];
  });
  return `id,files_changed,other,kind\n${lines.join('\n')}\nT-none,1,2,z\n`;
}

/** Earlier results on most of the tasks, and on one that is none: by file, what it holds for these rows. */
export const priorTables: ReadonlyMap<string, (rows: readonly Row[]) => string> = new Map([
  [
    'earlier.csv',
    (rows) =>
      `task,configuration,reward\n${earlierResults(rows)
        .flatMap(({ id, results }) => results.map((result, j) => `${id},s${j},${result}\n`))
        .join('')}T-none,s1,1\n`,
  ],
  [
    'wide.csv',
    (rows) =>
      `id,${[3, 1, 0, 2].map((j) => `s${j}`).join()}\n${earlierResults(rows)
        .map(({ id, results }) => `${id},${[3, 1, 0, 2].map((j) => results[j] ?? '').join()}\n`)
        .join('')}`,
  ],
  [
    'earlier.jsonl',
    (rows) =>
      earlierResults(rows)
        .flatMap(({ id, results }) =>
          results.map((result, j) => JSON.stringify({ task: id, model: `m${j}`, agent: 'a', passed: result >= 0.5 })),
        )
        .join('\n'),
  ],
]);

/** Four systems, of which each ran fewer tasks than the one before. */
function earlierResults(rows: readonly Row[]): readonly { readonly id: string; readonly results: readonly number[] }[] {
  return rows.map(({ id, files_changed }, i) => ({
    id,
    results: [0, 1, 2, 3]
      .slice(0, 4 - (i % 6))
      .map((j) => ((i * 7 + j * 5 + (files_changed ?? 0)) % (3 + j) === 0 ? 1 : i % 13 === 5 ? 0.25 : 0)),
  }));
}

/** A side table of which SQL joins every row: ids are there once, and labels are those that no task has. */
export const cleanSide = 'clean.csv';

/** What it holds for these rows. */
export function cleanCells(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ id }, i) => (i % 9 === 1 ? [] : [`${i % 4 === 0 ? '' : i},${id},${i / 8},c${i % 3}`]));
  return `files_changed,id,other,category\n${lines.join('\n')}\n1,T-none,2,z\n2,T-other,,\n`;
}

function pinsOf(pin: readonly string[], where: object | undefined): Record<string, unknown> {
  if (where === undefined) return pin.length === 0 ? {} : { pin };
  return { pin: pin.length === 0 ? { where } : [...pin, { where }] };
}

function exclusionsOf(exclude: readonly object[], where: object | undefined): Record<string, unknown> {
  const all = [...exclude, ...(where === undefined ? [] : [{ where, reason: 'other' }])];
  return all.length === 0 ? {} : { exclude: all };
}

/** Plans for such tables; some of them cannot be kept by some tables. */
export const plans: fc.Arbitrary<PlanFor> = planFor(fc.constant({ prior: undefined, purpose: undefined }));

/** Plans for such tables that use earlier results, most of them for a purpose. */
export const learningPlans: fc.Arbitrary<PlanFor> = planFor(
  fc.record({
    prior: fc.constantFrom(...priorTables.keys()),
    purpose: fc.constantFrom('level', 'comparison', 'ranking', 'direction', undefined),
  }),
);

function planFor(
  learning: fc.Arbitrary<{ readonly prior: string | undefined; readonly purpose: string | undefined }>,
): fc.Arbitrary<PlanFor> {
  return fc
    .tuple(
      learning,
      fc.record({
        decimals: number(0, 1, 2, 4),
        full: number(1, 3, 7),
        otherwise: optional(number(0.25)),
        where: optional(conditions),
        pool: optional(conditions),
        take: fc.nat(11).map((n) => n + 1),
        group: optional(fc.oneof(group, bands)),
        prefer: preferences,
        random: fc.boolean(),
        ensure: optional(
          fc.record({
            values: fc.constantFrom(['hard'], ['easy', 'hard']),
            at_least: number(1, 2),
            prefer: preferences,
          }),
        ),
        ids: fc.array(fc.nat(1000), { maxLength: 6 }),
        replaced: fc.nat(2),
        pinned: fc.constantFrom(0, 0, 1, 2),
        pinWhere: optional(conditions),
        excludeWhere: optional(conditions),
        declare: fc.boolean(),
        correct: fc.boolean(),
        measured: fc.boolean(),
        derive: fc.option(
          fc.constantFrom(
            { difficulty: { from: 'id', pattern: 'T-{n}5', value: 'hard' } },
            { weight: { from: 'id', pattern: '{a}-{n}', value: '{n}' } },
            { kind: { from: 'repo', pattern: '{owner}/{name}', value: ' {name}' } },
          ),
          { freq: 3, nil: undefined },
        ),
        join: fc.option(
          fc.constantFrom<Record<string, unknown>>(
            {},
            { columns: { weight: 'other' } },
            { measured: ['files_changed'] },
            { path: cleanSide },
            { path: cleanSide, columns: { weight: 'other' }, measured: ['files_changed'] },
          ),
          { freq: 3, nil: undefined },
        ),
        tiers: fc.boolean(),
        vocabulary: fc.option(fc.constantFrom(['easy', 'medium', 'hard', 'odd'], ['easy', 'hard']), {
          freq: 3,
          nil: undefined,
        }),
        draw: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: drawn }),
        sized: fc.constantFrom('own', 'own', 'total', 'all'),
        keep: optional(fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 6 })),
      }),
    )
    .map(([{ prior, purpose }, given]) => (rows, source) => {
      // A task that is not in the pool can be neither pinned nor excluded, and one that is not eligible cannot be pinned.
      const ids = given.pool === undefined ? [...new Set(given.ids.map((n) => `T-${n % rows}`))] : [];
      const pinned = given.where === undefined ? given.pinned : 0;
      const free = ids.slice(pinned);
      // Some exclusions name who comes in; a rank beside chance or "ensure" has no such place.
      const isRanked = !given.random && given.draw === undefined && given.ensure === undefined;
      const named = isRanked ? free.splice(0, Math.min(given.replaced, free.length >> 1)) : [];
      const [pin, exclude] = [ids.slice(0, pinned), free];
      return {
        name: 'generated',
        title: 'Generated',
        seed: 11,
        phases: ['Fix', 'Test'],
        ...(given.sized === 'total' && purpose === undefined ? { total: { take: given.take } } : {}),
        ...(given.vocabulary === undefined ? {} : { vocabulary: { difficulty: given.vocabulary } }),
        ...(given.tiers ? { tiers: { small: Math.ceil(given.take / 2) } } : {}),
        fields: { kind: { kind: 'label' }, weight: { kind: 'number' } },
        score: {
          name: 'size',
          decimals: given.decimals,
          weights: { files: 0.3, weight: 0.3, hard: 0.2, same: 0.2 },
          components: {
            files: { ramp: 'files_changed', full: given.full, from: 0.1, to: 0.9, unknown: 0.3 },
            weight: { ramp: 'weight', full: 3, from: 1, to: 0, floor: 0.2, unknown: 0.5 },
            hard: {
              lookup: 'difficulty',
              values: { easy: 0.1, medium: 0.55, hard: 1 },
              otherwise: given.otherwise ?? 0.4,
            },
            same: { constant: 0.7 },
          },
        },
        benchmarks: {
          one: {
            source: {
              ...source,
              ...(source['path'] === undefined || given.derive === undefined ? {} : { derive: given.derive }),
              ...(source['path'] === undefined || given.join === undefined
                ? {}
                : { join: [{ path: sideTable, ...given.join }] }),
              ...(given.measured ? { measured: ['files_changed'] } : {}),
              ...(given.pool === undefined ? {} : { where: given.pool }),
            },
            phase: { by: 'difficulty', values: { easy: 'Fix', hard: 'Test' }, otherwise: 'Fix' },
            ...(given.declare
              ? { declare: { difficulty: { by: 'kind', values: { x: 'easy' }, otherwise: 'hard' }, files_changed: 2 } }
              : {}),
            ...(given.correct
              ? { correct: { difficulty: { by: 'difficulty', values: { odd: 'hard', medium: 'medium' } } } }
              : {}),
            ...(prior === undefined ? {} : { prior: { path: prior } }),
            select:
              purpose !== undefined
                ? {
                    take: given.take + pin.length,
                    purpose,
                    ...(given.where === undefined ? {} : { where: given.where }),
                    ...pinsOf(pin, undefined),
                  }
                : {
                    ...(given.sized === 'total' ? {} : { take: given.sized === 'all' ? 'all' : given.take }),
                    ...(given.where === undefined ? {} : { where: given.where }),
                    ...(given.group === undefined ? {} : { group: given.group }),
                    ...(given.draw === undefined
                      ? { prefer: given.random ? ['random'] : given.prefer }
                      : { draw: given.draw }),
                    ...(given.ensure === undefined || given.random || given.draw !== undefined
                      ? {}
                      : { ensure: [{ by: 'difficulty', ...given.ensure, prefer: given.ensure.prefer }] }),
                    ...(given.keep === undefined || given.random || given.draw !== undefined
                      ? {}
                      : { keep: { tasks: given.keep.map((n) => `T-${n}`), new_at_most: 0 } }),
                    ...pinsOf(pin, given.pinWhere),
                  },
            ...exclusionsOf(
              exclude.map((id, i) => ({
                id,
                reason: 'flaky',
                ...(i < named.length ? { replacement: named[i] } : {}),
              })),
              named.length > 0 ? undefined : given.excludeWhere,
            ),
          },
        },
      };
    });
}
