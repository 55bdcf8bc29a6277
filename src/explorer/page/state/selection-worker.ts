import { expectUplift } from '../../../core/expect-uplift.js';
import type { Fault } from '../../../core/model/fault.js';
import { unpackPools } from '../../explorer-data.js';
import { type PackedSelection, packSelection } from '../../packed/packed-selection.js';
import { DataReader } from './data-reader.js';
import { type Edits, noEdits } from './edits.js';
import { type Saved, savedText } from './saved-files.js';
import { type Outcome, runsOf } from './study.js';

/** What the page sends to its worker: its data, text by text, and then questions. */
export type WorkerRequest =
  | { readonly kind: 'data' | 'tasks'; readonly text: string }
  | ({ readonly number: number } & WorkerQuestion);

/** What edits give, or the text of a file to save under them. */
export type WorkerQuestion =
  | { readonly kind: 'run'; readonly edits: Edits }
  | { readonly kind: 'save'; readonly edits: Edits; readonly name: string };

/** The answer to the question of a number. */
export type WorkerAnswer = { readonly number: number } & (
  | { readonly kind: 'run'; readonly found: PackedAnswer }
  | { readonly kind: 'save'; readonly found: Saved }
);

/** What the worker made of some edits. */
interface PackedAnswer {
  readonly outcome: PackedOutcome;
  /** What the rewritten text of the plan gives before anything else is changed; undefined where it is as loaded. */
  readonly base: PackedOutcome | undefined;
}

/** An outcome that can be sent. */
export type PackedOutcome = { readonly packed: PackedSelection } | { readonly faults: readonly Fault[] };

/** Runs in a worker: selects as the page asks, and sends what comes of it back as columns. */
export function serveSelections(): void {
  let reader: DataReader | undefined;
  let answer: ReturnType<typeof answers> | undefined;
  self.addEventListener('message', ({ data: request }: MessageEvent<WorkerRequest>) => {
    if ('number' in request) {
      if (reader === undefined) return;
      answer ??= answers(reader);
      self.postMessage(answer(request));
    } else if (request.kind === 'data') reader = new DataReader(request.text);
    else reader?.add(request.text);
  });
}

function answers(reader: DataReader): (question: { readonly number: number } & WorkerQuestion) => WorkerAnswer {
  const data = reader.data();
  const pools = unpackPools(data.pools, expectUplift);
  const runs = runsOf(data, () => pools);
  const loaded = runs.run(noEdits);
  const before = 'selection' in loaded ? loaded.selection : undefined;
  const packed = (outcome: Outcome): PackedOutcome =>
    'faults' in outcome ? { faults: outcome.faults } : { packed: packSelection(outcome.selection, pools, before) };
  return (question) => {
    const { number, edits } = question;
    if (question.kind === 'save') {
      return { number, kind: 'save', found: savedText(runs, edits, question.name, data.generator) };
    }
    const { text } = edits;
    const base = text === undefined ? undefined : packed(runs.run({ text, benchmarks: noEdits.benchmarks }));
    return { number, kind: 'run', found: { outcome: packed(runs.run(edits)), base } };
  };
}
