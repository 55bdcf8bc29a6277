import { describe, expect, it } from 'vitest';
import { groupedTasks, runText, samplePlan } from '../../../test/support/sample-plan.js';
import { lazyManifest, type Manifest, makeManifest, manifestPieces, manifestText, readBack } from './manifest.js';

const selections = [
  ['one task', runText(samplePlan({ take: 1, group: { by: 'repo' } }), groupedTasks({ a: 1 }))],
  [
    'several pieces of tasks',
    runText(samplePlan({ take: 'all', group: { by: 'repo' } }), groupedTasks({ a: 700, b: 501 })),
  ],
  ['exactly one piece of tasks', runText(samplePlan({ take: 500, prefer: ['random'] }), groupedTasks({ a: 600 }))],
] as const;

describe.each(selections)('a manifest with %s', (_, selection) => {
  it('has the same text in pieces', () => {
    expect(String(manifestPieces(lazyManifest(selection, 'test')))).toBe(manifestText(makeManifest(selection, 'test')));
  });

  it('gives its pieces again', () => {
    const pieces = manifestPieces(lazyManifest(selection, 'test'));
    expect([...pieces].join('')).toBe([...pieces].join(''));
  });

  it('is read back as from its text', () => {
    const manifest = makeManifest(selection, 'test');
    expect(readBack(lazyManifest(selection, 'test'))).toEqual(JSON.parse(manifestText(manifest)));
  });
});

it('keeps the order of the keys, leaves out what is undefined, and writes an empty list', () => {
  const [, [, selection]] = selections;
  const { metadata, ...rest } = makeManifest(selection, 'test');
  const manifest = { ...rest, tasks: [], metadata, later: undefined, other: { key: 1 } } as unknown as Manifest;
  expect(String(manifestPieces(manifest))).toBe(manifestText(manifest));
});
