import type { InspectDocument } from '../core/contracts/inspect-document.js';
import { alikeIn } from './alike-in.js';
import type { FormatInspection, Inspection, PathInspection, ValueCounts } from './inspection.js';

/** The inspection as one document. */
export function inspectionDocument({ tasks, note, places }: Inspection): InspectDocument {
  return { tasks, ...(note === undefined ? {} : { note }), places: places.map(placeEntry) };
}

function placeEntry({ path, tasks, formats, overlaps, problems, passedOver }: PathInspection) {
  return {
    path,
    tasks,
    formats: formats.map(formatEntry),
    overlaps: overlaps.map(({ kept, keptFields, repeated, repeatedFields, tasks: both, example }) => ({
      kept,
      kept_fields: keptFields,
      repeated,
      repeated_fields: repeatedFields,
      tasks: both,
      example,
    })),
    problems: { total: problems.total, listed: problems.listed },
    passed_over: passedOver,
  };
}

function formatEntry(format: FormatInspection) {
  const { labels, sizes, features, duplicates } = format;
  const alike = alikeIn(format);
  return {
    format: format.format,
    title: format.title,
    tasks: format.tasks,
    benchmarks: counts(format.benchmarks),
    labels: Object.fromEntries([...labels].map(([field, values]) => [field, counts(values)])),
    sizes: Object.fromEntries(sizes),
    features: Object.fromEntries(features.map(({ field, ...each }) => [field, each])),
    label_conflicts: format.conflicts,
    duplicates: {
      same_id: duplicates.sameId,
      same_but_for_case: duplicates.sameButForCase,
      examples: duplicates.examples,
    },
    remarks: format.remarks,
    unused: format.unused.map(({ column, tasks, kind, values, example, notNumbers, grouped }) => ({
      column,
      tasks,
      kind,
      values,
      example,
      ...(notNumbers === undefined ? {} : { not_numbers: notNumbers }),
      ...(grouped === 0 ? {} : { with_separators: grouped }),
    })),
    ...(alike.length === 0 ? {} : { alike_labels: alike }),
  };
}

/** A list and not a mapping, because the values are strangers' words. */
function counts({ values, others }: ValueCounts) {
  return { values, others };
}
