import type { Fault } from '../../../core/model/errors.js';
import type { Outcomes } from '../../../core/model/outcome.js';
import type { Plan } from '../../../core/model/plan.js';
import { type ExplorerData, unpackPools, workerPolicy } from '../../explorer-data.js';
import { type PackedSelection, poolColumns, selectionPacker } from '../../packed/selection-columns.js';
import { type Edits, noEdits, textEdits } from './edits.js';
import { editsJson } from './edits-json.js';
import { fixedInquired, type Inquest, inquestOf } from './inquiries.js';
import { keepLast } from './keep-last.js';
import { nextTurn, readPageData } from './page-data.js';
import { makeStudy, type Saved, type StudyResult, savedText, selectionOf } from './study.js';
import { orderOf, scoreOrder } from './task-rows.js';

/** The kinds of questions to a worker, with the types of their answers. */
interface WorkerAnswers {
  readonly run: PackedAnswer;
  /** The text of the named file with the edits. */
  readonly save: Saved;
  /** The named inquiry about the selection with the edits. */
  readonly inquire: Inquest;
}

interface PackedAnswer {
  readonly result: PackedResult;
  /** The result of the rewritten plan text without other edits; undefined if the text is unchanged. */
  readonly base: PackedResult | undefined;
}

export type PackedResult =
  | {
      readonly packed: PackedSelection;
      /** All rows of the pool, highest score first, because sorting many tasks would block the page. */
      readonly byScore: Uint32Array;
    }
  | { readonly faults: readonly Fault[] };

export interface WorkerQuestion<Kind extends keyof WorkerAnswers = keyof WorkerAnswers> {
  readonly kind: Kind;
  readonly edits: Edits;
  readonly name?: string;
  readonly asked?: unknown;
}

/** The messages to a worker: the packed data of the page, then later results and questions. */
type WorkerRequest =
  | { readonly packed: string }
  | { readonly results: Outcomes | undefined }
  | (WorkerQuestion & { readonly number: number });

interface WorkerReply {
  readonly number: number;
  readonly found: unknown;
}

export function serveQuestions(): void {
  let later: { readonly results: Outcomes | undefined } | undefined;
  let answers: Promise<Answers> | undefined;
  const take = async (request: WorkerRequest) => {
    if ('results' in request) later = request;
    else if ('packed' in request) {
      answers = readPageData(request.packed).then(({ data }) => answersOf(data, () => later));
    } else {
      const found = (await answers)?.[request.kind](request);
      self.postMessage({ number: request.number, found } satisfies WorkerReply);
    }
  };
  // The page only learns of errors that are reported.
  self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void take(data).catch(reportError));
}

type Answers = { readonly [Kind in keyof WorkerAnswers]: (question: WorkerQuestion) => WorkerAnswers[Kind] };

/** Answers questions about the data of a page. `later`: newer results. */
export function answersOf(
  data: ExplorerData,
  later: () => { readonly results: Outcomes | undefined } | undefined,
): Answers {
  const { generator } = data;
  const resultsNow = () => (later() ?? data).results;
  if (data.fixed !== undefined) {
    return {
      run: () => ({ result: { faults: [] }, base: undefined }),
      save: () => ({ faults: [] }),
      inquire: ({ name = '', asked }) => inquestOf(name, () => fixedInquired(data, resultsNow()), asked),
    };
  }
  const pools = unpackPools(data.pools);
  const study = makeStudy(data, pools);
  const loaded = study.run(noEdits);
  const pack = selectionPacker(pools, 'selection' in loaded ? loaded.selection : undefined);
  const packed = (result: StudyResult): PackedResult =>
    'faults' in result
      ? { faults: result.faults }
      : { packed: pack(result.selection), byScore: orderOf(poolColumns(result.selection), scoreOrder) };
  const loadedKey = editsJson(noEdits);
  const lastResult = keepLast<StudyResult>();
  /** Several inquiries are about the same edits. */
  const resultOf = (edits: Edits) => {
    const key = editsJson(edits);
    return key === loadedKey ? loaded : lastResult([key], () => study.run(edits));
  };
  return {
    run: ({ edits }) => {
      const ofText = edits.text === undefined ? undefined : textEdits(edits.text);
      const base = ofText && packed(study.run(ofText));
      const isText = ofText !== undefined && editsJson(ofText) === editsJson(edits);
      return { result: (isText ? base : undefined) ?? packed(study.run(edits)), base };
    },
    save: ({ edits, name = '' }) => savedText(study, edits, name, generator),
    inquire: ({ edits, name = '', asked }) => {
      const about = () => ({
        loaded: selectionOf(loaded),
        selection: selectionOf(resultOf(edits)),
        inFull: () => selectionOf(study.runText(edits)),
        runTier: (plan: Plan, tier: string | undefined) => study.runTier(edits, plan, tier),
        results: resultsNow(),
        earlierNotes: data.earlierNotes,
        looks: data.looks,
        generator,
      });
      return inquestOf(name, about, asked);
    },
  };
}

