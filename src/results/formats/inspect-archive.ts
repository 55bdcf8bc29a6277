import { compareText } from '../../core/text/compare-text.js';
import type { ZipArchive } from '../../files/zip/zip-archive.js';
import { ownValue } from '../content/document-of.js';
import { parseJson } from '../content/parse-json.js';
import { type InspectSample, inspectSamples } from './inspect-samples.js';
import type { ResultFormat } from './result-format.js';

const headers = ['header.json', '_journal/start.json'];
const journal = /^_journal\/summaries\/[^/]+\.json$/;
const wholeSample = /^samples\/[^/]*_epoch_\d+(?:\.json|\/sample\.json)$/;

/** A log of Inspect as a ZIP archive; the summaries of its samples are enough. */
export const inspectArchive: ResultFormat = {
  name: 'inspect-eval',
  title: 'Inspect log (.eval)',
  lookedFor: 'a ZIP archive with header.json or _journal/start.json',
  recognises: ({ content }) => content.kind === 'archive' && headers.some((name) => content.archive.has(name)),
  search: { called: /\.eval$/ },
  async read(file, options, notes) {
    if (file.content.kind !== 'archive') return { outcomes: [] };
    const { archive } = file.content;
    const headerName = headers.find((name) => archive.has(name)) ?? '';
    const header = parseEntry(headerName, await archive.text(headerName));
    const samples = await samplesIn(archive, header, file.path);
    if (samples.length === 0) {
      notes.fault('outcomes/no-samples', 'the log holds no samples, so no results.', { file: file.path });
    }
    return { outcomes: inspectSamples(header, samples, options, notes, file.path) };
  },
};

/**
 * The summaries; those of the journal where the log was not finished; the samples where there are no summaries, and where
 * some of them are marked as invalid, which summaries do not say.
 */
async function samplesIn(archive: ZipArchive, header: unknown, file: string): Promise<readonly InspectSample[]> {
  const fitting = (form: RegExp) =>
    archive
      .names()
      .filter((name) => form.test(name))
      .sort(compareText);
  const whole = fitting(wholeSample);
  const isAnyInvalid = ownValue(header, 'invalidated') === true && whole.length > 0;
  const written = archive.has('summaries.json') ? ['summaries.json'] : fitting(journal);
  const summaries = isAnyInvalid ? [] : written;
  const samples: InspectSample[] = [];
  for (const name of summaries) {
    const list = parseEntry(name, await archive.text(name));
    if (!Array.isArray(list)) throw new Error(`its entry ${name} is no list of samples`);
    for (const [i, data] of list.entries()) samples.push({ data, place: { file, path: `${name}[${i}]` } });
  }
  if (summaries.length > 0) return samples;
  for (const name of whole) {
    samples.push({ data: parseEntry(name, await archive.text(name)), place: { file, path: name } });
  }
  return samples;
}

function parseEntry(name: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new Error(`its entry ${name} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
