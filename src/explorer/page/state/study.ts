import { expectUplift } from '../../../core/expect-uplift.js';
import { WinnowError } from '../../../core/model/errors.js';
import type { Fault } from '../../../core/model/fault.js';
import type { Plan } from '../../../core/model/plan.js';
import type { Selection } from '../../../core/model/selection.js';
import { recalledOptimiser } from '../../../core/optimise/recalled-optimiser.js';
import { runnerOf } from '../../../core/pipeline.js';
import { readPlan } from '../../../core/plan/read-plan.js';
import { type ExplorerData, unpackPools } from '../../explorer-data.js';
import { editPlanText } from './edit-plan-text.js';
import type { Edits } from './edits.js';

/** What edits give: a selection, or why there is none. */
export type Outcome = { readonly selection: Selection } | { readonly faults: readonly Fault[] };

/** The plan of a page and what becomes of it under edits. */
export interface Study {
  readonly loaded: Outcome;
  /** Selects under edits; the moves of a weight do not read the plan again. */
  readonly run: (edits: Edits) => Outcome;
  /** The plan's text with the edits in it. */
  readonly textOf: (edits: Edits) => string;
  /** The selection of the text that `textOf` gives: what the command line would make of it. */
  readonly runText: (edits: Edits) => Outcome;
}

/** Reads and runs the plan of the data. */
export function makeStudy(data: ExplorerData): Study {
  const select = runnerOf(unpackPools(data.pools, expectUplift));
  const options = {
    allowShortfall: data.allowShortfall,
    ...(data.optima === undefined ? {} : { optimiser: recalledOptimiser(data.optima) }),
  };
  const read = (text: string) => readPlan(text, data.planFile, (file) => ({ text: data.exclusionsText ?? '', file }));
  const textOf = (edits: Edits) => editPlanText(data.planText, edits);
  let last: { readonly benchmarks: Edits['benchmarks']; readonly key: string; readonly plan: Plan } | undefined;
  const planOf = ({ weights, ...others }: Edits): Plan => {
    const key = `${others.seed}\n${others.total}\n${others.text}`;
    if (last === undefined || last.benchmarks !== others.benchmarks || last.key !== key) {
      last = { benchmarks: others.benchmarks, key, plan: read(textOf(others)) };
    }
    const { plan } = last;
    if (weights === undefined) return plan;
    // Weights from an address may be of another plan: then its reader says what is wrong.
    const isOwn =
      weights.size === plan.score.weights.size && [...weights.keys()].every((key) => plan.score.weights.has(key));
    return isOwn ? { ...plan, score: { ...plan.score, weights } } : read(textOf({ weights, ...others }));
  };
  const run = (edits: Edits) => outcomeOf(() => select(planOf(edits), options));
  return {
    loaded: run({ benchmarks: new Map() }),
    run,
    textOf,
    runText: (edits) => outcomeOf(() => select(read(textOf(edits)), options)),
  };
}

function outcomeOf(work: () => Selection): Outcome {
  try {
    return { selection: work() };
  } catch (error) {
    if (error instanceof WinnowError) return { faults: error.faults };
    // A text may say what no plan was made for; the page goes on with the last that ran.
    const reason = error instanceof Error ? error.message : String(error);
    return { faults: [{ code: 'page/failed', message: `This is a fault in Winnow: ${reason}` }] };
  }
}
