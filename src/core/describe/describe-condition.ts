import type { Condition, FieldTest } from '../model/condition-holds.js';
import { formatCount } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import { fieldWords, type PlanFields } from './field-words.js';

/** "context tokens is above 500,000 and language is go or rust". */
export function describeCondition(condition: Condition, fields: PlanFields): string {
  return joinWords(condition.map((test) => describeTest(test, fields)));
}

function describeTest(test: FieldTest, fields: PlanFields): string {
  if (test.has !== undefined) return `${fieldWords(test.field, fields)} has ${joinWords(test.has, 'or')}`;
  const subject = `${fieldWords(test.field, fields)} is`;
  if (test.oneOf !== undefined) return `${subject} ${joinWords(test.oneOf, 'or')}`;
  const bounds = [
    bound('above', test.above),
    bound('at least', test.atLeast),
    bound('below', test.below),
    bound('at most', test.atMost),
  ];
  return `${subject} ${joinWords(bounds.filter((text) => text !== undefined))}`;
}

function bound(words: string, value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${words} ${formatCount(value)}`;
}
