import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentFaults, undescribed } from '../../test/support/document-faults.js';
import { projectRoot } from '../../test/support/run-winnow.js';
import { exportMarkerOf } from '../core/contracts/provenance-document.js';
import { documents, publishedSchemas } from './documents.js';

const all = await documents();
const schemas = await publishedSchemas();

describe.each(all)('the document $name', ({ name }) => {
  const file = `${name}.schema.json`;

  it('has the schema in its file, under a name that stays', () => {
    const shipped = JSON.parse(readFileSync(join(projectRoot, 'schema', file), 'utf8')) as { $id: string };
    expect(shipped).toEqual(JSON.parse(JSON.stringify(schemas.get(file))));
    expect(shipped.$id).toBe(`urn:winnow:${name}:1`);
  });

  it('is an object with keys that it always has', () => {
    expect(documentFaults(name, {})).not.toEqual([]);
    expect(documentFaults(name, [])).not.toEqual([]);
  });
});

it('publishes a file for every document, and for the plan', () => {
  const names = all.map(({ name }) => `${name}.schema.json`);
  expect(new Set(names).size).toBe(names.length);
  expect(readdirSync(join(projectRoot, 'schema')).sort()).toEqual([...names, 'plan.schema.json'].sort());
});

it('lets later versions add keys, and this one none that are not described', () => {
  const document = { url: 'http://localhost:1', later: true };
  expect(documentFaults('view', document)).toEqual([]);
  expect(undescribed('view', document)).toHaveLength(1);
  expect(documentFaults('view', { url: 1 })).toHaveLength(1);
});

describe('exportMarkerOf', () => {
  const marker = { format: 'winnow-export/1', runner: 'ids', files: { 'ids.txt': 'abc' } };

  it('reads whose export it is, and its files', () => {
    expect(exportMarkerOf(JSON.stringify({ ...marker, more: 1 }))).toEqual({
      runner: 'ids',
      files: new Map([['ids.txt', 'abc']]),
      isOfSystem: false,
    });
  });

  it.each([
    ['no JSON', 'x'],
    ['another format', JSON.stringify({ ...marker, format: 'winnow-export/2' })],
    ['no runner', JSON.stringify({ ...marker, runner: undefined })],
    ['a hash that is none', JSON.stringify({ ...marker, files: { 'ids.txt': 7 } })],
    ['null', 'null'],
  ])('takes %s for another’s file', (_, text) => {
    expect(exportMarkerOf(text)).toBeUndefined();
  });
});
