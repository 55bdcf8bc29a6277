import { countOf, visibleText } from '../../index.js';
import type { Terminal } from '../terminal.js';
import type { AssessInput, AssessPart, PartAnswer } from './assess-part.js';

/** All answers together. */
interface ReportCard {
  readonly document: object;
  readonly report: (terminal: Terminal) => string;
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
    report: (terminal) => cardText(input, answers, terminal),
    pictures: answers.flatMap(({ answer }) => answer?.pictures ?? []),
  };
}

const missingResults = 'Not asked: it needs results of runs (--results).';
const marks = { good: 'good', look: 'look', unknown: '-' } as const;

function cardText(
  { selection }: AssessInput,
  answers: readonly { readonly part: AssessPart; readonly answer: PartAnswer | undefined }[],
  terminal: Terminal,
): string {
  const { bold, dim, accent, warning } = terminal;
  const colour = { good: accent, look: warning, unknown: dim } as const;
  const { plan, kind, statistics } = selection;
  const head = `${bold(visibleText(plan.name))}: ${statistics.selected} of ${countOf(statistics.available, 'task')}, ${kind}`;
  const width = Math.max(...answers.map(({ part }) => part.name.length));
  const lines = answers.map(({ part: { name }, answer }) => {
    const grade = answer?.grade ?? 'unknown';
    return `  ${name.padEnd(width)}  ${colour[grade](marks[grade].padEnd(4))}  ${visibleText(answer?.verdict ?? missingResults, 500)}`;
  });
  const sections = answers.flatMap(({ part: { name }, answer }) =>
    answer === undefined ? [] : [`${bold(name.toUpperCase())}\n\n${answer.report(terminal)}`],
  );
  return [
    [head, ...lines].join('\n'),
    ...sections,
    dim('Each part alone: winnow assess PART; see docs/assessing.md.'),
  ].join('\n\n');
}
