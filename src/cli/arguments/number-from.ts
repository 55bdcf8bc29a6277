import { InvalidArgumentError } from 'commander';

/** The number that an option's text means. */
export function numberFrom(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw new InvalidArgumentError('Expected a number.');
  return value;
}
