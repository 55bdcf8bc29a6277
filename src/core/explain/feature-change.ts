import type { Field } from '../model/field.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import type { FeatureChange, RuledOut } from './change.js';
import { changedTask } from './changed-task.js';
import { fieldUses } from './explain-features.js';
import type { Standing } from './explanation.js';
import { fieldScale } from './field-scale.js';
import { gapBetween } from './gap-between.js';
import { nearestAhead } from './nearest-ahead.js';
import { nearestTried } from './nearest-tried.js';
import { type PlaceToBeat, placesToBeat } from './places-to-beat.js';
import type { Rerun } from './rerun.js';

/** The smallest change of one number field of the task that brings it in. */
export function featureChange(
  task: ScoredTask,
  standing: Standing | undefined,
  rerun: Rerun,
): FeatureChange | RuledOut {
  const places = standing === undefined ? [] : placesToBeat(task, standing, rerun);
  const selectsWith = (field: string, value: number) => {
    const changed = changedTask(task, field, value, rerun);
    const { tasks } = rerun.benchmark;
    return (
      changed !== undefined &&
      rerun.selects(
        task.id,
        tasks.map((each) => (each === task ? changed : each)),
      )
    );
  };
  const moved = movableFields(rerun).flatMap((field) => {
    const from = fieldValue(task, field.name);
    return typeof from === 'number' ? [{ field, from }] : [];
  });
  if (moved.length === 0) return { kind: 'feature', reason: 'the score and the order look at no number that it has' };
  const found = moved.flatMap(({ field: { name, words }, field, from }): FeatureChange[] => {
    const scale = fieldScale(field, rerun.benchmark.tasks);
    const to = decidesMore(name, rerun)
      ? nearestTried(name, from, scale, rerun, (value) => selectsWith(name, value))
      : nearestAhead((value) => changedTask(task, name, value, rerun), name, from, scale, places, rerun.plan);
    if (to === undefined || !selectsWith(name, to)) return [];
    return [{ kind: 'feature', field: name, words, from, to, size: Math.abs(to - from) / scale.range }];
  });
  const [smallest] = found.sort((a, b) => a.size - b.size);
  return smallest ?? { kind: 'feature', reason: whyNot(task, places, rerun) };
}

function whyNot(task: ScoredTask, places: readonly PlaceToBeat[], { fields }: Rerun): string {
  const gaps = places.map(({ holder, bar, prefer }) => gapBetween(task, bar, holder, prefer, fields));
  const labels = gaps.filter(({ field }) => field !== 'id' && fields.get(field)?.kind === 'label');
  const none = 'no number that it has, moved within the benchmark’s range, brings it in';
  if (gaps.length > 0 && labels.length === gaps.length)
    return `it is behind by ${labels[0]?.words}, which is no number`;
  return gaps.some(({ field }) => field === 'id') ? `only its id puts it behind, and ${none}` : none;
}

/** The number fields that decide about a task and from which no label or phase follows. */
function movableFields({ plan, fields }: Rerun): readonly Field[] {
  const { phase, score, where, order, ensure } = fieldUses(plan);
  const fixed = new Set([
    'score',
    ...phase,
    ...plan.corrections.flatMap(({ field, by }) => [field, by]),
    ...plan.declarations.flatMap(({ by }) => by ?? []),
  ]);
  return [...new Set([...score, ...where, ...order, ...ensure])].flatMap((name) => {
    const field = fields.get(name);
    return field?.kind === 'number' && !fixed.has(name) ? [field] : [];
  });
}

/** Whether the field decides not only where a task stands but also among whom, so that no single place is to be beaten. */
function decidesMore(field: string, { plan }: Rerun): boolean {
  const { where, group, score } = fieldUses(plan);
  const deciding = [...where, ...group, ...plan.select.ensure.map(({ by }) => by)];
  return deciding.includes(field) || (score.includes(field) && deciding.includes('score'));
}
