import type { NamePair } from './split-name-pair.js';

// What git puts before the two sides: a b, and with diff.mnemonicPrefix c i o w and 1 2.
const sideMark = /^[abciow12]\//;
const upward = /^(?:\.{1,2}\/){1,20}/;

/** Takes off the prefixes that only tell the two sides of a diff apart; `/dev/null` stays. */
export function stripPrefixes(names: NamePair): NamePair {
  const before = names[0].replace(upward, '');
  const after = names[1].replace(upward, '');
  if (before === '/dev/null') return [before, after.replace(sideMark, '')];
  if (after === '/dev/null') return [before.replace(sideMark, ''), after];
  const beforeSlash = before.indexOf('/');
  const afterSlash = after.indexOf('/');
  if (beforeSlash === -1 || afterSlash === -1) return [before, after];
  // Equal first folders are folders: a diff made with --no-prefix.
  if (before.slice(0, beforeSlash) === after.slice(0, afterSlash)) return [before, after];
  const stripped: NamePair = [before.slice(beforeSlash + 1), after.slice(afterSlash + 1)];
  const marked = sideMark.test(before) && sideMark.test(after);
  return marked || stripped[0] === stripped[1] ? stripped : [before, after];
}
