// A pool whose ids hold every special character, and a selection of half of it: for each selected task there are others
// that a runner would take for it if its id were not escaped. In folders, no name holds a slash.
import { makeManifest, manifestText, readPlan, runPlan } from './build-inside.mjs';

export const selected = [
  'x-1',
  'a*b',
  'q?r',
  'c[1]',
  'c[!2]',
  'd,e',
  'the_task:h',
  'i.j',
  'k|l',
  'm+n',
  'o(p)',
  's$',
  '^t',
  'u v',
  '{w}',
  'é😀',
  '~tilde',
  '%d',
  '"quote"',
  "it's",
  'back\\slash',
  'owner__repo-1',
  '$HOME',
  '`id`',
  '7',
  '\\d+',
  'a&b;c<d>',
];

const decoys = [
  'x-12',
  'x-1 ',
  'aXb',
  'a**b',
  'qzr',
  'c1',
  'c3',
  'd',
  'e',
  'h',
  'ixj',
  'k',
  'l',
  'mmn',
  'op',
  's',
  't',
  'u',
  'w',
  'é',
  'tilde',
  '%dd',
  'quote',
  'its',
  'backslash',
  'owner__repo-12',
  'HOME',
  'id',
  '77',
  '5',
  'a',
].map((id) => id.trim());

export const pool = [...new Set([...selected, ...decoys])];

/** The text of a selection.json that has the selected tasks, `without` some of them, and no others, by turns of benchmarks. */
export function selectionText(without = [], benchmarks = ['mine']) {
  const kept = selected.filter((id) => !without.includes(id));
  return selectionOf(kept, pool, benchmarks);
}

/** The text of a selection.json that has these tasks of all, each a folder of its name. */
export function selectionOf(kept, all, benchmarks = ['mine']) {
  const benchmarkOf = (id) => benchmarks[Math.max(0, kept.indexOf(id)) % benchmarks.length];
  const countOf = (name) => kept.filter((id) => benchmarkOf(id) === name).length;
  const plan = readPlan(`
name: peers
seed: 1
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 10 } } }
benchmarks: { ${benchmarks.map((name) => `${name}: { source: { path: none }, distinct: true, select: { take: ${countOf(name)}, prefer: [files_changed desc] } }`).join(', ')} }
`);
  const chosen = new Set(kept);
  const tasks = all.map((id) => ({
    benchmark: benchmarkOf(id),
    id,
    taskDir: id,
    fields: { files_changed: chosen.has(id) ? 9 : 1 },
  }));
  const pools = new Map(
    benchmarks.map((name) => [name, { tasks: tasks.filter(({ benchmark }) => benchmark === name), problems: [] }]),
  );
  return manifestText(makeManifest(runPlan(plan, pools), 'peers'));
}
