import * as z from 'zod/mini';
import type { Fault } from '../model/fault.js';
import type { Exclusion } from '../model/plan.js';
import { PlanDocument } from './plan-document.js';
import { resolveExclusion } from './resolve-plan.js';
import { exclusionSchema } from './schema/benchmark-schema.js';
import { text } from './schema/forms.js';
import { unknownName } from './schema/name-schemas.js';
import { schemaFaults } from './schema-faults.js';

/** A file of exclusions: its text, and what faults call it. */
export interface ExclusionsFile {
  readonly text: string;
  readonly file: string;
}

/** The exclusions of a file by benchmark, or all that is wrong with it. */
export type ReadExclusions =
  | { readonly byBenchmark: ReadonlyMap<string, readonly Exclusion[]> }
  | { readonly faults: Fault[] };

/** Reads a file of exclusions: a list, each entry as in a plan's `exclude`, with the benchmark it is for. */
export function readExclusions({ text: content, file }: ExclusionsFile, benchmarks: readonly string[]): ReadExclusions {
  const document = new PlanDocument(content, file);
  if (document.syntaxFaults.length > 0) return { faults: [...document.syntaxFaults] };
  const known = new Set(benchmarks);
  const benchmark = text('The benchmark it is for.').check((context) => {
    if (!known.has(context.value)) context.issues.push(unknownName('benchmark', context.value, benchmarks));
  });
  const schema = z.array(z.extend(exclusionSchema(), { benchmark }));
  const checked = z.safeParse(schema, document.data ?? []);
  if (!checked.success) return { faults: schemaFaults(checked.error.issues, schema, document) };
  const unexplained = checked.data.flatMap(({ id, reason, evidence }, index): Fault[] =>
    reason === 'other' && evidence === undefined
      ? [
          {
            code: 'plan/unexplained-exclusion',
            message: `the exclusion of "${id}" has the reason "other" and no evidence.`,
            place: document.valuePlace([index]),
            hint: 'Say in "evidence" why it is excluded, or choose another reason.',
          },
        ]
      : [],
  );
  if (unexplained.length > 0) return { faults: unexplained };
  const byBenchmark = new Map<string, Exclusion[]>();
  for (const { benchmark: name, ...exclusion } of checked.data) {
    const own = byBenchmark.get(name);
    if (own === undefined) byBenchmark.set(name, [resolveExclusion(exclusion)]);
    else own.push(resolveExclusion(exclusion));
  }
  return { byBenchmark };
}
