import { namedPictures } from '../../blocks/blocks.js';
import type { Question } from '../question/question.js';
import { assessForecast, type ForecastOptions } from './assess-forecast.js';
import { forecastEntry, forecastSchema } from './forecast-document.js';
import { forecastPicture } from './forecast-picture.js';
import { forecastSections } from './forecast-sections.js';
import { forecastGrade, forecastNotes, forecastVerdict } from './forecast-words.js';

/** What results of the next system will tell, before any run. */
export const forecastQuestion: Question<ForecastOptions> = {
  name: 'forecast',
  title: 'Forecast',
  summary: 'what to expect from earlier results, before any run',
  description:
    'Says how exact a level, how small a difference and how good a ranking to expect, at the planned size and at others,\n' +
    'each beside random tasks. It leaves earlier systems (the plan\'s "prior") out, one or two at a time. Needs no results.',
  options: {
    sizes: {
      kind: 'numbers',
      value: 'numbers',
      help: 'forecast these numbers of tasks, as 50,100',
      default: 'some from 10 to the whole pool',
    },
    benchmark: { kind: 'text', value: 'name', help: 'forecast this benchmark alone', default: undefined },
  },
  schema: forecastSchema,
  needsResults: false,
  isQuick: false,
  ask: ({ selection }, options) => {
    const assessment = assessForecast(selection, options);
    const verdict = forecastVerdict(assessment);
    const notes = forecastNotes(assessment);
    return {
      grade: forecastGrade(assessment),
      verdict,
      document: forecastEntry(assessment, verdict, notes),
      sections: forecastSections(assessment),
      notes,
      ...(assessment.benchmarks.length === 0
        ? {}
        : { method: 'Earlier systems are left out in turn, the stronger half of them, and measured by the others.' }),
      pictures: namedPictures(
        assessment.benchmarks.map((each) => [pictureName(each.benchmark), forecastPicture(each)] as const),
      ),
    };
  },
};

/** A benchmark's name comes from a plan and must not lead out of the folder. */
function pictureName(benchmark: string): string {
  return `forecast-${benchmark.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
}
