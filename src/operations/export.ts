import { line, quietLine, type Section } from '../core/blocks/blocks.js';
import { exportSchema, exportsSchema } from '../core/contracts/command-documents.js';
import { documentOf } from '../core/documents/forms.js';
import type { Manifest } from '../core/manifest/manifest.js';
import { countOf, visibleText } from '../core/text/words.js';
import { exportSummary, exportsSummary } from '../exports/export-summary.js';
import type { Export } from '../exports/make-export.js';
import { type Exports, isSeveral } from '../exports/make-exports.js';
import { commandOf, givenWords, operation, option } from './declare/operation.js';
import { section, sectionsOf, under } from './declare/sections.js';
import { exportOptions, exportSections, runExport, runExports } from './inputs/exporting.js';
import { allowChangedPlan, currentManifest, inputsOf, selectionArgument, taskFoldersOf } from './inputs/manifests.js';
import { measuredOptions, tierOption } from './inputs/measured-selection.js';
import { runPlanOptions } from './inputs/plan-pools.js';

interface Exported {
  readonly plan: string;
  readonly folder: string;
  readonly made: Made;
  readonly tiers: readonly TierExport[];
}

type Made = { readonly one: Export } | { readonly several: Exports };

interface TierExport {
  readonly tier: string;
  readonly folder: string;
  readonly tasks: number;
}

export const exportTasks = operation({
  name: 'export',
  group: 'Run',
  summary: 'Write the files a runner needs to run the selection',
  description:
    'Writes the files that the runner reads, a README with the exact command, and a provenance file. Ids are\n' +
    'escaped as the runner requires. Tasks that it cannot run are listed. Runners: harbor, swe-bench, swe-bench-pro,\n' +
    'multi-swe-bench, mini-swe-agent, swe-agent, inspect, openhands, terminal-bench, verifiers, promptfoo,\n' +
    'hugging-face, ids, csv, parquet, codecontextbench. For several exports at once, each in its own subfolder,\n' +
    'use --to a,b:BENCHMARK, or --to all for every runner that can run some of the tasks.',
  input: {
    selection: selectionArgument,
    ...exportOptions,
    tier: option.text('tier', 'for a plan: the tier to export, by name or size'),
    ...runPlanOptions,
    allowChangedPlan,
  },
  output: { export: exportSchema, 'export-to': exportsSchema },
  writes: true,
  run: async (input, ports): Promise<Exported> => {
    const manifest = await currentManifest(input.selection, input, ports);
    const inputs = await inputsOf(input.selection, input);
    const places = await taskFoldersOf(input.selection, manifest, input);
    const exportInto = (own: Manifest, out: string | undefined): Promise<Made> =>
      ports.working('exporting', async () =>
        isSeveral(input.to ?? '')
          ? { several: await runExports(own, { ...input, out }, { inputs, places }) }
          : { one: await runExport(own, { ...input, out }, { inputs, places }) },
      );
    const made = await exportInto(manifest, input.out);
    const tiers: TierExport[] = [];
    const isPart = [input.tier, input.shard, input.limit].some((each) => each !== undefined);
    for (const tier of isPart ? [] : Object.keys(manifest.metadata.tiers ?? {})) {
      const own = await currentManifest(input.selection, { ...input, tier }, ports);
      const folder = `${input.out}-${tier}`;
      await exportInto(own, folder);
      tiers.push({ tier, folder, tasks: own.tasks.length });
    }
    return { plan: manifest.metadata.plan.name, folder: input.out ?? '', made, tiers };
  },
  document: ({ made, folder, tiers: all }) => {
    const tiers = all.length === 0 ? undefined : all;
    return 'one' in made
      ? documentOf(exportSchema(), { ...exportSummary(made.one, folder), tiers })
      : documentOf(exportsSchema(), { ...exportsSummary(made.several, folder), tiers });
  },
  view: ({ plan, folder, made, tiers }) =>
    sectionsOf(
      'one' in made ? exportSections(made.one, folder, plan) : severalSections(made.several, folder),
      tiers.length > 0 && tierSection(tiers),
    ),
  next: ({ folder, made }, given) => {
    const asked = givenWords({ tier: tierOption, ...measuredOptions, repeats: exportOptions.repeats }, given);
    const exports = 'one' in made ? [made.one] : made.several.exports.map((each) => each.made);
    const arePatches = exports.some(({ evaluate }) => evaluate.length > 0);
    const evaluate = arePatches ? `evaluate the patches (see ${visibleText(folder, 300)}/README.md), ` : '';
    return `run the tasks, ${evaluate}then ${commandOf('status', given.selection, 'RESULTS', ...asked)}`;
  },
  forAgents: true,
  examples: [
    { words: 'Write a list of task ids', command: 'winnow export selection --to ids --out ids' },
    { words: 'Write a table of the tasks', command: 'winnow export selection --to csv --out run' },
  ],
});

function tierSection(tiers: readonly TierExport[]): Section {
  const lines = tiers.map(({ tier, folder, tasks }) =>
    line(`${tier}: ${countOf(tasks, 'task')} in ${visibleText(folder, 300)}`, { level: 1 }),
  );
  return section('Tiers, exported in the same way (to export only one, use --tier):', lines);
}

function severalSections({ exports, skipped, uncovered }: Exports, folder: string): readonly Section[] {
  const inFolder = (name: string) => visibleText(`${folder}/${name}`, 300);
  const none = `Not in any export: ${countOf(uncovered.length, 'selected task')}, listed in the README`;
  const written = `Wrote ${inFolder('README.md')}, which explains how to check and run the exports, and ${inFolder('provenance.json')}`;
  return sectionsOf(
    under(
      [{ strong: countOf(exports.length, 'export') }],
      exports.map(
        ({ folder: name, made: { tasks, runner, version } }) =>
          `${inFolder(name)}: ${countOf(tasks.length, 'task')} for ${runner.title}${version === '' ? '' : ` ${version}`}`,
      ),
    ),
    under(
      [`Not exported: ${countOf(skipped.length, 'runner')}`],
      skipped.map(({ runner, reason }) => `${runner}: ${visibleText(reason, 300)}`),
    ),
    uncovered.length > 0 && { title: [{ strong: none, tone: 'warning' }], blocks: [] },
    section(quietLine(written)),
  );
}
