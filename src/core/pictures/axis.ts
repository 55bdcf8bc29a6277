/** One axis of a chart. */
export interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Equal steps multiply; both ends must then be above 0. */
  readonly log?: boolean;
  /** Where a tick stands; undefined: at round numbers. */
  readonly ticks?: readonly number[];
  /** A tick's words; undefined: the number. */
  readonly format?: (value: number) => string;
}

/** Where a value lies along an axis, from 0 at its beginning to 1 at its end. */
export function alongAxis({ from, to, log = false }: Omit<Axis, 'ticks'>, value: number): number {
  if (from === to) return 0.5;
  return log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
}

/** A place on an axis, and what stands there. */
export interface Tick {
  readonly at: number;
  readonly words: string;
}

/** The ticks of an axis with their words. */
export function axisTicks(axis: Axis): readonly Tick[] {
  const format = axis.format ?? ((value: number) => String(Number(value.toPrecision(6))));
  const values = axis.ticks ?? (axis.log === true ? powerTicks(axis.from, axis.to) : roundTicks(axis.from, axis.to));
  return values.map((at) => ({ at, words: format(at) }));
}

const aimedTicks = 5;

/** Multiples of 1, 2 or 5 times a power of ten, about five of them. */
function roundTicks(from: number, to: number): readonly number[] {
  const span = to - from;
  if (!(span > 0)) return [from];
  const power = 10 ** Math.floor(Math.log10(span / aimedTicks));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => span / each <= aimedTicks * 1.4) ?? span;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** 1, 2 and 5 times powers of ten; the powers alone where that would be too many. */
function powerTicks(from: number, to: number): readonly number[] {
  const powers = Array.from(
    { length: Math.ceil(Math.log10(to)) - Math.floor(Math.log10(from)) + 1 },
    (_, i) => 10 ** (Math.floor(Math.log10(from)) + i),
  );
  const all = powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((value) => value >= from && value <= to);
  return all.length <= 8 ? all : powers.filter((value) => value >= from && value <= to);
}
