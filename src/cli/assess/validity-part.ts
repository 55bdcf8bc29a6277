import type { AssessPart } from './assess-part.js';

interface ValidityFlags {
  readonly baseline?: string;
  readonly score?: string;
}

/** Charts beyond these would only be looked through. */
const mostPictures = 6;

/** Whether the score predicts what it claims. */
export const validityPart: AssessPart<ValidityFlags> = {
  name: 'validity',
  summary: 'whether the score predicts the benefit, from paired results',
  description:
    'Compares the score of each task with what a configuration gained on it over the baseline, over the tasks that\n' +
    'have a result in both arms, overall and within benchmarks. Results on tasks outside the pool count too, if they\n' +
    'carry a score of their own.',
  addOptions: (command) =>
    command
      .option('--baseline <name>', 'the configuration to compare with (default: "baseline", or the first of two)')
      .option(
        '--score <column>',
        'the column of the results with the score; "pool": the plan\'s (default: mcp_benefit_score, or the plan\'s)',
      ),
  needsResults: true,
  assess: async ({ selection, results }, flags) => {
    const { assessValidity, validityEntry, validityPicture } = await import('../../index.js');
    const { validityGrade, validityReport, validityVerdict } = await import('./validity-report.js');
    const assessment = assessValidity(selection, results?.outcomes, flags);
    const drawn = assessment.comparisons.filter(({ pairs }) => pairs > 0).slice(0, mostPictures);
    return {
      verdict: validityVerdict(assessment),
      grade: validityGrade(assessment),
      document: validityEntry(assessment),
      report: (terminal) => validityReport(selection.plan.name, assessment, terminal),
      // Numbered, because a configuration's name need not be the name of a file.
      pictures: drawn.map((comparison, i) => {
        return { name: `validity-${i + 1}`, svg: validityPicture(assessment, comparison) };
      }),
    };
  },
};
