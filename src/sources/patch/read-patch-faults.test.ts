import { describe, expect, it } from 'vitest';
import { expectLinearSteps } from '../../../test/support/count-steps.js';
import { summary, text } from '../../../test/support/patch-text.js';
import { readPatch } from './read-patch.js';

const simple = text('diff --git a/x b/x', 'index 1..2 100644', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b');

describe('faults', () => {
  it('says where a hunk is cut short', () => {
    const patch = text('--- a/x', '+++ b/x', '@@ -1,3 +1,4 @@', ' a', '+b', simple.trimEnd());
    expect(readPatch(patch).faults).toEqual([
      'line 3: the hunk stops at line 6, but its header announces 2 more old and 2 more new lines',
    ]);
    expect(summary(patch)).toEqual(['x +1 -0', 'x +1 -1']);
  });

  it('says where lines follow that no header counts, and does not count them', () => {
    const patch = text('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b', '+c', '', ' d', '@@ -9 +9 @@', '-e', '+f');
    expect(readPatch(patch).faults).toEqual(['line 6: no hunk header covers the lines from here to line 8']);
    expect(summary(patch)).toEqual(['x +2 -2']);
    const apart = text('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b', '', '@@ -9 +9 @@', '-e', '+f');
    expect(readPatch(apart).faults).toEqual(['line 6: no hunk header covers the lines from here to line 6']);
    expect(summary(apart)).toEqual(['x +2 -2']);
  });

  it('reports the hunks of a merge and goes on', () => {
    const patch = text(
      'diff --cc src/x',
      'index 1,2..3',
      '--- a/src/x',
      '+++ b/src/x',
      '@@@ -1,2 -1,2 +1,3 @@@',
      '  a',
      '--- a/y',
      '+++ b/y',
      '++c',
      simple.trimEnd(),
    );
    expect(summary(patch)).toEqual(['src/x +0 -0', 'x +1 -1']);
    expect(readPatch(patch).faults).toEqual(['line 5: hunks of merges are not counted']);
  });

  it('reports a hunk without a file, a broken hunk header and a header without a change', () => {
    const orphan = text('@@ -1,2 +1,2 @@', '-diff --git a/x b/x', '---- a/x', '++++ b/x', '+@@ -1 +1 @@');
    const fault = 'line 1: a hunk without a file header, or a hunk header without counts';
    expect(readPatch(orphan)).toMatchObject({ files: [], faults: [fault] });
    expect(readPatch('@@ -1,2\n').faults).toEqual([fault]);
    expect(readPatch('diff --git a/x b/x\n')).toMatchObject({
      files: [],
      faults: ['line 1: the file header is not followed by a change'],
    });
    const cut = text(simple.trimEnd(), 'diff -u a/y b/y', '--- a/y', '+++ b/y');
    expect(readPatch(cut).faults).toEqual(['line 10: the file header is not followed by a change']);
    const headed = simple.slice(0, simple.indexOf('@@'));
    expect(readPatch(headed)).toMatchObject({
      filesChanged: 1,
      faults: ['line 1: the file header is not followed by a change'],
    });
  });
});

describe('size', () => {
  const cases: [string, (count: number) => string][] = [
    ['a long line in a hunk', (count) => text('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', `+${'+'.repeat(50 * count)}`)],
    ['a long header', (count) => `diff --git ${'a/ b/'.repeat(2 * count)}\n`],
    ['a long quoted header', (count) => `diff --git "${'\\303\\251'.repeat(count)}\n`],
    ['a dated name of spaces', (count) => text(`--- ${' '.repeat(count)}`, `+++ ${' '.repeat(count)}x`, '@@ -1 +1 @@')],
    ['many rule lines', (count) => '--- a\n+++ b\n'.repeat(count / 2)],
    ['many blank lines after a hunk', (count) => simple + '\n'.repeat(count)],
    ['many hunks', (count) => '@@ -0,0 +1 @@\n+a\n'.repeat(count / 2)],
    ['many binary lines', (count) => 'Binary files a and b differ\n'.repeat(count / 5)],
  ];

  it.each(cases)('takes %s, up to 50 MB', (_, make) => {
    readPatch(make(1_000_000));
  });

  it.each(cases)('reads %s in a number of steps that grows with the text alone', async (_, make) => {
    await expectLinearSteps((count) => {
      const patch = make(count);
      return () => readPatch(patch);
    }, 1000);
  });
});
