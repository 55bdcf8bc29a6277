import * as z from 'zod/mini';
import { groupBy } from '../lists/lists.js';
import { type Fault, PlanError } from '../model/errors.js';
import type { Exclusion, Plan } from '../model/plan.js';
import { entriesOf, isRecord } from '../model/record.js';
import { consistencyFaults, unexplained } from './consistency-faults.js';
import { type ExpandedPlan, expandPlan } from './expand-plan.js';
import { PlanDocument } from './plan-document.js';
import { resolveExclusion, resolvePlan } from './resolve-plan.js';
import { exclusionSchema } from './schema/benchmark-schema.js';
import { text } from './schema/forms.js';
import { planNames, unknownName } from './schema/name-schemas.js';
import { planSchema } from './schema/plan-schema.js';
import { schemaFaults } from './schema-faults.js';

/**
 * Reads a plan from YAML or JSON.
 * @param file The plan's name in errors, usually its path.
 * @param openExclusions Opens the file that the plan names under `exclusions`.
 * @throws PlanError with every error in the plan and its exclusions, each with line and column.
 */
export function readPlan(text: string, file = 'plan', openExclusions?: (path: string) => ExclusionsFile): Plan {
  const { written, names, exclusions } = checkPlan(text, file, openExclusions);
  return resolvePlan(written, names, file, exclusions);
}

/** The checked data of a plan without defaults, which the build stores for plans that ship with Winnow. */
export function checkedPlan(text: string, file: string): object {
  return checkPlan(text, file, undefined).written;
}

function checkPlan(text: string, file: string, openExclusions: ((path: string) => ExclusionsFile) | undefined) {
  let expanded: ExpandedPlan | undefined;
  const document = new PlanDocument(text, file, (data) => {
    expanded = expandPlan(data);
    return expanded;
  });
  if (document.syntaxFaults.length > 0) throw new PlanError(document.syntaxFaults);
  if (document.data === null || document.data === undefined) {
    throw new PlanError([{ code: 'plan/empty', message: 'the plan is empty.', place: { file } }]);
  }
  const names = planNames(document.data, expanded);
  const schema = planSchema(names);
  const checked = safely(file, () => z.safeParse(schema, document.data));
  const exclusions = exclusionsOf(document, openExclusions);
  const faults = [
    ...(expanded?.faults ?? []).map(({ path, isValue: _, ...fault }) => ({ ...fault, place: document.keyPlace(path) })),
    ...consistencyFaults(document, names),
    ...(checked.success ? [] : safely(file, () => schemaFaults(checked.error.issues, schema, document))),
    ...('faults' in exclusions ? exclusions.faults : []),
  ];
  if (!checked.success || 'faults' in exclusions || faults.length > 0) throw new PlanError(faults.toSorted(byPosition));
  return { written: checked.data, names, exclusions: exclusions.byBenchmark };
}

/** Zod passes its issues as arguments of one call, which overflows the stack at about 100,000 issues. */
function safely<Result>(file: string, check: () => Result): Result {
  try {
    return check();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const message = 'the plan has too many errors to list, or is nested too deeply.';
    const hint = 'Start with only a few entries in each list and mapping.';
    throw new PlanError([{ code: 'plan/invalid', message, place: { file }, hint }], { cause });
  }
}

function exclusionsOf(document: PlanDocument, open: ((path: string) => ExclusionsFile) | undefined): ReadExclusions {
  const { data } = document;
  const path = isRecord(data) ? data['exclusions'] : undefined;
  if (typeof path !== 'string') return { byBenchmark: new Map() };
  const place = document.valuePlace(['exclusions']);
  if (open === undefined) {
    const message = 'the plan refers to a file of exclusions that was not provided.';
    return { faults: [{ code: 'plan/exclusions', message, place }] };
  }
  const benchmarks = entriesOf(isRecord(data) ? data['benchmarks'] : undefined).map(([name]) => name);
  try {
    const opened = open(path);
    return safely(opened.file, () => readExclusions(opened, benchmarks));
  } catch (error) {
    if (error instanceof PlanError) return { faults: [...error.faults] };
    throw error;
  }
}

function byPosition(a: Fault, b: Fault): number {
  return (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0);
}

export interface ExclusionsFile {
  readonly text: string;
  readonly file: string;
}

export type ReadExclusions =
  | { readonly byBenchmark: ReadonlyMap<string, readonly Exclusion[]> }
  | { readonly faults: Fault[] };

/** Reads a list of exclusions, each written as in a plan's `exclude` plus its benchmark. */
export function readExclusions({ text: content, file }: ExclusionsFile, benchmarks: readonly string[]): ReadExclusions {
  const document = new PlanDocument(content, file);
  if (document.syntaxFaults.length > 0) return { faults: [...document.syntaxFaults] };
  const known = new Set(benchmarks);
  const benchmark = text('The benchmark that the exclusion applies to.').check((context) => {
    if (!known.has(context.value)) context.issues.push(unknownName('benchmark', context.value, benchmarks));
  });
  const schema = z.array(z.extend(exclusionSchema(), { benchmark }));
  const checked = z.safeParse(schema, document.data ?? []);
  if (!checked.success) return { faults: schemaFaults(checked.error.issues, schema, document) };
  const faults = checked.data.flatMap((exclusion, index) => {
    const fault = unexplained(exclusion);
    return fault === undefined ? [] : [{ ...fault, place: document.valuePlace([index]) }];
  });
  if (faults.length > 0) return { faults };
  const groups = groupBy(checked.data, ({ benchmark: name }) => name);
  return { byBenchmark: new Map([...groups].map(([name, own]) => [name, own.map(resolveExclusion)])) };
}
