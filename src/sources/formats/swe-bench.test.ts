import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../test/support/facts-of.js';
import { sweBench } from './swe-bench.js';

const patch = [
  'diff --git a/kit/a.py b/kit/a.py',
  '--- a/kit/a.py',
  '+++ b/kit/a.py',
  '@@ -1,2 +1,3 @@',
  ' context',
  '-old',
  '+++ new',
  '+newer',
  '',
].join('\n');
const row = { instance_id: 'acme__kit-1', repo: 'acme/kit', base_commit: '0f', patch, problem_statement: 'It breaks.' };
const sha = 'ab'.repeat(20);
const pro = {
  ...row,
  instance_id: `instance_Acme__WebKit-${sha}-vnan`,
  repo_language: 'js',
  fail_to_pass: `['it\\'s "x"', "it's", 'a, b']`,
  pass_to_pass: '[]',
  requirements: '',
  interface: '',
};
const facts = (record: Record<string, unknown>) => factsOf(sweBench, record);

describe('SWE-bench rows', () => {
  it('count files and lines from the patch, and lengths and tests from the row', () => {
    const read = facts({ ...row, FAIL_TO_PASS: '["a", "b"]', PASS_TO_PASS: '[]' });
    expect(read).toMatchObject({ id: 'acme__kit-1', aliases: [], remarks: [] });
    expect(read.fields).toEqual({
      repo: 'acme/kit',
      language: 'python',
      category: 'swe-bench',
      files_changed: 1,
      additions: 2,
      deletions: 1,
      tests_to_fix: 2,
      tests_to_keep: 0,
      instruction_chars: 10,
    });
    expect(read.numbers.every(({ measured }) => measured)).toBe(true);
  });

  it.each([[['a', 'b']], ['["a","b"]'], ["['a', 'b']"], ['("a", \'b\')']])(
    'read a list of tests from %j',
    (FAIL_TO_PASS) => {
      expect(facts({ ...row, FAIL_TO_PASS }).fields).toMatchObject({ tests_to_fix: 2 });
    },
  );

  it.each([[null], [undefined], [''], [' ']])('take no list of tests, %j, for not known', (FAIL_TO_PASS) => {
    const { fields, remarks } = facts({ ...row, FAIL_TO_PASS });
    expect(fields).not.toHaveProperty('tests_to_fix');
    expect(remarks).toEqual([]);
  });

  it.each([
    ['a, b', 'FAIL_TO_PASS cannot be read: expected a list of test names, found text that is neither'],
    [7, 'FAIL_TO_PASS cannot be read: expected a list of test names, found a number'],
    [{ a: 1 }, 'FAIL_TO_PASS cannot be read: expected a list of test names, found an object'],
    [[1], 'FAIL_TO_PASS cannot be read: expected a list of test names, found a number as item 1'],
    ["['a' 'b'\n 'c']", 'FAIL_TO_PASS cannot be read: expected commas between the names'],
  ])('remark upon a list of tests that is none: %j', (FAIL_TO_PASS, remark) => {
    const { fields, remarks } = facts({ ...row, FAIL_TO_PASS });
    expect(fields).not.toHaveProperty('tests_to_fix');
    expect(remarks).toEqual([expect.stringContaining(remark)]);
  });

  it('remark upon a missing patch, as the test split of Multimodal has none', () => {
    const { fields, remarks } = facts({ ...row, patch: '', test_patch: '', image_assets: '' });
    expect(remarks).toEqual(['no patch']);
    expect(fields).toEqual({ repo: 'acme/kit', category: 'swe-bench-multimodal', instruction_chars: 10 });
  });

  it.each(['<15 min fix', '15 min - 1 hour', '1-4 hours', '>4 hours'])(
    'keep the difficulty "%s" as it is',
    (difficulty) => {
      expect(facts({ ...row, difficulty }).fields).toMatchObject({ difficulty });
    },
  );

  it('read Pro: keys in lower case, Python lists, its language and its folder', () => {
    const read = facts(pro);
    expect(read.fields).toMatchObject({ tests_to_fix: 3, tests_to_keep: 0, category: 'swe-bench-pro' });
    expect(read.labels).toContainEqual({ field: 'language', value: 'js', origin: 'row' });
    expect(read.labels.filter(({ field }) => field === 'language')).toHaveLength(1);
    expect(read.aliases).toEqual([`instance_acme-webkit-${sha}-vnan`]);
    expect(facts({ ...row, instance_id: pro.instance_id }).fields).toMatchObject({ category: 'swe-bench-pro' });
  });

  it('turn SWE-smith’s patch round, because it puts the bug in', () => {
    const { base_commit: _, ...smith } = { ...row, image_name: 'invented/kit', FAIL_TO_PASS: ['a'] };
    const read = facts(smith);
    expect(read.fields).toMatchObject({ files_changed: 1, additions: 1, deletions: 2, category: 'swe-smith' });
    expect(read.remarks).toEqual([]);
    expect(facts({ ...smith, base_commit: null, test_patch: '' }).fields).toMatchObject({ additions: 1 });
    expect(facts({ ...smith, base_commit: '0f' }).fields).toMatchObject({ additions: 2 });
    expect(facts({ ...smith, test_patch: patch }).fields).toMatchObject({ additions: 2 });
  });

  it.each([
    ['a struct', (meta: object) => meta],
    ['JSON', (meta: object) => JSON.stringify(meta)],
    ['a Python dict', (meta: object) => JSON.stringify(meta).replaceAll('"', "'").replaceAll('null', 'None')],
  ])('take what SWE-rebench says of its patch, as %s, only where there is none', (_, written) => {
    const meta = written({
      num_modified_files: '3',
      num_modified_lines: 40,
      llm_metadata: { difficulty: 'easy', code: null },
    });
    const without = facts({ ...row, patch: null, language: 'ts', meta });
    expect(without.fields).toEqual({
      repo: 'acme/kit',
      language: 'ts',
      difficulty: 'easy',
      category: 'swe-rebench',
      files_changed: 3,
      lines_changed: 40,
      instruction_chars: 10,
    });
    expect(without.numbers.filter(({ measured }) => !measured)).toHaveLength(2);
    expect(without.remarks).toEqual(['no patch']);
    const withPatch = facts({ ...row, meta });
    expect(withPatch.fields).toMatchObject({ files_changed: 1, additions: 2 });
    expect(withPatch.fields).not.toHaveProperty('lines_changed');
  });

  it('believe a person’s difficulty before a model’s, and keep both', () => {
    const { labels } = facts({ ...row, difficulty: 'hard', meta: { llm_metadata: { difficulty: 'easy' } } });
    expect(labels.filter(({ field }) => field === 'difficulty')).toEqual([
      { field: 'difficulty', value: 'hard', origin: 'row' },
      { field: 'difficulty', value: 'easy', origin: 'meta' },
    ]);
  });

  it.each([
    [{ efficiency_test: ['t::a'], human_performance: 0.4 }, 'performance'],
    [{ workload: 'x', covering_tests: [], FAIL_TO_PASS: null }, 'performance'],
    [{ meta: { is_lite: true, has_test_patch: true, failed_lite_validators: [] } }, 'swe-bench-extra'],
    [{ install_config: {} }, 'swe-rebench'],
    [{ image: 'x', log_parser: 'y', eval_type: 'pass_and_fail', eval_script: '' }, 'swe-bench'],
    [{ category: 'docs' }, 'docs'],
    [{ category: ' ' }, 'swe-bench'],
  ])('know a relative by its columns: %j', (columns, category) => {
    expect(facts({ ...row, ...columns }).fields).toMatchObject({ category });
  });

  it('read numbers and dates', () => {
    const { id, fields } = facts({ ...row, instance_id: 7, created_at: '1970-01-01', difficulty: 2 });
    expect(id).toBe('7');
    expect(fields).toMatchObject({ difficulty: '2' });
  });

  it('are not taken from predictions', () => {
    expect(sweBench.matches({ instance_id: 'a', model_name_or_path: 'm', model_patch: '' })).toBe(false);
    expect(sweBench.matches({ instance_id: 'a', patch: '', prefix: 'run' })).toBe(false);
    expect(sweBench.matches({ instance_id: 'a', patch: '', prefix: 'run' })).toBe(false);
  });

  it.each([
    ['', 'empty text'],
    [null, 'nothing'],
    [['a'], 'a list'],
    [{}, 'an object'],
    [true, 'a boolean'],
  ])('are broken when the id is %j', (id, found) => {
    expect(sweBench.read({ ...row, instance_id: id })).toEqual({
      broken: `"instance_id" must be text; found ${found}`,
    });
  });
});
