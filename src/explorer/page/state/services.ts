import type { Outcomes } from '../../../core/model/outcome.js';
import type { Selection } from '../../../core/model/selection.js';
import { type PackedSelection, poolColumns } from '../../packed/selection-columns.js';
import { type Edits, isUnedited, noEdits } from './edits.js';
import { editsJson } from './edits-json.js';
import type { Saved, StudyResult } from './study.js';
import { keepOrder, scoreOrder } from './task-rows.js';
import type { PackedResult, WorkerBeside } from './worker.js';

const ended =
  'The calculation stopped, possibly because the browser ran out of memory. Use the command line for the same results.';
const endedFaults = { faults: [{ code: 'page/stopped', message: ended }] };

export interface Answer {
  readonly edits: Edits;
  readonly result: StudyResult;
  /** The selection by the rewritten plan text without other edits; undefined if the text is unchanged. */
  readonly base: StudyResult | undefined;
}

/** Selects with edits. If several arrive while it works, only the newest are answered. */
export function selectionService(
  loaded: Selection,
  unpack: (packed: PackedSelection) => Selection,
  beside: WorkerBeside,
) {
  let waiting: { readonly edits: Edits; readonly answered: (answer: Answer) => void } | undefined;
  let [isBusy, isWarm] = [false, false];
  /** The number of resets. Answers from before a reset are dropped. */
  let resets = 0;
  const resultOf = (found: PackedResult): StudyResult => {
    if ('faults' in found) return found;
    const selection = unpack(found.packed);
    keepOrder(poolColumns(selection), scoreOrder, found.byScore);
    return { selection };
  };
  const answer = async (edits: Edits): Promise<Answer> => {
    isWarm = true;
    const { result: packed, base } = (await beside.ask({ kind: 'run', edits })) ?? { result: endedFaults };
    const result = resultOf(packed);
    return { edits, result, base: base === packed ? result : base && resultOf(base) };
  };
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
  return {
    ask: (edits: Edits, answered: (answer: Answer) => void) => {
      if (isUnedited(edits)) {
        waiting = undefined;
        resets++;
        answered({ edits, result: { selection: loaded }, base: undefined });
        return;
      }
      waiting = { edits, answered };
      if (isBusy) return;
      isBusy = true;
      void next();
    },
    save: async (edits: Edits, name: string): Promise<Saved> =>
      (await beside.ask({ kind: 'save', edits, name })) ?? endedFaults,
    /** Prepares the worker, so that the first answer arrives sooner. */
    warmUp: () => void (isWarm || beside.ask({ kind: 'run', edits: noEdits })),
  };
}

interface Request {
  readonly name: string;
  readonly asked: unknown;
  readonly edits: Edits;
  readonly results: Outcomes | undefined;
}

export type Answered<Value> =
  | { readonly state: 'done'; readonly value: Value }
  | { readonly state: 'failed'; readonly why: string };

const mostKept = 60;

/** Abandoned work may run this long before its worker is stopped, in milliseconds. */
const patienceMs = 1000;

/** Answers inquiries one at a time, in order, and caches recent answers. */
export function inquiryService(beside: WorkerBeside) {
  const kept = new Map<string, Answered<unknown>>();
  let [results, resultsNumber]: [Outcomes | undefined, number] = [undefined, 0];
  let before: Promise<unknown> = Promise.resolve();
  const keyOf = ({ name, asked, edits, results: latest }: Request) => {
    if (latest !== results) [results, resultsNumber] = [latest, resultsNumber + 1];
    return JSON.stringify([name, asked, editsJson(edits), resultsNumber]);
  };
  const keep = (key: string, answered: Answered<unknown>) => {
    kept.set(key, answered);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  };
  const answer = async (request: Request, signal: AbortSignal): Promise<Answered<unknown> | undefined> => {
    const key = keyOf(request);
    const known = kept.get(key);
    if (signal.aborted || known !== undefined) return known;
    const { name, asked, edits } = request;
    beside.tell(request.results);
    const endAfterwards = endingAfter(signal, beside.stop);
    const found = (await beside.ask({ kind: 'inquire', edits, name, asked })) ?? { why: ended };
    endAfterwards();
    if ('why' in found) return { state: 'failed', why: found.why };
    const answered = { state: 'done', value: found.value } as const;
    keep(key, answered);
    return answered;
  };
  return {
    /** Equal for equal requests. */
    keyOf,
    known: (key: string) => kept.get(key),
    /** Undefined if `signal` was aborted. */
    inquire: async (request: Request, signal: AbortSignal) => {
      const mine = before.then(() => answer(request, signal));
      before = mine.catch(() => undefined);
      const answered = await mine;
      return signal.aborted ? undefined : answered;
    },
  };
}

/** Stops work a while after a signal. Call the returned function when the work is done. */
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
