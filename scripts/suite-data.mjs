// Writes the earlier results of a suite that ships, data/NAME/results.jsonl, from a table with a row for each task and a
// column for each system (1 solved, 0 not, empty for no result) and a list of the systems with the date of each:
//
//   node scripts/suite-data.mjs NAME TABLE.csv SYSTEMS.csv
//
// Systems of the file that the table does not have stay; those that it has are replaced. docs/contributing/releasing.md
// describes how to make a new version of a suite.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';

const [name, table, systems] = process.argv.slice(2);
if (systems === undefined) {
  console.error('usage: node scripts/suite-data.mjs NAME TABLE.csv SYSTEMS.csv');
  process.exit(2);
}
const place = (file) => fileURLToPath(new URL(`../data/${name}/${file}`, import.meta.url));
const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

// SWE-bench Pro's leaderboards leave out what its data set puts around an id.
const bare = (id) => id.replace(/^instance_/, '').replace(/-v(?:nan|[0-9a-f]{40})$/, '');
const ids = linesOf(place('pool.jsonl')).map(({ id }) => id);
const [header, ...rows] = parse(readFileSync(table, 'utf8'));
const [, ...names] = header;
const byTask = new Map(rows.map(([id, ...results]) => [bare(id), results]));
const missing = ids.filter((id) => !byTask.has(bare(id)));
if (missing.length > 0 || byTask.size !== ids.length)
  throw new Error(
    `${table} has ${byTask.size} tasks, the suite ${ids.length}; missing: ${missing.slice(0, 5).join(', ')}`,
  );
const dates = new Map(parse(readFileSync(systems, 'utf8')).slice(1));
const marks = { 1: '1', 0: '0', '': '-' };
const fresh = names.map((system, column) => {
  const date = dates.get(system);
  if (!/^\d{8}$/.test(date ?? '')) throw new Error(`${systems} has no date (YYYYMMDD) for ${system}`);
  const results = ids.map((id) => {
    const mark = marks[byTask.get(bare(id))[column].trim()];
    if (mark === undefined) throw new Error(`${table}: the result of ${system} on ${id} is neither 1, 0 nor empty`);
    return mark;
  });
  return { system, date: date.replace(/(....)(..)(..)/, '$1-$2-$3'), results: results.join('') };
});
const file = place('results.jsonl');
const kept = existsSync(file) ? linesOf(file).filter(({ system }) => !names.includes(system)) : [];
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const all = [...kept, ...fresh].sort((a, b) => compare(a.date, b.date) || compare(a.system, b.system));
writeFileSync(file, all.map((each) => `${JSON.stringify(each)}\n`).join(''));
console.log(`${file}: ${all.length} systems on ${ids.length} tasks, ${all[0].date} to ${all.at(-1).date}`);
