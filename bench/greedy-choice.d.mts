interface Rules<Task> {
  readonly take: number;
  readonly floors: readonly { readonly field: string; readonly least: number }[];
  readonly ceiling: { readonly field: string; readonly most: (label: string) => number };
  readonly labelOf: (task: Task, field: string) => string;
}

export function greedyChoice<Task extends { readonly id: string; readonly score: number }>(
  pool: readonly Task[],
  rules: Rules<Task>,
): { readonly chosen: readonly Task[]; readonly short: readonly string[] };
