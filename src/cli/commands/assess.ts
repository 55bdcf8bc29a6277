import { type Command, InvalidArgumentError } from 'commander';
import { optionsOf, type Question, type QuestionOption } from '../../core/assess/question/question.js';
import { questions } from '../../core/assess/questions.js';
import { cardOptions, reportCard } from '../../core/assess/report-card.js';
import type { Picture } from '../../core/blocks/blocks.js';
import { WinnowError } from '../../core/model/errors.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { writePictureFiles } from '../../disk/write-together.js';
import { numberFrom } from '../arguments/number-from.js';
import { type Assessed, assessInput, type InputFlags } from '../arguments/read-assess-input.js';
import { fromTable, noCache, timeLimit } from '../arguments/read-plan-pools.js';
import { addResultOptions, resultPaths } from '../arguments/read-results.js';
import { answerText, cardText } from '../reports/answer-text.js';
import { planLine } from '../reports/plan-line.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';
import { withTicker } from '../terminal/ticker.js';

type Done = (code: number) => void;

/** What the report card and every question take; a question's own options stand beside these, by their keys. */
interface AssessFlags extends InputFlags {
  readonly json?: true;
  readonly pictures?: string;
  readonly full?: true;
  readonly [option: string]: unknown;
}

/** `winnow assess [SELECTION]`: a report card; `winnow assess PART [SELECTION]`: one question of it. */
export function addAssess(command: Command, done: Done): void {
  const assess = withSelection(command)
    .description(
      'Asks every question about a selection and prints a report card; with the name of a part, that question alone.\n' +
        'Without results of runs it says what can be known before them. Nothing is written but pictures, if asked for.\n' +
        'Without SELECTION: what the plan gives that made the selection here, or plan.yaml in this folder,\n' +
        'or in an empty folder the plan "ccb".',
    )
    .option('--full', 'print the whole of every part below the card');
  for (const [key, option] of cardOptions(questions)) addOption(assess, key, option);
  assess
    // What stands before a selection can only be meant as a part.
    .allowExcessArguments()
    .action(async (selection: string | undefined, flags: AssessFlags, called: Command) => {
      if (called.args.length > 1) throw unknownPart(selection ?? '');
      done(await runCard(selection, flags));
    });
  for (const question of questions) {
    const { name, summary, description } = question;
    const own = withSelection(assess.command(name)).summary(summary).description(description);
    for (const [key, option] of optionsOf(question)) addOption(own, key, option);
    // An option that stands before or after the part's name is meant for the part.
    own.action(async (selection: string | undefined, flags: AssessFlags) =>
      done(await runQuestion(question, selection, { ...assess.opts<AssessFlags>(), ...flags })),
    );
  }
}

function unknownPart(name: string): Error {
  const known = questions.map((question) => question.name);
  const message = `there is no part "${name}".${didYouMean(name, known)} Known: ${known.join(', ')}.`;
  return new WinnowError([{ code: 'usage', message, hint: 'Give a part and a selection, or a selection alone.' }]);
}

function withSelection(command: Command): Command {
  command
    .argument('[selection]', 'a selection.json, the folder it lies in, a plan, or an embedded plan')
    .option('-r, --results <path...>', 'results of runs: tables, SWE-bench, Harbor, Terminal-Bench, Inspect …');
  return addResultOptions(command)
    .option('--pictures <dir>', 'write the charts as SVG files into this folder')
    .option('--json', 'print one JSON document and nothing else')
    .option('-p, --plan <plan>', 'the plan of the selection, where it is not found beside it')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .option(...timeLimit);
}

/** How the text of a value is read. */
const readers: Readonly<Record<QuestionOption['kind'], (text: string) => unknown>> = {
  number: numberFrom,
  numbers: numbersFrom,
  text: (text) => text,
};

function addOption(command: Command, key: string, option: QuestionOption): void {
  const flag = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const help = option.default === undefined ? option.help : `${option.help} (default: ${option.default})`;
  command.option(`--${flag} <${option.value}>`, help, readers[option.kind]);
}

function numbersFrom(text: string): readonly number[] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.some(Number.isNaN)) throw new InvalidArgumentError('Expected numbers with commas between them.');
  return numbers;
}

async function runQuestion(question: Question, selection: string | undefined, flags: AssessFlags): Promise<number> {
  const assessed = await assessInput(selection, flags);
  const own = optionsOf(question).flatMap(([key]) => (flags[key] === undefined ? [] : [[key, flags[key]]]));
  const answer = await withTicker(`assessing ${question.name}`, () =>
    question.ask(assessed.input, Object.fromEntries(own)),
  );
  finish(answer, () => answerText(answer, terminalFor(process.stdout)), flags, { selection, ...assessed });
  return exitCodes.done;
}

async function runCard(selection: string | undefined, flags: AssessFlags): Promise<number> {
  const assessed = await assessInput(selection, flags);
  const { input } = assessed;
  const card = await withTicker('assessing', () => reportCard(input, questions, flags));
  const text = () => cardText(input.selection, card.rows, terminalFor(process.stdout), flags.full === true);
  finish(card, text, flags, { selection, ...assessed });
  return exitCodes.done;
}

/** Writes the charts, if a folder is given, and prints the document or the text. */
function finish(
  { document, pictures }: { readonly document: object; readonly pictures: readonly Picture[] },
  text: () => string,
  { json, pictures: folder, plan, ...flags }: AssessFlags,
  { selection, input, choice }: Assessed & { readonly selection: string | undefined },
): void {
  const results = resultPaths(flags.results, flags) ?? [];
  const inputs = [selection ?? choice.plan, ...results, ...(plan === undefined ? [] : [plan])];
  const written = folder === undefined ? [] : [writePictures(pictures, folder, inputs)];
  const used = planLine({ ...choice, name: input.selection.plan.name }, terminalFor(process.stdout));
  const words = () => [text(), ...written, used].join('\n\n');
  print(`${json === true ? JSON.stringify(document, null, 2) : words()}\n`);
}

function writePictures(pictures: readonly Picture[], folder: string, inputs: readonly string[]): string {
  const files = pictures
    .filter(({ detail }) => detail !== true)
    .map(({ name, svg }) => ({ name: `${name}.svg`, text: svg }));
  if (files.length === 0) return 'There was no chart to write.';
  return `Wrote ${writePictureFiles(folder, files, inputs).join(', ')}`;
}
