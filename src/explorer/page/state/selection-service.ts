import { type Edits, isUnedited, noEdits } from './edits.js';
import { type Saved, savedText } from './saved-files.js';
import type { PackedResult } from './selection-worker.js';
import type { Study, StudyResult } from './study.js';
import { nextTurn, type WorkerBeside } from './worker-beside.js';

/** What some edits give, and what the text that they rest on gives by itself. */
export interface Answer {
  readonly edits: Edits;
  readonly result: StudyResult;
  /** Undefined where the text of the plan is as loaded. */
  readonly base: StudyResult | undefined;
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
export function selectionService(study: Study, generator: string, beside: WorkerBeside | undefined): SelectionService {
  const resultOf = (packed: PackedResult, edits: Edits): StudyResult =>
    'faults' in packed ? packed : { selection: study.unpack(packed.packed, edits) };
  let isWarm = false;
  const answer: Ask = async (edits) => {
    isWarm = true;
    const asked = await beside?.ask({ kind: 'run', edits });
    if (asked?.kind !== 'run') return await answerHere(study, edits);
    const { result, base } = asked.found;
    const ofText = { text: edits.text ?? '', benchmarks: noEdits.benchmarks };
    const found = resultOf(result, edits);
    return { edits, result: found, base: base === result ? found : base && resultOf(base, ofText) };
  };
  return {
    ask: newestOnly(study, answer),
    save: async (edits, name) => {
      const asked = await beside?.ask({ kind: 'save', edits, name });
      return asked?.kind === 'save' ? asked.found : savedText(study, edits, name, generator);
    },
    // A question whose answer nobody waits for.
    warmUp: () => void (isWarm || beside?.ask({ kind: 'run', edits: noEdits })),
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
      answered({ edits, result: study.loaded, base: undefined });
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
  return { edits, result: study.run(edits), base };
}
