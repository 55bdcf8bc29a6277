import { type Command, InvalidArgumentError } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { print } from '../print.js';
import { terminalFor } from '../terminal.js';

type Done = (code: number) => void;

/** Every question that can be asked about a selection: one subcommand each, one entry here. */
const parts: readonly ((assess: Command, done: Done) => void)[] = [addSensitivity];

/** `winnow assess PART [PLAN]`: runs a plan and asks how good the selection is; writes nothing. */
export function addAssess(program: Command, done: Done): void {
  const assess = program
    .command('assess')
    .summary('ask how good a selection is: sensitivity')
    .description('Runs a plan and asks one question about the selection. Nothing is written.');
  for (const add of parts) add(assess, done);
}

/** What every part takes. */
interface PlanFlags {
  readonly json?: true;
  readonly allowShortfall?: true;
  readonly benchmarks?: string;
}

/** A subcommand with the argument and the options that every part has. */
function addPart(assess: Command, name: string): Command {
  return assess
    .command(name)
    .argument('[plan]', 'a plan file (YAML), or the name of an embedded plan', 'ccb')
    .option('--json', 'print one JSON document and nothing else')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for');
}

async function selectionOf(planName: string, flags: PlanFlags) {
  const { loadPlan, readPools, runPlan } = await import('../../index.js');
  const plan = await loadPlan(planName);
  const pools = await readPools(plan, { benchmarks: flags.benchmarks });
  return runPlan(plan, pools, { allowShortfall: flags.allowShortfall === true });
}

interface SensitivityFlags extends PlanFlags {
  readonly draws?: number;
  readonly concentration?: number;
  readonly seed?: string;
}

function addSensitivity(assess: Command, done: Done): void {
  addPart(assess, 'sensitivity')
    .summary('how far the selection depends on the weights of the score')
    .description(
      'Draws other weights around those of the plan, selects again each time, and says which tasks stay.\n' +
        'Then raises, lowers and leaves out each weight alone.',
    )
    .option('--draws <count>', 'how many random weightings (default: 500)', numberFrom)
    .option('--concentration <number>', 'how close they stay to the plan; higher is closer (default: 50)', numberFrom)
    .option('--seed <text>', "seed of the draws (default: the plan's, or 0)")
    .action(async (plan: string, flags: SensitivityFlags) => done(await runSensitivity(plan, flags)));
}

async function runSensitivity(planName: string, flags: SensitivityFlags): Promise<number> {
  const { assessSensitivity, sensitivityText } = await import('../../index.js');
  const selection = await selectionOf(planName, flags);
  const sensitivity = assessSensitivity(selection, flags);
  if (flags.json === true) print(sensitivityText(sensitivity));
  else {
    const { sensitivityReport } = await import('../sensitivity-report.js');
    print(`${sensitivityReport(selection.plan, sensitivity, terminalFor(process.stdout))}\n`);
  }
  return exitCodes.done;
}

function numberFrom(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw new InvalidArgumentError('Expected a number.');
  return value;
}
