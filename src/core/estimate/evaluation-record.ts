import { fingerprint } from '../fingerprint/fingerprint.js';
import { roundTo } from '../text/words.js';
import type { Estimate, LevelReading, PartFigure } from './pool-estimate.js';

export interface RecordOptions {
  /** The time of the record in seconds since 1970. It is required, and the core reads no clock. */
  readonly retrieved: number;
  /** The organisation that reports the results, and the developer of systems whose names have none. */
  readonly organisation: string | undefined;
  readonly version: string;
}

/** An Every Eval Ever record (schema 0.3.0), to be written as a file. */
export interface EvalRecord {
  /** The path that the datastore requires: data/COLLECTION/DEVELOPER/MODEL/UUID.json. */
  readonly name: string;
  readonly text: string;
}

/** Systems whose names lack a developer (`developer/model`), so that they can't be filed without an organisation. */
export function withoutDeveloper({ configurations }: Pick<Estimate, 'configurations'>): readonly string[] {
  return configurations.flatMap(({ name }) => (/[^/]\/[^/]/.test(name) ? [] : [name]));
}

export function evalRecords(estimate: Estimate, options: RecordOptions): readonly EvalRecord[] {
  const collection = pathPart(estimate.plan);
  return estimate.configurations.map(({ name, readings }) => {
    const { developer, model } = identityOf(name, options.organisation);
    const record = {
      schema_version: '0.3.0',
      evaluation_id: `${collection}/${developer}_${model}/${options.retrieved}`,
      retrieved_timestamp: String(options.retrieved),
      source_metadata: {
        source_name: 'Winnow estimate',
        source_type: 'evaluation_run',
        source_organization_name: options.organisation ?? 'unknown',
        evaluator_relationship: 'other',
        additional_details: { claim: estimate.claim, selection_kind: estimate.kind },
      },
      eval_library: { name: 'winnow-bench', version: options.version },
      model_info: {
        name,
        id: `${developer}/${model}`,
        developer,
        // Results do not show who served the model, or whether its weights are public.
        additional_details: { deployment_type: 'unknown', model_availability: 'unknown' },
      },
      evaluation_results: readings.flatMap((reading) => resultsOf(estimate, reading)),
    };
    const text = `${JSON.stringify(record, null, 2)}\n`;
    return { name: `data/${collection}/${developer}/${model}/${uuidOf(text)}.json`, text };
  });
}

function identityOf(name: string, organisation = 'unknown'): { readonly developer: string; readonly model: string } {
  const parts = name.split('/').filter((part) => part !== '');
  const [first, ...rest] = parts;
  return first === undefined || rest.length === 0
    ? { developer: pathPart(organisation), model: pathPart(parts.join('_') || name) }
    : { developer: pathPart(first), model: pathPart(rest.join('_')) };
}

/** Makes a text safe as part of a path on every file system. */
function pathPart(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9._+-]+/g, '_').replace(/[.]+$/, '') || '_';
  const isReserved = /^(?:data|unknown|con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain);
  return isReserved ? `_${plain}` : plain;
}

/** A version 4 UUID derived from a text, so that the same record always has the same name. */
function uuidOf(text: string): string {
  const hex = fingerprint(text);
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function resultsOf(estimate: Estimate, level: LevelReading) {
  const whole = { id: estimate.plan, label: undefined, figure: level };
  // Suppressed figures are not exported.
  const told = level.parts.filter((part) => part.pool !== undefined || level.pool === undefined);
  const parts = told.map((part) => ({
    id: `${estimate.plan}/${part.by}=${part.value}`,
    label: `${part.by} ${part.value}`,
    figure: part,
  }));
  return [whole, ...parts].flatMap(({ id, label, figure }) => {
    const score = figure.pool?.mean ?? figure.selectedMean;
    if (score === undefined || !Number.isFinite(score)) return [];
    return [
      {
        evaluation_result_id: `${id}/${level.missingCountsAs}`,
        evaluation_name: label === undefined ? estimate.plan : `${estimate.plan}: ${label}`,
        source_data: { dataset_name: estimate.plan, source_type: 'other' },
        metric_config: {
          metric_id: figure.pool === undefined ? 'winnow.selected_mean' : 'winnow.pool_mean',
          metric_name:
            figure.pool === undefined ? 'mean reward on the selected tasks' : 'mean reward, estimated for the pool',
          evaluation_description: `${estimate.claim} Tasks without results are ${level.missingCountsAs === 'absent' ? 'ignored' : 'counted as failed'}.`,
          lower_is_better: false,
          score_type: 'continuous',
          min_score: 0,
          max_score: 1,
        },
        score_details: { score: roundTo(score, 6), ...uncertainty(estimate, figure) },
      },
    ];
  });
}

function uncertainty({ level }: Estimate, { pool, tasks }: Pick<LevelReading | PartFigure, 'pool' | 'tasks'>) {
  const { standardError = Number.NaN, low = Number.NaN, high = Number.NaN } = pool ?? {};
  if (![standardError, low, high].every(Number.isFinite)) return { uncertainty: { num_samples: tasks } };
  const method = 'design-based';
  const ends = { lower: roundTo(low, 6), upper: roundTo(high, 6) };
  return {
    uncertainty: {
      standard_error: { value: roundTo(standardError, 6), method },
      confidence_interval: { ...ends, confidence_level: level, method },
      num_samples: tasks,
    },
  };
}
