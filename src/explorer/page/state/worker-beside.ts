import type { Outcomes } from '../../../core/model/outcome.js';
import { workerPolicy } from '../../explorer-data.js';
import type { DataTexts } from './data-reader.js';
import type { WorkerAnswer, WorkerQuestion, WorkerRequest } from './selection-worker.js';

/** A worker with the page's data. */
export interface WorkerBeside {
  /** Undefined where it cannot start, has run out of memory or was stopped. */
  readonly ask: (question: WorkerQuestion) => Promise<WorkerAnswer | undefined>;
  /** Tells it of other results than those of the page's data, once. */
  readonly tell: (results: Outcomes | undefined) => void;
  /** Ends it, whatever it does; the next question starts another. */
  readonly stop: () => void;
  /** Whether one was started and never answered: then none can be had here. */
  readonly isUseless: () => boolean;
}

interface Running {
  readonly worker: Promise<Worker | undefined>;
  /** Ends what waits for an answer. */
  readonly end: AbortController;
  told: Outcomes | undefined;
}

/** Starts a worker from the page's own script when it is first asked. */
export function workerBeside(texts: DataTexts, script: string, own: Outcomes | undefined): WorkerBeside {
  let running: Running | undefined;
  let number = 0;
  let hasAnswered = false;
  let hasFailed = false;
  let results = own;
  const stop = () => {
    const ended = running;
    running = undefined;
    ended?.end.abort();
    void ended?.worker.then((worker) => worker?.terminate());
  };
  const ready = (): Running => {
    if (running !== undefined) return running;
    const end = new AbortController();
    const fail = () => {
      hasFailed = true;
      if (running?.end === end) stop();
    };
    running = { worker: started(texts, script, end.signal, fail), end, told: own };
    return running;
  };
  return {
    ask: async (question) => {
      const isUseless = hasFailed && !hasAnswered;
      if (isUseless) return undefined;
      const now = ready();
      const worker = await now.worker;
      if (worker === undefined || now.end.signal.aborted) {
        hasFailed ||= worker === undefined && !now.end.signal.aborted;
        return undefined;
      }
      if (now.told !== results) worker.postMessage({ kind: 'results', results } satisfies WorkerRequest);
      now.told = results;
      const answer = await answerOf(worker, { ...question, number: ++number }, now.end.signal);
      hasAnswered ||= answer !== undefined;
      return answer;
    },
    tell: (next) => {
      results = next;
    },
    stop,
    isUseless: () => hasFailed && !hasAnswered,
  };
}

async function answerOf(
  worker: Worker,
  request: WorkerQuestion & { readonly number: number },
  end: AbortSignal,
): Promise<WorkerAnswer | undefined> {
  return await new Promise((resolve) => {
    const finish = (answer: WorkerAnswer | undefined) => {
      worker.removeEventListener('message', onMessage);
      end.removeEventListener('abort', onEnd);
      resolve(answer);
    };
    const onMessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.number === request.number) finish(data);
    };
    const onEnd = () => finish(undefined);
    worker.addEventListener('message', onMessage);
    end.addEventListener('abort', onEnd);
    worker.postMessage(request satisfies WorkerRequest);
  });
}

/** Texts of tasks that are sent in one go. */
const textsAtOnce = 8;

/** A worker that has been given the page's data; undefined where none can be had. */
async function started(
  texts: DataTexts,
  script: string,
  end: AbortSignal,
  fail: () => void,
): Promise<Worker | undefined> {
  try {
    const worker = new Worker(trusted.createScriptURL(addressOf(script)), { name: 'winnow-selection' });
    worker.addEventListener('error', fail);
    let sent = 0;
    for (const request of dataRequests(texts)) {
      if (end.aborted) break;
      worker.postMessage(request);
      // Each text is copied: the page goes on in between.
      if (++sent % textsAtOnce === 0) await nextTurn();
    }
    return worker;
  } catch {
    return undefined;
  }
}

function* dataRequests({ data, tasks }: DataTexts): Generator<WorkerRequest> {
  yield { kind: 'data', text: data };
  for (const text of tasks) yield { kind: 'tasks', text };
}

/** Lets the browser do what it has to do before going on. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

let address: { readonly of: string; readonly url: string } | undefined;

/** The policy allows a worker from a blob; the script is put into one once. */
function addressOf(script: string): string {
  if (address?.of !== script)
    address = { of: script, url: URL.createObjectURL(new Blob([script], { type: 'text/javascript' })) };
  return address.url;
}

interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ) => { readonly createScriptURL: (url: string) => string };
}

// Made as soon as the script runs: the policy allows one of this name, and so nobody else can make it.
const trusted = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(workerPolicy, {
  createScriptURL: (url) => url,
}) ?? { createScriptURL: (url: string) => url };
