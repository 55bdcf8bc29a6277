// Runs the built command line again and again in one thread, whose modules stay loaded; what it prints goes to the caller.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { workerData } from 'node:worker_threads';

const { cliFile, port, done } = workerData;
const printed = new Map();
const { writeSync } = fs;
fs.writeSync = (file, bytes, offset = 0, ...rest) => {
  const chunks = printed.get(file);
  if (chunks === undefined) return writeSync(file, bytes, offset, ...rest);
  chunks.push(Buffer.from(bytes.subarray(offset)));
  return bytes.length - offset;
};
syncBuiltinESMExports();

const { run } = createRequire(import.meta.url)(cliFile);
port.on('message', async ({ args, env }) => {
  printed.set(1, []).set(2, []);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, cliFile, ...args];
  process.exitCode = undefined;
  const exited = new Promise((resolve) => {
    process.exit = (code) => {
      resolve(code);
      // What called it goes no further.
      return new Promise(() => undefined);
    };
  });
  let error;
  const code = await Promise.race([run(args), exited]).catch((cause) => {
    error = `${cause?.stack ?? cause}`;
  });
  for (const event of ['uncaughtException', 'unhandledRejection', 'SIGINT', 'SIGTERM'])
    process.removeAllListeners(event);
  const [stdout, stderr] = [1, 2].map((file) => Buffer.concat(printed.get(file)).toString('utf8'));
  port.postMessage({ code: code ?? 0, stdout, stderr, ...(error === undefined ? {} : { error }) });
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
