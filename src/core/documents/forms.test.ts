import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type DataOf,
  documentOf,
  entry,
  figure,
  flag,
  list,
  maybe,
  number,
  oneOf,
  orNull,
  record,
  schemaOf,
  text,
  word,
} from './forms.js';

function studySchema() {
  return entry({
    planName: text('The name of the plan.'),
    level: figure(),
    halfWidth: orNull(figure()),
    note: maybe(text()),
    bySystem: record(entry({ notRun: number(), isWhole: flag() })),
    changes: list(
      oneOf('kind', [
        entry({ kind: word(['weight']), newWeight: figure() }),
        entry({ kind: word(['place']), newPlace: orNull(text()) }),
      ]),
    ),
  });
}

describe('a document', () => {
  const data: DataOf<typeof studySchema> = {
    planName: 'p',
    level: 1 / 3,
    halfWidth: undefined,
    bySystem: new Map([['my System', { notRun: 2, isWhole: false }]]),
    changes: [
      { kind: 'weight', newWeight: -0 },
      { kind: 'place', newPlace: undefined },
    ],
  };

  it('has snake_case keys, rounded figures, null for the unknown, and names from the data as they are', () => {
    expect(documentOf(studySchema(), data)).toEqual({
      plan_name: 'p',
      level: 0.333333,
      half_width: null,
      by_system: { 'my System': { not_run: 2, is_whole: false } },
      changes: [
        { kind: 'weight', new_weight: 0 },
        { kind: 'place', new_place: null },
      ],
    });
  });

  it('has a key that may be missing only if there is a value', () => {
    expect(documentOf(studySchema(), { ...data, note: 'x' })).toHaveProperty('note', 'x');
  });

  it('gives null for a figure without an end', () => {
    expect(documentOf(studySchema(), { ...data, level: Number.POSITIVE_INFINITY })).toHaveProperty('level', null);
  });

  it('fits the schema that is published for it', () => {
    expect(z.safeParse(schemaOf(studySchema()), documentOf(studySchema(), data)).success).toBe(true);
    const published = z.toJSONSchema(schemaOf(studySchema()), { io: 'input' });
    expect(published).toMatchObject({ properties: { plan_name: { description: 'The name of the plan.' } } });
    expect(published.required).not.toContain('note');
  });
});
