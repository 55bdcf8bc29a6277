import { describe, expect, it } from 'vitest';
import { misspeltNotes } from './estimate-warnings.js';

const of = (...counts: readonly (readonly [name: string, scored: number])[]) =>
  misspeltNotes(counts.map(([name, scored]) => ({ name, coverage: { scored } }))).map(({ message }) => message);

describe('a configuration that may be misspelt', () => {
  it('is named where it has few results and another of nearly its name has many', () => {
    expect(of(['claude-4', 75], ['kimi-k2-instruct', 95], ['kimmi-k2-instruct', 5])).toEqual([
      '"kimmi-k2-instruct" has results on 5 tasks and "kimi-k2-instruct" on 95 tasks: if both names mean one system, use one spelling, or set the name with --name.',
    ]);
  });

  it('is none where both have many results, or the names differ', () => {
    expect(of(['gpt-4.1', 80], ['gpt-4.2', 90])).toEqual([]);
    expect(of(['kimi-k2-instruct', 95], ['gemini-pro', 5])).toEqual([]);
  });
});
