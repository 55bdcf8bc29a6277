import type { Warning } from '../model/fault.js';
import type { RunResults } from '../model/outcome.js';
import { aboutPassing } from '../outcomes/as-passes.js';
import { filterOutcomes } from '../outcomes/outcome-lists.js';
import { countOf } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import { nearestName } from '../text/nearest-name.js';
import type { ConfigurationEstimate, OrderEstimate } from './pool-estimate.js';

/** That rewards between 0 and 1 are averaged, where reading found some. */
export function rewardNotes(outcomes: RunResults['outcomes'], warnings: readonly Warning[]): Warning[] {
  if (!warnings.some(({ code }) => aboutPassing.has(code))) return [];
  const between = filterOutcomes(outcomes, ({ reward }) => reward !== undefined && reward > 0 && reward < 1).length;
  const message = `${countOf(between, 'reward')} lie between 0 and 1: the figures are mean rewards. --pass-at counts passes instead.`;
  return [{ code: 'mean-rewards', message }];
}

/** That several configurations stand side by side without a comparison. */
export function baselineNotes(names: readonly string[], pairs: number): Warning[] {
  if (names.length < 2 || pairs > 0) return [];
  const message = `${names.length} configurations are not compared with each other: name one with --baseline NAME.`;
  return [{ code: 'no-baseline', message }];
}

/** Names that differ in a letter or two, one of them with hardly a result: a misspelling makes a system of its own. */
export function misspeltNotes(
  configurations: readonly { readonly name: string; readonly coverage: { readonly scored: number } }[],
): Warning[] {
  const scored = new Map(configurations.map(({ name, coverage }) => [name, coverage.scored]));
  return [...scored].flatMap(([name, own]) => {
    const larger = [...scored].flatMap(([other, tasks]) => (own < fewShare * tasks ? [other] : []));
    const near = nearestName(name, larger);
    if (near === undefined || Math.abs(near.length - name.length) > 2 || near.length < 6) return [];
    const message = `"${name}" has results on ${countOf(own, 'task')} and "${near}" on ${countOf(scored.get(near) ?? 0, 'task')}: if the names mean one system, spell them alike or give both with --name.`;
    return [{ code: 'misspelt-configuration', message }];
  });
}

/** With fewer than this share of another's tasks, a system of nearly the same name is a suspect. */
const fewShare = 0.1;

/** A stratum without any result has no task of its own to stand for it; `isAssisted` tells where earlier results do. */
export function emptyStrata(
  configurations: readonly ConfigurationEstimate[],
  areWeightsMoved: boolean,
  isAssisted: (stratum: string) => boolean,
): Warning[] {
  return configurations.flatMap(({ name, coverage }) => {
    const empty = coverage.incomplete.filter(({ scored }) => scored === 0).map(({ stratum }) => stratum);
    const warning = (strata: readonly string[], then: string): Warning[] => {
      if (strata.length === 0) return [];
      const shown = `${strata.slice(0, 5).join(', ')}${strata.length > 5 ? ` and ${strata.length - 5} more` : ''}`;
      return [{ code: 'empty-stratum', message: `${name}: no task of ${shown} has a result; ${then}.` }];
    };
    const [assisted, others] = [empty.filter(isAssisted), empty.filter((stratum) => !isAssisted(stratum))];
    return [
      ...warning(
        others,
        areWeightsMoved
          ? 'the moved weights let tasks of other strata stand for it'
          : `with what is missing left out, the figures leave ${others.length === 1 ? 'it' : 'them'} out too`,
      ),
      ...warning(
        assisted,
        `with what is missing left out, what to expect from earlier results stands for ${assisted.length === 1 ? 'it' : 'them'}`,
      ),
    ];
  });
}

/** Systems that difficulty was learned from: their own results explain themselves, and the gain is not real. */
export function learnedFromWarnings(names: readonly string[], learnedFrom: ReadonlySet<string>): Warning[] {
  const own = names.filter((name) => learnedFrom.has(name));
  if (own.length === 0) return [];
  const message = `${joinWords(own)}: how hard each task is was learned from ${own.length === 1 ? 'this system' : 'these systems'} as well, so that the level looks more certain than it is. Leave ${own.length === 1 ? 'it' : 'them'} out of "prior" to measure ${own.length === 1 ? 'it' : 'them'}.`;
  return [{ code: 'learned-from', message }];
}

/** The slope of a level far below that of earlier systems: something else than difficulty was joined to the tasks. */
export function slopeWarnings(configurations: readonly ConfigurationEstimate[]): Warning[] {
  return configurations.flatMap(({ name, readings: [first] }) => {
    const figures = [
      first?.pool,
      ...(first?.parts ?? []).filter(({ by }) => by === 'benchmark').map(({ pool }) => pool),
    ];
    const low = figures.flatMap((figure) => figure?.assisted?.slopes ?? []).filter(({ isLow }) => isLow);
    const byBenchmark = new Map(low.map(({ benchmark, slope }) => [benchmark, slope]));
    return [...byBenchmark].map(([benchmark, slope]) => ({
      code: 'low-slope',
      message: `${name}: the results on ${benchmark} do not follow the earlier ones (slope ${slope.toFixed(2)}; 1 is usual): perhaps ids were joined to the wrong tasks, or the earlier results say nothing. The estimate stays valid; it gains nothing from them.`,
      benchmark,
    }));
  });
}

/** That an order rests on fewer tasks than were selected, because some have no result under every configuration. */
export function orderWarnings(
  order: OrderEstimate | undefined,
  configurations: readonly ConfigurationEstimate[],
): Warning[] {
  const first = order?.readings.find(({ reading }) => reading === 'absent');
  if (order === undefined || first?.tasks === order.selected) return [];
  const fewest = configurations.toSorted((a, b) => a.coverage.scored - b.coverage.scored)[0];
  const message = `${first?.tasks ?? 0} of ${countOf(order.selected, 'selected task')} have a result under every configuration: with what is missing left out, the order rests on them alone. Fewest: ${fewest?.name ?? ''}, ${fewest?.coverage.scored ?? 0}.`;
  return [{ code: 'order-on-fewer', message }];
}
