import { InvalidArgumentError } from 'commander';

/** The number that an option's text means. */
export function numberFrom(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw new InvalidArgumentError('Expected a number.');
  return value;
}

/** The whole number, one or more, that an option's text means. */
export function countFrom(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text.trim())) throw new InvalidArgumentError('Expected a whole number, 1 or more.');
  return Number(text);
}
