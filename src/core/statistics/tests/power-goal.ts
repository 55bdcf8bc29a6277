/** What a planned test has to achieve. */
export interface PowerGoal {
  /** The significance level α of the two-sided test, in (0, ½); 0.05 unless there is a reason. */
  readonly level: number;
  /** The chance to find a difference that is there, in (level, 1); 0.8 by custom. */
  readonly power: number;
}

/** What a comparison is planned for unless somebody says otherwise. */
export const usualGoal: PowerGoal = { level: 0.05, power: 0.8 };

/** Refuses a significance level of ½ or more: most likely a confidence level was meant, such as 0.95 for 0.05. */
export function checkSignificance(level: number): void {
  if (!(level > 0 && level < 0.5)) throw new RangeError(`a significance level lies between 0 and ½, not at ${level}`);
}
