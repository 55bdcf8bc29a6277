/** A heredoc operator of a command line: what ends its body, and how the shell reads that body. */
export interface Heredoc {
  readonly delimiter: string;
  /** With any part of the delimiter quoted, the body is taken as it stands. */
  readonly literal: boolean;
  /** `<<-`: leading tabs are no part of the body. */
  readonly stripsTabs: boolean;
}

const special = /[\\'"(<#]/g;
const run = /<+/y;
const operand = /(-?)[ \t]*((?:'[^']{0,100}'|"[^"]{0,100}"|\\[\s\S]|[^\s;|&()<>'"\\]){1,100})/y;
const beforeComment = /[\s;|&()]/;

/** Finds the heredoc operators of one line, outside its quotes, comment and arithmetic. */
export function findHeredocs(line: string): readonly Heredoc[] {
  const found: Heredoc[] = [];
  // A quote that does not close on its line is no reason to miss an operator; looking for it twice would be slow.
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
