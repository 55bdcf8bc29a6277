import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { cellStruct, cellText, hasAny } from '../facts/cells.js';
import { instructionChars } from '../facts/sizes.js';
import { label, noId, type TaskFinding } from '../facts/task-facts.js';
import { type RecordFormat, rowLabels } from './task-format.js';

/** RepoQA's functions to find, from its own document or from rows of one function each. */
export const repoqa: RecordFormat = {
  kind: 'record',
  name: 'repoqa',
  title: 'RepoQA',
  matches: (record) => isNeedleRecord(record) || isRow(record),
  unfold: (document) => (isDocument(document) ? needleRecords(document) : undefined),
  read: (record) => (isNeedleRecord(record) ? readNeedle(record) : readRow(record)),
};

const isNeedleRecord = (record: UnknownRecord) => hasAny(record, 'needle') && hasAny(record, 'repo');
const isRow = (record: UnknownRecord) =>
  hasAny(record, 'instance_id') && hasAny(record, 'canonical_path', 'function_description');

/** The repositories of each language, some of them with their needles. */
function isDocument(document: unknown): document is Readonly<Record<string, readonly unknown[]>> {
  if (!isRecord(document)) return false;
  const lists = Object.values(document);
  if (!lists.every(Array.isArray)) return false;
  return lists.some((list) =>
    list.some((entry) => isRecord(entry) && hasAny(entry, 'repo') && hasAny(entry, 'needles')),
  );
}

function* needleRecords(document: Readonly<Record<string, readonly unknown[]>>): Iterable<unknown> {
  for (const [language, repositories] of Object.entries(document)) {
    for (const repository of repositories) {
      // Entries that are not repositories are passed on, to be counted as broken.
      if (!isRecord(repository)) yield repository;
      else if (!Array.isArray(repository['needles'])) yield { language, repo: repository['repo'], needle: undefined };
      else {
        const { needles, repo, ...repository_facts } = repository;
        for (const needle of repository['needles']) yield { language, repo, needle, repository_facts };
      }
    }
  }
}

function readNeedle(record: UnknownRecord): TaskFinding {
  const repo = cellText(record['repo']);
  if (repo === undefined) return noId('repo', record['repo']);
  const needle = cellStruct(record['needle']);
  if (needle === undefined) return { broken: `${repo} has no needles` };
  const [path, name] = [cellText(needle['path']), cellText(needle['name'])];
  if (path === undefined) return noId('path', needle['path']);
  if (name === undefined) return noId('name', needle['name']);
  return {
    id: `${repo}/${path}::${name}`,
    aliases: [],
    labels: [...label('repo', repo, 'document'), ...label('language', cellText(record['language']), 'document')],
    numbers: instructionChars(needle['description']),
    remarks: [],
  };
}

const labelColumns = { repo: 'repository', language: 'language', difficulty: 'difficulty', category: 'category' };

function readRow(record: UnknownRecord): TaskFinding {
  const id = cellText(record['instance_id']);
  if (id === undefined) return noId('instance_id', record['instance_id']);
  const [repo, path, name] = [record['repository'], record['canonical_path'], record['canonical_name']].map(cellText);
  const isComplete = repo !== undefined && path !== undefined && name !== undefined;
  return {
    id,
    aliases: isComplete ? [`${repo}/${path}::${name}`] : [],
    labels: rowLabels(record, labelColumns),
    numbers: instructionChars(record['function_description']),
    remarks: [],
  };
}
