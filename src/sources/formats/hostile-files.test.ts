import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderAt } from '../../../test/support/folder-with.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { harbor } from './harbor.js';
import type { FolderFormat } from './task-format.js';
import { taskFormats } from './task-formats.js';
import { terminalBench } from './yaml-formats.js';

const folderFormats = taskFormats.filter((format): format is FolderFormat => format.kind === 'folder');

describe.each(folderFormats.map((format) => [format.name, format] as const))('%s', (_, format) => {
  const [marker = ''] = format.markers;

  it('calls a task broken whose file is a link', () => {
    const folder = emptyTask(format);
    writeFileSync(join(folder, 'real'), '[task]\nid = "a"\n');
    symlinkSync(join(folder, 'real'), join(folder, marker));
    expect(format.read(folderAt(folder))).toEqual({ broken: expect.stringContaining(`${marker}: `) });
  });

  it.skipIf(process.platform === 'win32')('calls a task broken whose file is a pipe, and does not wait', () => {
    const folder = emptyTask(format);
    makePipe(join(folder, marker));
    expect(format.read(folderAt(folder))).toEqual({ broken: `${marker}: not a regular file` });
  });

  it('calls a task broken whose file is a folder', () => {
    const folder = emptyTask(format);
    mkdirSync(join(folder, marker));
    expect(format.read(folderAt(folder))).toEqual({ broken: `${marker}: not a regular file` });
  });

  it('calls a task broken whose file is not UTF-8', () => {
    const folder = emptyTask(format);
    writeFileSync(join(folder, marker), Buffer.from([0x5b, 0xc3, 0x28, 0x5d]));
    expect(format.read(folderAt(folder))).toEqual({ broken: `${marker}: not UTF-8 text` });
  });

  it('calls a task broken whose file has 70 MB', () => {
    const folder = emptyTask(format);
    writeFileSync(join(folder, marker), '');
    truncateSync(join(folder, marker), 70_000_000);
    expect(format.read(folderAt(folder))).toEqual({ broken: expect.stringContaining('the file has 70000000 bytes') });
  });

  it.skipIf(process.getuid?.() === 0)('calls a task broken whose file may not be read', () => {
    const folder = emptyTask(format);
    writeFileSync(join(folder, marker), '');
    chmodSync(join(folder, marker), 0);
    expect(format.read(folderAt(folder))).toEqual({ broken: `${marker}: permission denied` });
  });

  it('refuses an empty folder', () => {
    expect(format.read(folderAt(temporaryFolder()))).toEqual({ notMine: true });
  });
});

it('does not parse for minutes what is far too long to describe a task', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'task.yaml'), `instruction: x\n${'- a\n'.repeat(300_000)}`);
  expect(terminalBench.read(folderAt(folder))).toEqual({
    broken: 'task.yaml: the file has 1200015 characters; Winnow reads at most 1000000',
  });
});

it.skipIf(process.platform === 'win32')('remarks upon a sidecar that is a pipe', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'task.toml'), '[task]\nid = "a"\n');
  mkdirSync(join(folder, 'tests/config.json'), { recursive: true });
  makePipe(join(folder, 'instruction.md'));
  expect(harbor.read(folderAt(folder))).toMatchObject({
    id: 'a',
    remarks: ['tests/config.json: not a regular file', 'instruction.md: not a regular file', 'no patch'],
  });
});

function makePipe(path: string): void {
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]);
}

/** A folder with every file of a format except the first. */
function emptyTask({ markers }: FolderFormat): string {
  const folder = temporaryFolder();
  for (const marker of markers) mkdirSync(dirname(join(folder, marker)), { recursive: true });
  for (const other of markers.slice(1)) writeFileSync(join(folder, other), '');
  return folder;
}