export interface WorkerBeside {
  /** Undefined if the worker has run out of memory or was stopped. */
  readonly ask: <Kind extends keyof WorkerAnswers>(
    question: WorkerQuestion<Kind>,
  ) => Promise<WorkerAnswers[Kind] | undefined>;
  /** Sets the results for later questions. */
  readonly tell: (results: Outcomes | undefined) => void;
  /** Stops the worker; the next question starts a new one. */
  readonly stop: () => void;
}

interface Running {
  readonly worker: Worker;
  /** By question number, the function that takes the answer. */
  readonly waiting: Map<number, (found: unknown) => void>;
  told: Outcomes | undefined;
}

/** A worker made from the page's own script, started by the first question. If it can't run, the page itself answers. */
export function workerBeside(data: ExplorerData, packed: string, script: string | undefined): WorkerBeside {
  let running: Running | undefined;
  let number = 0;
  let [hasAnswered, hasFailed] = [false, script === undefined];
  let { results } = data;
  let here: Answers | undefined;
  const stop = () => {
    const ended = running;
    running = undefined;
    ended?.worker.terminate();
    for (const resolve of ended?.waiting.values() ?? []) resolve(undefined);
  };
  const start = (): Running => {
    const waiting: Running['waiting'] = new Map();
    const worker = new Worker(trusted.createScriptURL(addressOf(script ?? '')), { name: 'winnow-selection' });
    worker.addEventListener('error', () => {
      hasFailed = true;
      if (running?.worker === worker) stop();
    });
    worker.addEventListener('message', ({ data: reply }: MessageEvent<WorkerReply>) =>
      waiting.get(reply.number)?.(reply.found),
    );
    worker.postMessage({ packed } satisfies WorkerRequest);
    return { worker, waiting, told: data.results };
  };
  /** Undefined if there is no answer. */
  const askWorker = async (question: WorkerQuestion): Promise<unknown> => {
    try {
      running ??= start();
    } catch {
      hasFailed = true;
      return undefined;
    }
    const { worker, waiting, told } = running;
    if (told !== results) worker.postMessage({ results } satisfies WorkerRequest);
    running.told = results;
    const mine = ++number;
    const found = await new Promise((resolve) => {
      waiting.set(mine, resolve);
      worker.postMessage({ ...question, number: mine } satisfies WorkerRequest);
    });
    waiting.delete(mine);
    hasAnswered ||= found !== undefined;
    return found;
  };
  const isUseless = () => hasFailed && !hasAnswered;
  return {
    ask: async (question) => {
      const found = isUseless() ? undefined : await askWorker(question);
      // Both threads run the same script, so the answer has the type of its question.
      if (found !== undefined || !isUseless()) return found as WorkerAnswers[typeof question.kind] | undefined;
      // The page paints first.
      await nextTurn();
      here ??= answersOf(data, () => ({ results }));
      return here[question.kind](question);
    },
    tell: (next) => {
      results = next;
    },
    stop,
  };
}

const lastAddress = keepLast<string>();

/** The page's policy allows only workers from a blob, so the script is put into one, once. */
function addressOf(script: string): string {
  return lastAddress([script], () => URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
}

interface ScriptPolicy {
  readonly createScriptURL: (url: string) => string;
}

interface TrustedTypes {
  readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy;
}

const asIs: ScriptPolicy = { createScriptURL: (url) => url };

// Created as soon as the script runs. Only one policy of this name can exist, so no other script can create it.
const trusted =
  (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(workerPolicy, asIs) ?? asIs;
