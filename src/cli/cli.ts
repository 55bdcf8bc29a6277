import { packageVersion } from '../disk/own-package.js';
import { print } from './terminal/print.js';

// Other programs often ask for the version, which needs none of the rest.
const args = process.argv.slice(2);
if (args.length === 1 && /^(?:-V|--version)$/.test(args[0] ?? '')) print(`${packageVersion()}\n`);
else {
  // Node 20 optimises code that runs too briefly to profit: waiting longer saves a quarter of the processor time.
  if (process.versions.v8.startsWith('11.')) {
    process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=600000');
  }
  process.exitCode = await (await import('./main.js')).main(args);
}
