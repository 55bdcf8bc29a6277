import { expect, it } from 'vitest';
import { factsOf } from '../../../test/support/facts-of.js';
import { sweperfItems } from './column-formats.js';

const item = {
  id: 'p-1',
  repo_name: 'acme/kit',
  target_function: 'f',
  human_solution_reference: '',
  baseline_runtime: 1.5,
  description: 'Faster!',
  difficulty: 'hard',
  file_path: 'kit/a.py',
};

it('an item names its repository, file and difficulty', () => {
  const { id, fields, labels } = factsOf(sweperfItems, item);
  expect(id).toBe('p-1');
  expect(fields).toEqual({
    repo: 'acme/kit',
    language: 'python',
    difficulty: 'hard',
    category: 'performance',
    instruction_chars: 7,
  });
  expect(labels).toContainEqual({ field: 'language', value: 'python', origin: 'file path' });
});

it('an item’s own labels come first, and a path may be missing', () => {
  const { fields } = factsOf(sweperfItems, { ...item, file_path: 7, language: 'c', category: 'speed' });
  expect(fields).toMatchObject({ language: 'c', category: 'speed' });
  expect(factsOf(sweperfItems, { ...item, file_path: null }).fields).not.toHaveProperty('language');
  expect(sweperfItems.read({ ...item, id: undefined })).toHaveProperty('broken');
  expect(sweperfItems.matches({ id: 'a', target_function: 'f' })).toBe(false);
});
