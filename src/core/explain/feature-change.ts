import type { Field } from '../model/field.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { formatCount } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import { changedTask, fieldScale, lineFields, linesAbove, linesAreSum, taskBends } from './changed-task.js';
import { fieldUses } from './explain-facts.js';
import type { FeatureChange, RuledOut, Standing } from './explanation.js';
import { gapBetween, type PlaceToBeat, placesToBeat } from './find-standing.js';
import { nearestAhead, nearestTried } from './nearest-value.js';
import type { Rerun } from './rerun.js';

/** The smallest change of one number field of the task that brings it in. */
export function featureChange(
  task: ScoredTask,
  standing: Standing | undefined,
  rerun: Rerun,
): FeatureChange | RuledOut {
  const places = standing === undefined ? [] : placesToBeat(task, standing, rerun);
  const selects = (changed: ScoredTask) =>
    rerun.selects(
      task.id,
      rerun.benchmark.tasks.map((each) => (each === task ? changed : each)),
    );
  const moved = movableFields(task, rerun).flatMap((field) => {
    const from = fieldValue(task, field.name);
    return typeof from === 'number' ? [{ field, from }] : [];
  });
  if (moved.length === 0) return { kind: 'feature', reason: 'the score and the order look at no number that it has' };
  const partly: { words: string; count: number }[] = [];
  const found = moved.flatMap(({ field: { name, words }, field, from }): FeatureChange[] => {
    const scale = fieldScale(field, rerun.benchmark.tasks);
    const taskWith = (value: number) => changedTask(task, name, value, rerun);
    const byTrying = () => {
      const { value, count, all } = nearestTried(task, name, from, scale, rerun, taskWith, selects);
      if (value === undefined && !all) partly.push({ words, count });
      return value;
    };
    const byPlace = () => {
      const value = nearestAhead(taskWith, from, scale, places, taskBends(task, name, rerun.plan));
      const changed = value === undefined ? undefined : taskWith(value);
      return changed === undefined || selects(changed) ? value : byTrying();
    };
    const to = decidesMore(name, task, rerun) ? byTrying() : byPlace();
    if (to === undefined) return [];
    const told = name === 'lines_changed' && linesAreSum(task) ? `${words} (additions + deletions)` : words;
    return [{ kind: 'feature', field: name, words: told, from, to, size: Math.abs(to - from) / scale.range }];
  });
  const [smallest] = found.sort((a, b) => a.size - b.size);
  if (smallest !== undefined) return smallest;
  return { kind: 'feature', reason: partly.length > 0 ? noneTried(partly) : whyNot(task, places, rerun) };
}

/** Said of values that were tried one by one where the range has more. */
function noneTried(partly: readonly { words: string; count: number }[]): string {
  const tried = partly.map(({ words, count }) => `${formatCount(count)} nearest values tried of ${words}`);
  return `none of the ${joinWords(tried)} brings it in; the range has more`;
}

function whyNot(task: ScoredTask, places: readonly PlaceToBeat[], { fields }: Rerun): string {
  const gaps = places.map(({ holder, bar, prefer }) => gapBetween(task, bar, holder, prefer, fields));
  const labels = gaps.filter(({ field }) => field !== 'id' && fields.get(field)?.kind === 'label');
  const none = 'no number that it has, moved within the benchmark’s range, brings it in';
  if (gaps.length > 0 && labels.length === gaps.length)
    return `it is behind by ${labels[0]?.words}, which is no number`;
  return gaps.some(({ field }) => field === 'id') ? `only its id puts it behind, and ${none}` : none;
}

/**
 * The number fields that decide about a task and from which no label or phase follows. Where the plan also looks at the
 * additions or deletions of which `lines_changed` is the sum, these are moved in its stead.
 */
function movableFields(task: ScoredTask, { plan, fields }: Rerun): readonly Field[] {
  const { phase, score, where, group, order, ensure } = fieldUses(plan);
  const fixed = new Set([
    'score',
    ...phase,
    ...plan.corrections.flatMap(({ field, by }) => [field, by]),
    ...plan.declarations.flatMap(({ by }) => by ?? []),
  ]);
  const deciding = new Set([...score, ...where, ...order, ...ensure]);
  const looksAt = (name: string) => deciding.has(name) || fixed.has(name) || group.includes(name);
  if (linesAreSum(task) && lineFields.some(looksAt)) {
    if (fixed.has('lines_changed')) for (const each of lineFields) fixed.add(each);
    else if (deciding.delete('lines_changed')) for (const each of lineFields) deciding.add(each);
  }
  return [...deciding].flatMap((name) => {
    const field = fields.get(name);
    return field?.kind === 'number' && !fixed.has(name) ? [field] : [];
  });
}

/** Whether the field decides not only where a task stands but also among whom, so that no single place is to be beaten. */
function decidesMore(field: string, task: ScoredTask, { plan }: Rerun): boolean {
  const { where, group, score } = fieldUses(plan);
  const deciding = [...where, ...group, ...plan.select.ensure.map(({ by }) => by)];
  const moving = linesAbove(task, field) === undefined ? [field] : [field, 'lines_changed'];
  return moving.some((each) => deciding.includes(each) || (score.includes(each) && deciding.includes('score')));
}
