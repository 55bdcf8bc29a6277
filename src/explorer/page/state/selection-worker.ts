import { WinnowError } from '../../../core/model/errors.js';
import type { Fault } from '../../../core/model/fault.js';
import type { Outcomes } from '../../../core/model/outcome.js';
import { unpackPools } from '../../explorer-data.js';
import { type PackedSelection, packSelection } from '../../packed/packed-selection.js';
import { inquiries } from '../inquiries/inquiries.js';
import type { Inquired, Inquiry } from '../inquiries/inquiry.js';
import { DataReader } from './data-reader.js';
import { type Edits, noEdits } from './edits.js';
import { editsJson } from './edits-json.js';
import { type Saved, savedText } from './saved-files.js';
import { runsOf, type StudyResult } from './study.js';

/** What the page sends to a worker: its data, text by text, later results, and questions. */
export type WorkerRequest =
  | { readonly kind: 'data' | 'tasks'; readonly text: string }
  | { readonly kind: 'results'; readonly results: Outcomes | undefined }
  | ({ readonly number: number } & WorkerQuestion);

/** What edits give, the text of a file to save under them, or one of `inquiries` about what they give. */
export type WorkerQuestion =
  | { readonly kind: 'run'; readonly edits: Edits }
  | { readonly kind: 'save'; readonly edits: Edits; readonly name: string }
  | { readonly kind: 'inquire'; readonly edits: Edits; readonly name: string; readonly asked: unknown };

/** The answer to the question of a number. */
export type WorkerAnswer = { readonly number: number } & (
  | { readonly kind: 'run'; readonly found: PackedAnswer }
  | { readonly kind: 'save'; readonly found: Saved }
  | { readonly kind: 'inquire'; readonly found: Inquest }
);

/** What came of an inquiry, or why nothing did. */
export type Inquest = { readonly value: unknown } | { readonly why: string };

/** What the worker made of some edits. */
interface PackedAnswer {
  readonly result: PackedResult;
  /** What the rewritten text of the plan gives before anything else is changed; undefined where it is as loaded. */
  readonly base: PackedResult | undefined;
}

/** An result that can be sent. */
export type PackedResult = { readonly packed: PackedSelection } | { readonly faults: readonly Fault[] };

/** Runs in a worker: selects and inquires as the page asks, and sends what comes of it back as plain data. */
export function serveSelections(): void {
  let reader: DataReader | undefined;
  let later: { readonly results: Outcomes | undefined } | undefined;
  let answer: ReturnType<typeof answers> | undefined;
  self.addEventListener('message', ({ data: request }: MessageEvent<WorkerRequest>) => {
    if ('number' in request) {
      if (reader === undefined) return;
      answer ??= answers(reader, () => later);
      self.postMessage(answer(request));
    } else if (request.kind === 'data') reader = new DataReader(request.text);
    else if (request.kind === 'results') later = request;
    else reader?.add(request.text);
  });
}

function answers(reader: DataReader, later: () => Pick<Inquired, 'results'> | undefined) {
  const data = reader.data();
  const pools = unpackPools(data.pools);
  const runs = runsOf(data, () => pools);
  const loaded = runs.run(noEdits);
  const before = 'selection' in loaded ? loaded.selection : undefined;
  const packed = (result: StudyResult): PackedResult =>
    'faults' in result ? { faults: result.faults } : { packed: packSelection(result.selection, pools, before) };
  let last = { key: editsJson(noEdits), result: loaded };
  /** Several inquiries come about the same edits. */
  const resultOf = (edits: Edits) => {
    const key = editsJson(edits);
    if (key === editsJson(noEdits)) return loaded;
    if (last.key !== key) last = { key, result: runs.run(edits) };
    return last.result;
  };
  return (question: { readonly number: number } & WorkerQuestion): WorkerAnswer => {
    const { number, edits } = question;
    if (question.kind === 'save')
      return { number, kind: 'save', found: savedText(runs, edits, question.name, data.generator) };
    if (question.kind === 'inquire') {
      const inquiry = inquiries.find(({ name }) => name === question.name);
      const about = () => ({
        loaded: selectionOf(loaded),
        selection: selectionOf(resultOf(edits)),
        inFull: () => selectionOf(runs.runText(edits)),
        results: (later() ?? data).results,
        generator: data.generator,
      });
      return { number, kind: 'inquire', found: inquestOf(inquiry, about, question.asked) };
    }
    const { text } = edits;
    const ofText = text === undefined ? undefined : { text, benchmarks: noEdits.benchmarks };
    const base = ofText && packed(runs.run(ofText));
    const isText = ofText !== undefined && editsJson(ofText) === editsJson(edits);
    return { number, kind: 'run', found: { result: (isText ? base : undefined) ?? packed(runs.run(edits)), base } };
  };
}

/** The selection of a result. @throws WinnowError if there is none. */
export function selectionOf(result: StudyResult) {
  if ('faults' in result) throw new WinnowError(result.faults);
  return result.selection;
}

/** What comes of an inquiry; what is wrong is said, not thrown. */
export function inquestOf(
  inquiry: Inquiry<never, unknown> | undefined,
  about: () => Inquired,
  asked: unknown,
): Inquest {
  try {
    // Both threads run the same script: what the page asked is what the inquiry takes.
    return { value: inquiry?.answer(about(), asked as never) };
  } catch (error) {
    if (error instanceof WinnowError) return { why: error.message };
    return { why: `This is a fault in Winnow: ${error instanceof Error ? error.message : String(error)}` };
  }
}
