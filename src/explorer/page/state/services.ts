import { type Edits, isUnedited, noEdits, textEdits } from './edits.js';
import { editsJson } from './edits-json.js';
import { type Inquest, type Inquired, inquestOf } from './inquiries.js';
import { type Saved, type Study, type StudyResult, savedText } from './study.js';
import { nextTurn, type PackedResult, type WorkerBeside } from './worker.js';

/** The selection under some edits. */
export interface Answer {
  readonly edits: Edits;
  readonly result: StudyResult;
  /** The selection of the rewritten text alone; undefined if the text of the plan is as loaded. */
  readonly base: StudyResult | undefined;
}

/** Selects under edits. If several come while it works, only the newest are answered. */
export interface SelectionService {
  readonly ask: (edits: Edits, answered: (answer: Answer) => void) => void;
  /** The text of a file to save. */
  readonly save: (edits: Edits, name: string) => Promise<Saved>;
  /** Prepares the worker, so that the first answer comes soon. */
  readonly warmUp: () => void;
}

/** Selects in a worker, or in the page if there is none. */
export function selectionService(study: Study, generator: string, beside: WorkerBeside | undefined): SelectionService {
  const resultOf = (packed: PackedResult, edits: Edits): StudyResult =>
    'faults' in packed ? packed : { selection: study.unpack(packed.packed, edits) };
  let isWarm = false;
  const answer = async (edits: Edits): Promise<Answer> => {
    isWarm = true;
    const ofText = edits.text === undefined ? undefined : textEdits(edits.text);
    const asked = await beside?.ask({ kind: 'run', edits });
    if (asked === undefined) {
      // The moved control is painted first.
      await nextTurn();
      return { edits, base: ofText && study.run(ofText), result: study.run(edits) };
    }
    const result = resultOf(asked.result, edits);
    const isSame = asked.base === asked.result;
    return { edits, result, base: isSame ? result : asked.base && resultOf(asked.base, ofText ?? edits) };
  };
  return {
    ask: newestOnly(study, answer),
    save: async (edits, name) =>
      (await beside?.ask({ kind: 'save', edits, name })) ?? savedText(study, edits, name, generator),
    // Nobody waits for this answer.
    warmUp: () => void (isWarm || beside?.ask({ kind: 'run', edits: noEdits })),
  };
}

/** Asks one question at a time; the newest replaces those that wait. */
function newestOnly(study: Study, answer: (edits: Edits) => Promise<Answer>): SelectionService['ask'] {
  let waiting: { readonly edits: Edits; readonly answered: (answer: Answer) => void } | undefined;
  let isBusy = false;
  /** How often the plan was reset: answers from before a reset are dropped. */
  let resets = 0;
  const next = async () => {
    try {
      while (waiting !== undefined) {
        const { edits, answered } = waiting;
        const since = resets;
        waiting = undefined;
        const found = await answer(edits);
        if (resets === since) answered(found);
      }
    } finally {
      isBusy = false;
    }
  };
  return (edits, answered) => {
    if (isUnedited(edits)) {
      waiting = undefined;
      resets++;
      answered({ edits, result: study.loaded, base: undefined });
      return;
    }
    waiting = { edits, answered };
    if (isBusy) return;
    isBusy = true;
    void next();
  };
}

/** An inquiry about the selection under some edits. */
interface Request {
  readonly name: string;
  readonly asked: unknown;
  /** The edits that gave the selection. */
  readonly edits: Edits;
  readonly about: Inquired;
}

/** The result of an inquiry. */
export type Answered<Value> =
  | { readonly state: 'done'; readonly value: Value }
  | { readonly state: 'failed'; readonly why: string };

/** Answers inquiries one at a time, in order, and keeps the last answers. */
export interface InquiryService {
  /** The same for equal requests. */
  readonly keyOf: (request: Request) => string;
  /** The kept answer to the request of a key. */
  readonly known: (key: string) => Answered<unknown> | undefined;
  /** Undefined if `signal` was aborted. */
  readonly inquire: (request: Request, signal: AbortSignal) => Promise<Answered<unknown> | undefined>;
}

/** The number of answers kept. */
const mostKept = 60;

/** Work that nobody waits for may run this long before its worker is ended, in milliseconds. */
const patienceMs = 1000;

const ended = 'The work stopped: there may be too little memory for it. "winnow assess" answers the same questions.';

/** Answers in a worker, or in the page if there is none. */
export function inquiryService(beside: WorkerBeside | undefined, answerHere = inquestOf): InquiryService {
  const kept = new Map<string, Answered<unknown>>();
  const numberOf = numbering();
  let before: Promise<unknown> = Promise.resolve();
  const keyOf = ({ name, asked, edits, about: { loaded, results } }: Request) =>
    JSON.stringify([name, asked, editsJson(edits), numberOf(loaded), numberOf(results)]);
  const keep = (key: string, answered: Answered<unknown>) => {
    kept.set(key, answered);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  };
  const answer = async ({ name, asked, edits, about }: Request, signal: AbortSignal): Promise<Inquest> => {
    if (beside === undefined || beside.isUseless()) {
      await nextTurn();
      return answerHere(name, () => about, asked);
    }
    beside.tell(about.results);
    const endAfterwards = endingAfter(signal, beside.stop);
    const found = await beside.ask({ kind: 'inquire', edits, name, asked });
    endAfterwards();
    return found ?? (beside.isUseless() ? answerHere(name, () => about, asked) : { why: ended });
  };
  return {
    keyOf,
    known: (key) => kept.get(key),
    inquire: async (request, signal) => {
      const key = keyOf(request);
      const mine = before.then(async (): Promise<Answered<unknown> | undefined> => {
        const known = kept.get(key);
        if (signal.aborted || known !== undefined) return known;
        const found = await answer(request, signal);
        if ('why' in found) return { state: 'failed', why: found.why };
        const answered = { state: 'done', value: found.value } as const;
        keep(key, answered);
        return answered;
      });
      before = mine.catch(() => undefined);
      const answered = await mine;
      return signal.aborted ? undefined : answered;
    },
  };
}

/** Ends work some time after a signal, unless it is over by then; the returned function says that it is. */
function endingAfter(signal: AbortSignal, stop: () => void): () => void {
  const since = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onAbort = () => {
    timer = setTimeout(stop, Math.max(0, patienceMs - (performance.now() - since)));
  };
  signal.addEventListener('abort', onAbort);
  return () => {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  };
}

/** Numbers objects in the order in which they first come. */
function numbering(): (of: object | undefined) => number {
  const numbers = new WeakMap<object, number>();
  let next = 0;
  return (of) => {
    if (of === undefined) return 0;
    const known = numbers.get(of) ?? ++next;
    numbers.set(of, known);
    return known;
  };
}
