import type { Fault } from '../../../core/model/fault.js';
import { unpackPools } from '../../explorer-data.js';
import { type PackedSelection, packSelection } from '../../packed/packed-selection.js';
import { DataReader } from './data-reader.js';
import { type Edits, noEdits } from './edits.js';
import { type Outcome, runsOf } from './study.js';

/** What the page sends to its worker: its data, text by text, and then edits. */
export type WorkerRequest =
  | { readonly kind: 'data' | 'tasks'; readonly text: string }
  | { readonly kind: 'run'; readonly number: number; readonly edits: Edits };

/** What the worker made of some edits. */
export interface WorkerAnswer {
  /** That of the request. */
  readonly number: number;
  readonly outcome: PackedOutcome;
  /** What the rewritten text of the plan gives before anything else is changed; undefined: the same, or there is none. */
  readonly base: PackedOutcome | undefined;
}

/** An outcome that can be sent. */
export type PackedOutcome = { readonly packed: PackedSelection } | { readonly faults: readonly Fault[] };

/** Runs in a worker: selects as the page asks, and sends what comes of it back as columns. */
export function serveSelections(): void {
  let reader: DataReader | undefined;
  let answer: ((edits: Edits) => Omit<WorkerAnswer, 'number'>) | undefined;
  self.addEventListener('message', ({ data: request }: MessageEvent<WorkerRequest>) => {
    if (request.kind === 'run') {
      if (reader === undefined) return;
      answer ??= answers(reader);
      self.postMessage({ number: request.number, ...answer(request.edits) } satisfies WorkerAnswer);
    } else if (request.kind === 'data') reader = new DataReader(request.text);
    else reader?.add(request.text);
  });
}

function answers(reader: DataReader): (edits: Edits) => Omit<WorkerAnswer, 'number'> {
  const data = reader.data();
  const pools = unpackPools(data.pools);
  const { run } = runsOf(data, () => pools);
  const loaded = run(noEdits);
  const packed = (outcome: Outcome): PackedOutcome =>
    'faults' in outcome
      ? { faults: outcome.faults }
      : {
          packed: packSelection(outcome.selection, pools, 'selection' in loaded ? loaded.selection : undefined),
        };
  return (edits) => ({
    outcome: packed(run(edits)),
    base: edits.text === undefined ? undefined : packed(run({ text: edits.text, benchmarks: noEdits.benchmarks })),
  });
}
