import type { Warning } from '../model/fault.js';
import { countOf, formatCount } from '../text/numbers.js';
import { visibleText } from '../text/visible-text.js';
import { joinWords } from '../text/words.js';
import type { MatchedOutcomes } from './match-outcomes.js';

/** Results that were not used, and names that fit only when letter case is ignored: counted and shown, never dropped in silence. */
export function matchWarnings(
  { notSelected, unknown, caseFolded, dressed, elsewhere, nearest, patterns }: MatchedOutcomes,
  { isPoolKnown = true, tier }: { readonly isPoolKnown?: boolean; readonly tier?: string | undefined } = {},
): Warning[] {
  const place = tier === undefined ? 'selected' : `in the tier "${tier}"`;
  const warnings: Warning[] = [];
  if (unknown.length > 0 && !isPoolKnown) {
    const message = `the results name ${countOf(unknown.length, 'task')} that ${unknown.length === 1 ? 'is' : 'are'} not ${place}; they are not used: ${some(unknown)}. It is unknown whether the pool has them: for more than 100,000 tasks, selection.json lists only the selected ones.`;
    warnings.push({ code: 'results-not-selected', message });
  } else if (unknown.length > 0) {
    const like = nearest.map(({ spelt, id }) => `${spelt} is most like ${id}`);
    const message = `the results name ${countOf(unknown.length, 'task')} that the pool does not have; they are not used: ${some(unknown)}.${like.length === 0 ? '' : ` Of the pool's tasks, ${joinWords(like)}.`}`;
    warnings.push({ code: 'results-unknown', message });
  }
  const suggested = patternHint(patterns);
  if (suggested !== undefined) warnings.push({ code: 'results-pattern', message: suggested });
  if (notSelected.length > 0) {
    const message = `the results name ${countOf(notSelected.length, 'task')} of the pool that ${notSelected.length === 1 ? 'is' : 'are'} not ${place}; they are not used: ${some(notSelected)}.`;
    warnings.push({ code: 'results-not-selected', message });
  }
  if (caseFolded.length > 0) {
    const pairs = caseFolded.map(({ spelt, id }) => `${spelt} for ${id}`);
    const message = `${countOf(caseFolded.length, 'task')} in the results ${caseFolded.length === 1 ? 'was' : 'were'} found only by ignoring letter case: ${some(pairs)}.`;
    warnings.push({ code: 'results-case', message });
  }
  if (dressed.length > 0) {
    const pairs = dressed.map(({ spelt, id }) => `${spelt} for ${id}`);
    const message = `${countOf(dressed.length, 'task')} in the results ${dressed.length === 1 ? 'was' : 'were'} found only by ignoring a known prefix, a version suffix or separators: ${some(pairs)}.`;
    warnings.push({ code: 'results-dressed', message });
  }
  for (const [benchmark, ids] of elsewhere) {
    const message = `the results on ${countOf(ids.length, 'task')} name the benchmark "${visibleText(benchmark, 80)}", which the pool does not have; they count for the tasks with the same name: ${some(ids)}. If they are other tasks, leave them out.`;
    warnings.push({ code: 'results-elsewhere', message });
  }
  return warnings;
}

/** The option under which names that fit no task would fit one; undefined where there is none. */
export function patternHint(patterns: MatchedOutcomes['patterns']): string | undefined {
  if (patterns.length === 0) return undefined;
  const systems = patterns.slice(0, mostNamed).map(({ configuration, names, pattern }) => {
    return `all ${formatCount(names)} unmatched names of "${configuration}" are a task's id in "${pattern}"`;
  });
  const options = [...new Set(patterns.map(({ pattern }) => `--task-pattern '${pattern}'`))];
  return `${joinWords(systems)}: ${options.slice(0, mostNamed).join(' ')} reads them as these tasks.`;
}

const mostNamed = 3;

function some(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return `${names.slice(0, mostNamed).join(', ')}${more}`;
}
