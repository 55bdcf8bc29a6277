import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHeredocPatches } from './find-heredoc-patch.js';

const heads = { quoted: "cat <<'EOF'", plain: 'cat <<EOF', tabs: 'cat <<-EOF', quotedTabs: 'cat <<-"EOF"' };

// Every backslash comes with what it escapes, so that bash finds nothing to expand and nothing to run.
const shared = ['\\\\', '\\$', '\\`', '\\a', '\\"', '"', "'", 'a', ' ', '\t', '\n', '\n\t', 'EOF a', '#', '<<'];
const joined = ['\\\n', 'x\\\nEOF', 'x\\\n\tEOF', '\\\\\\\n'];
const body = (pieces: string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((all) => `diff --git a/x b/x\n${all.join('')}z\n`);
const heredoc = fc.oneof(
  fc.record({ head: fc.constantFrom(heads.plain, heads.tabs), text: body([...shared, ...joined]) }),
  fc.record({ head: fc.constantFrom(heads.quoted, heads.quotedTabs), text: body([...shared, '\\\n']) }),
);

describe('findHeredocPatches beside bash', () => {
  it('gives the text that bash gives to cat', () => {
    fc.assert(
      fc.property(fc.array(heredoc, { minLength: 1, maxLength: 20 }), (all) => {
        const script = all.map(({ head, text }) => `${head}\n${text}EOF\nprintf '\\0'\n`).join('');
        const shown = execFileSync('bash', ['--norc'], { input: script, stdio: ['pipe', 'pipe', 'ignore'] });
        expect(findHeredocPatches(script)).toEqual(shown.toString().split('\0').slice(0, -1));
      }),
      { seed: 20_240_611, numRuns: 30 },
    );
  });
});
