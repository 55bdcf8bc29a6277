import { dirname, resolve, sep } from 'node:path';
import { figureColumn, line, quietLine, type Section, tableOf, wordColumn } from '../core/blocks/blocks.js';
import { type PoolDocument, poolSchema } from '../core/contracts/command-documents.js';
import { fingerprintBytes } from '../core/fingerprint/fingerprint.js';
import { compact } from '../core/lists/lists.js';
import { OutputError, PoolError, WinnowError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import type { Pools } from '../core/model/task.js';
import { checkPool } from '../core/pool/check-pool.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { countOf, formatCount, visibleText } from '../core/text/words.js';
import { realpathSync, statSync } from '../disk/file-access.js';
import { planToUse } from '../disk/find-plan.js';
import { assertUnchanged, loadPlanFiles } from '../disk/load-plan.js';
import { planInputs, refuseInputs, refuseOtherKind } from '../disk/protect-files.js';
import { writeFile } from '../disk/write-together.js';
import { taskListName } from '../sources/discover.js';
import { poolTable, type TableKind, tableKinds } from '../sources/pool-table/pool-table.js';
import { operation, option } from './declare/operation.js';
import { section } from './declare/sections.js';
import { pathsRead, poolOptions, readPlanPools } from './inputs/plan-pools.js';
import { planLine, type UsedPlan } from './inputs/used-plan.js';

const kindNames = tableKinds.map(({ name }) => name);
const names = kindNames.join(', ');

export const pool = operation({
  name: 'pool',
  group: 'Build',
  summary: 'Write the tasks of a plan as one table',
  description:
    'The table contains the fields of each task, where they come from, conflicting labels, and hashes of the full\n' +
    'contents of the task, so that changes are still detected. To use the table instead of the original sources, pass\n' +
    'it to a command with --pool, or name it in the plan: source: { path: FILE }.',
  input: {
    plan: option.optionalArgument('a plan file (YAML), or the name of a built-in plan', { path: 'read' }),
    out: option.required('file', `the file to write; its extension sets the format: ${names}`, {
      short: 'o',
      path: 'write',
    }),
    format: option.text('format', `the format, if the extension does not set it: ${names}`),
    benchmarks: poolOptions.benchmarks,
    cache: poolOptions.cache,
  },
  output: { pool: poolSchema },
  writes: true,
  run: async (input, ports) => {
    const kind = kindOf(input);
    const choice = await planToUse(input.plan, { use: 'select', out: 'selection' });
    const loaded = await loadPlanFiles(choice.plan);
    const { plan } = loaded;
    const pools = await readPlanPools(withoutPrior(plan), input, ports);
    refuseFaults(plan, pools);
    assertUnchanged(loaded);
    const table = poolTable(plan, pools, input.benchmarks !== undefined);
    const bytes = await kind.bytes(table);
    const inputs = [...planInputs(plan), ...pathsRead(input)];
    writeFile(input.out, bytes, () => protect(input.out, inputs));
    const document: PoolDocument = {
      file: input.out,
      format: kind.name,
      rows: table.rows.length,
      bytes: bytes.length,
      sha256: fingerprintBytes(bytes),
      plan: choice.plan,
      benchmarks: [...pools].map(([name, { tasks, problems, outside }]) => ({
        name,
        tasks: tasks.length,
        ...(outside === undefined ? {} : { outside }),
        problems: problems.length,
      })),
    };
    return { document, used: { ...choice, name: plan.name } };
  },
  document: ({ document }) => document,
  view: ({ document, used }) => viewOf(document, used),
  forAgents: false,
  examples: [
    { words: 'Write the pool of the built-in plan ccb as CSV', command: 'winnow pool ccb --out pool.csv' },
    { words: 'Write it as Parquet', command: 'winnow pool ccb --out pool.parquet' },
  ],
});

function viewOf({ file, rows, bytes, benchmarks }: PoolDocument, used: UsedPlan): readonly Section[] {
  const cells = benchmarks.map(({ name, tasks, outside, problems }) => {
    const leftOut = outside !== undefined && `${formatCount(outside)} left out by source.where`;
    const notes = compact([leftOut, problems > 0 && countOf(problems, 'warning')]).join(', ');
    return { cells: [visibleText(name), formatCount(tasks), notes], level: 1 };
  });
  const isOdd = benchmarks.some(({ problems }) => problems > 0);
  const hint = 'To see the warnings, run "winnow select --dry-run".';
  const columns = [wordColumn('benchmark', ''), figureColumn('tasks', ''), wordColumn('notes', '')];
  return [
    section(
      line([{ strong: countOf(rows, 'task') }, ` in ${countOf(benchmarks.length, 'benchmark')}`]),
      tableOf('Benchmarks', columns, cells),
      isOdd && line([{ text: hint, tone: 'warning' }]),
    ),
    section(planLine(used), quietLine(`Wrote ${visibleText(file)} (${formatCount(Math.ceil(bytes / 1000))} kB)`)),
  ];
}

function kindOf({ out, format }: { readonly out: string; readonly format?: string | undefined }): TableKind {
  const kind = tableKinds.find(({ name }) =>
    format === undefined ? out.toLowerCase().endsWith(`.${name}`) : name === format,
  );
  if (kind !== undefined && !taskListName.test(out)) return kind;
  const message =
    kind !== undefined
      ? `Winnow would read "${out}" as a list of tasks because of its extension.`
      : format === undefined
        ? `"${out}" does not have the extension of a table format.`
        : `unknown format "${format}".${didYouMean(format, kindNames)}`;
  throw new WinnowError([
    { code: 'usage', message, hint: `Known formats: ${names}. Use one of these extensions, or give --format.` },
  ]);
}

/** Earlier results are not part of the table: they are read each time, so that new ones count. */
function withoutPrior(plan: Plan): Plan {
  return { ...plan, benchmarks: plan.benchmarks.map((benchmark) => ({ ...benchmark, prior: undefined })) };
}

function refuseFaults({ benchmarks }: Plan, pools: Pools): void {
  const faults = benchmarks.flatMap((benchmark) => {
    const pool = pools.get(benchmark.name);
    return pool === undefined ? [] : checkPool(pool, benchmark);
  });
  if (faults.length > 0) throw new PoolError(faults);
}

/** Only a pool table may be replaced, and none may be written into the folder with the tasks. */
function protect(file: string, inputs: readonly string[]): void {
  const folder = `${realpathSync(dirname(resolve(file)))}${sep}`;
  const within = inputs.find((input) => isFolder(input) && folder.startsWith(`${realpathSync(input)}${sep}`));
  if (within !== undefined) {
    const message = `the file is in ${within}, which this command reads, so the next run would find it among the tasks. Nothing was changed.`;
    const hint = 'Give a path outside that folder.';
    throw new OutputError([{ code: 'output/is-input', message, place: { file }, hint }]);
  }
  refuseInputs([file], inputs);
  const isText = (text: string) => tableKinds.some((kind) => kind.isOwn(text));
  refuseOtherKind([file], { name: 'a table written by "winnow pool"', isText });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
