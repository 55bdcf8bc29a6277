/**
 * A Python regular expression that matches one text and no other. What does not print is written as an escape, so that
 * the expression can stand in a command.
 */
export function regexLiteral(text: string): string {
  return Array.from(text, (character) => {
    if (unprintable.test(character)) return escapeOf(character.codePointAt(0) ?? 0);
    return special.test(character) ? `\\${character}` : character;
  }).join('');
}

/** An expression that `re.match` finds in exactly these texts: `$` alone would let a line feed follow. */
export function regexOfTexts(texts: readonly string[]): string {
  return `^(?:${texts.map(regexLiteral).join('|')})\\Z`;
}

const special = /[()[\]{}?*+\-|^$\\.&~# ]/;
// Controls, separators and what is invisible or changes direction; lone surrogates cannot be said at all.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

function escapeOf(code: number): string {
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}
