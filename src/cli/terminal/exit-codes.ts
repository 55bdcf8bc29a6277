/** What the exit code of every command means. */
export const exitCodes = {
  done: 0,
  /** A check that the caller asked for did not pass. */
  gate: 1,
  /** The input or the call is wrong, and the caller can mend it. */
  callerFault: 2,
  /** A fault of Winnow itself. */
  ourFault: 3,
} as const;
