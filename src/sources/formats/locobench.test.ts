import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../test/support/facts-of.js';
import { locobench, locobenchCategory, readLocobenchId } from './locobench.js';

const id = 'cpp_web_shop_hard_007_code_comprehension_easy_02';
const scenario = {
  id,
  task_category: 'code_comprehension',
  difficulty: 'easy',
  context_files: ['src//a.cpp', 'src//b.cpp'],
  context_length: 1000,
  task_prompt: 'Explain.',
  ground_truth: { a: 1 },
};
const agent = {
  scenario_id: id,
  description: 'Longer text.',
  category: 'interactive_code_exploration',
  difficulty: 'easy',
  context_files: ['a', 'b', 'c'],
  conversation_phases: [],
  context_window_tokens: 200_000,
};
const facts = (record: Record<string, unknown>) => factsOf(locobench, record);

describe('LoCoBench', () => {
  it('reads a scenario', () => {
    const read = facts(scenario);
    expect(read.id).toBe(id);
    expect(read.fields).toEqual({
      language: 'cpp',
      category: 'code_comprehension',
      difficulty: 'easy',
      context_tokens: 1000,
      context_files: 2,
      instruction_chars: 8,
    });
    expect(read.numbers.filter(({ measured }) => measured).map(({ field }) => field)).toEqual(['instruction_chars']);
  });

  it('reads an agent scenario, whose window is no context', () => {
    expect(facts(agent).fields).toEqual({
      language: 'cpp',
      category: 'code_comprehension',
      difficulty: 'easy',
      context_files: 3,
      instruction_chars: 12,
    });
  });

  it('reads the scenario that an agent scenario was made from', () => {
    const original = { task_category: 'odd_one', context_length: '5000', task_prompt: 'Go.' };
    const read = facts({ ...agent, original_scenario: original });
    expect(read.fields).toMatchObject({ category: 'odd_one', context_tokens: 5000, instruction_chars: 3 });
  });

  it('reads the metadata of a task folder', () => {
    const sidecar = {
      task_id: id,
      task_category: 'bug_investigation',
      context_length: 9,
      files_count: 85,
      language: 'c',
    };
    const read = facts(sidecar);
    expect(read.fields).toMatchObject({ language: 'c', context_tokens: 9, context_files: 85 });
    expect(read.labels.filter(({ field }) => field === 'category')).toEqual([
      { field: 'category', value: 'bug_investigation', origin: 'row' },
      { field: 'category', value: 'code_comprehension', origin: 'id' },
    ]);
  });

  it('reads text where a table has only text', () => {
    const read = facts({ ...scenario, context_length: '', metadata: "{'context_length': 77}", context_files: "['a']" });
    expect(read.fields).toMatchObject({ context_tokens: 77, context_files: 1 });
  });

  it('knows the task’s difficulty from the project’s, however long the domain is', () => {
    expect(readLocobenchId(id)).toEqual({ language: 'cpp', category: 'code_comprehension', difficulty: 'easy' });
    expect(readLocobenchId('go_a_b_c_d_expert_001_security_analysis_hard_01')).toMatchObject({ difficulty: 'hard' });
    expect(readLocobenchId('toy-1')).toEqual({});
    expect(readLocobenchId('tests_x')).toEqual({});
  });

  it('maps eight names to eight, and leaves others', () => {
    expect(locobenchCategory('interactive_debugging_sessions')).toBe('bug_investigation');
    expect(locobenchCategory('bug_investigation')).toBe('bug_investigation');
    expect(locobenchCategory('deployment_devops')).toBe('deployment_devops');
  });

  it('takes no other record with an id for a scenario', () => {
    expect(locobench.matches({ id: 'a', task_category: 'x' })).toBe(false);
    expect(locobench.matches({ scenario_id: 'a', tests: [] })).toBe(false);
    expect(locobench.read({ scenario_id: 'a', tests: [] })).toEqual({ notMine: true });
    expect(locobench.read({ ...scenario, id: '' })).toEqual({ broken: '"id" must be text; found empty text' });
  });
});
