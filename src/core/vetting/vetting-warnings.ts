import type { Warning } from '../model/fault.js';
import { countOf, formatCount } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import { scoredRuns } from './validity-runs.js';
import type { Vetting } from './vetting.js';

/** The code of the warning that most runs of a kind went wrong, so that their set-up is to be doubted. */
export const setUpWarning = 'exclude/set-up';

/** Fewer tasks than this say nothing about the set-up of the runs. */
const fewTasks = 5;

/** What the runs cannot tell, and what speaks against the runs themselves. */
export function vettingWarnings(kinds: Vetting['kinds'], undecided: number): Warning[] {
  const warnings = kinds.flatMap(({ run, findings }): Warning[] => {
    const scored = [...findings.values()].filter((finding) => scoredRuns(finding) > 0);
    const unscored = findings.size - scored.length;
    const single = scored.filter((finding) => scoredRuns(finding) === 1).length;
    const always = scored.filter(({ verdict }) => verdict === run.always?.reason).length;
    return [
      ...(unscored === 0
        ? []
        : [
            {
              code: 'exclude/no-verdict',
              message: `${run.words}: ${countOf(unscored, 'task')} ${unscored === 1 ? 'has' : 'have'} only runs that errored or were not run. That is no verdict: nothing is proposed from them.`,
            },
          ]),
      ...(single === 0
        ? []
        : [
            {
              code: 'exclude/one-run',
              message: `${run.words}: ${countOf(single, 'task')} with one scored run each. Flakiness cannot be seen from one run, and a contrary verdict may be an accident.`,
            },
          ]),
      ...(scored.length < fewTasks || 2 * always <= scored.length
        ? []
        : [
            {
              code: setUpWarning,
              message: `${run.always?.words ?? run.words} on ${formatCount(always)} of ${countOf(scored.length, 'task')}. That many point to the set-up of the runs: check it before excluding tasks.`,
            },
          ]),
    ];
  });
  if (undecided === 0) return warnings;
  const message = `${countOf(undecided, 'task')} with mixed verdicts ${undecided === 1 ? 'is' : 'are'} not proposed: the tolerated rate (--tolerate) may explain them. More runs of them would tell.`;
  return [...warnings, { code: 'exclude/undecided', message }];
}

/** Tasks that come in for excluded ones without a verdict of their own: they may have the same faults. */
export function newcomerWarnings({ kinds }: Vetting, comesIn: readonly string[]): Warning[] {
  const isVetted = (key: string) =>
    kinds.some(({ findings }) => {
      const finding = findings.get(key);
      return finding !== undefined && scoredRuns(finding) > 0;
    });
  const untried = comesIn.filter((key) => !isVetted(key));
  if (untried.length === 0) return [];
  const [first, second, third, ...rest] = untried;
  const names = [first, second, third].filter((key) => key !== undefined);
  const named = rest.length === 0 ? joinWords(names) : `${names.join(', ')} and ${formatCount(rest.length)} more`;
  const message = `${countOf(untried.length, 'task')} that would come in ${untried.length === 1 ? 'has' : 'have'} no validity run with a verdict: ${named}. Run the reference solution on ${untried.length === 1 ? 'it' : 'them'} too.`;
  return [{ code: 'exclude/newcomers', message }];
}
