import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { samplePlan } from '../../test/support/sample-plan.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { readPlan } from '../core/plan/read-plan.js';
import { findPlanFiles } from './find-plan.js';

const [one, two] = [samplePlan({ take: 1 }), samplePlan({ take: 2 })];
const hashOf = (text: string) => readPlan(text).hash;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), 'selection');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('the plan of a selection', () => {
  it.each([
    ['its usual name', { 'plan.yaml': two, 'small.yaml': one }],
    ['one folder up', { '../small.yaml': one, 'plan.yaml': two }],
    ['any name', { 'plan.yaml': two, 'other.yml': one }],
    ['any name, as JSON', { 'other.yaml': JSON.stringify(parse(one)), 'plan.yaml': two }],
    ['any name, as JSON of many lines', { 'other.yaml': JSON.stringify(parse(one), null, 2) }],
    ['any name, long', { 'other.yaml': `${'# words\n'.repeat(200)}${one}${'# words\n'.repeat(20_000)}` }],
  ])('is found by its hash under %s', async (_, files) => {
    expect((await findPlanFiles({ name: 'small', sha256: hashOf(one) }, folderWith(files))).plan.hash).toBe(
      hashOf(one),
    );
  });

  const maker = (file: string) => ({ name: 'small', sha256: hashOf(one), file });

  it.each([
    ['a copy of its earlier text', { 'plan.yaml': two, 'plan-old.yaml': one }, 'plan.yaml'],
    ['a copy, under another name', { 'big.yaml': two, '../plan.yaml': one }, 'big.yaml'],
  ])('is the file that made the selection, edited since, not %s', async (_, files, file) => {
    expect((await findPlanFiles(maker(file), folderWith(files))).plan.hash).toBe(hashOf(two));
  });

  it.each([
    ['has been renamed', { 'other.yaml': one }],
    ['is another plan now', { 'other.yaml': one, 'plan.yaml': two.replace('small', 'large') }],
    ['is in the folder above', { 'plan.yaml': two, '../plan.yaml': one }],
  ])('is found by its hash if its file %s', async (_, files) => {
    expect((await findPlanFiles(maker('plan.yaml'), folderWith(files))).plan.hash).toBe(hashOf(one));
  });

  it('is not replaced by a copy if its file has errors', async () => {
    const folder = folderWith({ 'plan.yaml': `${two}\nwrong: 1\n`, 'plan-old.yaml': one });
    await expect(findPlanFiles(maker('plan.yaml'), folder)).rejects.toThrow('wrong');
  });

  it.each(['../plan.yaml', 'notes.txt'])('is never sought at %s, which is no file name of a plan', async (file) => {
    const folder = join(folderWith({ '../plan.yaml': two, 'other.yaml': one, 'notes.txt': two }), '.');
    expect((await findPlanFiles(maker(file), folder)).plan.hash).toBe(hashOf(one));
  });

  it('is the only one of its name if none has the hash, copies aside', async () => {
    const folder = folderWith({ 'other.yaml': two, 'small.yaml': two });
    expect((await findPlanFiles({ name: 'small', sha256: 'none' }, folder)).plan.hash).toBe(hashOf(two));
  });

  it.each(['none', undefined])('is not guessed if several have its name and none has the hash %s', async (hash) => {
    const folder = folderWith({ 'other.yaml': one, 'small.yaml': two });
    await expect(findPlanFiles({ name: 'small', sha256: hash }, folder)).rejects.toMatchObject({
      faults: [{ code: 'plan/ambiguous', message: expect.stringMatching(/small\.yaml and .*other\.yaml/) }],
    });
  });

  it('is found quickly beside files of many comments', async () => {
    const comments = '# \t \t \n'.repeat(8000);
    const folder = folderWith({ 'a.yaml': comments, 'b.yaml': `${comments}x`, 'other.yaml': `${comments}${one}` });
    const from = performance.now();
    expect((await findPlanFiles({ name: 'small', sha256: hashOf(one) }, folder)).plan.hash).toBe(hashOf(one));
    expect(performance.now() - from).toBeLessThan(5000);
  });

  it('is not sought in files that are no plans', async () => {
    // Reading any of these as a plan would report errors or take minutes.
    const aliases = `a0: &a0 [x]\n${Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`).join('')}`;
    const folder = folderWith({
      'bomb.yaml': aliases,
      'small-notes.yaml': 'notes: [small',
      'other.yaml': 'name: small\n',
    });
    await expect(findPlanFiles({ name: 'small' }, folder)).rejects.toMatchObject({
      faults: [{ code: 'plan/not-found' }],
    });
  });
});
