// `npm run suites`: judges the suites that ship on systems that they have not seen, writes data/NAME/accuracy.json, and from
// it the tables of docs/guides/suites.md and the chart docs/pictures/suites.svg. Ends with 1 when a goal is missed.
// `npm run suites -- pages` writes the tables and the chart from the figures that are there. Arguments may name suites.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { ensureInstalled, root } from './prepare.mjs';

ensureInstalled();

/** Sizes of the chart beside those of the tiers. */
const curve = { verified: [15, 75, 150, 200], 'terminal-bench-2': [15, 40] };
const draws = 1000;
/** The mean error of a level and the coverage of its 95% interval, which a change must not make worse. */
const goals = [
  { suite: 'verified', tasks: 100, mae: 2.1, coverage: [0.94, 0.97] },
  { suite: 'verified', tasks: 50, mae: 3.2, coverage: [0.94, 0.97] },
  { suite: 'verified', tasks: 25, mae: 4.7, coverage: [0.94, 0.98] },
  { suite: 'terminal-bench-2', tasks: 20, mae: 5.5, coverage: [0.94, 0.98] },
  { suite: 'terminal-bench-2', tasks: 30, mae: 4.1, coverage: [0.94, 0.97] },
];

const given = process.argv.slice(2);
const onlyPages = given.includes('pages');
const named = given.filter((name) => name !== 'pages');
const suites = readdirSync(join(root, 'data'))
  .filter((name) => readdirSync(join(root, 'data', name)).includes('results.jsonl'))
  .filter((name) => named.length === 0 || named.includes(name));
if (named.length > suites.length) {
  console.error(`unknown suite: ${named.filter((name) => !suites.includes(name)).join(', ')}`);
  process.exit(2);
}
if (!onlyPages) await judge();
const { writePages } = await import('./suite-pages.mjs');
writePages();

async function judge() {
  const { judgeSuite } = await bundled('bench/judge-suite.ts');
  let missed = 0;
  for (const name of suites) {
    const systems = readFileSync(join(root, 'data', name, 'results.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const plan = parse(readFileSync(join(root, 'plans', `${name}.yaml`), 'utf8'));
    const take = plan.take ?? plan.benchmarks[name].select.take;
    const sizes = [...new Set([...Object.values(plan.tiers), take, ...(curve[name] ?? [])])].sort((a, b) => a - b);
    const found = judgeSuite({ name, systems, sizes, take, draws });
    writeFileSync(join(root, 'data', name, 'accuracy.json'), `${JSON.stringify(found, null, 1)}\n`);
    console.log(`${name}: ${found.earlier} earlier systems until ${found.split}, ${found.later} later ones`);
    for (const {
      tasks,
      mae,
      coverage,
      worstCoverage,
      halfWidth,
      random,
      equivalent,
      middle,
      largestBias,
    } of found.sizes) {
      console.log(
        `  ${String(tasks).padStart(3)} tasks: error ${mae} (random ${random.mae}, mid-difficulty ${middle.mae}), as good as ${equivalent} random tasks, coverage ${coverage} (worst ${worstCoverage}), half-width ${halfWidth}, largest bias ${largestBias}`,
      );
      for (const goal of goals.filter((each) => each.suite === name && each.tasks === tasks)) {
        if (mae <= goal.mae && coverage >= goal.coverage[0] && coverage <= goal.coverage[1]) continue;
        missed += 1;
        console.error(`  goal missed: error at most ${goal.mae}, coverage ${goal.coverage.join(' to ')}`);
      }
    }
    for (const { tasks, tau, random, middle } of found.ranking)
      console.log(
        `  ${String(tasks).padStart(3)} tasks: tau ${tau} (random ${random.mean}, ${random.low} to ${random.high}; mid-difficulty ${middle})`,
      );
  }
  if (missed > 0) process.exitCode = 1;
}

/** A module of TypeScript, bundled to be run. */
async function bundled(file) {
  const { build } = await import('rolldown');
  const folder = mkdtempSync(join(tmpdir(), 'winnow-suites-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const output = join(folder, 'bundle.mjs');
  await build({ cwd: root, input: file, platform: 'node', output: { file: output, format: 'esm' } });
  return import(pathToFileURL(output).href);
}
