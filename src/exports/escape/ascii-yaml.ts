import { asciiJson } from './ascii-json.js';

/** YAML in ASCII alone: JSON, but for what YAML reads otherwise: two halves of a character are two characters to it. */
export function asciiYaml(value: unknown): string {
  return asciiJson(value, 2).replace(
    /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/g,
    (_, high: string, low: string) => {
      const code = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0;
      return `\\U${code.toString(16).padStart(8, '0')}`;
    },
  );
}
