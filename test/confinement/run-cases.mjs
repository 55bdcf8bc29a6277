// Runs the built command line on many cases in one process, so that its system calls can be traced. Each case begins with the
// attempt to open a file whose name says which case it is; what each printed goes to a file at the end.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const [cliFile, casesFile, answersFile] = process.argv.slice(2);
const { openSync, writeFileSync, writeSync } = fs;
const cases = JSON.parse(fs.readFileSync(casesFile, 'utf8'));
let printed = '';
fs.writeSync = (file, bytes, offset = 0, ...rest) => {
  if (file !== 1 && file !== 2) return writeSync(file, bytes, offset, ...rest);
  printed += Buffer.from(bytes.subarray(offset)).toString('utf8');
  return bytes.length - offset;
};
syncBuiltinESMExports();
const winnow = createRequire(import.meta.url)(cliFile);

const mark = (name) => {
  try {
    openSync(`/winnow-case/${name}`);
  } catch {
    // It is only there to be seen in the trace.
  }
};

const answers = [];
for (const [index, { args, cwd }] of cases.entries()) {
  process.chdir(cwd);
  process.exitCode = undefined;
  printed = '';
  const exited = new Promise((resolve) => {
    process.exit = (code) => {
      resolve(code);
      return new Promise(() => undefined);
    };
  });
  // A server is asked to end as soon as it waits for that.
  const stopping = args[0] === 'view' ? setInterval(() => process.emit('SIGTERM'), 20) : undefined;
  mark(index);
  const code = await Promise.race([winnow.run(args), exited]);
  answers.push({ code, printed });
  clearInterval(stopping);
  for (const event of ['uncaughtException', 'unhandledRejection', 'SIGINT', 'SIGTERM', 'SIGHUP'])
    process.removeAllListeners(event);
}
mark('end');
writeFileSync(answersFile, JSON.stringify(answers));
process.reallyExit(0);
