/** What a Dockerfile puts into the agent's container. */
export interface Dockerfile {
  /** Base images that are not stages of the same file, with the line of each. */
  readonly images: readonly { readonly image: string; readonly line: number }[];
  /** Paths copied from the build context, with the line of each instruction. */
  readonly copies: readonly { readonly source: string; readonly line: number }[];
}

/** Reads a Dockerfile; unknown instructions are ignored. */
export function readDockerfile(text: string): Dockerfile {
  const images: { image: string; line: number }[] = [];
  const copies: { source: string; line: number }[] = [];
  const stages = new Set<string>();
  const defaults = new Map<string, string>();
  for (const { line, words: written } of instructions(text)) {
    const [keyword = '', ...rest] = written.split(/\s+/);
    const words = rest.filter((word) => !word.startsWith('--'));
    switch (keyword.toUpperCase()) {
      case 'ARG': {
        const [, name, value] = /^(\w+)=["']?([^"'\s]*)/.exec(rest.join(' ')) ?? [];
        if (name !== undefined && value !== undefined) defaults.set(name, value);
        break;
      }
      case 'FROM': {
        const [image = '', as = '', stage = ''] = words;
        const resolved = image.replaceAll(/\$\{?(\w+)(?::?-([^}]*))?\}?/g, (all, name: string, other?: string) => {
          return defaults.get(name) ?? other ?? all;
        });
        if (!stages.has(resolved.toLowerCase()) && resolved !== 'scratch' && !resolved.includes('$'))
          images.push({ image: resolved, line });
        if (as.toUpperCase() === 'AS') stages.add(stage.toLowerCase());
        break;
      }
      case 'COPY':
      case 'ADD': {
        if (rest.some((word) => word.startsWith('--from='))) break;
        const listed = /\[(.*)\]\s*$/.exec(rest.join(' '))?.[1];
        const parts = listed === undefined ? words : [...listed.matchAll(/"([^"]*)"/g)].map(([, part]) => part ?? '');
        for (const source of parts.slice(0, -1)) copies.push({ source, line });
        break;
      }
    }
  }
  return { images, copies };
}

/** Whether an image may change: it has no tag, or the tag "latest", and no digest. */
export function isUnpinned(image: string): boolean {
  if (image.includes('@sha256:')) return false;
  const name = image.slice(image.lastIndexOf('/') + 1);
  const [, tag] = name.split(':');
  return tag === undefined || tag === 'latest';
}

/** Whether COPY with this source, which may have wildcards, copies a path in the build context. */
export function isCopied(path: string, source: string): boolean {
  const plain = source
    .replace(/^\.?\/+/, '')
    .replace(/^\.\//, '')
    .replace(/\/+$/, '');
  if (plain === '' || plain === '.' || plain === '*') return true;
  const pattern = plain
    .split('/')
    .map((part) =>
      part
        .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '[^/]*')
        .replaceAll('?', '[^/]'),
    )
    .join('/');
  return new RegExp(`^${pattern}(/|$)`).test(path);
}

/** The instructions of a Dockerfile with their first lines; a backslash joins lines. */
function instructions(text: string): readonly { readonly line: number; readonly words: string }[] {
  const found: { line: number; words: string }[] = [];
  let open: { line: number; words: string } | undefined;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line.startsWith('#') || (line === '' && open === undefined)) continue;
    const goesOn = line.endsWith('\\');
    const words = goesOn ? line.slice(0, -1).trim() : line;
    open = open === undefined ? { line: index + 1, words } : { ...open, words: `${open.words} ${words}` };
    if (goesOn) continue;
    found.push(open);
    open = undefined;
  }
  return open === undefined ? found : [...found, open];
}
