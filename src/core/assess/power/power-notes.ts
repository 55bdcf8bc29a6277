import { countOf } from '../../text/count-of.js';
import { joinWords } from '../../text/join-words.js';
import type { PoolResults } from '../question/pool-results.js';
import { defaultVariances } from './planned-variances.js';
import type { PairDiscordance, PowerAssessment } from './power-assessment.js';

/** What a reader must know before taking the figures for more than they are. */
export function powerNotes(facts: Omit<PowerAssessment, 'notes'>, results: PoolResults | undefined): readonly string[] {
  return [
    ...discordanceNotes(facts, results),
    ...varianceNotes(facts),
    ...scopeNotes(facts),
    ...(facts.contrasts === 1
      ? []
      : [
          `Alpha is shared among ${countOf(facts.contrasts, 'pair')} of configurations, all with all. Where each is compared with one baseline only, give --alpha divided by the comparisons instead.`,
        ]),
  ];
}

function discordanceNotes(
  { discordance: { from, pairs }, wanted, discordance }: Omit<PowerAssessment, 'notes'>,
  results: PoolResults | undefined,
): string[] {
  const notes: string[] = [];
  const unused = (use: PairDiscordance['use']) =>
    joinWords(pairs.filter((pair) => pair.use === use).map(({ a, b }) => `${a} with ${b}`));
  if (from === 'default') {
    notes.push(
      'The discordance is assumed: pairs of systems had quartiles of 0.21, 0.27 and 0.36 on SWE-bench Verified, and of 0.23, 0.29 and 0.40 on Terminal-Bench 2. Yours may differ; give --discordance, or --results of two configurations.',
    );
  }
  if (from === 'earlier') {
    notes.push(
      'The discordance is the median of pairs of neighbours among the stronger earlier systems on this pool. Give --discordance, or --results of two configurations, to replace it.',
    );
  }
  if (results !== undefined && results.configurations.length < 2 && from === 'default') {
    notes.push('The results hold one configuration only, which shows nothing about how often two disagree.');
  }
  if (unused('too few tasks') !== '') {
    notes.push(
      `Not used for the discordance, with fewer than 20 tasks that both have scores on: ${unused('too few tasks')}.`,
    );
  }
  if (unused('all alike') !== '') {
    notes.push(`Not used for the discordance, because no task tells them apart: ${unused('all alike')}.`);
  }
  if (discordance.partial) {
    notes.push(
      'The results have rewards between 0 and 1: a difference is one of mean rewards, in the place of the discordance stands the mean squared difference, and in that of McNemar the t test.',
    );
  }
  if (wanted !== undefined && wanted > discordance.low && !discordance.partial) {
    notes.push(
      'Where the wanted difference is larger than the discordance, a discordance as large as the difference is used.',
    );
  }
  return notes;
}

function varianceNotes({ variances: { withinFrom, effectFrom, low, high } }: Omit<PowerAssessment, 'notes'>): string[] {
  const { effect, within } = defaultVariances;
  const notes: string[] = [];
  if (withinFrom === 'default') {
    notes.push(
      `For more than one run, the variance of a run is assumed: ${within / 2} (two identical configurations then disagree on ${(100 * within).toFixed(0)}% of tasks); 20 tasks with two runs each would tell it.`,
    );
  }
  if (withinFrom === 'discordance') {
    notes.push(
      `For more than one run, ${noiseShare(effect.high)} to ${noiseShare(effect.low)}% of the discordance is taken for the noise of the runs, as in the defaults; only repeated runs tell (20 tasks with two runs each do).`,
    );
  }
  if (effectFrom === 'default') {
    notes.push(`The variance of the true difference between tasks is assumed: ${effect.low} to ${effect.high}.`);
  }
  if (low.effect === 0 || high.effect === 0) {
    notes.push('In the results the true difference does not vary between tasks beyond the noise of the runs.');
  }
  return notes;
}

/** The share of the discordance that runs have in the defaults, in percent. */
function noiseShare(effect: number): string {
  return ((100 * defaultVariances.within) / (defaultVariances.within + effect)).toFixed(0);
}

function scopeNotes({ kind, overall, benchmarks }: Omit<PowerAssessment, 'notes'>): string[] {
  if (kind === 'representative') {
    return [
      `All figures are for the weighted comparison, which represents the pool: ${countOf(overall.tasks, 'task')}, effective n = ${overall.size.toFixed(1)}. There is no finite population correction, because it does not lessen the noise of the runs.`,
    ];
  }
  const weighted = benchmarks.some(({ size, tasks }) => size !== tasks)
    ? ' Benchmarks drawn by chance are shown with their weights.'
    : '';
  return [
    `The tasks were chosen by rank: a difference that is found is one on these tasks, not on the pool they come from.${weighted}`,
  ];
}
