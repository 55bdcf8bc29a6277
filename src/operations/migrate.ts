import { basename } from 'node:path';
import { line, type Section } from '../core/blocks/blocks.js';
import { type DataOf, documentOf, entry, flag, list, text } from '../core/documents/forms.js';
import { fingerprintText } from '../core/fingerprint/fingerprint-pool.js';
import { isFormOne } from '../core/manifest/form-one.js';
import { type Manifest, manifestForm, manifestSchemaId, manifestText } from '../core/manifest/manifest.js';
import { readManifest } from '../core/manifest/read-manifest.js';
import { ManifestError } from '../core/model/errors.js';
import { usedFields, usualLabels } from '../core/model/selection.js';
import { manifestCsv } from '../core/report/selection-files.js';
import { visibleText } from '../core/text/words.js';
import { findPlanFiles } from '../disk/find-plan.js';
import { readSelection } from '../disk/read-selection.js';
import { writeTogether } from '../disk/write-together.js';
import { commandOf, operation, option } from './declare/operation.js';

function migrateSchema() {
  return entry({
    file: text('The selection.json that was read.'),
    from: text('The format it had.'),
    to: text('The format it has now, or would have without --dry-run.'),
    written: flag('Whether the files were rewritten.'),
    changes: list(text(), 'The changes, one sentence each; empty if the file already has the current format.'),
  });
}

type Migration = DataOf<typeof migrateSchema>;

const changesOfFormTwo: readonly string[] = [
  'tasks: sdlc_phase becomes phase, mcp_benefit_score becomes score, mcp_breakdown becomes components.',
  'tasks: language, difficulty, category, repo, labels and features move into fields.',
  'methodology: sdlc_phases becomes phases, mcp_scoring_weights becomes score.weights, and fields lists the task fields.',
  'statistics: tasks_per_sdlc_phase becomes tasks_per_phase, avg_mcp_benefit_score becomes average_score.',
  'selection.csv: columns have the same names as the keys in selection.json, and the score column has the name of the score in the plan.',
];

export const migrate = operation({
  name: 'migrate',
  group: 'Check',
  summary: 'Convert a selection from an earlier version to the current format',
  description:
    'Rewrites selection.json and selection.csv. METHODOLOGY.md and the selected tasks do not change.\n' +
    'Plans from earlier versions still work. Every command also reads the earlier format.',
  input: {
    selection: option.optionalArgument(
      'a selection.json or its folder (default: "selection", or "." if there is no such folder)',
      {
        path: 'read',
      },
    ),
    dryRun: option.flag('show the changes without writing anything'),
  },
  output: { migrate: migrateSchema },
  writes: true,
  run: async (given): Promise<Migration> => {
    const { file, folder, texts } = readSelection(given.selection);
    const { manifest, differences } = readManifest(texts.manifest);
    if (manifest === undefined)
      throw new ManifestError(differences.map(({ code, message }) => ({ code, message, place: { file } })));
    const from = manifest.metadata.version;
    if (!isFormOne(manifest)) return { file, from, to: from, written: false, changes: [] };
    const written = given.dryRun !== true;
    if (written) {
      if (basename(file) !== 'selection.json') {
        const hint = 'Give its folder, or rename the file.';
        throw new ManifestError([
          { code: 'usage', message: 'Winnow rewrites only a file named selection.json.', place: { file }, hint },
        ]);
      }
      const files = migrated(await inPlanOrder(manifest, folder), texts.methodology);
      writeTogether(folder, files);
    }
    return { file, from, to: manifestForm, written, changes: changesOfFormTwo };
  },
  document: (migration) => documentOf(migrateSchema(), migration),
  view: viewOf,
  forAgents: false,
  next: ({ written }, { selection }) => (written ? commandOf('check', selection) : undefined),
  examples: [
    { words: 'Show the changes without writing anything', command: 'winnow migrate selection --dry-run' },
    { words: 'Convert the selection in this folder', command: 'winnow migrate' },
  ],
});

/** The fields of the tasks in the order that `select` writes, if the plan that made the selection is available. */
async function inPlanOrder(manifest: Manifest, folder: string): Promise<Manifest> {
  const plan = await findPlanFiles(manifest.metadata.plan, folder).then(
    (found) => found.plan,
    () => undefined,
  );
  if (plan?.hash !== manifest.metadata.plan.sha256) return manifest;
  const features = new Map(manifest.benchmarks.map((entry) => [entry.name, entry.features]));
  const benchmarks = plan.benchmarks.map((rules) => ({ plan: rules, features: features.get(rules.name) ?? [] }));
  const used = usedFields({ plan, benchmarks });
  const isUsed = new Set(used.map((field) => field.name));
  const others = manifest.methodology.fields.filter((field) => !isUsed.has(field.name));
  const fields = [...used, ...usualFirst(others)];
  return {
    ...manifest,
    methodology: { ...manifest.methodology, fields },
    tasks: manifest.tasks.map((task) => ({
      ...task,
      fields: Object.fromEntries(fields.map((field) => [field.name, task.fields[field.name] ?? null])),
    })),
  };
}

/** The usual labels in the order of `shownFields`. */
function usualFirst<Field extends { readonly name: string }>(fields: readonly Field[]): readonly Field[] {
  const place = (field: Field) => usualLabels.indexOf(field.name);
  return fields.toSorted((a, b) => place(a) - place(b));
}

/** The table and the manifest in the current form; the manifest has the hashes of the other files and comes last. */
function migrated(manifest: Manifest, methodology: string | undefined) {
  const table = manifestCsv(manifest);
  const { metadata, ...rest } = manifest;
  const { schema: _, files: __, tier, ...named } = metadata;
  const files = {
    ...(methodology === undefined ? {} : { 'METHODOLOGY.md': fingerprintText(methodology) }),
    'selection.csv': fingerprintText(table),
  };
  const head = {
    ...named,
    version: manifestForm,
    schema: manifestSchemaId,
    files,
    ...(tier === undefined ? {} : { tier }),
  };
  return [
    { name: 'selection.csv', text: table },
    { name: 'selection.json', text: manifestText({ metadata: inOrder(head), ...rest }) },
  ];
}

/** The metadata with its keys in the order in which `select` writes them. */
function inOrder({ title, version, schema, ...rest }: Manifest['metadata']): Manifest['metadata'] {
  return { title, version, ...(schema === undefined ? {} : { schema }), ...rest };
}

function viewOf({ file, from, to, written, changes }: Migration): readonly Section[] {
  const shown = visibleText(file, 1000);
  if (changes.length === 0) return [{ blocks: [line(`${shown} is already in format ${from}. Nothing to change.`)] }];
  const verb = written ? 'is now' : 'would be';
  return [
    { title: `${shown} ${verb} in format ${to} (was ${from})`, blocks: changes.map((change) => line(`- ${change}`)) },
  ];
}
