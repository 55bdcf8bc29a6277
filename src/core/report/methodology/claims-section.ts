import type { Selection } from '../../model/selection.js';
import { joinWords } from '../../text/join-words.js';
import { markdownText } from '../markdown.js';

/** What results on this selection say, and what they do not. */
export function claimsSection({ benchmarks }: Selection): string {
  const names = (whole: boolean) =>
    benchmarks
      .filter(({ tasks, choices }) => (tasks.length === choices.length) === whole)
      .map(({ plan }) => markdownText(plan.title));
  const [whole, ranked] = [names(true), names(false)];
  const sentences: string[] = [];
  if (ranked.length > 0) {
    sentences.push(
      `The tasks of ${joinWords(ranked)} were chosen by rank, not at random. Results on them describe the selected tasks; they are not an estimate for the pool, and no interval around them is one.`,
    );
  }
  if (whole.length > 0) sentences.push(`${joinWords(whole)} ${whole.length === 1 ? 'is' : 'are'} taken whole.`);
  return ['## What May Be Claimed', sentences.join(' ')].join('\n\n');
}
