// A Trino cluster on this machine: a coordinator and two workers on loopback, in folders that are gone afterwards. The
// server comes from Maven Central and is kept in the user's cache; it needs Java 24 or later.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const version = '476';
const oldestJava = 24;
const heap = '1500M';
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'winnow-cluster');
const server = join(cache, `trino-server-${version}`);

/** Brings the server, and says where it is. */
export function bringTrino() {
  if (existsSync(join(server, 'bin', 'launcher'))) return server;
  console.log(`bringing Trino ${version} from Maven Central (821 MB) …`);
  const artifact = `io.trino:trino-server:${version}:tar.gz`;
  run('mvn', ['-q', 'dependency:get', `-Dartifact=${artifact}`, '-Dtransitive=false']);
  mkdirSync(cache, { recursive: true });
  const packed = join(homedir(), '.m2/repository/io/trino/trino-server', version, `trino-server-${version}.tar.gz`);
  run('tar', ['xzf', packed, '-C', cache]);
  return server;
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error !== undefined || status !== 0) throw new Error(`${command} is needed, and failed: ${error ?? status}`);
}

/** The program of a Java that is new enough. */
export function findJava() {
  const folders = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines'].filter((folder) => existsSync(folder));
  const homes = [
    process.env.JAVA_HOME,
    ...folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
  ].filter((home) => home !== undefined);
  for (const home of homes) {
    const java = [join(home, 'bin', 'java'), join(home, 'Contents/Home/bin/java')].find((file) => existsSync(file));
    if (java === undefined) continue;
    const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
    if (Number(/version "(\d+)/.exec(stderr)?.[1]) >= oldestJava) return java;
  }
  throw new Error(
    `Java ${oldestJava} or later is needed, in /usr/lib/jvm or as JAVA_HOME; found: ${homes.join(', ') || 'none'}`,
  );
}

/** Starts the cluster; gives its address, its lake's folder, its processes and what stops it. */
export async function startCluster() {
  const home = bringTrino();
  const java = findJava();
  const folder = mkdtempSync(join(tmpdir(), 'winnow-cluster-'));
  const lake = join(folder, 'lake');
  mkdirSync(lake);
  const ports = await Promise.all([0, 1, 2].map(freePort));
  const address = `http://127.0.0.1:${ports[0]}`;
  const nodes = ports.map((port, i) =>
    startNode({ home, java, folder: join(folder, `node${i}`), lake, port, address, isFirst: i === 0 }),
  );
  const stop = () => {
    for (const { pid } of nodes) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended before.
      }
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(address);
  } catch (error) {
    stop();
    throw error;
  }
  return { address, lake, workers: nodes.slice(1), stop };
}

function startNode({ home, java, folder, lake, port, address, isFirst }) {
  const etc = join(folder, 'etc');
  mkdirSync(join(etc, 'catalog'), { recursive: true });
  const write = (name, lines) => writeFileSync(join(etc, name), `${lines.join('\n')}\n`);
  write('config.properties', [
    `coordinator=${isFirst}`,
    ...(isFirst ? ['node-scheduler.include-coordinator=false'] : []),
    `http-server.http.port=${port}`,
    `discovery.uri=${address}`,
    `plugin.dir=${home}/plugin`,
    'query.max-memory=1GB',
    'query.max-memory-per-node=800MB',
  ]);
  const node = [
    'node.environment=test',
    `node.id=n${port}`,
    `node.data-dir=${folder}/data`,
    'node.internal-address=127.0.0.1',
  ];
  write('log.properties', ['io.trino=WARN']);
  write('catalog/lake.properties', [
    'connector.name=hive',
    'hive.metastore=file',
    'hive.metastore.catalog.dir=local:///meta',
    'fs.native-local.enabled=true',
    `local.location=${lake}`,
    'hive.non-managed-table-writes-enabled=true',
  ]);
  const options = [
    `-Xmx${heap}`,
    '-XX:+UseG1GC',
    '-XX:+ExitOnOutOfMemoryError',
    '-Djdk.attach.allowAttachSelf=true',
    '--enable-native-access=ALL-UNNAMED',
    '--add-opens=java.base/java.nio=ALL-UNNAMED',
    '--sun-misc-unsafe-memory-access=allow',
    '--add-modules=jdk.incubator.vector',
    ...node.map((line) => `-D${line}`),
    `-Dlog.levels-file=${etc}/log.properties`,
    `-Dconfig=${etc}/config.properties`,
    `-Dcatalog.config-dir=${etc}/catalog`,
    `-Dlog.path=${folder}/server.log`,
    '-Dlog.enable-console=false',
  ];
  return spawn(java, [...options, '-cp', join(home, 'lib', '*'), 'io.trino.server.TrinoServer'], {
    cwd: folder,
    stdio: 'ignore',
    // A group of its own, so that it is ended with all that it starts.
    detached: true,
  });
}

async function untilReady(address) {
  const started = Date.now();
  const wanted = "select count(*) from system.runtime.nodes where not coordinator and state = 'active'";
  for (;;) {
    const rows = await ask(address, wanted).catch(() => []);
    if (rows[0]?.[0] === 2) return;
    if (Date.now() - started > 300_000) throw new Error('the cluster was not ready within five minutes');
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** The rows of a statement. */
export async function ask(address, sql) {
  const headers = { 'X-Trino-User': 'test' };
  let answer = await (await fetch(`${address}/v1/statement`, { method: 'POST', body: sql, headers })).json();
  const rows = [];
  for (;;) {
    if (answer.error !== undefined) throw new Error(answer.error.message);
    for (const row of answer.data ?? []) rows.push(row);
    if (answer.nextUri === undefined) return rows;
    answer = await (await fetch(answer.nextUri, { headers })).json();
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const socket = createServer();
    socket.once('error', reject);
    socket.listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
