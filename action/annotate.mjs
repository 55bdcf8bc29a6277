// Tells GitHub what `winnow check --json` found, each at its line of the plan: node annotate.mjs CHECK.json
import { existsSync, readFileSync } from 'node:fs';

/** GitHub shows no more than ten of a step. */
const most = 10;

const document = readDocument(process.argv[2]);
const found = document.error === undefined ? differences(document) : document.error.faults.map(fromFault);
for (const annotation of found.slice(0, most)) console.log(command(annotation));
if (found.length > most) {
  console.log(`GitHub shows the first ${most} as annotations. The other ${found.length - most}:`);
  for (const { message } of found.slice(most)) console.log(plain(message));
}
if (found.length === 0) console.log('The selection is what its plan and its pool give.');

/** The document of `winnow check`; the text of one that does not parse is not printed. */
function readDocument(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    const message = 'winnow check printed no JSON document; run it on your machine to see why.';
    return { error: { faults: [{ code: 'internal', message }] } };
  }
}

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

/** Ids and names are untrusted: none may start a workflow command. */
function escaped(value) {
  return String(value).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * A message as one line of the log that GitHub takes for no command: the runner reads `::name::` after any white space, and
 * the older `##[name]` anywhere in a line.
 */
function plain(message) {
  const line = String(message)
    .replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
    .replaceAll('##[', '# #[')
    .replaceAll('::', ': :');
  return `  - ${line}`;
}
