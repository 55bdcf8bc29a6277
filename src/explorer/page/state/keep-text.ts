import { matchLines } from './line-diff.js';

/**
 * What a change makes of a text, with every line that it does not touch left as a person wrote it. `plain` is the text
 * before the change as the YAML library writes it, `changed` the text after it as the library writes it.
 */
export function keepText(written: string, plain: string, changed: string): string {
  const [own, base, next] = [written, plain, changed].map((text) => text.split('\n')) as [string[], string[], string[]];
  const [toOwn, toNext] = [matchLines(base, own), matchLines(base, next)];
  const lines: string[] = [];
  let [from, ownFrom, nextFrom] = [0, 0, 0];
  for (let at = 0; at <= base.length; at++) {
    const [ownAt = own.length, nextAt = next.length] = at === base.length ? [] : [toOwn[at], toNext[at]];
    // A line that all three have: what lies before it is decided by itself.
    if (ownAt === -1 || nextAt === -1) continue;
    const chunk = { base: base.slice(from, at), own: own.slice(ownFrom, ownAt), next: next.slice(nextFrom, nextAt) };
    for (const line of resolved(chunk)) lines.push(line);
    if (at < base.length) lines.push(own[ownAt] ?? '');
    [from, ownFrom, nextFrom] = [at + 1, ownAt + 1, nextAt + 1];
  }
  return lines.join('\n');
}

interface Chunk {
  readonly base: readonly string[];
  readonly own: readonly string[];
  readonly next: readonly string[];
}

/** The lines between two that all have: as written where the change leaves them alone, else as changed. */
function resolved({ base, own, next }: Chunk): readonly string[] {
  const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((x, i) => x === b[i]);
  if (isSame(base, next)) return own;
  if (isSame(base, own) || base.length !== own.length) return next;
  // Each line is written in another way than the library's: those that the change keeps are taken as written.
  const writtenAt = new Map(matchLines(base, next).flatMap((to, at) => (to === -1 ? [] : [[to, own[at] ?? '']])));
  return next.map((line, at) => writtenAt.get(at) ?? line);
}
