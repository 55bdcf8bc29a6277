import { differenceWords, levelWords } from '../../../core/estimate/estimate-words.js';
import type { ConfigurationEstimate, Estimate } from '../../../core/estimate/pool-estimate.js';
import { countOf } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { estimateInquiry } from '../inquiries/result-inquiries.js';
import { Worked } from '../parts/worked.js';
import { routeHash } from '../route/route.js';
import { useSource } from '../state/study-context.js';
import { useInquiry } from '../state/use-inquiry.js';

/** So many systems are named here; the view of results has them all. */
const mostShown = 3;

/** What the results say, in a line for each system; nothing where the page has none. */
export function ResultsNote() {
  const { data } = useSource();
  const working = useInquiry(estimateInquiry, { baseline: undefined }, data.results !== undefined);
  if (data.results === undefined) return null;
  return (
    <section aria-labelledby="results-note">
      <h2 id="results-note">Results</h2>
      <Worked working={working} ask="Estimate">
        {(found) => found !== undefined && <Lines estimate={found} />}
      </Worked>
    </section>
  );
}

function Lines({ estimate: { configurations, differences, population } }: { readonly estimate: Estimate }) {
  const left = configurations.length - mostShown;
  const [pair] = configurations.length === 2 ? differences : [];
  return (
    <ul className="plain-list">
      {configurations.slice(0, mostShown).map((each) => (
        <li key={each.name}>
          {visibleText(each.name, 80)}: <strong>{levelOf(each, population)}</strong>
          {scoredWords(each)}
        </li>
      ))}
      {pair?.readings.slice(0, 1).map((reading) => (
        <li key={reading.missingCountsAs}>
          {visibleText(pair.second, 80)} less {visibleText(pair.first, 80)}:{' '}
          <strong>{differenceWords(reading, pair.readings.length > 1)[0]}</strong>
        </li>
      ))}
      <li>
        {left > 0 && `${countOf(left, 'more system')}; `}
        <a href={routeHash({ view: 'results' })}>all that the results say</a>
      </li>
    </ul>
  );
}

/** The first line of the command line: the pool with its interval, or the tasks that have results. */
function levelOf({ readings }: ConfigurationEstimate, population: number): string {
  const [first] = readings;
  return first === undefined ? 'no result' : levelWords(first, population, readings.length > 1);
}

function scoredWords({ coverage: { scored, selected } }: ConfigurationEstimate): string {
  return scored === selected ? '' : `, ${scored} of ${countOf(selected, 'task')} scored`;
}
