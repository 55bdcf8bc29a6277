// Tells GitHub what `winnow check --json` found, each at its line of the plan: node annotate.mjs CHECK.json
import { existsSync, readFileSync } from 'node:fs';

/** GitHub shows no more than ten of a step. */
const most = 10;

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const found = document.error === undefined ? differences(document) : document.error.faults.map(fromFault);
for (const annotation of found.slice(0, most)) console.log(command(annotation));
if (found.length > most) console.log(`${found.length - most} more are in the log: run "winnow check".`);
for (const { message } of found.slice(most)) console.log(plain(message));
if (found.length === 0) console.log('The selection is what its plan and its pool give.');

/** A fault says itself where it is. */
function fromFault({ code, message, hint, place = {} }) {
  return { code, message: hint === undefined ? message : `${message}\n${hint}`, ...place };
}

/** A difference is shown where the plan speaks of the benchmark that it names, or else at the plan's first line. */
function differences({ plan, differences: list }) {
  const lines = plan !== undefined && existsSync(plan) ? readFileSync(plan, 'utf8').split('\n') : undefined;
  return list.map(({ code, message }) => {
    if (lines === undefined) return { code, message };
    const line = lines.findIndex((text) => {
      const key = /^\s+["']?([^\s"':#]+)["']?:/.exec(text)?.[1];
      return key !== undefined && key.length > 2 && message.split(/[\s:,"()]+/).includes(key);
    });
    return { code, message, file: plan, line: line < 0 ? 1 : line + 1 };
  });
}

function command({ code, message, file, line, column }) {
  const properties = Object.entries({ file, line, col: column, title: `winnow: ${code}` })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`);
  return `::error ${properties.join(',')}::${escaped(message)}`;
}

/** Names come from strangers: none may begin a command of its own. */
function escaped(value) {
  return String(value).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function plain(message) {
  return `  ${message.replaceAll(/[\r\n]+/g, ' ')}`;
}
