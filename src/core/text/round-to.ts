/** Rounds half away from zero to so many decimals, as the decimal digits read: roundTo(1.005, 2) is 1.01. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Half a unit that floating point stored a hair too low is still a half: the slack is far below any published digit.
  return (Math.sign(value) * Math.round(Math.abs(value) * scale * (1 + 2 ** -50))) / scale;
}
