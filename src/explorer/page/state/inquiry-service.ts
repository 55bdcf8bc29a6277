import type { Inquired, Inquiry } from '../inquiries/inquiry.js';
import type { Edits } from './edits.js';
import { editsJson } from './edits-json.js';
import { type Inquest, inquestOf } from './selection-worker.js';
import { nextTurn, type WorkerBeside } from './worker-beside.js';

/** An inquiry with what it asks, about what the page shows. */
interface Request<Asked, Found> {
  readonly inquiry: Inquiry<Asked, Found>;
  readonly asked: Asked;
  /** The edits that gave the selection. */
  readonly edits: Edits;
  readonly about: Inquired;
}

/** What came of an inquiry that was worked out. */
export type Answered<Found> =
  | { readonly state: 'done'; readonly value: Found }
  | { readonly state: 'failed'; readonly why: string };

/** Answers inquiries, one at a time in the order in which they come; the last answers are kept. */
export interface InquiryService {
  /** The same for the same request. */
  readonly keyOf: <Asked, Found>(request: Request<Asked, Found>) => string;
  /** What was found before for a request of a key. */
  readonly known: <Found>(key: string) => Answered<Found> | undefined;
  /** Undefined where `signal` said that nobody waits any more. */
  readonly inquire: <Asked, Found>(
    request: Request<Asked, Found>,
    signal: AbortSignal,
  ) => Promise<Answered<Found> | undefined>;
}

/** So many answers are kept. */
const mostKept = 60;

/** What nobody waits for any more may still take so long, in milliseconds: then its worker is ended. */
const patienceMs = 1000;

const ended = 'The work stopped: there may be too little memory for it. "winnow assess" answers the same questions.';

/** Answers in a worker beside the page, or in the page where no worker can be had. */
export function inquiryService(beside: WorkerBeside | undefined): InquiryService {
  const kept = new Map<string, Answered<never>>();
  const numberOf = numbering();
  let before: Promise<unknown> = Promise.resolve();
  const keyOf: InquiryService['keyOf'] = ({ inquiry: { name }, asked, edits, about: { loaded, results } }) =>
    JSON.stringify([name, asked, editsJson(edits), numberOf(loaded), numberOf(results)]);
  const keep = (key: string, answered: Answered<never>) => {
    kept.set(key, answered);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  };
  const answer = async <Asked, Found>(
    { inquiry, asked, edits, about }: Request<Asked, Found>,
    signal: AbortSignal,
  ): Promise<Inquest> => {
    if (beside === undefined || beside.isUseless()) {
      await nextTurn();
      return inquestOf(inquiry, () => about, asked);
    }
    beside.tell(about.results);
    const endAfterwards = endingAfter(signal, beside.stop);
    const found = await beside.ask({ kind: 'inquire', edits, name: inquiry.name, asked });
    endAfterwards();
    if (found?.kind === 'inquire') return found.found;
    return beside.isUseless() ? inquestOf(inquiry, () => about, asked) : { why: ended };
  };
  return {
    keyOf,
    known: (key) => kept.get(key),
    inquire: async (request, signal) => {
      const key = keyOf(request);
      const mine = before.then(async () => {
        const known = kept.get(key);
        if (signal.aborted || known !== undefined) return known;
        const found = await answer(request, signal);
        // The value is what the inquiry of this request gives, wherever it ran.
        const answered: Answered<never> =
          'why' in found ? { state: 'failed', why: found.why } : { state: 'done', value: found.value as never };
        if (answered.state === 'done') keep(key, answered);
        return answered;
      });
      before = mine.catch(() => undefined);
      const answered = await mine;
      return signal.aborted ? undefined : answered;
    },
  };
}

/** Ends work some time after a signal, unless it is over by then; gives what says that it is. */
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

/** Numbers objects in the order in which they are first seen. */
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
