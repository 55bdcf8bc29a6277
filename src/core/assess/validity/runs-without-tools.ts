import type { Outcome } from '../../model/outcome.js';

/** Runs with what is tried that never used it, where the results count its calls. */
export interface ToolCalls {
  /** The column that counts them. */
  readonly column: string;
  readonly runs: number;
  readonly without: number;
}

const columnPattern = /^(?:n_|num_|number_of_)?(?:mcp_|search_)?(?:tool_?)?calls?(?:_count)?$/i;

/** Counts scored runs of a configuration without a tool call; undefined where no column counts calls. */
export function runsWithoutTools(outcomes: readonly Outcome[], configuration: string): ToolCalls | undefined {
  const own = outcomes.filter((outcome) => outcome.configuration === configuration && outcome.reward !== undefined);
  const columns = new Set(
    own.flatMap(({ fields = {} }) => Object.keys(fields).filter((name) => columnPattern.test(name))),
  );
  // Where several count calls, those of the tools that are tried say more than all calls.
  const [column] = [...columns].sort((a, b) => Number(/^mcp|search/i.test(b)) - Number(/^mcp|search/i.test(a)));
  if (column === undefined) return undefined;
  const counts = own.flatMap(({ fields = {} }) => {
    const value = fields[column];
    return value === undefined || String(value).trim() === '' ? [] : [Number(value)];
  });
  return { column, runs: counts.length, without: counts.filter((count) => count === 0).length };
}
