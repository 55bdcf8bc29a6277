import { describe, expect, it } from 'vitest';
import { numbers, patch, task } from '../../../test/support/harbor-folders.js';
import type { TaskFacts } from '../facts/task-facts.js';

describe('the dialects of task.toml', () => {
  it('reads an id that is not the folder’s name, and the language of the row before that of the task file', () => {
    const facts = task('instance_acme-kit-0f3a-vnan', {
      'task.toml': [
        '[metadata]',
        'difficulty = "hard"',
        'category = "bugs"',
        'language = "typescript"',
        'tags = ["acme", "typescript"]',
        '[task]',
        'id = "instance_Acme__Kit-0f3a-vnan"',
        'repo = "Acme/Kit"',
        'category = "pro"',
        '[verifier]',
        'timeout_sec = 3600',
      ].join('\n'),
      'tests/config.json': JSON.stringify({
        instance_id: 'instance_Acme__Kit-0f3a-vnan',
        repo: 'Acme/Kit',
        repo_language: 'js',
        patch,
        fail_to_pass: "['it\\'s one', \"two\"]",
        pass_to_pass: '[]',
      }),
    });
    expect(facts.id).toBe('instance_Acme__Kit-0f3a-vnan');
    expect(facts.aliases).toEqual(['instance_acme-kit-0f3a-vnan']);
    expect(labels(facts, 'language')).toEqual(['js from row', 'typescript from task file']);
    expect(labels(facts, 'category')).toEqual(['pro from task file']);
    expect(labels(facts, 'difficulty')).toEqual(['hard from task file']);
    expect(labels(facts, 'repo')).toEqual(['Acme/Kit from task file', 'Acme/Kit from row']);
    expect(numbers(facts)).toEqual({
      files_changed: 1,
      additions: 2,
      deletions: 1,
      tests_to_fix: 2,
      tests_to_keep: 0,
    });
    expect(facts.remarks).toEqual([]);
  });

  it('reads metadata.task_id and the context of a long-context task, which needs no patch', () => {
    const facts = task('c_web_hard_001_bugs_expert_01', {
      'task.toml':
        '[metadata]\ntask_id = "c_web_hard_001_bugs_expert_01"\nlanguage = "c"\ncategory = "bugs"\ndifficulty = "expert"\n[agent]\ntimeout_sec = 900.0\n',
      'tests/task_metadata.json':
        '{"task_id":"c_web_hard_001_bugs_expert_01","task_category":"bugs","difficulty":"expert","language":"c","context_length":812345,"files_count":71}',
      'solution/solve.sh': "cat > /app/answer.md <<'EOF'\nThe cache is never emptied.\nEOF\n",
    });
    expect(facts.aliases).toEqual([]);
    expect(labels(facts, 'language')).toEqual(['c from task file', 'c from sidecar']);
    expect(labels(facts, 'category')).toEqual(['bugs from task file', 'bugs from sidecar']);
    expect(numbers(facts)).toEqual({ context_tokens: 812345, context_files: 71 });
    expect(facts.remarks).toEqual([]);
  });

  it('reads task.id, metadata.name and the sizes that the instruction states', () => {
    const facts = task('mined-007', {
      'task.toml':
        'version = "1.0"\n[metadata]\nname = "mined-007"\ndescription = """first\r\nsecond\\r\n"""\n[task]\nid = "mined-007"\nrepo = "kit"\nlanguage = "cpp"\ncategory = "cross"\ndifficulty = "medium"\ntime_limit_sec = 900\n',
      'instruction.md': '# Task\n\n- **12 files** modified\n- **1,204 additions**, 33 deletions\n',
    });
    expect(facts).toMatchObject({ id: 'mined-007', aliases: [], remarks: [] });
    expect(labels(facts, 'difficulty')).toEqual(['medium from task file']);
    expect(numbers(facts)).toMatchObject({ files_changed: 12, additions: 1204, deletions: 33 });
    expect(facts.numbers.filter(({ measured }) => measured).map(({ field }) => field)).toEqual(['instruction_chars']);
  });

  it('leaves a list of languages as it stands, and takes a rubric for no result', () => {
    const facts = task('big-001', {
      'task.toml':
        'version = "1.0"\n[metadata]\nname = "big-001"\n[task]\nid = "big-001"\nrepo = "kit"\nlanguage = "python,cpp"\ncategory = "feature"\ndifficulty = "hard"\n',
      'reward.json': '{"score": 1, "weights": {"tests": 0.5}}',
      'solution/fix.patch': patch,
      'solution/test.patch': patch.replaceAll('one.go', 'one_test.go'),
    });
    expect(labels(facts, 'language')).toEqual(['python,cpp from task file']);
    expect(numbers(facts)).toEqual({ files_changed: 1, additions: 2, deletions: 1 });
  });

  it('reads a task without a repository or a patch', () => {
    const facts = task('office-find', {
      'task.toml':
        'version = "1.0"\n[task]\nid = "office-find"\nlanguage = "python"\ncategory = "office"\n[agent]\ntimeout_sec = 60\n[verification]\ntype = "script"\n',
    });
    expect(labels(facts, 'repo')).toEqual([]);
    expect(facts.remarks).toEqual(['no patch']);
  });

  it('reads task.name as the id, task_type as the category and passes over a repository "N/A"', () => {
    const facts = task('order-python-unknown', {
      'task.toml':
        '[task]\nname = "order-python-unknown"\nlanguage = "python"\ntask_type = "ORDER"\ndifficulty = "easy"\n[metadata]\nrepo_name = "N/A"\n',
    });
    expect(facts.id).toBe('order-python-unknown');
    expect(labels(facts, 'category')).toEqual(['ORDER from task file']);
    expect(labels(facts, 'repo')).toEqual([]);
    const named = task('b', { 'task.toml': '[task]\nname = "b"\n[metadata]\nrepo_name = "acme/kit"\n' });
    expect(labels(named, 'repo')).toEqual(['acme/kit from task file']);
  });

  it('reads a folder that has a task.yaml as well: metadata.type, and the repository from its path', () => {
    const facts = task('rename_01', {
      'task.toml':
        '[metadata]\ntask_id = "rename_01"\ntype = "rename"\ndifficulty = "medium"\nmax_time_minutes = 20\n[environment]\nrepo_path = "/corpus/kit/"\n',
      'task.yaml': 'task_id: other\ntype: rename\n',
    });
    expect(facts.id).toBe('rename_01');
    expect(labels(facts, 'category')).toEqual(['rename from task file']);
    expect(labels(facts, 'repo')).toEqual(['kit from task file']);
  });

  it('reads a task with almost nothing in it', () => {
    const facts = task('hello-1', {
      'task.toml': 'version = "1.0"\n[task]\nid = "hello-1"\nrepo = "test"\nlanguage = "python"\ncategory = "smoke"\n',
      'solution/answer.py': 'print("hello")\n',
    });
    expect(labels(facts, 'repo')).toEqual(['test from task file']);
    expect(facts.remarks).toEqual(['no patch']);
  });

  it('reads a package name, and the language of a tag when nothing else says it', () => {
    const facts = task('fix-lru-cache', {
      'task.toml':
        'schema_version = "1.1"\nunheard_of = [1, { a = 2 }]\n[task]\nname = "acme/fix-lru-cache"\nkeywords = ["cache", "rust"]\n[metadata]\ntags = ["go", "cache"]\n',
    });
    expect(facts.id).toBe('acme/fix-lru-cache');
    expect(facts.aliases).toEqual(['fix-lru-cache']);
    expect(labels(facts, 'language')).toEqual(['go from tag']);
  });

  it('takes the folder’s name when nothing else is an id, and keeps every other name', () => {
    const facts = task('folder', {
      'task.toml': '[metadata]\nname = "shown"\n[task]\nid = ""\n',
      'tests/config.json': '{"instance_id":"acme__kit-1"}',
    });
    expect([facts.id, ...facts.aliases]).toEqual(['folder', 'shown', 'acme__kit-1']);
    const many = task('folder', {
      'task.toml': '[task]\nid = 7\nname = "acme/seven"\n[metadata]\ntask_id = "t7"\ninstance_id = "i7"\n',
    });
    expect([many.id, ...many.aliases]).toEqual(['7', 't7', 'i7', 'acme/seven', 'folder']);
  });

  it('reads a score that came with the task', () => {
    const facts = task('a', { 'task.toml': '[metadata]\nmcp_benefit_score = 0.75\nscore = 3\n' });
    expect(facts.numbers.map(({ field, value }) => [field, value])).toEqual([
      ['shipped_score', 0.75],
      ['shipped_score', 3],
    ]);
  });
});

function labels(facts: TaskFacts, field: string): string[] {
  return facts.labels
    .filter((reading) => reading.field === field)
    .map(({ value, origin }) => `${value} from ${origin}`);
}
