import { drawDesignOf } from '../draws/draws.js';
import type { DrawRule } from '../model/select-rule.js';
import { joinWords } from '../text/join-words.js';
import { fieldWords, type PlanFields } from './field-words.js';

/** How tasks are drawn, in a few words for a table cell: "at random", "balanced over lines changed". */
export function drawLabel(draw: DrawRule, fields: PlanFields): string {
  return drawDesignOf(draw).words.label(byWords(draw, fields));
}

/** How tasks are drawn, as a sentence about one group. */
export function drawSentence(draw: DrawRule, fields: PlanFields): string {
  return drawDesignOf(draw).words.sentence(byWords(draw, fields), `seed ${draw.seed}`);
}

function byWords({ by }: DrawRule, fields: PlanFields): string {
  return joinWords(by.map((field) => fieldWords(field, fields)));
}
