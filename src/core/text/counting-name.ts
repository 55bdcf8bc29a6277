/** A number or date in a name, as the source of a regular expression. */
export const counter =
  '(?:r|w|run|rerun|rep|repeat|trial|attempt|seed|tier|look|wave|batch|part)[-_]?\\d+|rerun|\\d{6,}|\\d{4}-\\d\\d-\\d\\d[\\dT:._-]*Z?';
const counts = `(?:${counter}|\\d[\\dT:._-]*Z?)`;

/** A mere number or date: 3, run-3, 2025-08-27__22-13-13, run3_2025-08-27. */
export const countingName: RegExp = new RegExp(`^[-_]?${counts}(?:[-_.]+${counts})*$`, 'i');
