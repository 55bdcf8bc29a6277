import { dirname, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import type { PoolDocument } from '../../core/contracts/pool-document.js';
import { fingerprintBytes } from '../../core/fingerprint/fingerprint.js';
import { OutputError, PoolError, WinnowError } from '../../core/model/errors.js';
import type { Plan } from '../../core/model/plan.js';
import type { Pools } from '../../core/model/task.js';
import { checkPool } from '../../core/pool/check-pool.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { realpathSync, statSync } from '../../disk/file-access.js';
import { planToUse } from '../../disk/find-plan.js';
import { assertUnchanged, loadPlanFiles } from '../../disk/load-plan.js';
import { planInputs, refuseInputs, refuseOtherKind } from '../../disk/protect-files.js';
import { writeFile } from '../../disk/write-together.js';
import { taskListName } from '../../sources/discover.js';
import { poolTable, type TableKind, tableKinds } from '../../sources/pool-table/pool-table.js';
import { noCache, pathsRead, readPlanPools } from '../arguments/read-plan-pools.js';
import { planLine } from '../reports/plan-line.js';
import { poolReport } from '../reports/pool-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

interface Flags {
  readonly out: string;
  readonly format?: string;
  readonly benchmarks?: string;
  readonly cache?: boolean;
  readonly json?: true;
}

const names = tableKinds.map(({ name }) => name).join(', ');

/** `winnow pool [PLAN] -o FILE`: the tasks that a plan sees, as one table that a plan reads back with the same result. */
export function addPool(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Writes the tasks of a plan as one table: fields, where each comes from, label conflicts, and marks of all that a\n' +
        'task consists of, so that changes are still found. To use it instead of the sources, give it to another command\n' +
        'with --pool, or name it in the plan: source: { path: FILE }.\n' +
        'Without PLAN: the plan that made the selection here; or else plan.yaml in this folder; or else,\n' +
        'in an empty folder, the plan "ccb".',
    )
    .argument('[plan]', 'a plan file (YAML), or the name of an embedded plan')
    .requiredOption('-o, --out <file>', `the file to write; its ending says the format: ${names}`)
    .option('--format <format>', `the format, where the ending does not say it: ${names}`)
    .option('--json', 'print one JSON document and nothing else')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option(...noCache)
    .action(async (plan: string | undefined, flags: Flags) => done(await runPool(plan, flags)));
}

async function runPool(named: string | undefined, flags: Flags): Promise<number> {
  const kind = kindOf(flags);
  const choice = await planToUse(named, { use: 'select', out: 'selection' });
  const loaded = await loadPlanFiles(choice.plan);
  const { plan } = loaded;
  const pools = await readPlanPools(withoutPrior(plan), flags);
  refuseFaults(plan, pools);
  assertUnchanged(loaded);
  const table = poolTable(plan, pools, flags.benchmarks !== undefined);
  const bytes = await kind.bytes(table);
  const inputs = [...planInputs(plan), ...pathsRead(flags)];
  writeFile(flags.out, bytes, () => protect(flags.out, inputs));
  const document = {
    file: flags.out,
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
  } satisfies PoolDocument;
  const terminal = terminalFor(process.stdout);
  if (flags.json === true) print(`${JSON.stringify(document, null, 2)}\n`);
  else print(`${poolReport(document, planLine({ ...choice, name: plan.name }, terminal), terminal)}\n`);
  return exitCodes.done;
}

function kindOf({ out, format }: Flags): TableKind {
  const kind = tableKinds.find(({ name }) =>
    format === undefined ? out.toLowerCase().endsWith(`.${name}`) : name === format,
  );
  if (kind !== undefined && !taskListName.test(out)) return kind;
  const message =
    kind !== undefined
      ? `"${out}" would be read as a list of tasks, by its ending.`
      : format === undefined
        ? `the ending of "${out}" does not say in what format the table is to be written.`
        : `unknown format "${format}".${didYouMean(
            format,
            tableKinds.map(({ name }) => name),
          )}`;
  throw new WinnowError([
    { code: 'usage', message, hint: `Known formats: ${names}. End the name with one of them, or give --format.` },
  ]);
}

/** Earlier results are read anew by whoever reads the table, so that new ones count. */
function withoutPrior(plan: Plan): Plan {
  return { ...plan, benchmarks: plan.benchmarks.map((benchmark) => ({ ...benchmark, prior: undefined })) };
}

/** A table that its own plan would refuse is not written. */
function refuseFaults({ benchmarks }: Plan, pools: Pools): void {
  const faults = benchmarks.flatMap((benchmark) => {
    const pool = pools.get(benchmark.name);
    return pool === undefined ? [] : checkPool(pool, benchmark);
  });
  if (faults.length > 0) throw new PoolError(faults);
}

/** Only a pool table is replaced, and none is written where the tasks are read from. */
function protect(file: string, inputs: readonly string[]): void {
  const folder = `${realpathSync(dirname(resolve(file)))}${sep}`;
  const within = inputs.find((input) => isFolder(input) && folder.startsWith(`${realpathSync(input)}${sep}`));
  if (within !== undefined) {
    const message = `lies in ${within}, which this command reads: the next run would find it among the tasks. Nothing was changed.`;
    const hint = 'Give a place outside it.';
    throw new OutputError([{ code: 'output/is-input', message, place: { file }, hint }]);
  }
  refuseInputs([file], inputs);
  const isText = (text: string) => tableKinds.some((kind) => kind.isOwn(text));
  refuseOtherKind([file], { name: 'a table of "winnow pool"', isText });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
