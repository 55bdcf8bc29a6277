import { InvalidArgumentError } from 'commander';

/** An option's value as a number. */
export function numberFrom(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw new InvalidArgumentError('Expected a number.');
  return value;
}
