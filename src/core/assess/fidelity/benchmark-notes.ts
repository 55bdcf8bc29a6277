import { countOf } from '../../text/count-of.js';
import { joinWords } from '../../text/join-words.js';
import { emptyGroups } from './design-strata.js';
import type { JudgedBenchmark } from './judged-together.js';

/** What is to be known of one benchmark: its pool, who is left out and why, groups that give no task. */
export function benchmarkNotes({ benchmark, witnesses }: JudgedBenchmark): string[] {
  const { name } = benchmark.plan;
  const notes: string[] = [];
  const outside = benchmark.tasks.length - benchmark.eligible;
  if (outside > 0) {
    notes.push(
      `${name}: the pool is the ${countOf(benchmark.eligible, 'eligible task')}; ${outside} that may not be selected are not in its rates.`,
    );
  }
  for (const { system, beyond, others } of witnesses.tooFew) {
    notes.push(
      `${name}: ${system} is left out; it has results on ${beyond} of the ${others} tasks that are not selected.`,
    );
  }
  if (witnesses.learned !== undefined) {
    const out = witnesses.leftOut.map(({ system, why }) => `${system} (${why})`);
    const who = out.length === 0 ? 'none of them is among the systems given' : `left out: ${joinWords(out)}`;
    notes.push(
      `${name}: the plan ${witnesses.learned}, so it is judged only on systems it was not learned from; ${who}. Figures on the others would flatter it.`,
    );
    const known = new Set(witnesses.leftOut.map(({ system }) => system));
    // Where their results are at hand, they are known again under any name.
    const unseen = benchmark.priorSystems.filter(
      (system) => !known.has(system) && benchmark.priorRewards?.has(system) !== true,
    );
    if (unseen.length > 0) {
      notes.push(
        `${name}: it was also learned from ${joinWords(unseen)}, not among the results given; a near-duplicate of these could not be found out.`,
      );
    }
  }
  const empty = emptyGroups(benchmark);
  if (empty > 0) {
    notes.push(
      `${name}: ${countOf(empty, 'group')} ${empty === 1 ? 'gives' : 'give'} no task; the random draws put ${empty === 1 ? 'it' : 'them'} with the smallest that does, so that every task has a chance.`,
    );
  }
  return notes;
}
