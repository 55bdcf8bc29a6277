import type { Difference } from './difference.js';
import { shown } from './shown.js';

/** The version of the manifest's form that is read here. */
export const readableVersion = '1.1';

/** What a value must be: a kind, one of several kinds, a list of a shape, a record of a shape, an object with keys, or what may be missing. */
type Shape =
  | Kind
  | readonly Kind[]
  | { readonly list: Shape }
  | { readonly record: Shape }
  | { readonly keys: Readonly<Record<string, Shape>> }
  | { readonly optional: Shape }
  | { readonly orNull: Shape };
type Kind = 'string' | 'number' | 'boolean' | 'null';

const counts: Shape = { record: 'number' };
const textOrNull: Shape = ['string', 'null'];
const groupKey: Shape = ['string', 'number', 'null'];

/** The parts of a manifest that a comparison looks at by name; what else it holds is compared as it is. */
const manifestShape: Shape = {
  keys: {
    metadata: {
      keys: {
        version: 'string',
        generated_by: 'string',
        total_available: 'number',
        total_selected: 'number',
        kind: 'string',
        plan: { keys: { name: 'string', sha256: 'string' } },
      },
    },
    methodology: {
      keys: {
        sdlc_phases: { list: 'string' },
        mcp_scoring_weights: counts,
        score: { keys: { name: 'string', decimals: 'number' } },
        claim: 'string',
      },
    },
    statistics: {
      keys: {
        tasks_per_sdlc_phase: counts,
        tasks_per_benchmark: counts,
        tasks_per_language: counts,
        avg_mcp_benefit_score: 'number',
      },
    },
    benchmarks: {
      list: {
        keys: {
          name: 'string',
          available: 'number',
          eligible: 'number',
          selected: 'number',
          tasks_sha256: 'string',
          kind: 'string',
          run: { keys: { cost_usd: ['number', 'null'], seconds: ['number', 'null'] } },
          draw: { orNull: { keys: { method: 'string', seed: 'string' } } },
          population: { orNull: { keys: { size: 'number', by: { record: counts } } } },
          // Manifests of earlier versions do not have it.
          left_out_by_where: { optional: { list: 'string' } },
          groups: {
            list: { keys: { by: textOrNull, value: groupKey, size: 'number', places: 'number', pinned: 'boolean' } },
          },
        },
      },
    },
    corrections: { list: { keys: { benchmark: 'string' } } },
    exclusions: {
      list: { keys: { task_id: 'string', benchmark: 'string', reason: 'string', replaced_by: textOrNull } },
    },
    warnings: { list: { keys: { message: 'string' } } },
    tasks: {
      list: {
        keys: {
          task_id: 'string',
          benchmark: 'string',
          sdlc_phase: 'string',
          language: groupKey,
          mcp_benefit_score: 'number',
          mcp_breakdown: counts,
          selected_by: 'string',
          group: { keys: { by: textOrNull, value: groupKey, size: 'number' } },
          rank: 'number',
          last_rank_taken: 'number',
          aliases: { list: 'string' },
          difficulty: groupKey,
          category: groupKey,
          repo: groupKey,
          design: {
            orNull: {
              keys: {
                inclusion_probability: 'number',
                design_weight: 'number',
                stratum: 'string',
                stratum_size: 'number',
                stratum_sampled: 'number',
                balance: { orNull: counts },
              },
            },
          },
        },
      },
    },
    task_hashes: { record: { record: 'string' } },
  },
};

/** Every place where parsed JSON does not have the form of a manifest. */
export function formDifferences(value: unknown): Difference[] {
  return misfits(value, manifestShape, '').map(({ path, expected, found }) => ({
    code: 'manifest/malformed',
    message:
      found === undefined
        ? `selection.json has no ${path}; every manifest of form ${readableVersion} has it.`
        : `${path} is ${shown(found)}; it must be ${expected}.`,
    path,
  }));
}

interface Misfit {
  readonly path: string;
  readonly expected: string;
  readonly found: unknown;
}

function misfits(value: unknown, shape: Shape, path: string): Misfit[] {
  const at = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
  if (typeof shape === 'string' || Array.isArray(shape)) {
    const kinds = [shape].flat() as readonly string[];
    const kind = value === null ? 'null' : typeof value;
    return kinds.includes(kind) ? [] : [{ path, expected: kinds.map(kindWords).join(' or '), found: value }];
  }
  if ('orNull' in shape) return value === null ? [] : misfits(value, shape.orNull, path);
  if ('optional' in shape) return value === undefined ? [] : misfits(value, shape.optional, path);
  if ('list' in shape) {
    if (!Array.isArray(value)) return [{ path, expected: 'a list', found: value }];
    return value.flatMap((entry, i) => misfits(entry, shape.list, at(i)));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path, expected: 'an object', found: value }];
  }
  const entries = new Map<string, unknown>(Object.entries(value));
  if ('record' in shape) return [...entries].flatMap(([key, each]) => misfits(each, shape.record, at(key)));
  if ('keys' in shape) {
    return Object.entries(shape.keys).flatMap(([key, inner]) => misfits(entries.get(key), inner, at(key)));
  }
  return [];
}

function kindWords(kind: string): string {
  return kind === 'null' ? 'null' : `a ${kind === 'string' ? 'text' : kind}`;
}
