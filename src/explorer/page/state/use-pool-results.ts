import type { PoolResults } from '../../../core/assess/question/pool-results.js';
import type { ExplorerData } from '../../explorer-data.js';
import { assessInput } from './assess-input.js';
import { useSource } from './study-context.js';

const known = new WeakMap<ExplorerData, { readonly results: PoolResults | undefined }>();

/** The results that the page holds, fitted to the tasks of the pool, which no edit changes; undefined without any. */
export function usePoolResults(): PoolResults | undefined {
  const { data, loaded } = useSource();
  const found = known.get(data) ?? { results: assessInput(loaded, data.results).input.results?.pool };
  known.set(data, found);
  return found.results;
}
