import { InvalidArgumentError } from 'commander';
import { numberFrom } from '../arguments/number-from.js';
import type { AssessPart } from './assess-part.js';

interface FidelityFlags {
  readonly draws?: number;
  readonly seed?: string;
  readonly sizes?: readonly number[];
  readonly benchmark?: string;
}

/** How well results on the selection give the results on the pool. */
export const fidelityPart: AssessPart<FidelityFlags> = {
  name: 'fidelity',
  summary: 'how well results on the selection give the results on the pool',
  description:
    'Compares the rates of systems on the selected tasks with their rates on all eligible tasks, level and ranking,\n' +
    'and with random draws of as many tasks. Needs results that go beyond the selected tasks.',
  addOptions: (command) =>
    command
      .option('--draws <count>', 'how many random draws to compare with (default: 1000)', numberFrom)
      .option('--sizes <numbers>', "also judge the plan's rule at these numbers of tasks, as 36,93", sizesFrom)
      .option('--benchmark <name>', 'judge this benchmark alone')
      .option('--seed <text>', "seed of the draws (default: the plan's, or 0)"),
  needsResults: true,
  assess: async ({ selection, results }, flags) => {
    const { assessFidelity, fidelityEntry, fidelityPicture } = await import('../../index.js');
    const { fidelityReport, fidelityGrade, fidelityVerdictText } = await import('./fidelity-report.js');
    const { draws, seed, sizes, benchmark } = flags;
    const passed = (results?.outcomes.outcomes ?? []).flatMap(({ status, reward }) =>
      status === 'passed' && reward !== undefined ? [reward] : [],
    );
    // The least reward that passed: the same whether the threshold was given here or stands in the results.
    const passAt = passed.length === 0 ? undefined : passed.reduce((least, each) => Math.min(least, each));
    const fidelity = assessFidelity(selection, results?.pool, { draws, seed, sizes, benchmark, passAt });
    const whyNone = results?.whyNone;
    return {
      verdict: fidelityVerdictText(fidelity, whyNone),
      grade: fidelityGrade(fidelity),
      document: fidelityEntry(fidelity),
      report: (terminal) => fidelityReport(fidelity, whyNone, terminal),
      pictures: fidelity.scopes.flatMap((scope) => {
        const svg = fidelityPicture(scope);
        return svg === undefined ? [] : [{ name: pictureName(scope.benchmark), svg }];
      }),
    };
  },
};

/** A benchmark's name comes from a plan and must not lead out of the folder. */
function pictureName(benchmark: string | undefined): string {
  return benchmark === undefined ? 'fidelity' : `fidelity-${benchmark.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
}

function sizesFrom(text: string): readonly number[] {
  const sizes = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (sizes.some(Number.isNaN)) throw new InvalidArgumentError('Expected numbers with commas between them.');
  return sizes;
}
