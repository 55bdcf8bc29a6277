import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { joinWords } from '../../text/join-words.js';
import { markdownText } from '../markdown.js';

/** What results on this selection say, and what they do not. */
export function claimsSection({ benchmarks }: Selection): string {
  const names = (kind: ReturnType<typeof extent>) =>
    benchmarks.filter((benchmark) => extent(benchmark) === kind).map(({ plan }) => markdownText(plan.title));
  const [whole, eligible, ranked] = [names('whole'), names('eligible'), names('ranked')];
  const sentences: string[] = [];
  if (ranked.length > 0) {
    sentences.push(
      `The tasks of ${joinWords(ranked)} were chosen by rank, not at random. Results on them describe the selected tasks; they are not an estimate for the pool, and no interval around them is one.`,
    );
  }
  if (whole.length > 0) sentences.push(`${joinWords(whole)} ${whole.length === 1 ? 'is' : 'are'} taken whole.`);
  if (eligible.length > 0) {
    sentences.push(`Of ${joinWords(eligible)} every eligible task is taken; what was left out is named above.`);
  }
  return ['## What May Be Claimed', sentences.join(' ')].join('\n\n');
}

function extent({ tasks, eligible, choices }: BenchmarkSelection): 'whole' | 'eligible' | 'ranked' {
  if (choices.length === tasks.length) return 'whole';
  return choices.length === eligible ? 'eligible' : 'ranked';
}
