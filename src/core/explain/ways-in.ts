import type { ScoredTask } from '../model/task.js';
import { allocationChange } from './allocation-change.js';
import type { Change, RuledOut } from './change.js';
import type { Standing, WaysIn } from './explanation.js';
import { featureChange } from './feature-change.js';
import type { Rerun } from './rerun.js';
import { weightChange } from './weight-change.js';

/** Of each kind the smallest change that brings a task in; by their common measure the smallest first. */
export function waysIn(task: ScoredTask, standing: Standing | undefined, rerun: Rerun): WaysIn {
  const competing =
    standing === undefined ? [] : [weightChange(task, standing, rerun), allocationChange(task, standing, rerun)];
  const tried = [...competing, featureChange(task, standing, rerun)];
  return {
    changes: tried.filter(isChange).sort((a, b) => a.size - b.size),
    ruledOut: tried.filter((each) => 'reason' in each),
  };
}

function isChange(tried: Change | RuledOut): tried is Change {
  return 'size' in tried;
}
