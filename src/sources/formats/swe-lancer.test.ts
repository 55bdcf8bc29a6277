import { expect, it } from 'vitest';
import { factsOf } from '../../../test/support/facts-of.js';
import { sweLancer } from './column-formats.js';

const row = { question_id: '1_2', variant: 'ic_swe', price: '1000.0', description: 'a\\nb\\r\\nc' };

it('SWE-Lancer’s line breaks count as one character', () => {
  const { id, fields } = factsOf(sweLancer, row);
  expect(id).toBe('1_2');
  expect(fields).toEqual({ category: 'ic_swe', price: 1000, instruction_chars: 5 });
});

it.each([['$1,250'], ['1,250.0'], [1250], [1250n]])('SWE-Lancer’s price is read from %s', (price) => {
  expect(factsOf(sweLancer, { ...row, price }).fields).toMatchObject({ price: 1250 });
});

it('SWE-Lancer’s Python texts are not needed, and never run', () => {
  const hostile = { ...row, manager_data: "__import__('os').system('x')", acceptable_folders: '[', price: 'much' };
  expect(factsOf(sweLancer, hostile).fields).toEqual({ category: 'ic_swe', instruction_chars: 5 });
  expect(sweLancer.read({ ...row, question_id: '' })).toHaveProperty('broken');
  expect(sweLancer.matches({ question_id: 'a' })).toBe(false);
});
