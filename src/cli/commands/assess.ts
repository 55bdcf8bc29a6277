import type { Command } from 'commander';
import { numberFrom } from '../arguments/number-from.js';
import type { AssessInput, AssessPart } from '../assess/assess-part.js';
import type { SelectionFlags } from '../assess/assessed-selection.js';
import { parts } from '../assess/parts.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

type Done = (code: number) => void;

/** What the report card and every part take. */
interface AssessFlags extends SelectionFlags {
  readonly json?: true;
  readonly results?: string[];
  readonly passAt?: number;
  readonly pictures?: string;
  readonly baseline?: string;
  readonly full?: true;
}

/** `winnow assess [SELECTION]`: a report card; `winnow assess PART [SELECTION]`: one question of it. */
export function addAssess(command: Command, done: Done): void {
  const assess = withSelection(command)
    .description(
      'Asks every question about a selection and prints a report card; with the name of a part, that question alone.\n' +
        'Without results of runs it says what can be known before them. Nothing is written but pictures, if asked for.',
    )
    .option('--full', 'print the whole of every part below the card')
    .option('--baseline <name>', 'the configuration that the others are compared with, for validity')
    // What stands before a selection can only be meant as a part.
    .allowExcessArguments()
    .action(async (selection: string, flags: AssessFlags, called: Command) => {
      if (called.args.length > 1) throw await unknownPart(selection);
      done(await runCard(selection, flags));
    });
  for (const part of parts) {
    const own = withSelection(assess.command(part.name)).summary(part.summary).description(part.description);
    // An option that stands before or after the part's name is meant for the part.
    const run = async (selection: string, flags: AssessFlags) =>
      done(await runPart(part, selection, { ...assess.opts<AssessFlags>(), ...flags }));
    (part.addOptions?.(own) ?? own).action(run);
  }
}

async function unknownPart(name: string): Promise<Error> {
  const { didYouMean, WinnowError } = await import('../../index.js');
  const known = parts.map((part) => part.name);
  const message = `there is no part "${name}".${didYouMean(name, known)} Known: ${known.join(', ')}.`;
  return new WinnowError([{ code: 'usage', message, hint: 'Give a part and a selection, or a selection alone.' }]);
}

function withSelection(command: Command): Command {
  return command
    .argument('[selection]', 'a selection.json, the folder it lies in, a plan, or an embedded plan', 'ccb')
    .option('-r, --results <path...>', 'results of runs: tables, SWE-bench, Harbor, Terminal-Bench, Inspect …')
    .option('--pass-at <number>', 'a reward of at least this counts as passed (default: 1)', numberFrom)
    .option('--pictures <dir>', 'write the charts as SVG files into this folder')
    .option('--json', 'print one JSON document and nothing else')
    .option('-p, --plan <plan>', 'the plan of a selection on disk, where it is not found beside it')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for');
}

async function inputFor(selection: string, flags: AssessFlags): Promise<AssessInput> {
  const { assessedSelection } = await import('../assess/assessed-selection.js');
  const { assessResults } = await import('../assess/assess-results.js');
  const assessed = await assessedSelection(selection, flags);
  return { selection: assessed, results: await assessResults(assessed, flags.results, flags.passAt) };
}

async function runPart(part: AssessPart, selection: string, flags: AssessFlags): Promise<number> {
  const input = await inputFor(selection, flags);
  const answer = await part.assess(input, flags);
  const { writePictures } = await import('../assess/write-pictures.js');
  const written = await writePictures(answer.pictures, flags.pictures);
  if (flags.json === true) print(`${JSON.stringify(answer.document, null, 2)}\n`);
  else print(`${[answer.report(terminalFor(process.stdout)), ...written].join('\n\n')}\n`);
  return exitCodes.done;
}

async function runCard(selection: string, flags: AssessFlags): Promise<number> {
  const { reportCard } = await import('../assess/report-card.js');
  const input = await inputFor(selection, flags);
  const card = await reportCard(input, parts, flags);
  const { writePictures } = await import('../assess/write-pictures.js');
  const written = await writePictures(card.pictures, flags.pictures);
  if (flags.json === true) print(`${JSON.stringify(card.document, null, 2)}\n`);
  else print(`${[card.report(terminalFor(process.stdout), flags.full === true), ...written].join('\n\n')}\n`);
  return exitCodes.done;
}
