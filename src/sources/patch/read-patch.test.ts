import { describe, expect, it } from 'vitest';
import { expectLinearSteps } from '../../../test/support/count-steps.js';
import { readPatch } from './read-patch.js';

const text = (...lines: string[]) => `${lines.join('\n')}\n`;

/** One line a file: change, path, counts, hunks. */
function summary(patch: string): string[] {
  return readPatch(patch).files.map((file) => {
    const name = file.oldPath === undefined ? file.path : `${file.oldPath} => ${file.path}`;
    const counts = file.binary ? 'binary' : `+${file.additions} -${file.deletions}`;
    return `${file.change} ${name} ${counts} @${file.hunks}`;
  });
}

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
    expect(summary(patch)).toEqual(['modified x.sql +5 -6 @2']);
    expect(readPatch(patch).faults).toEqual([]);
  });

  it('takes an omitted count as 1', () => {
    expect(summary(simple)).toEqual(['modified x +1 -1 @1']);
    const oneSide = text('--- a/x', '+++ b/x', '@@ -0,0 +1 @@', '+a', '@@ -5 +5,0 @@', '-b');
    expect(summary(oneSide)).toEqual(['modified x +1 -1 @2']);
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
    expect(summary(patch)).toEqual(['modified x +1 -1 @1', 'modified y +0 -1 @1']);
    expect(readPatch(patch).faults).toEqual([]);
  });

  it('takes a blank line in a hunk as context whose space was stripped', () => {
    const patch = text('--- a/x', '+++ b/x', '@@ -1,4 +1,5 @@', ' a', '', '+b', '', ' c');
    expect(summary(patch)).toEqual(['modified x +1 -0 @1']);
    expect(summary(patch.replaceAll('\n', '\r\n'))).toEqual(['modified x +1 -0 @1']);
    expect(readPatch(patch).faults).toEqual([]);
  });

  it('reads CRLF in headers and in content', () => {
    expect(readPatch(simple.replaceAll('\n', '\r\n'))).toEqual(readPatch(simple));
    const patch = text('--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', '-a\r', '+b', ' c\r');
    expect(summary(patch)).toEqual(['modified x +1 -1 @1']);
    const mode = text('diff --git a/s p b/s p', 'old mode 100644', 'new mode 100755').replaceAll('\n', '\r\n');
    expect(summary(mode)).toEqual(['mode s p +0 -0 @0']);
  });

  it('ends a line at a line feed only', () => {
    const patch = text('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a\r+b\u2028+c\u2029+d\f+e\v+f\u0085', '+b\r+c');
    expect(summary(patch)).toEqual(['modified x +1 -1 @1']);
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
    expect(summary(patch)).toEqual([
      'renamed old name => new name +0 -0 @0',
      'renamed p => q +1 -1 @1',
      'copied q => r +0 -0 @0',
    ]);
    expect(readPatch(patch).faults).toEqual([]);
  });

  it('reads changes of mode, alone and with lines', () => {
    const mode = text('diff --git a/x b/x', 'old mode 100644', 'new mode 100755');
    expect(summary(mode)).toEqual(['mode x +0 -0 @0']);
    expect(summary(mode + simple.slice(simple.indexOf('index')))).toEqual(['modified x +1 -1 @1']);
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
    const want = ['added empty +0 -0 @0', 'deleted gone +0 -0 @0', 'added n +2 -0 @1', 'deleted d +0 -1 @1'];
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
    expect(summary(patch)).toEqual(['modified x.png binary @0', 'added n.png binary @0']);
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
    expect(summary(patch)).toEqual(['modified x binary @0', 'modified x +1 -1 @1']);
    expect(readPatch(patch).faults).toEqual([]);
    expect(readPatch(patch.replaceAll('\n', '\r\n'))).toEqual(readPatch(patch));
    const cut = patch.slice(0, patch.indexOf('MT#Y'));
    expect(summary(cut)).toEqual(['modified x binary @0']);
    expect(readPatch(cut).faults).toEqual(['line 3: the binary patch stops at line 6 without a blank line']);
  });
});

