import { short } from './figures.js';

/** What a system made of a task: a word and a mark that needs no colour; a share where runs differ or rewards are partial. */
export function ResultMark({ reward }: { readonly reward: number | undefined }) {
  if (reward === undefined) return <span className="quiet">no result</span>;
  return <span className={`result result-${resultKind(reward)}`}>{resultWords(reward)}</span>;
}

/** "✓ pass", "✗ fail", or the mean reward between. */
export function resultWords(reward: number): string {
  return { pass: '✓ pass', fail: '✗ fail', part: short(reward, 2) }[resultKind(reward)];
}

function resultKind(reward: number): 'pass' | 'fail' | 'part' {
  return reward >= 1 ? 'pass' : reward <= 0 ? 'fail' : 'part';
}
