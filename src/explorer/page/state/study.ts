import { WinnowError } from '../../../core/model/errors.js';
import type { Fault } from '../../../core/model/fault.js';
import type { Plan } from '../../../core/model/plan.js';
import type { Selection } from '../../../core/model/selection.js';
import type { Pools } from '../../../core/model/task.js';
import { recalledOptimiser } from '../../../core/optimise/recalled-optimiser.js';
import { runsOn } from '../../../core/pipeline.js';
import { readPlan } from '../../../core/plan/read-plan.js';
import { type ExplorerData, unpackPools, unpackPriors } from '../../explorer-data.js';
import { type PackedSelection, type UnpackedSelection, unpackSelection } from '../../packed/packed-selection.js';
import { editPlanText } from './edit-plan-text.js';
import { type Edits, noEdits } from './edits.js';
import { editsJson } from './edits-json.js';
import { rememberColumns } from './pool-columns.js';

/** What edits give: a selection, or why there is none. */
export type StudyResult = { readonly selection: Selection } | { readonly faults: readonly Fault[] };

/** The plan of a page and what becomes of it under edits. */
export interface Study {
  /** What the plan as loaded selects: as the page holds it, or else worked out here. */
  readonly loaded: StudyResult;
  /** Selects under edits, in this thread; the moves of a weight do not read the plan again. */
  readonly run: (edits: Edits) => StudyResult;
  /** The plan's text with the edits in it. */
  readonly textOf: (edits: Edits) => string;
  /** The selection of the text that `textOf` gives: what the command line would make of it. */
  readonly runText: (edits: Edits) => StudyResult;
  /** A selection under edits that another thread worked out and packed. */
  readonly unpack: (packed: PackedSelection, edits: Edits) => Selection;
}

/** Reads the plan of the data; it is run when something of it is asked for that the data does not hold. */
export function makeStudy(data: ExplorerData): Study {
  const pools = once(() => unpackPools(data.pools));
  const shown = once(() => unpackPriors(data.pools));
  const { run, runText, textOf } = runsOf(data, pools);
  const inFull = (edits: Edits) =>
    once(() => {
      const result = run(edits);
      if ('faults' in result) throw new WinnowError(result.faults);
      return result.selection;
    });
  const unpackOn = (packed: PackedSelection, before: UnpackedSelection | undefined, edits: Edits) => {
    const unpacked = unpackSelection(packed, shown(), before, inFull(edits));
    rememberColumns(unpacked, before?.selection);
    return unpacked;
  };
  const held = once(() => (data.selection === undefined ? undefined : unpackOn(data.selection, undefined, noEdits)));
  const loaded = once((): StudyResult => {
    const selection = held()?.selection;
    return selection === undefined ? run(noEdits) : { selection };
  });
  return {
    get loaded() {
      return loaded();
    },
    run,
    textOf,
    runText,
    unpack: (packed, edits) => unpackOn(packed, held(), edits).selection,
  };
}

/** The ways to run the plan of some data on its pools. */
export function runsOf(data: ExplorerData, pools: () => Pools): Pick<Study, 'run' | 'textOf' | 'runText'> {
  const options = {
    allowShortfall: data.allowShortfall,
    ...(data.optima === undefined ? {} : { optimiser: recalledOptimiser(data.optima) }),
  };
  const read = (text: string) => readPlan(text, data.planFile, (file) => ({ text: data.exclusionsText ?? '', file }));
  const textOf = (edits: Edits) => editPlanText(data.planText, edits);
  const ownRunner = once(() => runsOn(pools()));
  let rewritten: { readonly text: string; readonly select: ReturnType<typeof runsOn> } | undefined;
  /** A text that somebody rewrote may label and score tasks otherwise, which a runner does once. */
  const selectorFor = (text: string | undefined) => {
    if (text === undefined) return ownRunner();
    if (rewritten?.text !== text) rewritten = { text, select: runsOn(pools()) };
    return rewritten.select;
  };
  let last: { readonly key: string; readonly plan: Plan } | undefined;
  const planOf = ({ weights, ...others }: Edits): Plan => {
    const key = editsJson(others);
    if (last?.key !== key) last = { key, plan: read(textOf(others)) };
    const { plan } = last;
    if (weights === undefined) return plan;
    // Weights from an address may be of another plan: then its reader says what is wrong.
    const isOwn =
      weights.size === plan.score.weights.size && [...weights.keys()].every((key) => plan.score.weights.has(key));
    return isOwn ? { ...plan, score: { ...plan.score, weights } } : read(textOf({ weights, ...others }));
  };
  return {
    run: (edits) => resultOf(() => selectorFor(edits.text)(planOf(edits), { ...options, expectUplift: false })),
    textOf,
    runText: (edits) => resultOf(() => selectorFor(edits.text)(read(textOf(edits)), options)),
  };
}

function resultOf(work: () => Selection): StudyResult {
  try {
    return { selection: work() };
  } catch (error) {
    if (error instanceof WinnowError) return { faults: error.faults };
    // A text may say what no plan was made for; the page goes on with the last that ran.
    const reason = error instanceof Error ? error.message : String(error);
    return { faults: [{ code: 'page/failed', message: `This is a fault in Winnow: ${reason}` }] };
  }
}

function once<Value>(work: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: work() };
    return made.value;
  };
}