describe('paths', () => {
  it('reads quoted paths with escapes and octal UTF-8', () => {
    const name = '\\"tab\\tq\\\\f\\303\\251\\344\\270\\255.txt';
    const header = `diff --git "a/${name}" "b/${name}"`;
    expect(readPatch(text(header, 'new file mode 100644')).files[0]?.path).toBe('"tab\tq\\fé中.txt');
    const patch = text(header, `--- "a/${name}"`, `+++ "b/${name}"`, '@@ -1 +1 @@', '-a', '+b');
    expect(summary(patch)).toEqual(['modified "tab\tq\\fé中.txt +1 -1 @1']);
    const moved = text('diff --git a/e b/é', 'rename from e', 'rename to "\\303\\251"');
    expect(summary(moved)).toEqual(['renamed e => é +0 -0 @0']);
  });

  it('keeps raw letters beside escapes in a quoted path', () => {
    expect(summary(text('diff --git "a/é\\"" "b/é\\""', 'new file mode 100644'))).toEqual(['added é" +0 -0 @0']);
  });

  it.each([
    ['a/s p b/s p', 's p'],
    ['a/x b/y b/x b/y', 'x b/y'],
    ['a/a b/a b/a b/a b/a b/a', 'a b/a b/a'],
    ['i/x w/x', 'x'],
    ['b/x a/x', 'x'],
    ['src/x src/x', 'src/x'],
    ['a/x a/x', 'a/x'],
    ['x x', 'x'],
    ['x y x y', 'x y'],
    ['before/s p/x after/s p/x', 's p/x'],
    ['"a/\\303\\251 b" "b/\\303\\251 b"', 'é b'],
  ])('splits "diff --git %s"', (names, path) => {
    const patch = text(`diff --git ${names}`, 'old mode 100644', 'new mode 100755');
    expect(summary(patch)).toEqual([`mode ${path} +0 -0 @0`]);
  });

  it('keeps the folder of a new file in a diff without prefixes', () => {
    const patch = text('diff --git b/x b/x', 'new file mode 100644', '--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+a');
    expect(summary(patch)).toEqual(['added b/x +1 -0 @1']);
  });

  it('drops the tab that git puts after a name with a space', () => {
    const patch = text('diff --git a/s p b/s p', '--- a/s p\t', '+++ b/s p\t', '@@ -1 +1 @@', '-a', '+b');
    expect(summary(patch)).toEqual(['modified s p +1 -1 @1']);
  });

  it.each([
    ['a/x\t2024-01-02 03:04:05.678901234 +0100', 'b/x\t2024-01-02 03:04:06.000000000 +0100', 'modified x'],
    ['x.orig\tMon Jul  5 19:41:17 2010', 'x\tMon Jul  5 19:41:18 2010', 'modified x'],
    ['x', 'x.new', 'modified x'],
    ['s p 2024-01-02 03:04:05 +0000', 's p 2024-01-02 03:04:06 +0000', 'modified s p'],
    ['old-1.0/src/x', 'new-1.0/src/x', 'modified src/x'],
    ['../p.orig/src/x', '../p/src/x', 'modified src/x'],
    ['./src/x', './src/x', 'modified src/x'],
    ['src/x', 'src/x', 'modified src/x'],
  ])('reads a plain header: %s, %s', (before, after, want) => {
    const patch = text('Index: x', '=====', `--- ${before}`, `+++ ${after}`, '@@ -1 +1 @@', '-a', '+b');
    expect(summary(patch)).toEqual([`${want} +1 -1 @1`]);
  });

  it('tells new and deleted files in plain headers', () => {
    const added = ['@@ -0,0 +1 @@', '+a'];
    const deleted = ['@@ -1 +0,0 @@', '-a'];
    const patch = text(
      ...['--- /dev/null', '+++ b/n', ...added],
      ...['--- a/d\t2024-01-02 03:04:05 +0000', '+++ /dev/null\t1970-01-01 00:00:00 +0000', ...deleted],
      ...['--- p/n2\t1970-01-01 00:00:00.000000000 +0000', '+++ q/n2\t2024-01-02 03:04:05.1 +0000', ...added],
      ...['--- p/d2\t2024-01-02 03:04:05 -0500', '+++ q/d2\t1969-12-31 19:00:00 -0500', ...deleted],
      ...['--- p/m\t1970-01-01 00:00:01 +0000', '+++ q/m\t2024-01-02 03:04:05 +0000', ...added],
    );
    expect(summary(patch)).toEqual([
      'added n +1 -0 @1',
      'deleted d +0 -1 @1',
      'added n2 +1 -0 @1',
      'deleted d2 +0 -1 @1',
      'modified m +1 -0 @1',
    ]);
  });

  it('reads the binary line of diff -r, which has no header', () => {
    const patch = text('Only in p: y', 'Binary files p/a and b/x and q/a and b/x differ', 'Binary files are bad');
    expect(summary(patch)).toEqual(['modified a and b/x binary @0']);
  });
});

