import { languageTag } from '../facts/language-tag.js';
import { type LabelReading, label } from '../task-facts.js';
import type { HarborParts } from './harbor-parts.js';

/** What the places of a task call it, for each field the best place first. */
export function harborLabels(parts: HarborParts): LabelReading[] {
  const { task, metadata, row, context } = parts;
  return [
    ...languageOf(parts),
    ...categoryOf(parts),
    ...label('category', row['category'], 'row'),
    ...label('category', context['task_category'], 'sidecar'),
    ...label('difficulty', task['difficulty'], 'task file'),
    ...label('difficulty', metadata['difficulty'], 'task file'),
    ...label('difficulty', row['difficulty'], 'row'),
    ...label('difficulty', context['difficulty'], 'sidecar'),
    ...repoOf(parts),
  ];
}

function languageOf({ task, metadata, row, context }: HarborParts): LabelReading[] {
  const readings = [
    ...label('language', row['repo_language'], 'row'),
    ...label('language', task['language'], 'task file'),
    ...label('language', metadata['language'], 'task file'),
    ...label('language', context['language'], 'sidecar'),
  ];
  if (readings.length > 0) return readings;
  const tag = languageTag(metadata['tags']) ?? languageTag(task['keywords']) ?? languageTag(task['tags']);
  return label('language', tag, 'tag');
}

/** Only the first: these keys belong to vocabularies of their own, so that two of them differ in every task. */
function categoryOf({ task, metadata }: HarborParts): LabelReading[] {
  const places = [task['category'], metadata['category'], task['task_type'], metadata['type']];
  return places.flatMap((value) => label('category', value, 'task file')).slice(0, 1);
}

function repoOf({ task, metadata, environment, row }: HarborParts): LabelReading[] {
  const declared = [
    ...label('repo', task['repo'], 'task file'),
    ...label('repo', metadata['repo'], 'task file'),
    ...label('repo', metadata['repo_name'], 'task file'),
  ];
  // A folder's name is a guess at the repository, too weak to stand against a declared one.
  const guessed = declared.length > 0 ? [] : label('repo', lastPart(environment['repo_path']), 'task file');
  return [...declared, ...guessed, ...label('repo', row['repo'], 'row')];
}

function lastPart(path: unknown): string | undefined {
  if (typeof path !== 'string') return undefined;
  const last = path.split('/').findLast((part) => part !== '');
  return last !== undefined && /^\w[\w.-]*$/.test(last) ? last : undefined;
}
