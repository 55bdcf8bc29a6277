import { describe, expect, it } from 'vitest';
import { isRecord } from '../../core/model/record.js';
import { harborRegistry } from './harbor-registry.js';

const task = (name: string) => ({ name, git_url: 'https://example.org/toy.git', path: `tasks/${name}` });
const read = (document: unknown) =>
  [...(harborRegistry.unfold?.(document) ?? [])].map((record) =>
    isRecord(record) ? harborRegistry.read(record) : record,
  );

describe('a registry', () => {
  it('of one data set names no benchmark', () => {
    const [one] = read([{ name: 'toys', version: '1.0', tasks: [task('a')] }]);
    expect(one).toEqual({ id: 'a', aliases: [], labels: [], numbers: [], remarks: [], taskDir: 'tasks/a' });
  });

  it('of several makes each a benchmark, and an edition of each version', () => {
    const document = [
      { name: 'org/toys', version: '1.0', tasks: [task('a')] },
      { name: 'bricks', version: 'head', tasks: [task('a')] },
      { name: 'bricks', version: '2.0', tasks: [task('a'), 7] },
      { name: 'empty', tasks: [] },
    ];
    const found = read(document).map((each) => (isRecord(each) ? each['benchmark'] : each));
    expect(found).toEqual(['org-toys', 'bricks@head', 'bricks@2.0', 7]);
  });

  it('may be the data of a dataset.toml, whose packages have an organisation', () => {
    const document = { dataset: { name: 'acme/toys' }, tasks: [{ name: 'acme/t-1', digest: 'sha256:00' }] };
    expect(read(document)).toMatchObject([{ id: 'acme/t-1', aliases: ['t-1'] }]);
  });

  it.each([
    [null],
    [[]],
    [{}],
    [{ tasks: [{ id: 'a', name: 'x' }] }],
    [[{ name: 'a', tasks: [{ name: 'b' }] }]],
    [[{ tasks: [task('a')] }, 7]],
  ])('is not %j', (document) => {
    expect(harborRegistry.unfold?.(document)).toBeUndefined();
  });
});
