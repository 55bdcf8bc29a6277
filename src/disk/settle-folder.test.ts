import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { keepOld, type Step, stageNew, takeStep, turnBack, writeJournal } from './journal.js';
import { readSelection } from './read-selection.js';
import { settleFolder, settleForReading } from './settle-folder.js';
import { claimStage } from './stage.js';
import { writeTogether } from './write-together.js';

const gone = spawnSync('true').pid;
const start = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[19];

/** What a folder holds, by name. */
function held(folder: string): Record<string, string> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** A folder in which a run was killed that makes a new b and c and removes d, after it took some of its steps. */
function killed(
  after: 'staging' | 'journal' | 1 | 2 | 3,
  owner = `${gone}-1`,
  [b, c, d]: readonly [string, string, string] = ['b', 'c', 'd'],
) {
  const folder = temporaryFolder();
  for (const name of ['a', b, d]) writeFileSync(join(folder, name), 'old');
  const stage = claimStage(folder);
  const steps: readonly Step[] = [
    { name: b, before: keepOld(join(folder, b), stage, 0), after: stageNew(stage, 0, 'new') },
    { name: c, before: null, after: stageNew(stage, 1, 'new') },
    { name: d, before: keepOld(join(folder, d), stage, 2), after: null },
  ];
  if (after !== 'staging') writeJournal(stage, steps);
  const taken = typeof after === 'number' ? after : 0;
  for (const [index, step] of steps.slice(0, taken).entries()) takeStep(folder, stage, step, index);
  const [own = ''] = readdirSync(stage).filter((name) => name.startsWith('owner-'));
  renameSync(join(stage, own), join(stage, `owner-${owner}`));
  return { folder, stage };
}

const old = { a: 'old', b: 'old', d: 'old' };
const done = { a: 'old', b: 'new', c: 'new' };

describe('what a killed run left', () => {
  it.each(['journal', 1, 2, 3] as const)('is brought to its end once there is a journal: %s', (after) => {
    const { folder } = killed(after);
    expect(settleFolder(folder)).toBe('free');
    expect(held(folder)).toEqual(done);
  });

  it('is cleared away when nothing had been placed', () => {
    const { folder } = killed('staging');
    settleFolder(folder);
    expect(held(folder)).toEqual(old);
  });

  it.each([1, 2, 3] as const)('is taken back when it was being taken back: %s', (after) => {
    const { folder, stage } = killed(after);
    turnBack(stage);
    settleFolder(folder);
    expect(held(folder)).toEqual(old);
  });

  it('never replaces what someone changed since', () => {
    for (const name of ['b', 'c', 'd']) {
      const { folder } = killed('journal');
      writeFileSync(join(folder, 'mine'), 'mine');
      renameSync(join(folder, 'mine'), join(folder, name));
      settleFolder(folder);
      expect(held(folder)).toEqual({ ...old, [name]: 'mine' });
    }
    // Put back by hand, as git would.
    const { folder } = killed(1);
    writeFileSync(join(folder, 'mine'), 'old');
    renameSync(join(folder, 'mine'), join(folder, 'b'));
    settleFolder(folder);
    expect(held(folder)).toEqual(old);
  });

  it.runIf(existsSync('/proc/self/stat'))('is not taken for the work of another process with the same number', () => {
    const { folder } = killed(1, `${process.ppid}-1`);
    expect(settleFolder(folder)).toBe('free');
    expect(held(folder)).toEqual(done);
    const live = killed(1, `${process.ppid}-${start(process.ppid)}`);
    expect(settleFolder(live.folder)).toBe('busy');
    expect(existsSync(live.stage)).toBe(true);
  });

  it('is not believed when it leads out of the folder', () => {
    const { folder, stage } = killed('journal');
    const outside = join(folder, '..', 'winnow-outside');
    const step = { name: '../winnow-outside', before: null, after: stageNew(stage, 9, 'new') };
    rmSync(join(stage, 'journal'));
    writeFileSync(join(stage, 'journal'), JSON.stringify([step]));
    settleFolder(folder);
    expect(existsSync(outside)).toBe(false);
    expect(held(folder)).toEqual(old);
  });

  it('and what another version left is cleared away, claims included, by the next write', () => {
    const folder = temporaryFolder();
    for (const name of ['.winnow-writing', `.winnow-claim-${gone}-abcdef`, `.winnow-claim-${gone}-77-abcdef`]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'owner'), String(gone));
    }
    writeTogether(folder, [{ name: 'a', text: 'new' }]);
    expect(held(folder)).toEqual({ a: 'new' });
  });

  it('is finished before a selection is read', () => {
    const { folder } = killed(1, undefined, ['METHODOLOGY.md', 'selection.json', 'd']);
    expect(existsSync(join(folder, 'selection.json'))).toBe(false);
    expect(readSelection(folder).texts).toMatchObject({ manifest: 'new', methodology: 'new' });
  });
});

describe('a folder in which nothing was left', () => {
  it('is not touched', () => {
    const folder = temporaryFolder();
    const before = statSync(folder, { bigint: true }).mtimeNs;
    settleForReading(folder);
    settleForReading(join(folder, 'nowhere'));
    expect(statSync(folder, { bigint: true }).mtimeNs).toBe(before);
  });
});

describe.runIf(existsSync('/proc/self/stat'))('a folder that another run writes into', () => {
  it('is waited for by readers, who then say so, and refused to writers', () => {
    const { folder } = killed(1, `${process.ppid}-${start(process.ppid)}`);
    expect(() => settleForReading(folder, 100)).toThrow(
      /another run is writing there, and was not done within 0\.1 seconds/,
    );
    expect(() => writeTogether(folder, [{ name: 'e', text: '' }])).toThrow(/another run is writing there; try again/);
  });
});
