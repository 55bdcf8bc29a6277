import { type DocumentOf, entry, flag, list, number, orNull, schemaOf, text, word } from '../documents/forms.js';
import { relations } from '../estimate/requirements.js';
import { fingerprint } from '../fingerprint/fingerprint.js';
import type { Manifest } from '../manifest/manifest.js';
import { ManifestError } from '../model/errors.js';
import { countOf, visibleText } from '../text/words.js';

/** Only `continue` asks for more results. */
export const verdicts = ['better', 'worse', 'no-difference', 'passed', 'failed', 'undecided', 'continue'] as const;
export type LookVerdict = (typeof verdicts)[number];
/** The verdicts that answer the question; the others end the looks without an answer, or continue. */
export const decisions: readonly LookVerdict[] = ['better', 'worse', 'passed', 'failed'];

export function questionForm() {
  return {
    system: text('The system that the verdict is about.'),
    baseline: orNull(text(), 'The system to compare with; null if the level is compared with a threshold.'),
    requirement: orNull(
      entry({ relation: word(relations), limit: number('A share: 0.7 is 70%.') }),
      'The requirement; null if the question is which of the two systems is better.',
    ),
  };
}

function lookForm() {
  return entry({
    tasks: number('Tasks used so far, including those from earlier looks.'),
    planned: flag('Whether these are the tasks of a planned look.'),
    fraction: number('The information so far, as a share of the information at the last look.'),
    z: number('The normal deviate of its p-value; above 0 if the system is better, or the requirement is met.'),
    critical: orNull(number(), 'The boundary that |z| had to exceed; null if no error rate could be spent yet.'),
    spent: number('The error rate spent, including this look.'),
    verdict: word(verdicts),
    added: list(
      entry({
        benchmark: text(),
        taskId: text(),
        rewards: list(number(), 'The mean reward of each system: the baseline, if there is one, then the system.'),
      }),
      'The tasks that were not in earlier looks.',
    ),
    sha256: text('A hash over this look, the question, the selection and the previous look.'),
  });
}

/** `looks.json`: all looks at the results of a selection, by question. */
export function looksSchema() {
  return entry({
    metadata: entry({
      version: text('The version of this file format, MAJOR.MINOR.'),
      schema: text(`The schema that it follows: ${schemaId}.`),
      plan: text('The plan of the selection.'),
      selection: text('SHA-256 over the tasks, their looks and the error rate of the selection.'),
      errorRate: number('The chance of a false verdict over all looks at one question together.'),
    }),
    questions: list(entry({ ...questionForm(), looks: list(lookForm(), 'In the order in which they were made.') })),
  });
}

const schemaId = 'urn:winnow:looks:1';

export type LooksDocument = DocumentOf<typeof looksSchema>;
export type RecordedQuestion = LooksDocument['questions'][number];
export type RecordedLook = RecordedQuestion['looks'][number];
export type LookQuestion = Omit<RecordedQuestion, 'looks'>;

/** SHA-256 of the parts of a selection that looks depend on; new program versions don't change it. */
export function selectionMark({ tasks, methodology: { looks } }: Manifest): string {
  const rows = tasks.map(({ benchmark, task_id, look, design }) => {
    return [benchmark, task_id, look, design?.stratum ?? null, design?.stratum_size ?? null];
  });
  return fingerprint(JSON.stringify([looks?.sizes, looks?.error_rate, rows]));
}

export function emptyRecord(manifest: Manifest): LooksDocument {
  return {
    metadata: {
      version: '1.0',
      schema: schemaId,
      plan: manifest.metadata.plan.name,
      selection: selectionMark(manifest),
      error_rate: manifest.methodology.looks?.error_rate ?? 0.05,
    },
    questions: [],
  };
}

