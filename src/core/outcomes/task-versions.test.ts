import { describe, expect, it } from 'vitest';
import type { Outcome, RunResults } from '../model/outcome.js';
import type { NamedTask } from './task-index.js';
import { ofOneVersion } from './task-versions.js';

const outcome = (taskId: string, file: string, ...digests: string[]): Outcome => ({
  taskId,
  configuration: 'a',
  run: file,
  attempt: 1,
  status: 'passed',
  reward: 1,
  place: { file },
  ...(digests.length === 0 ? {} : { digests }),
});
const results = (...outcomes: Outcome[]): RunResults => ({
  outcomes,
  files: [],
  hasDigests: true,
  faults: [],
  warnings: [],
});
const task = (id: string, digest?: string): NamedTask => ({ benchmark: 'mine', id, aliases: [], digest });
const told = ({ outcomes, faults, warnings }: RunResults) => ({
  kept: [...outcomes].map(({ place }) => place.file),
  faults: faults.map(({ code }) => code),
  warnings: warnings.map(({ code }) => code),
});

describe('results of two versions of a task', () => {
  const both = results(outcome('t', 'old', 'sha256:1'), outcome('t', 'new', 'sha256:2'), outcome('u', 'other'));

  it('are those of the selected version where that is known; the others are counted', () => {
    const read = ofOneVersion(both, [task('t', 'sha256:2')], {});
    expect(told(read)).toEqual({ kept: ['new', 'other'], faults: [], warnings: ['results-other-version'] });
    expect(read.warnings[0]?.message).toBe(
      'Skipped 1 result from other versions of 1 selected task: t (sha256:1 in old, not sha256:2). To use them, add --any-version.',
    );
  });

  it('are an error where nothing says which version is selected, also of two systems', () => {
    for (const tasks of [[task('t')], undefined]) {
      expect(told(ofOneVersion(both, tasks, {})).faults).toEqual(['results/versions']);
    }
    const systems = results(outcome('t', 'x', 'sha256:1'), { ...outcome('t', 'y', 'sha256:2'), configuration: 'b' });
    expect(told(ofOneVersion(systems, [task('t')], {})).faults).toEqual(['results/versions']);
  });

  it('are an error where none is of the selected version', () => {
    const old = results(outcome('t', 'old', 'sha256:1'), outcome('not-selected', 'old', 'sha256:9'));
    const read = ofOneVersion(old, [task('t', 'sha256:2')], {});
    expect(read.faults).toMatchObject([
      { code: 'results/versions', message: expect.stringContaining('all results are from other versions') },
    ]);
  });

  it('all count if the user says so, and that is told', () => {
    const read = ofOneVersion(both, [task('t', 'sha256:2')], { anyVersion: true });
    expect(told(read)).toEqual({ kept: ['old', 'new', 'other'], faults: [], warnings: ['results-other-version'] });
  });

  it('are told by the surest digest that both have, and not at all without one', () => {
    const kept = (one: string[], two: string[]) =>
      told(ofOneVersion(results(outcome('t', '1', ...one), outcome('t', '2', ...two)), [task('t')], {})).faults.length;
    expect(kept(['sha256:1', 'checksum:x'], ['sha256:1', 'checksum:y'])).toBe(0);
    expect(kept(['checksum:x'], ['sha256:1', 'checksum:y'])).toBe(1);
    expect(kept(['checksum:x'], ['sha256:1'])).toBe(0);
    expect(kept(['sha256:1'], [])).toBe(0);
  });

  it('of tasks that nobody asks about do not matter', () => {
    expect(told(ofOneVersion(both, [task('u')], {}))).toEqual({
      kept: ['old', 'new', 'other'],
      faults: [],
      warnings: [],
    });
  });
});
