import { balanceQuestion } from './balance/balance.js';
import { ceilingQuestion } from './ceiling/ceiling.js';
import { contaminationQuestion } from './contamination/contamination-question.js';
import { designsQuestion } from './designs/designs-question.js';
import { fidelityQuestion } from './fidelity/fidelity.js';
import { forecastQuestion } from './forecast/forecast-question.js';
import { frontierQuestion } from './frontier/frontier-question.js';
import { misfitQuestion } from './misfit/misfit-question.js';
import { powerQuestion } from './power/power.js';
import type { Question } from './question/question.js';
import { sensitivityQuestion } from './sensitivity/sensitivity.js';
import { validityQuestion } from './validity/validity.js';

/** In report-card order. Each question has a folder and an entry here. */
export const questions: readonly Question[] = [
  balanceQuestion,
  powerQuestion,
  designsQuestion,
  forecastQuestion,
  fidelityQuestion,
  validityQuestion,
  ceilingQuestion,
  misfitQuestion,
  sensitivityQuestion,
  frontierQuestion,
  contaminationQuestion,
];
