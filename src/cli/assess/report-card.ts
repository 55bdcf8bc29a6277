import { countOf, visibleText } from '../../index.js';
import type { Terminal } from '../terminal/terminal.js';
import type { AssessInput, AssessPart, PartAnswer } from './assess-part.js';

/** All answers together. */
interface ReportCard {
  readonly document: object;
  /** The grades and verdicts; with `full` also what each part says by itself. */
  readonly report: (terminal: Terminal, full: boolean) => string;
  readonly pictures: PartAnswer['pictures'];
}

/** Asks every part; what needs results and has none is named, with what it would say. */
export async function reportCard(
  input: AssessInput,
  parts: readonly AssessPart[],
  { baseline }: { readonly baseline?: string },
): Promise<ReportCard> {
  const flags = baseline === undefined ? {} : { baseline };
  const answers: { part: AssessPart; answer: PartAnswer | undefined }[] = [];
  for (const part of parts) {
    const isAsked = !part.needsResults || input.results !== undefined;
    answers.push({ part, answer: isAsked ? await part.assess(input, flags) : undefined });
  }
  return {
    document: {
      plan: input.selection.plan.name,
      kind: input.selection.kind,
      selected: input.selection.statistics.selected,
      available: input.selection.statistics.available,
      parts: answers.map(({ part: { name }, answer }) => ({
        part: name,
        grade: answer?.grade ?? 'unknown',
        verdict: answer?.verdict ?? missingResults,
        answer: answer?.document ?? null,
      })),
    },
    report: (terminal, full) => cardText(input, answers, terminal, full),
    pictures: answers.flatMap(({ answer }) => answer?.pictures ?? []),
  };
}

const missingResults = 'Not asked: it needs results of runs (--results).';
const marks = { good: 'good', look: 'look', unknown: '-' } as const;

function cardText(
  { selection }: AssessInput,
  answers: readonly { readonly part: AssessPart; readonly answer: PartAnswer | undefined }[],
  terminal: Terminal,
  full: boolean,
): string {
  const { bold, dim, accent, warning } = terminal;
  const colour = { good: accent, look: warning, unknown: dim } as const;
  const { plan, kind, statistics } = selection;
  const head = `${bold(visibleText(plan.name))}: ${statistics.selected} of ${countOf(statistics.available, 'task')}, ${kind}`;
  const width = Math.max(...answers.map(({ part }) => part.name.length));
  const lines = answers.map(({ part: { name }, answer }) => {
    const grade = answer?.grade ?? 'unknown';
    const [first = '', ...more] = wrapped(visibleText(answer?.verdict ?? missingResults, 600), 96);
    const indent = ' '.repeat(width + 10);
    const opening = `  ${name.padEnd(width)}  ${colour[grade](marks[grade].padEnd(4))}  ${first}`;
    return [opening, ...more.map((line) => `${indent}${line}`)].join('\n');
  });
  const sections = (full ? answers : []).flatMap(({ part: { name }, answer }) =>
    answer === undefined ? [] : [`${bold(name.toUpperCase())}\n\n${answer.report(terminal)}`],
  );
  return [
    [head, ...lines].join('\n'),
    ...sections,
    dim('The figures behind each line: winnow assess PART, or --full for all.'),
  ].join('\n\n');
}

/** A text in lines of at most so many characters, broken between words. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
