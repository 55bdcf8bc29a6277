import { describe, expect, it } from 'vitest';
import { numbers, patch, read, task } from '../../../test/support/harbor-folders.js';

describe('the places for a patch', () => {
  const solve = `#!/bin/bash\ncd /app\npatch -p1 <<'EOF'\n${patch}EOF\n`;

  it('is counted from the solution when the row has none', () => {
    const facts = task('a', { 'task.toml': '[task]\nid = "a"\n', 'solution/solve.sh': solve });
    expect(facts.numbers).toContainEqual({ field: 'additions', value: 2, measured: true });
  });

  it('is counted from the solution when the row’s names no file, and that is said', () => {
    const facts = task('a', {
      'task.toml': '[task]\nid = "a"\n',
      'tests/config.json': '{"patch":"soon"}',
      'solution/solve.sh': solve,
    });
    expect(facts.remarks).toEqual(['the patch does not name any files']);
    expect(numbers(facts)).toMatchObject({ files_changed: 1 });
  });

  it('outweighs what the instruction states', () => {
    const facts = task('a', {
      'task.toml': '[task]\nid = "a"\n',
      'instruction.md': '9 files modified',
      'solution/solve.sh': solve,
    });
    expect(numbers(facts)).toMatchObject({ files_changed: 1 });
  });

  it('never includes what lies deep below tests', () => {
    const facts = task('a', {
      'task.toml': '[task]\nid = "a"\n',
      [`${'tests/'.repeat(9)}config.json`]: JSON.stringify({ patch, instance_id: 'deep' }),
      'tests/tests/tests/task_metadata.json': '{"context_length": 5}',
    });
    expect(facts).toMatchObject({ aliases: [], numbers: [], remarks: ['no patch'] });
  });
});

describe('a task.toml of something else', () => {
  it.each(['', 'title = "chores"\n', '[package]\nname = "x"\n', '# nothing\n'])('is refused: %j', (text) => {
    expect(read('a', { 'task.toml': text })).toEqual({ notMine: true });
  });

  it('is refused when it is not there', () => {
    expect(read('a', { 'task.yaml': 'instruction: x' })).toEqual({ notMine: true });
  });
});

describe('a template', () => {
  it.each([
    'id = {{ task_id }}',
    'id = {task_id}',
    'id = <task id>',
    `id = \${TASK_ID}`,
    '{% if repo %}',
    'id = "{{ id | replace("a", "b") }}"',
    'tags = ["x", {language}]',
  ])('that is not TOML is told from a mistake: %s', (line) => {
    const reading = read('a', { 'task.toml': `[task]\n${line}\nname = "x"\n` });
    expect(reading).toEqual({
      broken: expect.stringMatching(/^task\.toml: line 2, column \d+: a template with placeholders, not a task$/),
    });
  });

  it.each(['{{ id }}', '{id}', '<id>', `\${ID}`, 'kit-{number}'])('that is TOML is known by its id: %s', (id) => {
    expect(read('a', { 'task.toml': `[task]\nid = "${id}"\n` })).toEqual({
      broken: `task.toml: a template with placeholders, not a task: the id is "${id}"`,
    });
  });

  it('is not seen in a mistake of another kind', () => {
    expect(read('a', { 'task.toml': '[task]\nid = "a"\nname = \nnote = "{{x}}"\n' })).toEqual({
      broken: expect.stringMatching(/^task\.toml: line 3, column \d+: not valid TOML: /),
    });
  });
});

describe('sidecars that cannot be used', () => {
  it.each([
    ['not JSON', '{"patch": ', 'tests/config.json: not valid JSON'],
    ['no object', '[1]', 'tests/config.json: JSON, but not an object'],
    ['no UTF-8', Buffer.from([0x7b, 0xff]), 'tests/config.json: not UTF-8 text'],
  ])('are remarked upon: %s', (_, content, remark) => {
    const facts = task('a', { 'task.toml': '[task]\nid = "a"\n', 'tests/config.json': content });
    expect(facts.remarks).toEqual([remark, 'no patch']);
  });

  it('are remarked upon when a list of tests is malformed', () => {
    const facts = task('a', {
      'task.toml': '[task]\nid = "a"\n',
      'tests/config.json': JSON.stringify({ patch, FAIL_TO_PASS: "['a', oops", PASS_TO_PASS: ['b'] }),
    });
    expect(facts.remarks).toEqual([expect.stringMatching(/^FAIL_TO_PASS cannot be read: /)]);
    expect(numbers(facts)).toMatchObject({ tests_to_keep: 1 });
  });
});
