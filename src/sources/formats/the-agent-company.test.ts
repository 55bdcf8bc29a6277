import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../test/support/folder-with.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { theAgentCompany } from './the-agent-company.js';

const read = (name: string, files: Record<string, string> = {}) =>
  theAgentCompany.read(folderWith(temporaryFolder(), name, { 'task.md': 'Do it.', 'evaluator.py': '', ...files }));

describe('a task of the Agent Company', () => {
  it('is named by its folder, whose first word is the role', () => {
    expect(read('sde-close-issue', { 'dependencies.yml': '- gitlab\n- rocketchat\n' })).toEqual({
      id: 'sde-close-issue',
      aliases: [],
      labels: [{ field: 'category', value: 'sde', origin: 'folder name' }],
      numbers: [{ field: 'instruction_chars', value: 6, measured: true }],
      remarks: [],
    });
  });

  it('may have no role and no services', () => {
    expect(read('example', { 'dependencies.yml': '' })).toMatchObject({ labels: [], remarks: [] });
  });

  it.each([
    ['services: [a]\n', 'dependencies.yml: not a list of services'],
    ['- "a\n', expect.stringMatching(/^dependencies\.yml: line \d+, column \d+: not valid YAML: /)],
  ])('is remarked upon when its services are no list: %j', (text, remark) => {
    expect(read('hr-a', { 'dependencies.yml': text })).toMatchObject({ remarks: [remark] });
  });

  it.each(['task.toml', 'task.yaml'])('is not, with a %s', (file) => {
    expect(read('sde-a', { [file]: '' })).toEqual({ notMine: true });
  });

  it('is not without an evaluator', () => {
    const folder = folderWith(temporaryFolder(), 'sde-a', { 'task.md': 'Do it.' });
    expect(theAgentCompany.read(folder)).toEqual({ notMine: true });
  });
});
