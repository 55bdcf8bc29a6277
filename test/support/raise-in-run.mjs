// Preloaded into the command line: what RAISE names goes wrong when RAISE_AT comes: `reading` is the first file of the user's
// that is opened, `writing` the first change of the disk, `printed` the end of the first text on standard output.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { RAISE, RAISE_AT } = process.env;
const calls = { reading: ['openSync'], writing: ['mkdirSync', 'mkdtempSync', 'writeFileSync'], printed: ['writeSync'] };
const raise = {
  exception: () =>
    process.nextTick(() => {
      throw new Error('nobody caught this');
    }),
  rejection: () => void Promise.reject(new Error('nobody waited for this')),
  SIGINT: () => process.kill(process.pid, 'SIGINT'),
  SIGTERM: () => process.kill(process.pid, 'SIGTERM'),
};
let isRaised = false;

for (const name of calls[RAISE_AT]) {
  const original = fs[name];
  fs[name] = (...given) => {
    const result = original(...given);
    const isMeant = RAISE_AT !== 'reading' || !/node_modules|\bdist\b/.test(given[0]);
    if (!isRaised && isMeant) {
      isRaised = true;
      raise[RAISE]();
    }
    return result;
  };
}
syncBuiltinESMExports();
