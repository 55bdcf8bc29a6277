import { describe, expect, it } from 'vitest';
import { summary, text } from '../../../test/support/patch-text.js';
import { readPatch } from './read-patch.js';

const simple = text('diff --git a/x b/x', 'index 1..2 100644', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b');

describe('counts', () => {
  it('takes lines that look like headers as content', () => {
    const patch = text(
      'diff --git a/x.sql b/x.sql',
      'index 1..2 100644',
      '--- a/x.sql',
      '+++ b/x.sql',
      '@@ -1,7 +1,6 @@',
      ' diff --git a/no b/no',
      '--- a comment',
      '--- a/y',
      '---',
      '-++i',
      '-@@ -1,9 +1,9 @@',
      '+++ b/y',
      '+++i',
      '+--i',
      '+diff --git a/no b/no',
      ' @@ -1,5 +1,5 @@',
      '@@ -20,2 +19,2 @@ int f(void) @@ -1,1 +1,1 @@',
      '--- a/z',
      '+++ b/z',
      ' @@ -1 +1 @@',
    );
    expect(summary(patch)).toEqual(['x.sql +5 -6']);
    expect(readPatch(patch).faults).toEqual([]);
  });

  it('takes an omitted count as 1', () => {
    expect(summary(simple)).toEqual(['x +1 -1']);
    const oneSide = text('--- a/x', '+++ b/x', '@@ -0,0 +1 @@', '+a', '@@ -5 +5,0 @@', '-b');
    expect(summary(oneSide)).toEqual(['x +1 -1']);
  });

  it('does not count the marks of a missing last newline', () => {
    const mark = '\\ No newline at end of file';
    const patch = text(
      '--- a/x',
      '+++ b/x',
      '@@ -1 +1 @@',
      '-a',
      mark,
      '+b',
      mark,
      '--- a/y',
      '+++ b/y',
      '@@ -1 +0,0 @@',
      '-c',
    );
    expect(summary(patch)).toEqual(['x +1 -1', 'y +0 -1']);
    expect(readPatch(patch).faults).toEqual([]);
  });

  it('takes a blank line in a hunk as context whose space was stripped', () => {
    const patch = text('--- a/x', '+++ b/x', '@@ -1,4 +1,5 @@', ' a', '', '+b', '', ' c');
    expect(summary(patch)).toEqual(['x +1 -0']);
    expect(summary(patch.replaceAll('\n', '\r\n'))).toEqual(['x +1 -0']);
    expect(readPatch(patch).faults).toEqual([]);
  });

  it('reads CRLF in headers and in content', () => {
    expect(readPatch(simple.replaceAll('\n', '\r\n'))).toEqual(readPatch(simple));
    const patch = text('--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', '-a\r', '+b', ' c\r');
    expect(summary(patch)).toEqual(['x +1 -1']);
    const mode = text('diff --git a/s p b/s p', 'old mode 100644', 'new mode 100755').replaceAll('\n', '\r\n');
    expect(summary(mode)).toEqual(['s p +0 -0']);
  });

  it('ends a line at a line feed only', () => {
    const patch = text('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a\r+b\u2028+c\u2029+d\f+e\v+f\u0085', '+b\r+c');
    expect(summary(patch)).toEqual(['x +1 -1']);
  });

  it('needs no newline after the last line', () => {
    expect(readPatch(simple.trimEnd())).toEqual(readPatch(simple));
  });

  it('adds up several patches, and counts a path once', () => {
    const facts = readPatch(simple + simple.replaceAll('/x', '/y') + simple);
    expect(facts.files.map((file) => file.path)).toEqual(['x', 'y', 'x']);
    expect(facts).toMatchObject({ filesChanged: 2, additions: 3, deletions: 3, faults: [] });
  });
});

describe('changes', () => {
  it('reads renames and copies with and without hunks', () => {
    const patch = text(
      'diff --git a/old name b/new name',
      'similarity index 100%',
      'rename from old name',
      'rename to new name',
      'diff --git a/p b/q',
      'similarity index 80%',
      'rename from p',
      'rename to q',
      'index 1..2 100644',
      '--- a/p',
      '+++ b/q',
      '@@ -1,2 +1,2 @@',
      ' a',
      '-b',
      '+c',
      'diff --git a/q b/r',
      'similarity index 100%',
      'copy from q',
      'copy to r',
    );
    expect(summary(patch)).toEqual(['new name +0 -0', 'q +1 -1', 'r +0 -0']);
    expect(readPatch(patch).faults).toEqual([]);
  });

  it('reads changes of mode, alone and with lines', () => {
    const mode = text('diff --git a/x b/x', 'old mode 100644', 'new mode 100755');
    expect(summary(mode)).toEqual(['x +0 -0']);
    expect(summary(mode + simple.slice(simple.indexOf('index')))).toEqual(['x +1 -1']);
  });

  it('reads new and deleted files, empty or not', () => {
    const patch = text(
      'diff --git a/empty b/empty',
      'new file mode 100644',
      'index 0000000..e69de29',
      'diff --git a/gone b/gone',
      'deleted file mode 100644',
      'index e69de29..0000000',
      'diff --git a/n b/n',
      'new file mode 100644',
      'index 0000000..1',
      '--- /dev/null',
      '+++ b/n',
      '@@ -0,0 +1,2 @@',
      '+a',
      '+b',
      'diff --git a/d b/d',
      'deleted file mode 100644',
      'index 1..0000000',
      '--- a/d',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-a',
    );
    const want = ['empty +0 -0', 'gone +0 -0', 'n +2 -0', 'd +0 -1'];
    expect(summary(patch)).toEqual(want);
    expect(readPatch(patch).faults).toEqual([]);
  });

  it('counts a binary file as a file without lines', () => {
    const patch = text(
      'diff --git a/x.png b/x.png',
      'index 1..2 100644',
      'Binary files a/x.png and b/x.png differ',
      'diff --git a/n.png b/n.png',
      'new file mode 100644',
      'index 0..2',
      'Binary files /dev/null and b/n.png differ',
    );
    expect(summary(patch)).toEqual(['x.png +0 -0', 'n.png +0 -0']);
  });

  it('passes over literal and delta blocks', () => {
    const patch = text(
      'diff --git a/x b/x',
      'index 1..2 100644',
      'GIT binary patch',
      'delta 14',
      'VcmZQ%U|?ckU}R)qWMT#Y0162Q@c;k-',
      '',
      'literal 0',
      'HcmV?d00001',
      '',
      simple.trimEnd(),
    );
    expect(summary(patch)).toEqual(['x +0 -0', 'x +1 -1']);
    expect(readPatch(patch).faults).toEqual([]);
    expect(readPatch(patch.replaceAll('\n', '\r\n'))).toEqual(readPatch(patch));
    const cut = patch.slice(0, patch.indexOf('MT#Y'));
    expect(summary(cut)).toEqual(['x +0 -0']);
    expect(readPatch(cut).faults).toEqual(['line 3: the binary patch stops at line 6 without a blank line']);
  });
});
