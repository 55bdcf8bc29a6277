import type { PartAnswer } from './assess-part.js';

/** Writes charts into a folder, if one is given; says what was written. */
export async function writePictures(
  pictures: PartAnswer['pictures'],
  folder: string | undefined,
): Promise<readonly string[]> {
  if (folder === undefined) return [];
  if (pictures.length === 0) return ['There was no chart to write.'];
  const { writePictureFiles } = await import('../../index.js');
  const files = pictures.map(({ name, svg }) => ({ name: `${name}.svg`, text: svg }));
  return [`Wrote ${writePictureFiles(folder, files).join(', ')}`];
}
