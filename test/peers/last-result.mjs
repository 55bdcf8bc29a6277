// The last result of every program, kept in last-result.json, so that a run of some writes the page of all.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = new URL('last-result.json', import.meta.url);

/** Keeps new lines in place of the old ones of the same programs; gives all, in the order of the list of programs. */
export function keepRows(lines, peers) {
  const old = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const keyOf = ({ package: name, version }) => `${name} ${version}`;
  const tried = new Set(lines.map(keyOf));
  const order = peers.map(
    ({ package: name, version, clone }) => `${name} ${clone === undefined ? version : `commit ${version}`}`,
  );
  const all = [...old.filter((line) => !tried.has(keyOf(line)) && order.includes(keyOf(line))), ...lines];
  const sorted = all.toSorted((a, b) => order.indexOf(keyOf(a)) - order.indexOf(keyOf(b)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
  return sorted;
}
