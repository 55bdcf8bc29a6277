import { namedPictures } from '../../blocks/blocks.js';
import type { AssessResults } from '../question/pool-results.js';
import type { Question } from '../question/question.js';
import { assessFidelity } from './assess-fidelity.js';
import type { FidelityOptions } from './fidelity.js';
import { fidelitySchema } from './fidelity-document.js';
import { fidelityEntry } from './fidelity-entry.js';
import { fidelityPicture } from './fidelity-picture.js';
import { fidelityMethod, fidelitySections } from './fidelity-sections.js';
import { fidelityGrade, fidelitySentence } from './fidelity-words.js';

/** How well results on the selection give the results on the pool. */
export const fidelityQuestion: Question<Omit<FidelityOptions, 'passAt'>> = {
  name: 'fidelity',
  title: 'Fidelity',
  summary: 'how well results on the selection give the results on the pool',
  description:
    'Compares the rates of systems on the selected tasks with their rates on all eligible tasks, level and ranking,\n' +
    'and with random draws of as many tasks. Needs results that go beyond the selected tasks.',
  options: {
    draws: { kind: 'number', value: 'count', help: 'how many random draws to compare with', default: '1000' },
    sizes: {
      kind: 'numbers',
      value: 'numbers',
      help: "also judge the plan's rule at these numbers of tasks, as 36,93",
      default: undefined,
    },
    benchmark: { kind: 'text', value: 'name', help: 'judge this benchmark alone', default: undefined },
    seed: { kind: 'text', value: 'text', help: 'seed of the draws', default: "the plan's, or 0" },
  },
  schema: fidelitySchema,
  needsResults: true,
  isQuick: false,
  ask: ({ selection, results }, { draws, seed, sizes, benchmark }) => {
    const passAt = leastPassed(results);
    const fidelity = assessFidelity(selection, results?.pool, { draws, seed, sizes, benchmark, passAt });
    const whyNone = results?.whyNone;
    const method = fidelityMethod(fidelity);
    return {
      grade: fidelityGrade(fidelity),
      verdict: fidelitySentence(fidelity, whyNone),
      document: fidelityEntry(fidelity),
      sections: fidelitySections(fidelity, whyNone),
      notes: fidelity.notes,
      ...(method === undefined ? {} : { method }),
      pictures: namedPictures(
        fidelity.scopes.map((scope) => [pictureName(scope.benchmark), fidelityPicture(scope)] as const),
      ),
    };
  },
};

/** The least reward that passed: the same whether the threshold was given or stands in the results. */
function leastPassed(results: AssessResults | undefined): number | undefined {
  let least: number | undefined;
  for (const { status, reward } of results?.outcomes.outcomes ?? []) {
    if (status === 'passed' && reward !== undefined) least = Math.min(least ?? reward, reward);
  }
  return least;
}

/** A benchmark's name comes from a plan and must not lead out of the folder. */
function pictureName(benchmark: string | undefined): string {
  return benchmark === undefined ? 'fidelity' : `fidelity-${benchmark.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
}
