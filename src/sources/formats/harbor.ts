import { harborFolderDigest } from '../../core/fingerprint/harbor-digest.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { visibleText } from '../../core/text/words.js';
import { holdsPlaceholder, idText, templateReason } from '../../files/documents/document-error.js';
import { parseToml } from '../../files/documents/parse-toml.js';
import type { TaskFolder } from '../../files/task-folder.js';
import { type AuditedLayout, auditFolder } from '../audit/audit-folder.js';
import { readDocument, Sidecars } from '../documents/task-documents.js';
import { languageOfPatch, languageTag } from '../facts/languages.js';
import { declaredSizes, instructionChars, patchCounts, testCounts } from '../facts/sizes.js';
import {
  count,
  created,
  type LabelFact,
  type ListFact,
  label,
  list,
  type NumberFact,
  notMine,
  type TaskFinding,
} from '../facts/task-facts.js';
import { findHeredocPatches } from '../patch/find-heredoc-patch.js';
import type { FolderFormat } from './task-format.js';

/** Harbor task folders, in every dialect of their task.toml. */
export const harbor: FolderFormat = {
  kind: 'folder',
  name: 'harbor',
  title: 'Harbor task folder',
  markers: ['task.toml'],
  read,
  digest: harborFolderDigest,
  audit: (folder) => auditFolder(folder, layout),
};

const layout: AuditedLayout = {
  context: 'environment',
  solution: ['solution/'],
  tests: ['tests/'],
  testScripts: ['tests/test.sh', 'tests/test.bat'],
  needsScript: true,
  missingLimits: (folder) => {
    const data = dataOf(folder);
    const isSet = (...sections: readonly string[]) =>
      sections.some((key) => Object.keys(tableIn(data, key)).some((name) => /timeout|time_limit/.test(name)));
    return [
      ...(isSet('agent', 'task', 'metadata') ? [] : ['time limit for the agent']),
      ...(isSet('verifier', 'task', 'metadata') ? [] : ['time limit for the tests']),
    ];
  },
  images: (folder) => {
    const image = tableIn(dataOf(folder), 'environment')['docker_image'];
    return typeof image === 'string' ? [image] : [];
  },
};

function dataOf(folder: TaskFolder): UnknownRecord {
  const document = readDocument(folder, 'task.toml', parseToml);
  return 'record' in document ? document.record : {};
}

function read(folder: TaskFolder): TaskFinding {
  const document = readDocument(folder, 'task.toml', parseToml);
  if (!('data' in document)) return document;
  if (!isHarborTask(document.data)) return notMine;
  const sidecars = new Sidecars(folder);
  const parts = harborParts(document.data, sidecars);
  const [id, ...aliases] = harborIds(parts, folder.name);
  if (holdsPlaceholder(id)) return { broken: `task.toml: ${templateReason}: the id is "${visibleText(id, 60)}"` };
  const instruction = sidecars.text('instruction.md');
  const sizes = harborSizes(parts, sidecars, instruction ?? '');
  const tests = testCounts(parts.row);
  const labels = harborLabels(parts);
  return {
    id,
    aliases,
    labels: [...labels, ...(labels.some(({ field }) => field === 'language') ? [] : sizes.labels)],
    numbers: [
      ...sizes.numbers,
      ...tests.numbers,
      ...instructionChars(instruction),
      ...count('shipped_score', parts.metadata['mcp_benefit_score'], false),
      ...count('shipped_score', parts.metadata['score'], false),
    ],
    lists: tagsOf(parts),
    record: { ...document.record, row: parts.row, context: parts.context },
    remarks: [...sidecars.remarks, ...sizes.remarks, ...tests.remarks],
  };
}

/** The sections of a Harbor task that contain facts about it; missing ones are empty. */
type HarborSections = ReturnType<typeof harborParts>;

const signs = ['task', 'metadata', 'agent', 'verifier', 'environment', 'version', 'schema_version'];

/** Whether the data of a task.toml is a Harbor task's and not another tool's. */
function isHarborTask(data: UnknownRecord): boolean {
  return signs.some((sign) => data[sign] !== undefined);
}

function harborParts(data: UnknownRecord, sidecars: Sidecars) {
  return {
    task: tableIn(data, 'task'),
    metadata: tableIn(data, 'metadata'),
    environment: tableIn(data, 'environment'),
    /** The dataset row that the task was made from. */
    row: sidecars.record('tests/config.json'),
    /** The author's notes on the context of a long-context task. */
    context: sidecars.record('tests/task_metadata.json'),
  };
}

function tableIn(data: UnknownRecord, key: string): UnknownRecord {
  const value = data[key];
  return isRecord(value) ? value : {};
}

