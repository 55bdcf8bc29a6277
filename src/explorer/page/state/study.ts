import { manifestPieces } from '../../../core/manifest/manifest.js';
import { type Fault, WinnowError } from '../../../core/model/errors.js';
import type { Plan } from '../../../core/model/plan.js';
import type { Selection } from '../../../core/model/selection.js';
import type { Pools } from '../../../core/model/task.js';
import { recalledOptimiser } from '../../../core/optimise/recalled-optimiser.js';
import { runsOn } from '../../../core/pipeline.js';
import { readPlan } from '../../../core/plan/read-plan.js';
import { methodologyPage } from '../../../core/report/methodology.js';
import { manifestWithFiles, selectionCsv } from '../../../core/report/selection-files.js';
import type { ExplorerData } from '../../explorer-data.js';
import { editPlanText } from './edit-plan-text.js';
import type { Edits } from './edits.js';
import { editsJson } from './edits-json.js';
import { keepLast } from './keep-last.js';

export type StudyResult = { readonly selection: Selection } | { readonly faults: readonly Fault[] };

/**
 * The selection of a result.
 *
 * @throws WinnowError if there is none.
 */
export function selectionOf(result: StudyResult): Selection {
  if ('faults' in result) throw new WinnowError(result.faults);
  return result.selection;
}

export type Study = ReturnType<typeof makeStudy>;

/** Ways to run the page's plan with edits. */
export function makeStudy(data: ExplorerData, pools: Pools) {
  const options = {
    allowShortfall: data.allowShortfall,
    ...(data.optima === undefined ? {} : { optimiser: recalledOptimiser(data.optima) }),
  };
  const read = (text: string) => readPlan(text, data.planFile, (file) => ({ text: data.exclusionsText ?? '', file }));
  const textOf = (edits: Edits) => editPlanText(data.planText, edits);
  const [ownRunner, textRunner] = [runsOn(pools), keepLast<ReturnType<typeof runsOn>>()];
  /** A runner labels and scores tasks once, so a rewritten plan needs a new one. */
  const selectorFor = (text: string | undefined) =>
    text === undefined ? ownRunner : textRunner([text], () => runsOn(pools));
  const lastPlan = keepLast<Plan>();
  const planOf = ({ weights, ...others }: Edits): Plan => {
    const plan = lastPlan([editsJson(others)], () => read(textOf(others)));
    if (weights === undefined) return plan;
    // Weights from a URL may belong to another plan; reading reports that.
    const { size } = plan.score.weights;
    const isOwn = weights.size === size && [...weights.keys()].every((name) => plan.score.weights.has(name));
    return isOwn ? { ...plan, score: { ...plan.score, weights } } : read(textOf({ weights, ...others }));
  };
  return {
    /** Selects without the expected uplift. Changing a weight doesn't read the plan again. */
    run: (edits: Edits) => resultOf(() => selectorFor(edits.text)(planOf(edits), { ...options, expectUplift: false })),
    /** Selects a tier of the edited plan, or all of it. */
    runTier: (edits: Edits, plan: Plan, tier: string | undefined) =>
      selectorFor(edits.text)(plan, { ...options, tier, expectUplift: false }),
    textOf,
    /** Selects from the text that `textOf` returns, like the command line. */
    runText: (edits: Edits) => resultOf(() => selectorFor(edits.text)(read(textOf(edits)), options)),
  };
}

function resultOf(work: () => Selection): StudyResult {
  try {
    return { selection: work() };
  } catch (error) {
    if (error instanceof WinnowError) return { faults: error.faults };
    // After an unexpected error the page keeps the last selection.
    const reason = error instanceof Error ? error.message : String(error);
    return { faults: [{ code: 'page/failed', message: `This is a bug in Winnow: ${reason}` }] };
  }
}

interface SavedFile {
  readonly name: string;
  readonly type: string;
  readonly text: (selection: Selection, planText: string, generator: string) => string;
}

const savedPlan = 'plan.yaml';

export const savedFiles: readonly SavedFile[] = [
  { name: savedPlan, type: 'application/yaml', text: (_, planText) => planText },
  {
    name: 'selection.json',
    type: 'application/json',
    text: ({ plan, ...selection }, _, generator) =>
      String(manifestPieces(manifestWithFiles({ ...selection, plan: { ...plan, file: savedPlan } }, generator))),
  },
  { name: 'selection.csv', type: 'text/csv', text: (selection) => selectionCsv(selection) },
  {
    name: 'METHODOLOGY.md',
    type: 'text/markdown',
    text: (selection, _, generator) => methodologyPage(selection, generator),
  },
];

export type Saved = { readonly text: string } | { readonly faults: readonly Fault[] };

/** The text of a saved file with edits, made from the plan's saved text as on the command line. */
export function savedText({ textOf, runText }: Study, edits: Edits, name: string, generator: string): Saved {
  const file = savedFiles.find((each) => each.name === name);
  if (file === undefined) throw new RangeError(`There is no file ${name} to save.`);
  const result = runText(edits);
  return 'faults' in result ? result : { text: file.text(result.selection, textOf(edits), generator) };
}
