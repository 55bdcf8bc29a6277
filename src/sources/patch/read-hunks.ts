/** The lines of all hunks of a file. */
interface HunkTotals {
  readonly hunks: number;
  readonly additions: number;
  readonly deletions: number;
  readonly context: number;
}

/** Reads the hunks from the cursor on. Lines that no hunk header covers are skipped and reported. */
export function readHunks(cursor: LineCursor, faults: string[]): HunkTotals {
  let [hunks, additions, deletions, context] = [0, 0, 0, 0];
  for (let hunk = readHunk(cursor); hunk !== undefined; hunk = readHunk(cursor)) {
    hunks += 1;
    additions += hunk.additions;
    deletions += hunk.deletions;
    context += hunk.context;
    if (hunk.fault !== undefined) faults.push(hunk.fault);
    skipUncounted(cursor, faults);
  }
  return { hunks, additions, deletions, context };
}

function skipUncounted(cursor: LineCursor, faults: string[]): void {
  if (cursor.done) return;
  const start = cursor.number;
  let skipped = false;
  for (const ahead = cursor.copy(); ; ahead.advance()) {
    if (ahead.blank) continue;
    // After nothing but blank lines, an indented line is more likely prose than context.
    const prose = ahead.first === ' ' && ahead.number > start && !skipped;
    const content = looksCounted(ahead) && !prose;
    if (!content && !ahead.startsWith('@@ -')) break;
    while (cursor.number < ahead.number) cursor.advance();
    if (!content) break;
    cursor.advance();
    skipped = true;
  }
  const last = cursor.number - 1;
  if (last >= start) faults.push(`line ${start}: no hunk header covers the lines from here to line ${last}`);
}

function looksCounted(cursor: LineCursor): boolean {
  const { first } = cursor;
  if (first === ' ' || first === '+') return true;
  return first === '-' && !isMailLine(cursor.line) && !atPlainHeader(cursor);
}

/** The signature of format-patch, and the rule under its message. */
function isMailLine(line: string): boolean {
  return line === '-- ' || line === '--' || line === '---';
}

const header = /@@ -\d{1,15}(?:,(\d{1,15}))? \+\d{1,15}(?:,(\d{1,15}))? @@/y;

/** The lines of one hunk, as far as they exist. */
interface Hunk {
  readonly additions: number;
  readonly deletions: number;
  readonly context: number;
  readonly fault?: string;
}

/** Reads the hunk at the cursor by the counts in its header; undefined if there is no hunk header. */
function readHunk(cursor: LineCursor): Hunk | undefined {
  const counts = cursor.match(header);
  if (counts === null) return undefined;
  const start = cursor.number;
  let before = Number(counts[1] ?? 1);
  let after = Number(counts[2] ?? 1);
  let additions = 0;
  let deletions = 0;
  let context = 0;
  cursor.advance();
  while (!cursor.done) {
    const { first } = cursor;
    if (first === '\\') {
      // "\ No newline at end of file", in whatever language, also after the last counted line.
    } else if (first === '+' && after > 0) {
      additions += 1;
      after -= 1;
    } else if (first === '-' && before > 0) {
      deletions += 1;
      before -= 1;
    } else if ((first === ' ' || cursor.blank) && before > 0 && after > 0) {
      context += 1;
      before -= 1;
      after -= 1;
    } else break;
    cursor.advance();
  }
  if (before === 0 && after === 0) return { additions, deletions, context };
  const missing = `its header announces ${before} more old and ${after} more new lines`;
  return {
    additions,
    deletions,
    context,
    fault: `line ${start}: the hunk stops at line ${cursor.number}, but ${missing}`,
  };
}

/** Whether `---`, `+++` and `@@` lines follow one another: a file header that needs no `diff --git` line. */
export function atPlainHeader(cursor: LineCursor): boolean {
  if (!cursor.startsWith('--- ')) return false;
  const ahead = cursor.copy();
  ahead.advance();
  if (!ahead.startsWith('+++ ')) return false;
  ahead.advance();
  return ahead.startsWith('@@ -');
}

const carriageReturn = 13;
const lineFeed = 10;
const byteOrderMark = '\uFEFF';

/** A position in a text that moves forward line by line. Only a line feed ends a line. */
export class LineCursor {
  readonly #text: string;
  #start: number;
  #end: number;
  #number: number;

  constructor(text: string, start = text.startsWith(byteOrderMark) ? 1 : 0, number = 1) {
    this.#text = text;
    this.#start = start;
    this.#end = this.#findEnd();
    this.#number = number;
  }

  /** The number of the current line, from 1. */
  get number(): number {
    return this.#number;
  }

  get done(): boolean {
    return this.#start >= this.#text.length;
  }

  /** True for a line with nothing in it but perhaps a carriage return. */
  get blank(): boolean {
    const code = this.#text.charCodeAt(this.#start);
    return code === lineFeed || (code === carriageReturn && this.#end === this.#start + 1);
  }

  /** The first character of the line or of its end; empty at the end of the text. */
  get first(): string {
    return this.#text.charAt(this.#start);
  }

  /** The line without its LF or CRLF. */
  get line(): string {
    const hasReturn = this.#end > this.#start && this.#text.charCodeAt(this.#end - 1) === carriageReturn;
    return this.#text.slice(this.#start, hasReturn ? this.#end - 1 : this.#end);
  }

  startsWith(prefix: string): boolean {
    return this.#text.startsWith(prefix, this.#start);
  }

  /** Matches a sticky pattern at the start of the line. */
  match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#start;
    return sticky.exec(this.#text);
  }

  advance(): void {
    this.#start = Math.min(this.#end + 1, this.#text.length);
    this.#end = this.#findEnd();
    this.#number += 1;
  }

  /** A second cursor at the same place, to look ahead with. */
  copy(): LineCursor {
    return new LineCursor(this.#text, this.#start, this.#number);
  }

  #findEnd(): number {
    const end = this.#text.indexOf('\n', this.#start);
    return end === -1 ? this.#text.length : end;
  }
}
