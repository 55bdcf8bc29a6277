import { describe, expect, it } from 'vitest';
import type { Outcome } from '../model/outcome.js';
import { matchOutcomes } from './match-outcomes.js';
import { matchWarnings } from './match-warnings.js';
import { suggestPatterns } from './suggest-patterns.js';

const tasks = new Set(['fix-login', 'add-export', 'add']);
const suggested = (...names: string[]) =>
  suggestPatterns(new Map([['arm', new Set(names)]]), (name) => tasks.has(name)).map(({ pattern }) => pattern);

describe('a suggested pattern', () => {
  it('is the text around the ids, where it is the same for all names', () => {
    expect(suggested('sgonly_fix-login', 'sgonly_add-export')).toEqual(['sgonly_{id}']);
    expect(suggested('fix-login--v2', 'add--v2')).toEqual(['{id}--v2']);
    expect(suggested('x.fix-login.y', 'x.add-export.y', 'x.add.y')).toEqual(['x.{id}.y']);
  });

  it('is none where a name fits no task, the text differs or there is one name', () => {
    expect(suggested('sgonly_fix-login', 'sgonly_other')).toEqual([]);
    expect(suggested('a_fix-login', 'b_add-export')).toEqual([]);
    expect(suggested('sgonly_fix-login')).toEqual([]);
  });

  it('is told with the results that fit no task, for the system that it is of', () => {
    const named = [...tasks].map((id) => ({ benchmark: 'mine', id, aliases: [] }));
    const outcome = (configuration: string, taskId: string): Outcome => ({
      ...{ taskId, configuration, run: '', attempt: 1, place: {} },
      ...({ status: 'passed', reward: 1 } as const),
    });
    const matched = matchOutcomes(named, named, [
      ...['fix-login', 'add-export'].map((id) => outcome('base', id)),
      ...['fix-login', 'add-export'].map((id) => outcome('tools', `sgonly_${id}`)),
    ]);
    expect(matchWarnings(matched).find(({ code }) => code === 'results-pattern')?.message).toBe(
      `all 2 unmatched names of "tools" are a task's id in "sgonly_{id}": --task-pattern 'sgonly_{id}' reads them as these tasks.`,
    );
  });
});
