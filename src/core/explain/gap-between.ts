import { fieldWords, type PlanFields } from '../describe/field-words.js';
import type { Preference } from '../model/select-rule.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { compareByKeys } from './compare-tasks.js';
import type { Gap } from './explanation.js';

/** The first key of the order that tells two places apart, with the value of each; `other` holds the second. */
export function gapBetween(
  place: ScoredTask,
  otherPlace: ScoredTask,
  other: ScoredTask,
  prefer: readonly Preference[],
  fields: PlanFields,
): Gap {
  const decisive = prefer.find((preference) => compareByKeys(place, otherPlace, [preference]) !== 0);
  const field = decisive?.field ?? 'id';
  return {
    other,
    insteadOf: otherPlace === other ? undefined : otherPlace,
    field,
    words: fieldWords(field, fields),
    counts: fields.get(field)?.counts === true,
    own: fieldValue(place, field),
    others: fieldValue(otherPlace, field),
  };
}
