// Preloaded into the command line: kills it in the call to the disk that KILL_AT_CALL counts to, of those that change
// something. A write is killed half-way, and so is the removal of a folder.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const changing = [
  'copyFileSync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'mkdtempSync',
  'renameSync',
  'rmdirSync',
  'unlinkSync',
];
const readOnly = new Set(['r', 'rs', undefined]);
const { O_RDWR, O_WRONLY } = fs.constants;
const { readdirSync, rmSync } = fs;
let left = Number(process.env.KILL_AT_CALL);

for (const name of changing) replace(name, () => {});
replace(
  'openSync',
  () => {},
  (_, flags) => (typeof flags === 'number' ? (flags & (O_RDWR | O_WRONLY)) === 0 : readOnly.has(flags)),
);
replace('writeFileSync', (write, file, data, ...options) => write(file, data.slice(0, data.length / 2), ...options));
replace('rmSync', (_, path, options) => {
  if (options?.recursive !== true || !fs.existsSync(path)) return;
  const names = readdirSync(path).sort();
  for (const name of names.slice(0, names.length / 2)) rmSync(join(path, name), options);
});

function replace(name, doPart, changesNothing = () => false) {
  const original = fs[name];
  fs[name] = (...given) => {
    if (changesNothing(...given)) return original(...given);
    left -= 1;
    if (left === 0) {
      doPart(original, ...given);
      process.kill(process.pid, 'SIGKILL');
    }
    return original(...given);
  };
}
syncBuiltinESMExports();
