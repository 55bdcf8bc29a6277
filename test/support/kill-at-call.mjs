// Preloaded into the command line: kills it in the call to the disk that KILL_AT_CALL counts to, of those that change
// something. A write is killed half-way.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const changing = [
  'copyFileSync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'mkdtempSync',
  'openSync',
  'renameSync',
  'rmSync',
];
let left = Number(process.env.KILL_AT_CALL);

for (const name of changing) replace(name, () => {});
replace('writeFileSync', (write, file, data, ...options) => write(file, data.slice(0, data.length / 2), ...options));

function replace(name, doPart) {
  const original = fs[name];
  fs[name] = (...given) => {
    left -= 1;
    if (left === 0) {
      doPart(original, ...given);
      process.kill(process.pid, 'SIGKILL');
    }
    return original(...given);
  };
}
syncBuiltinESMExports();
