import { describe, expect, it } from 'vitest';
import { summary, text } from '../../../test/support/patch-text.js';
import { readPatch } from './read-patch.js';

const simple = text('diff --git a/x b/x', 'index 1..2 100644', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b');

describe('paths', () => {
  it('reads quoted paths with escapes and octal UTF-8', () => {
    const name = '\\"tab\\tq\\\\f\\303\\251\\344\\270\\255.txt';
    const header = `diff --git "a/${name}" "b/${name}"`;
    expect(readPatch(text(header, 'new file mode 100644')).files[0]?.path).toBe('"tab\tq\\fé中.txt');
    const patch = text(header, `--- "a/${name}"`, `+++ "b/${name}"`, '@@ -1 +1 @@', '-a', '+b');
    expect(summary(patch)).toEqual(['"tab\tq\\fé中.txt +1 -1']);
    const moved = text('diff --git a/e b/é', 'rename from e', 'rename to "\\303\\251"');
    expect(summary(moved)).toEqual(['é +0 -0']);
  });

  it('keeps raw letters beside escapes in a quoted path', () => {
    expect(summary(text('diff --git "a/é\\"" "b/é\\""', 'new file mode 100644'))).toEqual(['é" +0 -0']);
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
    expect(summary(patch)).toEqual([`${path} +0 -0`]);
  });

  it('keeps the folder of a new file in a diff without prefixes', () => {
    const patch = text('diff --git b/x b/x', 'new file mode 100644', '--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+a');
    expect(summary(patch)).toEqual(['b/x +1 -0']);
  });

  it('drops the tab that git puts after a name with a space', () => {
    const patch = text('diff --git a/s p b/s p', '--- a/s p\t', '+++ b/s p\t', '@@ -1 +1 @@', '-a', '+b');
    expect(summary(patch)).toEqual(['s p +1 -1']);
  });

  it.each([
    ['a/x\t2024-01-02 03:04:05.678901234 +0100', 'b/x\t2024-01-02 03:04:06.000000000 +0100', 'x'],
    ['x.orig\tMon Jul  5 19:41:17 2010', 'x\tMon Jul  5 19:41:18 2010', 'x'],
    ['x', 'x.new', 'x'],
    ['s p 2024-01-02 03:04:05 +0000', 's p 2024-01-02 03:04:06 +0000', 's p'],
    ['old-1.0/src/x', 'new-1.0/src/x', 'src/x'],
    ['../p.orig/src/x', '../p/src/x', 'src/x'],
    ['./src/x', './src/x', 'src/x'],
    ['src/x', 'src/x', 'src/x'],
  ])('reads a plain header: %s, %s', (before, after, want) => {
    const patch = text('Index: x', '=====', `--- ${before}`, `+++ ${after}`, '@@ -1 +1 @@', '-a', '+b');
    expect(summary(patch)).toEqual([`${want} +1 -1`]);
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
    expect(summary(patch)).toEqual(['n +1 -0', 'd +0 -1', 'n2 +1 -0', 'd2 +0 -1', 'm +1 -0']);
  });

  it('reads the binary line of diff -r, which has no header', () => {
    const patch = text('Only in p: y', 'Binary files p/a and b/x and q/a and b/x differ', 'Binary files are bad');
    expect(summary(patch)).toEqual(['a and b/x +0 -0']);
  });
});

describe('text around the diff', () => {
  it('is empty for empty text', () => {
    const nothing = { files: [], filesChanged: 0, additions: 0, deletions: 0, faults: [] };
    expect(readPatch('')).toEqual(nothing);
    expect(readPatch('\n \r\n')).toEqual(nothing);
  });

  it('says when there is no diff', () => {
    expect(readPatch('hello').faults).toEqual(['line 1: the text contains no diff']);
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
