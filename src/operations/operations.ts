import type { Operation } from './declare/operation.js';

export interface OperationEntry {
  readonly name: string;
  readonly load: () => Promise<Operation>;
}

/** Every operation, in the order in which people need them: one file each, one line here. */
export const operations: readonly OperationEntry[] = [
  entry('suites', async () => (await import('./suites.js')).suites),
  entry('inspect', async () => (await import('./inspect.js')).inspect),
  entry('init', async () => (await import('./init.js')).init),
  entry('select', async () => (await import('./select.js')).select),
  entry('explain', async () => (await import('./explain.js')).explain),
  entry('exclude', async () => (await import('./exclude.js')).exclude),
  entry('pool', async () => (await import('./pool.js')).pool),
  entry('check', async () => (await import('./check.js')).check),
  entry('diff', async () => (await import('./diff.js')).diff),
  entry('refresh', async () => (await import('./refresh.js')).refresh),
  entry('migrate', async () => (await import('./migrate.js')).migrate),
  entry('assess', async () => (await import('./assess.js')).assess),
  entry('export', async () => (await import('./export.js')).exportTasks),
  entry('status', async () => (await import('./status.js')).status),
  entry('estimate', async () => (await import('./estimate.js')).estimate),
  entry('compare', async () => (await import('./compare.js')).compare),
  entry('next', async () => (await import('./next.js')).next),
  entry('pilot', async () => (await import('./pilot.js')).pilot),
  entry('report', async () => (await import('./report.js')).report),
];

// An operation's functions take its own input and result, which only it makes.
function entry(name: string, load: () => Promise<unknown>): OperationEntry {
  return { name, load: load as OperationEntry['load'] };
}