/** Reads `looks.json`. Throws ManifestError if it is damaged, edited, or about another selection. */
export function readRecord(textOfFile: string, manifest: Manifest, file: string): LooksDocument {
  const refuse = (code: string, message: string, hint: string) =>
    new ManifestError([{ code, message, place: { file }, hint }]);
  const restore =
    'Restore the file, for example from version control. Without a complete record of looks, the error rate doesn’t hold.';
  const record = parsed(textOfFile);
  if (record === undefined) throw refuse('looks/unreadable', 'not a valid record of looks.', restore);
  if (record.metadata.selection !== selectionMark(manifest)) {
    const made = record.questions.reduce((sum, { looks }) => sum + looks.length, 0);
    const message = `the file records ${countOf(made, 'look')} at another version of this selection. Its tasks, tiers or looks have changed since.`;
    const hint =
      'Looks can’t be moved to another schedule. Go back to the selection that they were planned for, or start a new comparison in another folder, with results that nobody has looked at.';
    throw refuse('looks/other-selection', message, hint);
  }
  // The error rate is part of the hash of the selection.
  const { error_rate: rate } = emptyRecord(manifest).metadata;
  if (record.metadata.error_rate !== rate) {
    const message = `the error rate was edited: it is ${record.metadata.error_rate}, but the looks were planned with ${rate}.`;
    throw refuse('looks/edited', message, restore);
  }
  const isEmpty = record.questions.length === 0 || record.questions.some(({ looks }) => looks.length === 0);
  if (isEmpty)
    throw refuse(
      'looks/edited',
      'looks were removed from the file: it has none, or a question without looks.',
      restore,
    );
  for (const question of record.questions) {
    let before = '';
    for (const [at, look] of question.looks.entries()) {
      if (look.sha256 !== lookMark(record.metadata.selection, question, before, look)) {
        const message = `look ${at + 1} at ${visibleText(question.system, 60)} was edited after it was recorded.`;
        throw refuse('looks/edited', message, restore);
      }
      before = look.sha256;
    }
  }
  return record;
}

/** The questions with looks, and their latest verdicts; empty if the record is unreadable. */
export function askedQuestions(textOfFile: string) {
  return (parsed(textOfFile)?.questions ?? []).flatMap((question) => {
    const verdict = question.looks.at(-1)?.verdict;
    return verdict === undefined ? [] : [{ ...question, verdict }];
  });
}

function parsed(textOfFile: string): LooksDocument | undefined {
  try {
    const checked = schemaOf(looksSchema())['~standard'].validate(JSON.parse(textOfFile));
    return 'value' in checked ? (checked.value as LooksDocument) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function lookMark(selection: string, question: LookQuestion, before: string, look: Omit<RecordedLook, 'sha256'>) {
  const { system, baseline, requirement } = question;
  const { tasks, planned, fraction, z, critical, spent, verdict, added } = look;
  const rows = added.map(({ benchmark, task_id, rewards }) => [benchmark, task_id, rewards]);
  const limit = requirement === null ? null : [requirement.relation, requirement.limit];
  const about = [selection, system, baseline, limit, before];
  return fingerprint(JSON.stringify([...about, tasks, planned, fraction, z, critical, spent, verdict, rows]));
}

/** The recorded looks at a question. Two systems match in either order unless there is a requirement. */
export function recordedQuestion(record: LooksDocument, question: LookQuestion): RecordedQuestion | undefined {
  const { system, baseline, requirement } = question;
  const isAbout = (each: LookQuestion, first: string, second: string | null) =>
    each.system === first &&
    each.baseline === second &&
    each.requirement?.relation === requirement?.relation &&
    each.requirement?.limit === requirement?.limit;
  const mayTurn = baseline !== null && requirement === null;
  return record.questions.find(
    (each) => isAbout(each, system, baseline) || (mayTurn && isAbout(each, baseline, system)),
  );
}

export function withLook(
  record: LooksDocument,
  question: LookQuestion,
  look: Omit<RecordedLook, 'sha256'>,
): LooksDocument {
  const known = recordedQuestion(record, question);
  const own: RecordedQuestion = known ?? { ...question, looks: [] };
  const sha256 = lookMark(record.metadata.selection, own, own.looks.at(-1)?.sha256 ?? '', look);
  const made = { ...own, looks: [...own.looks, { ...look, sha256 }] };
  const questions =
    known === undefined ? [...record.questions, made] : record.questions.map((q) => (q === known ? made : q));
  return { ...record, questions };
}

export function recordText(record: LooksDocument): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}
