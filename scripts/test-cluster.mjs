// `npm run test:cluster`: the suite of every engine on a Trino cluster of a coordinator and two workers on this machine,
// a worker that dies included. Brings the server from Maven Central once (821 MB); needs Java 24 and 5 GB of memory.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startCluster } from '../test/cluster/trino-cluster.mjs';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const started = Date.now();
const cluster = await startCluster();
process.once('SIGINT', () => {
  cluster.stop();
  process.exit(130);
});
console.log(`a coordinator and two workers are ready after ${Math.round((Date.now() - started) / 1000)} s`);
try {
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  const { status } = spawnSync(vitest, ['run', '--config', 'test/cluster/vitest.config.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      WINNOW_CLUSTER: cluster.address,
      WINNOW_CLUSTER_LAKE: cluster.lake,
      WINNOW_CLUSTER_WORKER: String(cluster.workers[0].pid),
    },
  });
  process.exitCode = status ?? 1;
} finally {
  cluster.stop();
}
