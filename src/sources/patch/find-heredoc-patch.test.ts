import { describe, expect, it } from 'vitest';
import { expectLinearSteps } from '../../../test/support/count-steps.js';
import { findHeredocPatches } from './find-heredoc-patch.js';

const text = (...lines: string[]) => `${lines.join('\n')}\n`;
const plain = ['--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'];
const git = ['diff --git a/x b/x', 'index 1..2 100644', ...plain];

describe('findHeredocPatches', () => {
  it.each([
    ["git apply <<'EOF'", 'EOF'],
    ['patch -p1 << "PATCH"', 'PATCH'],
    ['patch -p1 <<\\PATCH', 'PATCH'],
    ["patch -p1 <<'END OF PATCH' || exit 1", 'END OF PATCH'],
    ['patch -p1 <<E"O"F', 'EOF'],
    ['cat <<EOF > /tmp/x.patch', 'EOF'],
    ['cat <<EOF|patch -p1', 'EOF'],
    ["cat > '/tmp/a b' <<'X'; echo \"done\"", 'X'],
    ['(cd src && git apply <<EOF)', 'EOF'],
    ['echo "$#" $# a#b <<EOF # see <<NOTE', 'EOF'],
    ['echo $((1<<2)) "<<A" \'<<B\' \\<<C <<<D <<EOF', 'EOF'],
    ["su -c \"git apply <<'EOF'", 'EOF'],
    ["it's <<EOF", 'EOF'],
  ])('finds the body of %s', (command, delimiter) => {
    const script = text('#!/bin/bash', 'set -e', command, ...git, delimiter, 'echo done');
    expect(findHeredocPatches(script)).toEqual([text(...git)]);
  });

  it('takes a body without a git header', () => {
    expect(findHeredocPatches(text("patch <<'EOF'", ...plain, 'EOF'))).toEqual([text(...plain)]);
  });

  it('strips leading tabs for <<- only', () => {
    const body = ['\tdiff --git a/x b/x', '\t\t--- a/x', '+++ b/x', '@@ -1 +1 @@', '-\ta', '\t+b'];
    const [patch] = findHeredocPatches(text("\tgit apply <<-'X'", ...body, '\tX', 'echo'));
    expect(patch).toBe(text('diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-\ta', '+b'));
    expect(findHeredocPatches(text("git apply <<'X'", ...git, '\tX', 'X'))).toEqual([text(...git, '\tX')]);
  });

  it('undoes the escapes of an unquoted delimiter, and of no other', () => {
    const raw = ['+\\$HOME \\`x\\` \\\\n \\n \\" $x', '+joined \\', 'line', '+two \\\\', '+\\\\\\$'];
    const done = ['+$HOME `x` \\n \\n \\" $x', '+joined line', '+two \\', '+\\$'];
    expect(findHeredocPatches(text('git apply <<EOF', ...git, ...raw, 'EOF'))).toEqual([text(...git, ...done)]);
    expect(findHeredocPatches(text("git apply <<'EOF'", ...git, ...raw, 'EOF'))).toEqual([text(...git, ...raw)]);
  });

  it('joins lines before it strips tabs', () => {
    const script = text('git apply <<-EOF', ...git, '\\', '\t+c \\', '\td', '\tEOF');
    expect(findHeredocPatches(script)).toEqual([text(...git, '+c \td')]);
  });

  it('does not end an unquoted body at a line joined to the one before', () => {
    const script = text('git apply <<EOF', ...git, '+c \\', 'EOF', '+d', 'EOF');
    expect(findHeredocPatches(script)).toEqual([text(...git, '+c EOF', '+d')]);
  });

  it('finds several, on one line and on many, and leaves out what is no diff', () => {
    const script = text(
      "cat > a.py <<'PY'",
      'print("<<EOF")',
      '---',
      '+++ x',
      'PY',
      "git apply <<'EOF'",
      ...git,
      'EOF',
      "paste <<'A' - <<'B'",
      ...plain,
      'A',
      ...git,
      'B',
    );
    expect(findHeredocPatches(script)).toEqual([text(...git), text(...plain), text(...git)]);
  });

  it('starts the body after the whole command', () => {
    const script = text("git apply <<'EOF' \\", '  --index', ...git, 'EOF');
    expect(findHeredocPatches(script)).toEqual([text(...git)]);
  });

  it('reads a CRLF script, and keeps CR in the patch of an LF script', () => {
    const script = text('#!/bin/bash', "git apply <<'EOF'", ...git, 'EOF');
    expect(findHeredocPatches(script.replaceAll('\n', '\r\n'))).toEqual([text(...git)]);
    expect(findHeredocPatches(script.replace('-a\n', '-a\r\n'))).toEqual([text(...git).replace('-a\n', '-a\r\n')]);
  });

  it('passes over comments and strings', () => {
    expect(findHeredocPatches(text('# git apply <<EOF', ...git, 'EOF'))).toEqual([]);
    expect(findHeredocPatches(text('echo "git apply <<EOF"', ...git, 'EOF'))).toEqual([]);
    expect(findHeredocPatches('')).toEqual([]);
  });

  it('takes the rest of a script whose last heredoc does not end', () => {
    const whole = text("git apply <<'EOF'", ...git, 'EOF');
    const cut = text("git apply <<'X'", ...plain, '+cout << y');
    expect(findHeredocPatches(whole + cut)).toEqual([text(...git), text(...plain, '+cout << y')]);
    expect(findHeredocPatches(text('let x=1<<y') + whole)).toEqual([text(...git)]);
    expect(findHeredocPatches(text('cat <<NEVER', 'let x=1<<y', 'echo'))).toEqual([]);
  });

  const many: [string, (count: number) => string][] = [
    ['operators', (count) => 'cat <<A\n'.repeat(count)],
    ['operators on one line', (count) => `${'<<A '.repeat(count)}\n`],
    [
      'operators, each with its own delimiter',
      (count) => Array.from({ length: count }, (_, n) => `<<A${n}\n`).join(''),
    ],
    ['delimiters that do not count', (count) => 'cat <<A\n\tA\n'.repeat(count)],
    ['open quotes', (count) => `${'"\\"\'\\\'(('.repeat(count)}\n`],
    ['operators of one command', (count) => 'cat <<A \\\n'.repeat(count)],
    ['tabs', (count) => `cat <<-A\n${'\t'.repeat(count)}x`],
    ['backslashes', (count) => `cat <<A\n${'\\'.repeat(count)}\nA\n`],
  ];

  it.each(many)('takes a script of many %s', (_, make) => {
    findHeredocPatches(make(200_000));
  });

  it.each(many)('reads many %s in a number of steps that grows with the script alone', async (_, make) => {
    await expectLinearSteps((count) => {
      const script = make(count);
      return () => findHeredocPatches(script);
    }, 1000);
  });
});
