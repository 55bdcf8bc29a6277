import type { DrawRule } from '../model/select-rule.js';
import { joinWords } from '../text/join-words.js';
import { fieldWords, type PlanFields } from './field-words.js';

/** How tasks are drawn, in a few words for a table cell: "at random", "balanced over lines changed". */
export function drawLabel({ method, by }: DrawRule, fields: PlanFields): string {
  const words = joinWords(by.map((field) => fieldWords(field, fields)));
  switch (method) {
    case 'random':
      return 'at random';
    case 'systematic':
      return `systematically along ${words}`;
    case 'pareto':
      return `at random, chances in proportion to ${words}`;
    case 'local-pivotal':
      return `at random, spread over ${words}`;
    case 'cube':
      return `at random, balanced over ${words}`;
  }
}

/** How tasks are drawn, as a sentence about one group. */
export function drawSentence(draw: DrawRule, fields: PlanFields): string {
  const words = joinWords(draw.by.map((field) => fieldWords(field, fields)));
  const seed = `seed ${draw.seed}`;
  switch (draw.method) {
    case 'random':
      return `the tasks with the lowest permanent random numbers are taken (simple random sampling, ${seed}).`;
    case 'systematic':
      return `the tasks are sorted by ${words} and taken at even steps from a random start (systematic sampling, ${seed}).`;
    case 'pareto':
      return `the chances are in proportion to ${words} (Pareto sampling by permanent random numbers, ${seed}).`;
    case 'local-pivotal':
      return `the chances are equal, and the drawn tasks spread over ${words} (local pivotal method, ${seed}).`;
    case 'cube':
      return `the chances are equal, and the drawn tasks such that the weighted totals of ${words} come out as in the pool (cube method, ${seed}).`;
  }
}
