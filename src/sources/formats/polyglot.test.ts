import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderAt, folderWith } from '../../../test/support/folder-with.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { polyglot } from './polyglot.js';

const configOf = (files: unknown) => JSON.stringify({ files });
const read = (files: unknown, others = {}) =>
  polyglot.read(
    folderWith(temporaryFolder(), 'bowling', {
      '.meta/config.json': configOf(files),
      '.docs/instructions.md': 'Score.',
      ...others,
    }),
  );

describe('an exercise', () => {
  it('is named by the language of its files and its folder, wherever that lies', () => {
    expect(read({ solution: ['bowling.rs', 'Cargo.toml'], test: ['tests/bowling.rs'] })).toMatchObject({
      id: 'polyglot_rust_bowling',
      aliases: ['bowling'],
      labels: [{ field: 'language', value: 'rust' }],
      remarks: [],
    });
  });

  it('is shown its introduction and what is appended, too', () => {
    const others = { '.docs/introduction.md': 'ab', '.docs/instructions.append.md': 'cd' };
    expect(read({ solution: ['a.py'], test: [] }, others)).toMatchObject({
      numbers: [
        { field: 'files_changed', value: 1, measured: false },
        { field: 'instruction_chars', value: 12 },
      ],
    });
  });

  it('without a known language is remarked upon', () => {
    expect(read({ solution: ['a.xyz'], test: [] })).toMatchObject({ id: 'bowling', remarks: [expect.any(String)] });
  });

  it.each([[undefined], [{}], [{ solution: 'a.py' }], [[]]])('is none when its files are %j', (files) => {
    expect(read(files)).toEqual({ notMine: true });
  });

  it('has its tests among what it consists of, and nothing outside itself', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'outside'));
    writeFileSync(join(root, 'outside', 'secret.py'), 'x');
    const files = ['bowling_test.py', '../outside/secret.py', 'src/../../outside/secret.py', 'src/link/secret.py'];
    const { path } = folderWith(root, 'bowling', {
      '.meta/config.json': configOf({ solution: ['bowling.py'], test: files }),
      '.docs/instructions.md': 'Score.',
      'bowling_test.py': 'y',
      'src/a.py': '',
    });
    symlinkSync(join(root, 'outside'), join(path, 'src', 'link'));
    const folder = folderAt(path);
    expect(polyglot.read(folder)).toMatchObject({ remarks: [] });
  });
});
