/** Why an export holds only some tasks of the selection, where that is neither a limit nor a shard. */
export interface ExportPart {
  /** Ends the sentence "Only the tasks that …", such as "are not done". */
  readonly reason: string;
  /** The configuration that this holds for. */
  readonly configuration?: string | undefined;
  /** The files of results that it was found in. */
  readonly results?: readonly string[] | undefined;
  /** What the runs of these tasks may cost. */
  readonly budgetUsd?: number | undefined;
}

/** A part as a sentence of plain text. */
export function partSentence({ reason, configuration, results = [], budgetUsd }: ExportPart): string {
  const more = [
    configuration === undefined ? '' : ` (configuration ${configuration})`,
    results.length === 0 ? '' : ` after the results in ${results.join(', ')}`,
    budgetUsd === undefined ? '' : `, as far as a budget of $${budgetUsd} goes`,
  ];
  return `Only the tasks that ${reason}${more.join('')}.`;
}

/** A part as `provenance.json` has it. */
export function partEntry(part: ExportPart | undefined) {
  if (part === undefined) return null;
  const { reason, configuration = null, results = [], budgetUsd = null } = part;
  return { reason, configuration, results, budget_usd: budgetUsd };
}
