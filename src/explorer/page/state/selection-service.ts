import { workerPolicy } from '../../explorer-data.js';
import type { DataTexts } from './data-reader.js';
import { type Edits, isUnedited, noEdits } from './edits.js';
import type { PackedOutcome, WorkerAnswer, WorkerRequest } from './selection-worker.js';
import type { Outcome, Study } from './study.js';

/** What some edits give, and what the text that they rest on gives by itself. */
export interface Answer {
  readonly edits: Edits;
  readonly outcome: Outcome;
  /** Undefined where the text of the plan is as loaded. */
  readonly base: Outcome | undefined;
}

/** Selects under edits. Of those that come while it works, only the newest are worked out. */
export interface SelectionService {
  readonly ask: (edits: Edits, answered: (answer: Answer) => void) => void;
  /** Gets ready, so that the first answer comes soon. */
  readonly warmUp: () => void;
}

/** Selects in a worker beside the page, or in the page where no worker can be had. */
export function selectionService(study: Study, texts: DataTexts, script: string | undefined): SelectionService {
  const here = inPage(study);
  const worker =
    script === undefined ? { answer: here, warmUp: () => undefined } : inWorker(study, texts, script, here);
  return newestOnly(study, worker);
}

type Ask = (edits: Edits) => Promise<Answer>;

/** Asks one question at a time; what was asked meanwhile is overtaken by what was asked last. */
function newestOnly(
  study: Study,
  { answer, warmUp }: { readonly answer: Ask; readonly warmUp: () => void },
): SelectionService {
  let waiting: { readonly edits: Edits; readonly answered: (answer: Answer) => void } | undefined;
  let isBusy = false;
  /** How often the plan was as loaded again: an answer from before that comes too late. */
  let resets = 0;
  const next = async () => {
    while (waiting !== undefined) {
      const { edits, answered } = waiting;
      const since = resets;
      waiting = undefined;
      const found = await answer(edits);
      if (resets === since) answered(found);
    }
    isBusy = false;
  };
  return {
    ask(edits, answered) {
      if (isUnedited(edits)) {
        waiting = undefined;
        resets++;
        answered({ edits, outcome: study.loaded, base: undefined });
        return;
      }
      waiting = { edits, answered };
      if (isBusy) return;
      isBusy = true;
      void next();
    },
    warmUp,
  };
}

function inPage(study: Study): Ask {
  return async (edits) => {
    // The control that was moved is painted first.
    await nextTurn();
    const { text } = edits;
    const base = text === undefined ? undefined : study.run({ text, benchmarks: noEdits.benchmarks });
    return { edits, outcome: study.run(edits), base };
  };
}

function inWorker(study: Study, texts: DataTexts, script: string, instead: Ask) {
  let worker: Promise<Worker | undefined> | undefined;
  let hasFailed = false;
  let number = 0;
  const start = async (): Promise<Worker | undefined> => {
    try {
      const started = startWorker(script);
      started.addEventListener('error', () => {
        hasFailed = true;
      });
      let sent = 0;
      for (const request of dataRequests(texts)) {
        started.postMessage(request);
        // Each text is copied: the page goes on in between.
        if (++sent % textsAtOnce === 0) await nextTurn();
      }
      return started;
    } catch {
      return undefined;
    }
  };
  const answer = async (edits: Edits): Promise<Answer> => {
    worker ??= start();
    const beside = await worker;
    if (beside === undefined || hasFailed) return instead(edits);
    number++;
    const own = number;
    return new Promise((resolve) => {
      const finish = (answered: Promise<Answer> | Answer) => {
        beside.removeEventListener('message', onMessage);
        beside.removeEventListener('error', onError);
        resolve(answered);
      };
      const outcomeOf = (packed: PackedOutcome, of: Edits): Outcome =>
        'faults' in packed ? packed : { selection: study.unpack(packed.packed, of) };
      const onMessage = ({ data }: MessageEvent<WorkerAnswer>) => {
        if (data.number !== own) return;
        const text = edits.text ?? '';
        const base = data.base && outcomeOf(data.base, { text, benchmarks: noEdits.benchmarks });
        finish({ edits, outcome: outcomeOf(data.outcome, edits), base });
      };
      const onError = () => {
        // A worker that cannot start or has run out of memory: the page does the work itself.
        beside.terminate();
        finish(instead(edits));
      };
      beside.addEventListener('message', onMessage);
      beside.addEventListener('error', onError);
      beside.postMessage({ kind: 'run', number: own, edits } satisfies WorkerRequest);
    });
  };
  const warmUp = () => {
    if (worker !== undefined) return;
    worker = start();
    // A question that nobody waits for the answer of.
    void worker.then((beside) =>
      beside?.postMessage({ kind: 'run', number: 0, edits: noEdits } satisfies WorkerRequest),
    );
  };
  return { answer, warmUp };
}

/** Texts of tasks that are sent in one go. */
const textsAtOnce = 8;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function* dataRequests({ data, tasks }: DataTexts): Generator<WorkerRequest> {
  yield { kind: 'data', text: data };
  for (const text of tasks) yield { kind: 'tasks', text };
}

interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ) => { readonly createScriptURL: (url: string) => string };
}

/** Starts the page's own script once more, beside it: the policy allows a worker from a blob, and this one alone. */
function startWorker(script: string): Worker {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return new Worker(trusted.createScriptURL(url), { name: 'winnow-selection' });
}

// Made as soon as the script runs: the policy allows one of this name, and so nobody else can make it.
const trusted = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(workerPolicy, {
  createScriptURL: (url) => url,
}) ?? { createScriptURL: (url: string) => url };
