import { PoolError } from '../../core/model/errors.js';

/** The same error with a further hint on its last fault, where it is one of the pool; any other is left as it is. */
export function withHint(error: unknown, hint: string): unknown {
  if (!(error instanceof PoolError)) return error;
  const last = error.faults.length - 1;
  const faults = error.faults.map((fault, at) =>
    at === last ? { ...fault, hint: fault.hint === undefined ? hint : `${fault.hint} ${hint}` } : fault,
  );
  return new PoolError(faults, { cause: error });
}
