import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../test/support/run-winnow.js';
import { manifestForm } from './manifest.js';
import { formAge, knownPart, readManifest } from './read-manifest.js';

interface Loose {
  // biome-ignore lint/suspicious/noExplicitAny: tests break the manifest in every way
  [key: string]: any;
}

const golden = readFileSync(join(projectRoot, 'test/golden/files/review-assistant/selection.json'), 'utf8');

/** The differences of the golden manifest after an edit. */
function readEdited(edit: (manifest: Loose) => void) {
  const manifest = JSON.parse(golden) as Loose;
  edit(manifest);
  return readManifest(JSON.stringify(manifest));
}

describe('readManifest', () => {
  it('gives the manifest as it stands', () => {
    const { manifest, differences, planName } = readManifest(golden);
    expect({ differences, planName }).toEqual({ differences: [], planName: 'review-assistant' });
    expect(manifest).toEqual(JSON.parse(golden));
  });

  it.each<[string, (manifest: Loose) => void, string]>([
    ['tasks.0.task_dir', (all) => delete all['tasks'][0].task_dir, 'selection.json lacks tasks.0.task_dir,'],
    ['tasks.0.task_dir', (all) => Object.assign(all['tasks'][0], { task_dir: 7 }), 'is 7; it must be text or null.'],
    [
      'tasks.2.selection_rationale',
      (all) => Object.assign(all['tasks'][2], { selection_rationale: true }),
      'tasks.2.selection_rationale is true; it must be text.',
    ],
    ['metadata.random_seed', (all) => delete all['metadata'].random_seed, 'selection.json lacks metadata.random_seed,'],
    [
      'metadata.random_seed',
      (all) => Object.assign(all['metadata'], { random_seed: [1] }),
      'it must be text, a number or null.',
    ],
    [
      'metadata.kind',
      (all) => Object.assign(all['metadata'], { kind: 'both' }),
      'metadata.kind is "both"; it must be "focus" or "representative".',
    ],
    [
      'tasks.1.components.spread',
      (all) => Object.assign(all['tasks'][1].components, { spread: '1' }),
      'tasks.1.components.spread is "1"; it must be a number.',
    ],
    ['benchmarks', (all) => Object.assign(all, { benchmarks: {} }), 'benchmarks is {}; it must be a list.'],
    ['tasks.0', (all) => Object.assign(all['tasks'], { 0: null }), 'tasks.0 is null; it must be an object.'],
  ])('names %s when it is wrong', (path, edit, words) => {
    const { manifest, differences } = readEdited(edit);
    expect(manifest).toBeUndefined();
    expect(differences.map(({ code, path: found }) => [code, found])).toEqual([['manifest/malformed', path]]);
    expect(differences[0]?.message).toContain(words);
  });

  it('names everything that is wrong at once', () => {
    const { differences } = readEdited((all) => {
      delete all['tasks'][0].rank;
      all['metadata'].total_selected = null;
    });
    expect(differences.map(({ path }) => path)).toEqual(['metadata.total_selected', 'tasks.0.rank']);
  });
});

describe('the form of a manifest', () => {
  it.each([
    ['1.1', 'older'],
    ['1.2', 'older'],
    [manifestForm, 'own'],
    ['2.99', 'newer'],
    ['1.99', undefined],
    ['1.0', undefined],
    ['0.9', undefined],
    ['3.0', undefined],
    ['1', undefined],
    [1.1, 'older'],
    [null, undefined],
  ])('%j is %s', (version, age) => {
    expect(formAge(version)).toBe(age);
  });

  it('may be a later minor one: what is not known is ignored', () => {
    const { manifest, differences } = readEdited((all) => {
      all['metadata'].version = '2.99';
      all['tasks'][0].later = { than: 'this' };
    });
    expect(differences).toEqual([]);
    expect(manifest?.tasks[0]).toHaveProperty('later');
    expect(manifest && knownPart(manifest).tasks[0]).not.toHaveProperty('later');
  });

  it('may lack what came after it', () => {
    const { differences } = readEdited((all) => {
      delete all['metadata'].schema;
    });
    expect(differences).toEqual([]);
  });

  it('of another major number is refused, with the program to use', () => {
    const { differences } = readEdited((all) => {
      all['metadata'].version = '3.0';
      all['metadata'].generated_by = 'winnow-bench 9.1';
    });
    expect(differences).toEqual([
      {
        code: 'manifest/version',
        message: `selection.json is in format "3.0", but this version of Winnow reads formats 1.1, 1.2 and 2.x and writes ${manifestForm}. Use the program that wrote it ("winnow-bench 9.1"), or a later version.`,
        path: 'metadata.version',
      },
    ]);
  });
});
