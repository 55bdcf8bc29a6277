import { anything, documentOf, entry, list, number, orNull, record, text, word } from '../documents/forms.js';
import { type AssessInput, type Grade, optionsOf, type Question } from './question/question.js';

/** The document that `assess --json` prints. Each part's answer is the document of `assess PART --json`. */
export function cardSchema() {
  return entry({
    plan: text(),
    kind: word(['focus', 'representative']),
    selected: number(),
    available: number(),
    parts: list(
      entry({
        part: text(),
        grade: text('good, look or unknown.'),
        verdict: text('The finding in a sentence or two.'),
        answer: orNull(record(anything()), 'Null if the part was not assessed, for example without results.'),
      }),
    ),
  });
}

/** The answers to all questions, in order. An answer that needs results may be missing. */
export type ReportCard = ReturnType<typeof reportCard>;

export function cardOptions(questions: readonly Question[]) {
  return questions.flatMap(optionsOf).flatMap(([key, option]) => {
    return option.onCard === undefined ? [] : [[key, { ...option, help: option.onCard, default: undefined }] as const];
  });
}

/** Asks every question with the `given` options that it accepts on the card. */
export function reportCard(
  input: AssessInput,
  questions: readonly Question[],
  given: Readonly<Record<string, unknown>> = {},
) {
  const { plan, kind, statistics } = input.selection;
  const meant = questions.filter(({ isMeant }) => isMeant === undefined || isMeant(input));
  const rows = meant.map((question) => {
    const { name } = question;
    const isLacking = question.needsResults && input.results === undefined;
    const whyNot = question.whyNot?.(input) ?? (isLacking ? 'needs results (--results).' : undefined);
    const grade: Grade = 'unknown';
    if (whyNot !== undefined) return { name, grade, verdict: `Not assessed: ${whyNot}`, answer: undefined };
    const own = cardOptions([question]).flatMap(([key]) => (given[key] === undefined ? [] : [[key, given[key]]]));
    const answer = question.ask(input, Object.fromEntries(own));
    return { name, grade: answer.grade, verdict: answer.verdict, answer };
  });
  return {
    rows,
    document: documentOf(cardSchema(), {
      plan: plan.name,
      kind,
      selected: statistics.selected,
      available: statistics.available,
      parts: rows.map((row) => ({ ...row, part: row.name, answer: row.answer && { ...row.answer.document } })),
    }),
    pictures: rows.flatMap(({ answer }) => answer?.pictures ?? []),
  };
}
