import { balanceInquiry } from './balance-inquiry.js';
import { designInquiry, editInquiry, planInquiry } from './design-inquiries.js';
import { explanationInquiry } from './explanation-inquiry.js';
import type { Inquiry } from './inquiry.js';
import { questionInquiry } from './question-inquiry.js';
import { estimateInquiry, progressInquiry } from './result-inquiries.js';
import { upliftInquiry } from './uplift-inquiry.js';

/** All that is worked out beside the page. */
export const inquiries: readonly Inquiry<never, unknown>[] = [
  balanceInquiry,
  designInquiry,
  editInquiry,
  estimateInquiry,
  explanationInquiry,
  planInquiry,
  progressInquiry,
  questionInquiry,
  upliftInquiry,
];
