import { type LabelReading, label, type PatchCounts } from '../task-facts.js';
import { languageByEndings } from './languages-by-ending.js';

/** The language that most files of a patch are written in, for rows that do not say it. */
export function languageOfPatch({ files }: PatchCounts): LabelReading[] {
  return label('language', languageByEndings(files), 'patch');
}
