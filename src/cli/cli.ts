import { packageVersion } from '../disk/own-package.js';
import { print } from './terminal/print.js';

// Other programs often ask for the version, which needs none of the rest.
const args = process.argv.slice(2);
if (args.length === 1 && /^(?:-V|--version)$/.test(args[0] ?? '')) print(`${packageVersion()}\n`);
else process.exitCode = await (await import('./main.js')).main(args);
