import { roundTo } from '../text/round-to.js';
import type { Estimate, LevelReading, PartFigure, PoolFigure } from './pool-estimate.js';

/** What a record says besides the estimate. */
export interface RecordOptions {
  /** When the record is made, in seconds since 1970: every record must have it, and no clock is read here. */
  readonly retrieved: number;
  /** Who gives the results. */
  readonly organisation: string;
  readonly version: string;
}

/** A record of Every Eval Ever's (schema 0.3.0), to be written as a file. */
export interface EvalRecord {
  readonly name: string;
  readonly text: string;
}

/** The levels of an estimate as records of Every Eval Ever's, one for each system. */
export function evalRecords(estimate: Estimate, options: RecordOptions): readonly EvalRecord[] {
  const names = new Set<string>();
  return estimate.configurations.map((configuration) => {
    const { name, readings } = configuration;
    const record = {
      schema_version: '0.3.0',
      evaluation_id: `${estimate.plan}/${name.replaceAll('/', '_')}/${options.retrieved}`,
      retrieved_timestamp: String(options.retrieved),
      source_metadata: {
        source_name: 'Winnow estimate',
        source_type: 'evaluation_run',
        source_organization_name: options.organisation,
        evaluator_relationship: 'other',
        additional_details: { claim: estimate.claim, selection_kind: estimate.kind },
      },
      eval_library: { name: 'winnow-bench', version: options.version },
      model_info: { name, id: name },
      evaluation_results: readings.flatMap((reading) => resultsOf(estimate, reading)),
    };
    return { name: fileName(name, names), text: `${JSON.stringify(record, null, 2)}\n` };
  });
}

/** A file's name for a configuration that no other has, whatever the case of its letters. */
function fileName(configuration: string, taken: Set<string>): string {
  const plain = configuration.replace(/[^A-Za-z0-9._-]+/g, '_').replace(/^[._]+/, '') || 'configuration';
  let name = `${plain}.json`;
  for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${plain}-${i}.json`;
  taken.add(name.toLowerCase());
  return name;
}

function resultsOf(estimate: Estimate, level: LevelReading) {
  const whole = { id: estimate.plan, label: undefined, figure: level };
  // A figure that is too thin to be told is not told here either.
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
            figure.pool === undefined ? 'mean reward of the selected tasks' : 'mean reward, estimated for the pool',
          evaluation_description: `${estimate.claim} Tasks without a result are ${level.missingCountsAs === 'absent' ? 'left out' : 'counted as failed'}.`,
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
  if (pool === undefined) return { uncertainty: { num_samples: tasks } };
  const { standardError, low, high }: PoolFigure = pool;
  if (![standardError, low, high].every(Number.isFinite)) return { uncertainty: { num_samples: tasks } };
  return {
    uncertainty: {
      standard_error: { value: roundTo(standardError, 6), method: 'design-based' },
      confidence_interval: {
        lower: roundTo(low, 6),
        upper: roundTo(high, 6),
        confidence_level: level,
        method: 'design-based',
      },
      num_samples: tasks,
    },
  };
}