/** All names of a task: its id, then other names that results and selections may use. */
function harborIds({ task, metadata, row, context }: HarborSections, folderName: string): [string, ...string[]] {
  const declared = [task['id'], metadata['task_id'], metadata['instance_id'], task['name']];
  const others = [metadata['name'], row['instance_id'], context['task_id']];
  const names = [...declared, folderName, ...others].map(idText).filter((name) => name !== undefined);
  const [id = folderName, ...aliases] = new Set(names);
  return [id, ...aliases];
}

const origins = { task: 'task file', metadata: 'task file', row: 'row', context: 'sidecar' };

/** The labels of a field under some keys, each a section and a name in it. */
function labelsAt(parts: HarborSections, field: string, keys: string): LabelFact[] {
  return keys.split(' ').flatMap((path) => {
    const [section, key = ''] = path.split('.') as [keyof typeof origins, string];
    return label(field, parts[section][key], origins[section]);
  });
}

/** The labels in all sections of a task, the best first for each field. */
function harborLabels(parts: HarborSections): LabelFact[] {
  const { task, metadata, environment, row } = parts;
  const languages = 'row.repo_language task.language metadata.language context.language';
  const language = labelsAt(parts, 'language', languages);
  const tag = languageTag(metadata['tags']) ?? languageTag(task['keywords']) ?? languageTag(task['tags']);
  // Only the first, because these keys have different vocabularies and would always conflict.
  const categories = 'task.category metadata.category task.task_type metadata.type';
  const repo = labelsAt(parts, 'repo', 'task.repo metadata.repo metadata.repo_name');
  return [
    ...(language.length > 0 ? language : label('language', tag, 'tag')),
    ...labelsAt(parts, 'category', categories).slice(0, 1),
    ...labelsAt(parts, 'category', 'row.category context.task_category'),
    ...labelsAt(parts, 'difficulty', 'task.difficulty metadata.difficulty row.difficulty context.difficulty'),
    // A folder's name is a guess at the repository, too weak to overrule a declared one.
    ...(repo.length > 0 ? repo : label('repo', lastPart(environment['repo_path']), 'task file')),
    ...labelsAt(parts, 'repo', 'row.repo'),
    ...created('task file', metadata['created_at'], metadata['created'], task['created_at']),
    ...created('row', row['created_at']),
  ];
}

/** The tags in the first section that has any. */
function tagsOf({ task, metadata }: HarborSections): ListFact[] {
  return [metadata['tags'], task['keywords'], task['tags']].flatMap((tags) => list('tags', tags)).slice(0, 1);
}

function lastPart(path: unknown): string | undefined {
  if (typeof path !== 'string') return undefined;
  const last = path.split('/').findLast((part) => part !== '');
  return last !== undefined && /^\w[\w.-]*$/.test(last) ? last : undefined;
}

/** The size of a task's change and context, from the best place available. */
function harborSizes({ row, context }: HarborSections, sidecars: Sidecars, instruction: string): Sizes {
  const contextSizes = [
    ...count('context_tokens', context['context_length'], false),
    ...count('context_files', context['files_count'], false),
  ];
  const { numbers, remarks, labels } = changeSizes(patchesOf(row['patch'], sidecars), instruction);
  const needsPatch = numbers.length === 0 && remarks.length === 0 && contextSizes.length === 0;
  return { numbers: [...numbers, ...contextSizes], remarks: needsPatch ? ['no patch'] : remarks, labels };
}

interface Sizes {
  readonly numbers: readonly NumberFact[];
  readonly remarks: readonly string[];
  /** The language of the patch's files. */
  readonly labels: readonly LabelFact[];
}

function changeSizes(patches: Iterable<string>, instruction: string): Sizes {
  const remarks: string[] = [];
  for (const patch of patches) {
    if (patch.trim() === '') continue;
    const counts = patchCounts(patch);
    remarks.push(...counts.remarks);
    if (counts.numbers.length > 0) return { numbers: counts.numbers, remarks, labels: languageOfPatch(counts) };
  }
  return { numbers: declaredSizes(instruction), remarks, labels: [] };
}

/** The patches in all places, the best first. A place is only read if the earlier ones have no patch. */
function* patchesOf(rowPatch: unknown, sidecars: Sidecars): Generator<string> {
  if (typeof rowPatch === 'string') yield rowPatch;
  yield findHeredocPatches(sidecars.text('solution/solve.sh') ?? '').join('\n');
  yield sidecars.texts('solution', (name) => /\.(patch|diff)$/.test(name) && !isTestPatch.test(name));
}

/** Changes to tests don't count towards the size: rows also keep them in a separate patch. */
const isTestPatch = /(^|[._-])tests?[._-]/i;
