import { expect, it } from 'vitest';
import { factsOf } from '../../../test/support/facts-of.js';
import { repobench } from './column-formats.js';

it('an id follows from the code before the line and the line, and from nothing else in the row', () => {
  const row = { repo_name: 'acme/kit', file_path: 'a.py', cropped_code: 'x\n', next_line: 'y', level: '2k' };
  const { id } = factsOf(repobench, row);
  expect(id).toMatch(/^acme\/kit\/a\.py#[0-9a-f]{12}$/);
  expect(factsOf(repobench, { ...row, level: '4k', token_num: 7 }).id).toBe(id);
  expect(factsOf(repobench, { ...row, next_line: 'z' }).id).not.toBe(id);
  expect(factsOf(repobench, { ...row, cropped_code: 'w\n' }).id).not.toBe(id);
});
