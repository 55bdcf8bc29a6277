import { expectedUpliftSentences } from '../../../core/describe/forecast-words.js';
import type { Inquiry } from './inquiry.js';

/** What to expect in new runs of tasks that were chosen by their uplift in earlier ones, in sentences. */
export const upliftInquiry: Inquiry<Record<never, never>, readonly string[]> = {
  name: 'expected-uplift',
  answer: ({ inFull }) => expectedUpliftSentences(inFull()),
};
