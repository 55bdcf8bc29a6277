import { workerPolicy } from '../../explorer-data.js';
import type { DataTexts } from './data-reader.js';
import { type Edits, isUnedited, noEdits } from './edits.js';
import { type Saved, savedText } from './saved-files.js';
import type { PackedOutcome, WorkerAnswer, WorkerQuestion, WorkerRequest } from './selection-worker.js';
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
  /** The text of a file to save under edits. */
  readonly save: (edits: Edits, name: string) => Promise<Saved>;
  /** Gets ready, so that the first answer comes soon. */
  readonly warmUp: () => void;
}

type Ask = (edits: Edits) => Promise<Answer>;

/** Selects in a worker beside the page, or in the page where no worker can be had. */
export function selectionService(
  study: Study,
  generator: string,
  texts: DataTexts,
  script: string | undefined,
): SelectionService {
  const beside = script === undefined ? undefined : workerBeside(texts, script);
  const outcomeOf = (packed: PackedOutcome, edits: Edits): Outcome =>
    'faults' in packed ? packed : { selection: study.unpack(packed.packed, edits) };
  const answer: Ask = async (edits) => {
    const asked = await beside?.ask({ kind: 'run', edits });
    if (asked?.kind !== 'run') return await answerHere(study, edits);
    const { outcome, base } = asked.found;
    const ofText = { text: edits.text ?? '', benchmarks: noEdits.benchmarks };
    return { edits, outcome: outcomeOf(outcome, edits), base: base && outcomeOf(base, ofText) };
  };
  return {
    ask: newestOnly(study, answer),
    save: async (edits, name) => {
      const asked = await beside?.ask({ kind: 'save', edits, name });
      return asked?.kind === 'save' ? asked.found : savedText(study, edits, name, generator);
    },
    warmUp: () => beside?.start(),
  };
}

/** Asks one question at a time; what was asked meanwhile is overtaken by what was asked last. */
function newestOnly(study: Study, answer: Ask): SelectionService['ask'] {
  let waiting: { readonly edits: Edits; readonly answered: (answer: Answer) => void } | undefined;
  let isBusy = false;
  /** How often the plan was as loaded again: an answer from before that comes too late. */
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
      answered({ edits, outcome: study.loaded, base: undefined });
      return;
    }
    waiting = { edits, answered };
    if (isBusy) return;
    isBusy = true;
    void next();
  };
}

async function answerHere(study: Study, edits: Edits): Promise<Answer> {
  // The control that was moved is painted first.
  await nextTurn();
  const { text } = edits;
  const base = text === undefined ? undefined : study.run({ text, benchmarks: noEdits.benchmarks });
  return { edits, outcome: study.run(edits), base };
}

/** A worker with the page's data. An answer is undefined where it cannot start, or has run out of memory. */
function workerBeside(texts: DataTexts, script: string) {
  let worker: Promise<Worker | undefined> | undefined;
  let hasFailed = false;
  let number = 0;
  const started = async (): Promise<Worker | undefined> => {
    try {
      const beside = startWorker(script);
      beside.addEventListener('error', () => {
        hasFailed = true;
      });
      let sent = 0;
      for (const request of dataRequests(texts)) {
        beside.postMessage(request);
        // Each text is copied: the page goes on in between.
        if (++sent % textsAtOnce === 0) await nextTurn();
      }
      return beside;
    } catch {
      return undefined;
    }
  };
  const ask = async (question: WorkerQuestion): Promise<WorkerAnswer | undefined> => {
    worker ??= started();
    const beside = await worker;
    if (beside === undefined || hasFailed) return undefined;
    number++;
    const own = number;
    return await new Promise((resolve) => {
      const finish = (answer: WorkerAnswer | undefined) => {
        beside.removeEventListener('message', onMessage);
        beside.removeEventListener('error', onError);
        resolve(answer);
      };
      const onMessage = ({ data }: MessageEvent<WorkerAnswer>) => {
        if (data.number === own) finish(data);
      };
      const onError = () => {
        beside.terminate();
        finish(undefined);
      };
      beside.addEventListener('message', onMessage);
      beside.addEventListener('error', onError);
      beside.postMessage({ ...question, number: own } satisfies WorkerRequest);
    });
  };
  // A question whose answer nobody waits for.
  const start = () => void (worker === undefined && ask({ kind: 'run', edits: noEdits }));
  return { ask, start };
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