describe('text around the diff', () => {
  it('is empty for empty text', () => {
    const nothing = { files: [], filesChanged: 0, additions: 0, deletions: 0, faults: [] };
    expect(readPatch('')).toEqual(nothing);
    expect(readPatch('\n \r\n')).toEqual(nothing);
  });

  it('says when there is no diff', () => {
    expect(readPatch('hello').faults).toEqual(['line 1: no diff is in the text']);
  });

  it('passes over mail headers, the diffstat and the signature', () => {
    const mail = (subject: string) =>
      text(
        'From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001',
        'From: A <a@example.org>',
        `Subject: [PATCH] ${subject}`,
        '',
        '- a list',
        '+ of points',
        '---',
        ' x | 2 +-',
        ' 1 file changed, 1 insertion(+), 1 deletion(-)',
        '',
        simple.trimEnd(),
        '-- ',
        '2.39.5',
        '',
      );
    const facts = readPatch(mail('one') + mail('two'));
    expect(facts).toMatchObject({ filesChanged: 1, additions: 2, deletions: 2, faults: [] });
    expect(readPatch(mail('one').replaceAll(/[ \t]+$/gm, '')).faults).toEqual([]);
  });

  it('passes over a byte order mark', () => {
    expect(readPatch(`\uFEFF${simple}`)).toEqual(readPatch(simple));
  });
});

describe('faults', () => {
  it('says where a hunk is cut short', () => {
    const patch = text('--- a/x', '+++ b/x', '@@ -1,3 +1,4 @@', ' a', '+b', simple.trimEnd());
    expect(readPatch(patch).faults).toEqual([
      'line 3: the hunk stops at line 6, but its header counts 2 more old and 2 more new',
    ]);
    expect(summary(patch)).toEqual(['modified x +1 -0 @1', 'modified x +1 -1 @1']);
  });

  it('says where lines follow that no header counts, and does not count them', () => {
    const patch = text('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b', '+c', '', ' d', '@@ -9 +9 @@', '-e', '+f');
    expect(readPatch(patch).faults).toEqual(['line 6: no hunk header counts the lines from here to line 8']);
    expect(summary(patch)).toEqual(['modified x +2 -2 @2']);
    const apart = text('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b', '', '@@ -9 +9 @@', '-e', '+f');
    expect(readPatch(apart).faults).toEqual(['line 6: no hunk header counts the lines from here to line 6']);
    expect(summary(apart)).toEqual(['modified x +2 -2 @2']);
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
    expect(summary(patch)).toEqual(['modified src/x +0 -0 @0', 'modified x +1 -1 @1']);
    expect(readPatch(patch).faults).toEqual(['line 5: the hunk of a merge is not counted']);
  });

  it('reports a hunk without a file, a broken hunk header and a header without a change', () => {
    const orphan = text('@@ -1,2 +1,2 @@', '-diff --git a/x b/x', '---- a/x', '++++ b/x', '+@@ -1 +1 @@');
    const fault = 'line 1: a hunk without a file header, or a hunk header without counts';
    expect(readPatch(orphan)).toMatchObject({ files: [], faults: [fault] });
    expect(readPatch('@@ -1,2\n').faults).toEqual([fault]);
    expect(readPatch('diff --git a/x b/x\n')).toMatchObject({
      files: [],
      faults: ['line 1: no change follows the file header'],
    });
    const cut = text(simple.trimEnd(), 'diff -u a/y b/y', '--- a/y', '+++ b/y');
    expect(readPatch(cut).faults).toEqual(['line 10: no change follows the file header']);
    const headed = simple.slice(0, simple.indexOf('@@'));
    expect(readPatch(headed)).toMatchObject({ filesChanged: 1, faults: ['line 1: no change follows the file header'] });
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
