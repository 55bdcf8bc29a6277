import type { Manifest } from '../core/manifest/manifest.js';
import { countOf } from '../core/text/count-of.js';
import { markdownTable, markdownText } from '../core/text/markdown.js';
import { commandText } from './escape/shell-word.js';
import type { Export, ExportRequest } from './make-export.js';
import { portionSentence } from './provenance.js';
import type { ExportFile } from './runners/runner.js';

/** The page that lies beside an export: how to run it, what is in it and what is not, and what it was made from. */
export function exportReadme(
  manifest: Manifest,
  request: ExportRequest,
  made: Export,
  selectionSha256: string,
): string {
  const { runner, tasks, leftOut, notes, files } = made;
  return `${[
    `# ${countOf(tasks.length, 'task')} for ${runner.title}${made.version === '' ? '' : ` ${made.version}`}`,
    overview(manifest, request, made),
    ...checkSections(made),
    ...runSections(made),
    '## Files',
    [
      ...listedFiles(files),
      { name: 'provenance.json', about: 'plan, pool and selection hashes, seed, every task, every file' },
    ]
      .map(({ name, about }) => `- \`${name}\`: ${about}`)
      .join('\n'),
    ...(notes.length === 0 ? [] : ['## To know', notes.map((note) => `- ${markdownText(note)}`).join('\n')]),
    ...(leftOut.length === 0
      ? []
      : [
          `## Left out (${leftOut.length})`,
          `These tasks are selected, but ${runner.title} cannot run them from here.`,
          markdownTable(
            ['benchmark', 'task', 'why'],
            leftOut.map(({ task, reason }) => [task.benchmark, task.id, reason].map(markdownText)),
          ),
        ]),
    '## Made from',
    madeFrom(manifest, request, selectionSha256),
  ].join('\n\n')}\n`;
}

/** The files one by one, those of a folder's folders as one entry for all. */
function listedFiles(files: readonly ExportFile[]): readonly Pick<ExportFile, 'name' | 'about'>[] {
  const isDeep = ({ name }: ExportFile) => name.split('/').length > 2;
  const deep = files.filter(isDeep);
  const tops = new Set(deep.map(({ name }) => name.split('/').slice(0, 2).join('/')));
  const [first] = deep;
  return [
    ...files.filter((file) => !isDeep(file)),
    ...(first === undefined
      ? []
      : [
          {
            name: `${first.name.split('/')[0]}/*/`,
            about: `${countOf(tops.size, 'folder')}, ${countOf(deep.length, 'file')}`,
          },
        ]),
  ];
}

function overview({ metadata, methodology }: Manifest, { part, limit, shard }: ExportRequest, made: Export): string {
  const { repeat, selected, tasks } = made;
  const outside = selected - tasks.length;
  const parts = [
    part === undefined ? '' : ` ${markdownText(portionSentence(part))}`,
    limit === undefined
      ? ''
      : ` Limit: the first ${limit} in the order of waves, which keeps the proportions of the strata.`,
    shard === undefined ? '' : ` Shard ${shard.index} of ${shard.count}: disjoint, and even in every stratum.`,
    outside === 0
      ? ''
      : ` ${outside} of the ${countOf(selected, 'selected task')} ${outside === 1 ? 'is' : 'are'} not in this export.`,
    methodology.pilot === undefined
      ? repeat === 1
        ? ''
        : ` Each task is to be run ${repeat} times.`
      : ` It is a pilot: run this list once for each of the two arms (with and without what is tried), each task ${repeat === 1 ? 'once' : `${repeat} times`} in each. That is ${countOf(2 * repeat * tasks.length, 'run')} in all. Give each arm a name of its own in the results; \`winnow estimate --uplift with=NAME,without=NAME\` compares them.`,
  ];
  return `Of the selection made by the plan ${markdownText(metadata.plan.name)}.${parts.join('')}`;
}

function checkSections({ check, runner }: Export): string[] {
  if (check === undefined) return [];
  return [
    '## Check first',
    `This asks the installed ${runner.title} which tasks it would run, and fails unless they are exactly these. It runs nothing. Call it with the Python that ${runner.title} is installed in.`,
    `\`\`\`sh\n${commandText(check.lines)}\n\`\`\``,
  ];
}

function runSections({ commands, runFrom }: Export): string[] {
  if (commands.length === 0) return [];
  const here = 'Run from the folder in which this was exported: the paths are relative to it.';
  return [
    '## Run',
    runFrom === undefined ? here : markdownText(runFrom),
    ...commands.flatMap(({ title, lines }) => [
      ...(commands.length === 1 ? [] : [`${title}:`]),
      `\`\`\`sh\n${commandText(lines)}\n\`\`\``,
    ]),
  ];
}

function madeFrom(
  { metadata }: Manifest,
  { generatedBy, dataset, predictions }: ExportRequest,
  selectionSha256: string,
): string {
  const inputs = [dataset, predictions].filter((file) => file !== undefined);
  return markdownTable(
    ['', ''],
    [
      ['plan', `${markdownText(metadata.plan.name)}, SHA-256 ${metadata.plan.sha256}`],
      ['selection', `SHA-256 ${selectionSha256}`],
      ['seed', metadata.random_seed === null ? 'none' : markdownText(String(metadata.random_seed))],
      ...inputs.map(({ file, sha256 }) => [markdownText(file), `SHA-256 ${sha256}`]),
      ['made by', generatedBy],
    ],
  );
}
