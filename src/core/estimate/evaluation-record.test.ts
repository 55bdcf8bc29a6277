import { expect, it } from 'vitest';
import { evalRecords } from './evaluation-record.js';
import type { Estimate } from './pool-estimate.js';

const pool = { mean: 0.5, standardError: 0.05, low: 0.4, high: 0.6 };

const estimate = {
  plan: 'small',
  kind: 'representative',
  claim: 'A claim.',
  level: 0.9,
  configurations: ['a/b', 'A b'].map((name) => ({
    name,
    readings: [
      {
        missingCountsAs: 'absent',
        selectedMean: 0.45,
        tasks: 20,
        pool,
        parts: [
          { by: 'phase', value: 'Fix', tasks: 18, selectedMean: 0.4, pool },
          { by: 'phase', value: 'Docs', tasks: 2, selectedMean: 1, pool: undefined },
        ],
      },
    ],
  })),
} as unknown as Estimate;

const options = { retrieved: 1_750_000_000, organisation: 'me', version: '1.0.0' };

it('writes a record for each configuration, with its interval, and nothing that is too thin', () => {
  const records = evalRecords(estimate, options);
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
  expect(records.map(({ name }) => name.replace(uuid, 'UUID'))).toEqual([
    'data/small/a/b/UUID.json',
    'data/small/me/A_b/UUID.json',
  ]);
  expect(records.map(({ name }) => name)).toEqual(evalRecords(estimate, options).map(({ name }) => name));
  const record = JSON.parse(records[0]?.text ?? '');
  expect(record).toMatchObject({
    schema_version: '0.3.0',
    evaluation_id: 'small/a_b/1750000000',
    retrieved_timestamp: '1750000000',
    model_info: { name: 'a/b', id: 'a/b', developer: 'a', additional_details: { deployment_type: 'unknown' } },
  });
  expect(record.evaluation_results).toHaveLength(2);
  expect(record.evaluation_results[0].score_details).toEqual({
    score: 0.5,
    uncertainty: {
      standard_error: { value: 0.05, method: 'design-based' },
      confidence_interval: { lower: 0.4, upper: 0.6, confidence_level: 0.9, method: 'design-based' },
      num_samples: 20,
    },
  });
});

it('says of a focus selection the selected tasks alone, without an interval', () => {
  const [first] = estimate.configurations;
  const readings = first?.readings.map((level) => ({ ...level, pool: undefined, parts: [] })) ?? [];
  const focus = { ...estimate, configurations: [{ ...first, readings }] } as unknown as Estimate;
  const { evaluation_results: results } = JSON.parse(evalRecords(focus, options)[0]?.text ?? '');
  expect(results[0].metric_config.metric_id).toBe('winnow.selected_mean');
  expect(results[0].score_details).toEqual({ score: 0.45, uncertainty: { num_samples: 20 } });
});
