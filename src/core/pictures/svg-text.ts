/** Text as it may stand in an SVG: never markup, and without characters that XML forbids. */
export function svgText(text: string): string {
  const marked = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
  return Array.from(marked, (character) => (isForbidden(character.codePointAt(0) ?? 0) ? '\uFFFD' : character)).join(
    '',
  );
}

/** Control characters, halves of pairs, and the two code points that are no characters. */
function isForbidden(code: number): boolean {
  const isControl = (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || (code >= 0x7f && code <= 0x9f);
  return isControl || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
}

/** A coordinate with as many decimals as an eye can see. */
export function coordinate(value: number): string {
  return String(Math.round(value * 100) / 100);
}
