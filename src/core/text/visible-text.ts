/** Untrusted text made safe to show on one line: control characters become escapes, long text is cut. */
export function visibleText(text: string, most = 300): string {
  const shown = text.replace(
    unsafe,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
  return shown.length <= most ? shown : `${shown.slice(0, most - 1)}…`;
}

// C0 and C1 controls, line and paragraph separators, zero-width and bidirectional formatting characters, lone surrogates.
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
