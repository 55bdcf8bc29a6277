/** Text as it may stand in an SVG: never markup, and without characters that XML forbids. */
export function svgText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replace(forbidden, '\uFFFD');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A coordinate with as many decimals as an eye can see. */
export function coordinate(value: number): string {
  return String(Math.round(value * 100) / 100);
}
