import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sfc32 } from '../../src/core/statistics/random-numbers.js';
import { parquetBytes } from '../../src/files/tables/write-parquet.js';
import { cliFile } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Ten thousand files in all, twenty in a call: what one of them does wrong, its call does. */
const filesOfAKind = 3_334;
const filesInACall = 20;
const longestMs = 5_000;
const mostBytes = 1_000_000_000;

const rows = Array.from({ length: 40 }, (_, i) => ({
  instance_id: `owner__repo-${i}`,
  repo: 'owner/repo',
  base_commit: String(i).padStart(40, '0'),
  patch: `diff --git a/f${i}.py b/f${i}.py\n--- a/f${i}.py\n+++ b/f${i}.py\n@@ -1,2 +1,2 @@\n-old\n+new, "quoted"\n same\n`,
  problem_statement: `Case ${i} fails; naïve – "so".`,
  FAIL_TO_PASS: `["t.py::test_${i}"]`,
}));
const names = ['instance_id', 'repo', 'base_commit', 'patch', 'problem_statement', 'FAIL_TO_PASS'] as const;
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

const kinds: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  parquet: () =>
    parquetBytes(names.map((name) => ({ name, kind: 'text' as const, values: rows.map((row) => row[name]) }))),
  csv: async () =>
    Buffer.from([names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\n')),
  jsonl: async () => Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
};

describe.each(Object.keys(kinds))('%s files that were damaged', (kind) => {
  it(`are read or refused by inspect: no crash, no hang, no flood (${filesOfAKind} files)`, async () => {
    const whole = Buffer.from((await kinds[kind]?.()) ?? []);
    const random = sfc32([1, 2, 3, kind.length]);
    const below = (limit: number) => Math.floor(random.double() * limit);
    const calls: {
      readonly code: number | null;
      readonly ms: number;
      readonly bytes: number;
      readonly stderr: string;
    }[] = [];
    const alone: number[] = [];
    for (let done = 0; done < filesOfAKind; done += filesInACall) {
      const folder = temporaryFolder();
      const files = Array.from({ length: filesInACall }, (_, i) => {
        mkdirSync(join(folder, String(i)));
        const file = join(folder, String(i), `tasks.${kind}`);
        writeFileSync(file, damaged(whole, below));
        return file;
      });
      const together = await inspect(files);
      calls.push(together);
      // On a busy machine twenty may take longer than one may.
      if (together.ms > longestMs) for (const file of files) alone.push((await inspect([file])).ms);
      rmSync(folder, { recursive: true });
    }
    const wrong = calls.filter(({ code, stderr }) => (code !== 0 && code !== 2) || /^\s+at /m.test(stderr));
    expect(wrong).toEqual([]);
    const slowest = Math.max(...calls.map(({ ms }) => ms));
    const largest = Math.max(...calls.map(({ bytes }) => bytes));
    process.stdout.write(
      `${kind}: ${calls.length * filesInACall} files, slowest call of ${filesInACall} ${Math.round(slowest)} ms, most memory ${Math.round(largest / 1e6)} MB\n`,
    );
    expect(alone.filter((ms) => ms > longestMs)).toEqual([]);
    expect(largest).toBeLessThan(mostBytes);
  });
});

/** A copy with bytes flipped, set, cut out, doubled or cut off. */
function damaged(whole: Buffer, below: (limit: number) => number): Buffer {
  let bytes = Buffer.from(whole);
  for (let left = 1 + below(4); left > 0; left--) {
    const at = below(bytes.length);
    const length = 1 + below(64);
    switch (below(5)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
        break;
      case 1:
        bytes[at] = below(256);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at)]);
        break;
      default:
        if (below(4) === 0) bytes = bytes.subarray(0, Math.max(1, at));
    }
  }
  return bytes;
}

const peakMemory = new URL('../../bench/peak-memory.mjs', import.meta.url).href;

/** Runs inspect; what it took of memory at most is told by what is preloaded into it. */
async function inspect(files: readonly string[]) {
  const start = process.hrtime.bigint();
  const child = spawn(process.execPath, ['--import', peakMemory, cliFile, 'inspect', ...files, '--json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  let stderr = '';
  for await (const part of child.stderr) stderr += String(part);
  const megabytes = Number(/peak (\d+)/.exec(stderr)?.[1]);
  return { code: await ended, stderr, bytes: megabytes * 1e6, ms: Number(process.hrtime.bigint() - start) / 1e6 };
}
