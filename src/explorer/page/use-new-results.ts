import { useEffect, useMemo, useState } from 'react';
import { type ExplorerData, type NewResults, newResultsPath } from '../explorer-data.js';
import type { ReadData } from './read-data.js';

/** How often a page asks its server for later results. */
const everyMs = 2000;

const unreadable = 'The results changed and cannot be read now; those before are shown.';

/** What was read, with the results as they come in: a page of `winnow serve` asks for those that it does not know. */
export function useNewResults(first: ReadData): ReadData {
  const [news, setNews] = useState<Pick<ExplorerData, 'results' | 'resultsStamp' | 'resultsProblem'>>();
  const stamp = news?.resultsStamp ?? ('data' in first ? first.data.resultsStamp : undefined);
  useEffect(() => {
    if (stamp === undefined) return undefined;
    const stop = new AbortController();
    const timer = window.setInterval(async () => {
      // Nobody looks: the next time somebody does is early enough.
      if (document.hidden) return;
      const found = await asked(stamp, stop.signal);
      if (found === undefined || stop.signal.aborted) return;
      setNews((before) => ({
        results: 'results' in found ? found.results : before?.results,
        resultsStamp: found.stamp,
        resultsProblem: 'problem' in found ? `${unreadable} ${found.problem}` : undefined,
      }));
    }, everyMs);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [stamp]);
  return useMemo(() => {
    if (news === undefined || 'problem' in first) return first;
    return { ...first, data: { ...first.data, ...news, results: news.results ?? first.data.results } };
  }, [first, news]);
}

/** Later results than those of the stamp; undefined where there are none, or nobody answers. */
async function asked(stamp: string, signal: AbortSignal): Promise<NewResults | undefined> {
  try {
    const answer = await fetch(`${newResultsPath}?since=${encodeURIComponent(stamp)}`, { signal });
    return answer.status === 200 ? ((await answer.json()) as NewResults) : undefined;
  } catch {
    // The server was stopped: what the page holds stays.
    return undefined;
  }
}
