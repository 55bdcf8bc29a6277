import { type Place, PoolError } from '../core/model/errors.js';

/** An error about a pool: a code, a message, and what to do about it. */
export function poolError(code: string, message: string, hint?: string, place?: Place): PoolError {
  return new PoolError([
    { code, message, ...(place === undefined ? {} : { place }), ...(hint === undefined ? {} : { hint }) },
  ]);
}
