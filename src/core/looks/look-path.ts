import type { Manifest } from '../manifest/manifest.js';
import { boundariesAt } from '../statistics/spending.js';
import { informationShare } from './judge-look.js';
import { questionWords } from './look-question.js';
import type { LookQuestion, LooksDocument, RecordedLook } from './look-record.js';
import { verdictWords } from './next-document.js';
import { populationOf } from './take-look.js';

/**
 * The looks at one question, including planned ones, in order, as plain data for a chart. A look that hasn't been made
 * has no z. `critical` is the boundary for |z|, or null if no error rate can be spent yet. `beyond` labels a z beyond
 * the upper and the lower boundary.
 */
export type LookPath = ReturnType<typeof lookPaths>[number];

/** One path per question, or the planned looks if there is no question yet. Empty if no looks are planned. */
export function lookPaths(manifest: Manifest, { questions, metadata }: LooksDocument) {
  const { looks } = manifest.methodology;
  if (looks === undefined) return [];
  const pathOf = (question: LookQuestion | undefined, made: readonly RecordedLook[]) => {
    const isRequirement = question?.requirement != null;
    const population = question?.baseline === null ? populationOf(manifest) : undefined;
    const selected = manifest.tasks.length;
    const left = looks.sizes.filter((size) => size > (made.at(-1)?.tasks ?? 0));
    const fractions = [
      ...made.map(({ fraction }) => fraction),
      ...left.map((size) => informationShare(size, selected, population)),
    ];
    const rate = isRequirement ? metadata.error_rate : metadata.error_rate / 2;
    const boundaries = boundariesAt(fractions, rate).slice(made.length);
    const verdict = made.at(-1)?.verdict ?? 'continue';
    const { system = 'system', baseline } = question ?? {};
    return {
      question: question && questionWords(question),
      sentence:
        question === undefined
          ? 'No look has been made yet.'
          : verdictWords({
              ...{ question, verdict, selected, isOver: verdict !== 'continue', looks: made },
              ...{ chanceLeft: undefined, isTooCoarse: false },
            }),
      beyond: isRequirement
        ? (['requirement met', 'requirement not met'] as const)
        : ([`${system} better`, `${baseline ?? 'baseline'} better`] as const),
      points: [
        ...made.map(({ tasks, critical, z, verdict: found }) => ({ tasks, critical, z, verdict: found })),
        ...left.map((tasks, at) => {
          const { critical = Infinity } = boundaries[at] ?? {};
          return { tasks, critical: Number.isFinite(critical) ? critical : null, z: undefined, verdict: undefined };
        }),
      ],
    };
  };
  const asked = questions.filter((question) => question.looks.length > 0);
  return asked.length === 0 ? [pathOf(undefined, [])] : asked.map((each) => pathOf(each, each.looks));
}
