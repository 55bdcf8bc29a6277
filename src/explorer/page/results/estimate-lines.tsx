import { differenceWords, gainWords, levelWords, runWords } from '../../../core/estimate/estimate-words.js';
import type { ConfigurationEstimate, DifferenceEstimate } from '../../../core/estimate/pool-estimate.js';
import { countOf } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';

interface ConfigurationLinesProps {
  readonly configuration: ConfigurationEstimate;
  readonly population: number;
}

/** A system's level in the lines of the command line, under each reading of what is missing. */
export function ConfigurationLines({ configuration, population }: ConfigurationLinesProps) {
  const { name, readings, coverage } = configuration;
  const { scored, selected } = coverage;
  return (
    <>
      <h3>{visibleText(name, 120)}</h3>
      <ul className="lines">
        {readings.map((reading) => (
          <li key={reading.reading}>
            {capital(levelWords(reading, population, readings.length > 1))}.
            {reading.pool !== undefined &&
              gainWords(reading.pool).map((words) => (
                <span key={words} className="quiet">
                  {' '}
                  {capital(words)}.
                </span>
              ))}
          </li>
        ))}
        <li className="quiet">
          {capital(runWords(configuration))}; {scored} of {countOf(selected, 'task')} scored.
        </li>
      </ul>
    </>
  );
}

/** The paired difference of two systems, in the lines of the command line. */
export function DifferenceLines({
  difference: { first, second, readings },
}: {
  readonly difference: DifferenceEstimate;
}) {
  return (
    <>
      <h3>
        {visibleText(second, 80)} less {visibleText(first, 80)}, task by task
      </h3>
      {readings.length === 0 ? (
        <p>No task has a result under both.</p>
      ) : (
        <ul className="lines">
          {readings.flatMap((reading) =>
            differenceWords(reading, readings.length > 1).map((words, i) => (
              <li key={`${reading.reading} ${words}`} className={i === 0 ? undefined : 'quiet'}>
                {capital(words)}.
              </li>
            )),
          )}
        </ul>
      )}
    </>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
