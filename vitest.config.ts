import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const minute = 60_000;
const deep = '**/*.deep.test.{ts,tsx}';
/** Run by commands of their own: `npm run test:peers`, `test:deep` and `test:cluster`. */
const others = [deep, 'test/peers/**', 'test/deep/**', 'test/cluster/**'];

/** A test that replaces modules or globals, or counts the steps of a process from its start, would disturb other files. */
const needsProcess = /\bvi\.(?:mock|doMock|spyOn|stub|useFake)|\/count-steps\.js'/;
const isolated = ['src', 'test'].flatMap(testFiles).filter((file) => needsProcess.test(readFileSync(file, 'utf8')));

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    // On a busy machine a page may paint between two looks at it.
    projects: [
      {
        extends: true,
        test: { name: 'browser', include: ['test/browser/**/*.test.ts'], exclude: [deep], retry: 2, isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: isolated, exclude: ['test/browser/**', ...others] } },
      // Most files share a process, and in it the loaded modules and a thread in which the command line is compiled.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{src,test}/**/*.test.{ts,tsx}'],
          exclude: ['test/browser/**', ...isolated, ...others],
          isolate: false,
        },
      },
    ],
    setupFiles: ['test/support/same-examples.ts'],
    env: folderInMemory(),
    reporters: ['default', './scripts/plain-count-reporter.mjs'],
    // These end what hangs. A busy machine is slow, which is no fault: no limit here is near what a test takes.
    testTimeout: 10 * minute,
    hookTimeout: 10 * minute,
    teardownTimeout: 2 * minute,
    expect: { poll: { timeout: 1.5 * minute, interval: 20 } },
    // Every core: the default leaves one of two idle, and most tests wait for a program they started.
    maxWorkers: '100%',
  },
});

/** The test files below a folder of the project. */
export function testFiles(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.test\.tsx?$/.test(file)).map((file) => join(folder, file));
}

/**
 * Puts temporary folders in memory on Linux, below one folder that is removed at the end. On a disk, creating and removing
 * them is a fifth of the work of the golden tests.
 */
function folderInMemory(): Record<string, string> {
  const [memory, enoughBytes] = ['/dev/shm', 2 ** 30];
  if (process.env['TMPDIR'] !== undefined) return {};
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < enoughBytes) return {};
    const folder = mkdtempSync(join(memory, 'winnow-tests-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    // Some tests run as another user, who passes through.
    chmodSync(folder, 0o711);
    // Some tests write a program and run it, which a container may forbid here.
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return { TMPDIR: folder };
  } catch {
    return {};
  }
}
