import type { Runner } from './runner.js';
import { csv } from './runners/csv.js';
import { harbor } from './runners/harbor.js';
import { ids } from './runners/ids.js';
import { inspect } from './runners/inspect.js';
import { miniSweAgent } from './runners/mini-swe-agent.js';
import { openhands } from './runners/openhands.js';
import { parquet } from './runners/parquet.js';
import { sweAgent } from './runners/swe-agent.js';
import { sweBench } from './runners/swe-bench.js';
import { sweBenchPro } from './runners/swe-bench-pro.js';
import { terminalBench } from './runners/terminal-bench.js';

/** Every runner there is an export for: one file each, one entry here. */
export const runners: readonly Runner[] = [
  harbor,
  sweBench,
  sweBenchPro,
  miniSweAgent,
  sweAgent,
  inspect,
  openhands,
  terminalBench,
  ids,
  csv,
  parquet,
];

/** What `--to` takes. */
export const runnerNames: readonly string[] = runners.map(({ name }) => name);
