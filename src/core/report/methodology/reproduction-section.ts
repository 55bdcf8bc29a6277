import type { PoolHashes } from '../../fingerprint/fingerprint-pool.js';
import { randomField } from '../../model/field.js';
import type { Selection } from '../../model/selection.js';
import { joinWords } from '../../text/join-words.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** What it takes to get the same selection again, and to notice when it is no longer the same. */
export function reproductionSection(
  { plan, benchmarks, tier }: Selection,
  generatedBy: string,
  hashes: ReadonlyMap<string, PoolHashes>,
): string {
  const seed = plan.seed === undefined ? 'The plan has no seed' : `The seed is ${markdownText(String(plan.seed))}`;
  const drawn = benchmarks.filter(({ plan: { select } }) => select.draw !== undefined).map((each) => each.plan.title);
  const chance =
    drawn.length > 0
      ? `the tasks of ${markdownText(joinWords(drawn))} were drawn with it`
      : benchmarks.some(({ plan: { select } }) => select.prefer.some(({ field }) => field === randomField.name))
        ? 'it breaks the ties of the order'
        : 'no step of this selection draws at random';
  const short = benchmarks.some(({ shortfalls }) => shortfalls.length > 0);
  const command = `winnow select PLAN${tier === undefined ? '' : ` --tier ${tier.name}`}${short ? ' --allow-shortfall' : ''}`;
  return [
    '## Reproduction',
    `Made by ${markdownText(generatedBy)} from plan ${markdownText(plan.name)} (SHA-256 \`${plan.hash}\`). ${seed}; ${chance}. The same plan and tasks give the same bytes: \`${command}\`.`,
    markdownTable(
      ['Benchmark', 'Tasks:', 'SHA-256 of the tasks'],
      benchmarks.map(({ plan: { name }, available }) => [
        markdownText(name),
        available,
        `\`${hashes.get(name)?.sha256 ?? ''}\``,
      ]),
    ),
  ].join('\n\n');
}
