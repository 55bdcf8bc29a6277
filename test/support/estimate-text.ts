import { documentOf } from '../../src/core/documents/forms.js';
import { type Estimate, estimateSchema } from '../../src/core/estimate/pool-estimate.js';

/** The text of the document of an estimate. */
export const estimateText = (estimate: Estimate) => JSON.stringify(documentOf(estimateSchema(), estimate));
