import { packageVersion } from '../disk/own-package.js';
import { print } from './terminal/print.js';

/** Runs a command line to its end and returns its exit code. Loads nothing else for the version, which programs often ask for. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length === 1 && /^(?:-V|--version)$/.test(args[0] ?? '')) {
    print(`${packageVersion()}\n`);
    return 0;
  }
  return (await import('./main.js')).main(args);
}
