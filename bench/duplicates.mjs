// Near-duplicates planted among 50,000 generated statements: how long `inspect --audit` takes, and how many it finds.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, printTable, verdict } from './measure.mjs';

const tasks = 50_000;
const planted = 1000;
/** As the documentation states it: shared runs of three words among all runs of both texts. */
const threshold = 0.8;
const mostSeconds = 10;
const fewestFound = 0.95;

export async function benchDuplicates() {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  try {
    const random = linear(7);
    const word = () => `w${Math.floor(8000 * random()).toString(36)}`;
    const texts = Array.from({ length: tasks }, () => Array.from({ length: 40 + Math.floor(160 * random()) }, word));
    const wanted = new Map();
    for (let i = 0; i < planted; i++) {
      const of = texts[i * 37];
      const share = 0.06 * random();
      const copy = of.map((own) => (random() < share ? word() : own));
      texts.push(copy);
      if (similarity(of, copy) >= threshold) wanted.set(`t${tasks + i}`, `t${i * 37}`);
    }
    const file = join(folder, 'tasks.jsonl');
    writeFileSync(
      file,
      texts.map((own, i) => JSON.stringify({ id: `t${i}`, problem_statement: own.join(' ') })).join('\n'),
    );
    const start = process.hrtime.bigint();
    const { stdout, status } = spawnSync(process.execPath, [cli, 'inspect', file, '--audit', '--json'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    if (status !== 0) throw new Error(`inspect ended with ${status}`);
    const { statements } = JSON.parse(stdout).places[0].quality;
    const found = new Map(statements.pairs.map(({ task, repeats }) => [task, repeats]));
    const recalled = [...wanted].filter(([id, of]) => found.get(id) === of).length;
    const strangers = [...found.keys()].filter((id) => !wanted.has(id)).length;
    printTable(
      `Near-duplicates among ${tasks + planted} statements (similarity ${threshold} or more)`,
      ['', 'value', 'limit', ''],
      [
        ['seconds', seconds.toFixed(1), mostSeconds, verdict(seconds, mostSeconds)],
        ['planted', wanted.size, '', ''],
        ['found', (recalled / wanted.size).toFixed(3), fewestFound, verdict(fewestFound, recalled / wanted.size)],
        ['others', strangers, 0, verdict(strangers, 0)],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function similarity(a, b) {
  const runs = (words) => new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')));
  const [first, second] = [runs(a), runs(b)];
  const both = [...first].filter((run) => second.has(run)).length;
  return both / (first.size + second.size - both);
}

/** Numbers in [0, 1) that are the same on every machine. */
function linear(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
