import type { Task } from '../../../core/model/task.js';
import type { ExplorerData } from '../../explorer-data.js';
import { parsePacked } from '../../packed/packed-json.js';
import type { PackedSelection } from '../../packed/selection-columns.js';

/** Compresses a text to characters that an address can contain. */
export async function packText(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Reverses `packText`.
 *
 * @throws Error if the text is invalid or longer than `longest`; a few characters can unpack to gigabytes.
 */
export async function unpackText(packed: string, longest = Infinity): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > longest) throw new RangeError('The text is too long.');
  }
  return text + decoder.decode();
}

const fewLines = 8;

/** Reads the data of a page in steps, so that the browser stays responsive. */
export async function readPageData(packed: string) {
  const [first = '', selection = '', ...lines] = (await unpackText(packed)).split('\n');
  const { pools, ...rest } = parsePacked(first) as ExplorerData;
  const tasks = pools.map((): Task[] => []);
  const isLarge = lines.length > fewLines;
  for (const line of lines) {
    const [pool, some] = parsePacked(line) as [number, readonly Task[]];
    tasks[pool]?.push(...some);
    if (isLarge) await nextTurn();
  }
  const data: ExplorerData = {
    ...rest,
    pools: pools.map(([name, pool], at) => [name, { ...pool, tasks: tasks[at] ?? [] }]),
  };
  return { data, isLarge, selection: () => parsePacked(selection) as PackedSelection };
}

/** Gives the browser a turn before continuing. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
