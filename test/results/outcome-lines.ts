import type { Outcomes } from '../../src/core/model/outcome.js';

/** For tests: each outcome as `task configuration run attempt status reward`. */
export function outcomeLines({ outcomes }: Outcomes): readonly string[] {
  return outcomes.map(({ taskId, configuration, run, attempt, status, reward }) =>
    [taskId, configuration, run === '' ? '-' : run, attempt, status, reward ?? '-'].join(' '),
  );
}

/** For tests: the codes of the faults and of the warnings. */
export function codes({ faults, warnings }: Outcomes): { faults: readonly string[]; warnings: readonly string[] } {
  return { faults: faults.map(({ code }) => code), warnings: warnings.map(({ code }) => code) };
}
