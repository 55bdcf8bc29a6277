import type { Command } from 'commander';

/** The flags of `winnow select`. */
export interface SelectFlags {
  readonly out: string;
  readonly json?: true;
  readonly quiet?: true;
  readonly dryRun?: true;
  readonly allowShortfall?: true;
  readonly benchmarks?: string;
}

/** `winnow select [PLAN]`: runs a plan, shows what came of it and writes the files. */
export function addSelect(program: Command, done: (code: number) => void): void {
  program
    .command('select')
    .summary('select tasks by a plan; write the manifest, the methodology page and a table')
    .description(
      'Selects tasks by a plan and writes selection.json, METHODOLOGY.md and selection.csv, all of them or none.\n' +
        'PLAN is a path, or the name of a plan that ships with Winnow.',
    )
    .argument('[plan]', 'a plan file (YAML), or the name of an embedded plan', 'ccb')
    .option('-o, --out <dir>', 'folder to write into', 'selection')
    .option('--json', 'print the manifest as one JSON document and nothing else')
    .option('-q, --quiet', 'print nothing unless something is wrong')
    .option('-n, --dry-run', 'write nothing')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .action(async (plan: string, flags: SelectFlags) => {
      // Loaded here and in one piece, so that other commands start without it and this one waits once.
      const { runSelect } = await import('../run-select.js');
      done(await runSelect(plan, flags));
    });
}
