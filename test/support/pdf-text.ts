import { inflateSync } from 'node:zlib';

/** The text of each page of a PDF that Chromium printed: one line for each run of text. */
export function pdfPages(pdf: Buffer): readonly string[] {
  const objects = objectsOf(pdf);
  const part = (number: string | undefined) => objects.get(Number(number)) ?? { head: '', stream: '' };
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const fonts = new Map(
        [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', at]) => {
          const font = part(at).head;
          const letters = lettersOf(part(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1]).stream);
          return [name, { letters, digits: font.includes('/Type0') ? 4 : 2 }] as const;
        }),
      );
      const content = part(/\/Contents (\d+) 0 R/.exec(head)?.[1]).stream;
      return [...content.matchAll(/\bBT\b([\s\S]*?)\bET\b/g)].map(([, run = '']) => runText(run, fonts)).join('\n');
    });
}

interface Font {
  readonly letters: ReadonlyMap<number, string>;
  /** Hexadecimal digits of each code. */
  readonly digits: number;
}

function runText(run: string, fonts: ReadonlyMap<string, Font>): string {
  let font: Font | undefined;
  let text = '';
  for (const [, name, codes = ''] of run.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>/gi)) {
    if (name !== undefined) font = fonts.get(name);
    else {
      const digits = font?.digits ?? 4;
      for (let at = 0; at < codes.length; at += digits)
        text += font?.letters.get(Number.parseInt(codes.slice(at, at + digits), 16)) ?? '\ufffd';
    }
  }
  return text;
}

/** The letters of a font's codes, by its ToUnicode map. */
function lettersOf(map: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  const textOf = (hex: string) =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
  for (const [, list = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code = '', hex = ''] of list.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(Number.parseInt(code, 16), textOf(hex));
  }
  for (const [, list = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', hex = ''] of list.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const [first, last, letter] = [from, to, hex].map((each) => Number.parseInt(each, 16)) as [
        number,
        number,
        number,
      ];
      for (let code = first; code <= last; code++) letters.set(code, String.fromCharCode(letter + code - first));
    }
  }
  return letters;
}

interface PdfObject {
  readonly head: string;
  /** Empty if it has none. */
  readonly stream: string;
}

function objectsOf(pdf: Buffer): ReadonlyMap<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const { 0: whole, 1: number = '', index } of text.matchAll(/^(\d+) 0 obj\n[\s\S]*?(?:\bstream\r?\n|endobj)/gm)) {
    const start = index + whole.length;
    const length = Number(/\/Length (\d+)/.exec(whole)?.[1] ?? 0);
    const isPacked = whole.endsWith('stream\n') && whole.includes('/FlateDecode');
    const stream = isPacked ? inflateSync(pdf.subarray(start, start + length)).toString('latin1') : '';
    objects.set(Number(number), { head: whole, stream });
  }
  return objects;
}
