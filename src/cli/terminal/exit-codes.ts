/** The exit codes of every command. */
export const exitCodes = {
  done: 0,
  /** A check that the caller asked for did not pass. */
  gate: 1,
  /** The input or the command is wrong, and the caller can fix it. */
  callerFault: 2,
  /** A bug in Winnow. */
  ourFault: 3,
} as const;
