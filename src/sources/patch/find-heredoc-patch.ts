import { atPlainHeader, LineCursor } from './read-hunks.js';

/** Finds the patches in the heredocs of a shell script, as text; runs nothing. */
export function findHeredocPatches(script: string): readonly string[] {
  const patches: string[] = [];
  const keepPatch = (body: string) => holdsDiff(body) && patches.push(body) > 0;
  const lines = linesOf(script);
  const ends = new DelimiterLines(lines);
  let waiting: Heredoc[] = [];
  let endless: { readonly heredoc: Heredoc; readonly at: number } | undefined;
  let at = 0;
  while (at < lines.length) {
    const command = lines[at] ?? '';
    at += 1;
    for (const heredoc of findHeredocs(command)) waiting.push(heredoc);
    // Bodies start after the whole command, which a backslash continues.
    if (endsInBackslash(command)) continue;
    for (const heredoc of waiting) {
      const end = ends.find(heredoc, at);
      if (end === undefined) endless ??= { heredoc, at };
      // Without an end it was no heredoc, if a complete one with a patch follows.
      else if (keepPatch(readHeredocBody(lines.slice(at, end), heredoc))) endless = undefined;
      at = end === undefined ? at : end + 1;
    }
    waiting = [];
  }
  if (endless !== undefined) keepPatch(readHeredocBody(lines.slice(endless.at), endless.heredoc));
  return patches;
}

/** The CR of a body line belongs to the patch, unless the whole script uses CRLF. */
function linesOf(script: string): readonly string[] {
  const lines = script.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines[0]?.endsWith('\r') !== true) return lines;
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function holdsDiff(text: string): boolean {
  for (const cursor = new LineCursor(text); !cursor.done; cursor.advance()) {
    if (cursor.startsWith('diff --git ') || atPlainHeader(cursor)) return true;
  }
  return false;
}

/** A heredoc operator of a command line: the end of its body, and how the shell reads it. */
interface Heredoc {
  readonly delimiter: string;
  /** If any part of the delimiter is quoted, the body is literal. */
  readonly literal: boolean;
  /** `<<-`: leading tabs are removed. */
  readonly stripsTabs: boolean;
}

const special = /[\\'"(<#]/g;
const run = /<+/y;
const operand = /(-?)[ \t]*((?:'[^']{0,100}'|"[^"]{0,100}"|\\[\s\S]|[^\s;|&()<>'"\\]){1,100})/y;
const beforeComment = /[\s;|&()]/;

/** Finds the heredoc operators of one line, outside its quotes, comment and arithmetic. */
function findHeredocs(line: string): readonly Heredoc[] {
  const found: Heredoc[] = [];
  // An unclosed quote must not hide an operator; searching for its end twice would be slow.
  const unclosed = new Set<string>();
  let at = 0;
  for (;;) {
    special.lastIndex = at;
    const match = special.exec(line);
    if (match === null) return found;
    const start = match.index;
    const char = match[0];
    if (char === '#' && (start === 0 || beforeComment.test(line[start - 1] ?? ''))) return found;
    if (char === '<') {
      run.lastIndex = start;
      at = start + (run.exec(line)?.[0].length ?? 1);
      // One is a file and three are a string; only two are a heredoc.
      if (at - start !== 2) continue;
      operand.lastIndex = at;
      const [text = '', dash, word] = operand.exec(line) ?? [];
      if (word !== undefined) found.push(heredocOf(word, dash === '-'));
      at += text.length;
      continue;
    }
    const end = unclosed.has(char) ? undefined : endOfQuoted(line, start);
    if (end === undefined) unclosed.add(char);
    at = end ?? start + 1;
  }
}

function heredocOf(word: string, stripsTabs: boolean): Heredoc {
  const delimiter = word.replace(/'([^']*)'|"([^"]*)"|\\([\s\S])/g, '$1$2$3');
  return { delimiter, literal: /['"\\]/.test(word), stripsTabs };
}

/** The place after the quoted, escaped or arithmetic part that starts here. */
function endOfQuoted(line: string, start: number): number | undefined {
  if (line[start] === '\\') return start + 2;
  if (line[start] === "'") return after(line.indexOf("'", start + 1), 1);
  if (line[start] === '(') return line[start + 1] === '(' ? after(line.indexOf('))', start + 2), 2) : start + 1;
  if (line[start] !== '"') return start + 1;
  for (let at = start + 1; at < line.length; at += line[at] === '\\' ? 2 : 1) {
    if (line[at] === '"') return at + 1;
  }
  return undefined;
}

function after(place: number, length: number): number | undefined {
  return place === -1 ? undefined : place + length;
}

/** The lines of a script that may end a heredoc, found without rescanning the script for each heredoc. */
class DelimiterLines {
  readonly #lines: readonly string[];
  readonly #byText = new Map<string, number[]>();
  readonly #byHeredoc = new Map<string, readonly number[]>();

  /** Takes lines without their ends. */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
    lines.forEach((line, at) => {
      const text = line.replace(/^\t+/, '');
      const places = this.#byText.get(text);
      if (places === undefined) this.#byText.set(text, [at]);
      else places.push(at);
    });
  }

  /** The first line at or after a place that ends the heredoc. */
  find(heredoc: Heredoc, from: number): number | undefined {
    const places = this.#placesOf(heredoc);
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return places[low];
  }

  #placesOf({ delimiter, literal, stripsTabs }: Heredoc): readonly number[] {
    const key = `${literal} ${stripsTabs} ${delimiter}`;
    const known = this.#byHeredoc.get(key);
    if (known !== undefined) return known;
    const places = (this.#byText.get(delimiter.replace(/^\t+/, '')) ?? []).filter((at) => {
      // In a body that is not literal, a backslash at a line's end makes the next line part of it.
      if (!literal && endsInBackslash(this.#lines[at - 1] ?? '')) return false;
      return stripsTabs || this.#lines[at] === delimiter;
    });
    this.#byHeredoc.set(key, places);
    return places;
  }
}

/** True if an odd number of backslashes ends the line, so that the shell joins it with the next. */
function endsInBackslash(line: string): boolean {
  let start = line.length;
  while (start > 0 && line[start - 1] === '\\') start -= 1;
  return (line.length - start) % 2 === 1;
}

/** The text a shell would pass for the lines of a heredoc, with variables and commands left as written. */
function readHeredocBody(lines: readonly string[], { literal, stripsTabs }: Heredoc): string {
  const written = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  // Pairs are matched whole, so that the second backslash of a pair joins no lines.
  const joined = literal ? written : written.replace(/(\\[^\n])|\\\n/g, '$1');
  const text = stripsTabs ? joined.replace(/(^|\n)\t+/g, '$1') : joined;
  return literal ? text : text.replace(/\\([\\$`])/g, '$1');
}
