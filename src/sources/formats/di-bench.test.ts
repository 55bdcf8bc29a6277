import { expect, it } from 'vitest';
import { factsOf } from '../../../test/support/facts-of.js';
import { diBench } from './column-formats.js';

const row = {
  instance_id: 'acme_kit',
  language: 'python',
  act_command: 'act',
  patch: '--- a/p.toml\n+++ b/p.toml\n@@ -0,0 +1 @@\n+b\n',
};

it('DI-Bench keeps apart what has one name in two languages', () => {
  const read = factsOf(diBench, row);
  expect(read).toMatchObject({ id: 'python/acme_kit', aliases: ['acme_kit'], remarks: [] });
  expect(read.fields).toEqual({ language: 'python', files_changed: 1, additions: 1, deletions: 0 });
  expect(factsOf(diBench, { ...row, language: 'rust' }).id).toBe('rust/acme_kit');
});

it('DI-Bench remarks upon what is missing', () => {
  const read = factsOf(diBench, { ...row, language: '', patch: null });
  expect(read).toMatchObject({ id: 'acme_kit', aliases: [] });
  expect(read.remarks).toEqual(['no language, which is part of the id', 'no patch']);
  expect(diBench.read({ ...row, instance_id: null })).toHaveProperty('broken');
  expect(diBench.matches({ instance_id: 'a', patch: '' })).toBe(false);
});
