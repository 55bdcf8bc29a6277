import type { PoolResults } from '../../../core/assess/question/pool-results.js';
import { fittedResults } from '../inquiries/assess-input.js';
import { useSource } from './study-context.js';

/** The results that the page holds, fitted to the tasks of the pool, which no edit changes; undefined without any. */
export function usePoolResults(): PoolResults | undefined {
  const { data, loaded } = useSource();
  return fittedResults(loaded, data.results).results?.pool;
}
