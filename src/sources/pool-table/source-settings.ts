import { fingerprint } from '../../core/fingerprint/fingerprint.js';
import type { SourcePlan } from '../../core/model/source-plan.js';
import { compareText } from '../../core/text/compare-text.js';

/** What a plan says about the reading of a source, each setting as a short hash; one that is not used is not there. */
export type SourceSettings = Readonly<Record<string, string>>;

const hashDigits = 12;

/** The settings of a source that a pool table has been made with; where the tasks lie is none of them. */
export function sourceSettings(source: SourcePlan): SourceSettings {
  const { measured, where } = source;
  const own =
    source.kind !== 'path'
      ? source.kind === 'trino'
        ? ([['columns', sorted(source.columns)]] as const)
        : []
      : ([
          ['columns', sorted(source.columns)],
          ['trust', sorted(source.trust)],
          ['join', source.joins.map(({ columns, ...join }) => ({ ...join, columns: sorted(columns) }))],
          ['derive', source.derivations],
        ] as const);
  const all: readonly (readonly [string, readonly unknown[]])[] = [
    ...own,
    ['measured', measured.toSorted(compareText)],
    ['where', where ?? []],
  ];
  const used = all.filter(([, value]) => value.length > 0);
  return Object.fromEntries(
    used.map(([name, value]) => [name, fingerprint(JSON.stringify(value)).slice(0, hashDigits)]),
  );
}

/** The settings in which two differ, by name. */
export function differingSettings(a: SourceSettings, b: SourceSettings): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]).sort(compareText);
}

function sorted(map: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...map].sort(([a], [b]) => compareText(a, b));
}
