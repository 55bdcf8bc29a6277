import fc from 'fast-check';

interface Entry {
  readonly mode: string;
  readonly content: Buffer;
}

/** Files by path, as git stores them. */
export type Tree = ReadonlyMap<string, Entry>;

/** How git is asked for a patch. */
export interface Flags {
  readonly moves: string;
  readonly context: number;
  readonly binary: boolean;
  readonly quotesAll: boolean;
  readonly prefix: readonly string[];
}

/** Lines that look like something else in a patch. */
export const nastyLine = fc.constantFrom(
  ...['', ' ', '\t', '+', '-', '++', '--', '-- ', '---', '+++', '++ x', '-- x', '\\', '\\ No newline at end of file'],
  ...['--- a/x', '+++ b/x', '-- a/x', '++ b/x', '--- /dev/null', '@@ -1,2 +1,2 @@', '@ -1 +1 @@', '@@@ -1 -1 +1 @@@'],
  ...[
    'diff --git a/x b/x',
    'index 1..2 100644',
    'rename from x',
    'GIT binary patch',
    'literal 3',
    'Binary files differ',
  ],
  ...['é中', 'a\rb', '\u2028+', '\f-', 'From 0123456789 Mon Sep 17 00:00:00 2001', '\uFEFF'],
);

const line = fc.oneof({ weight: 3, arbitrary: nastyLine }, fc.string({ maxLength: 4 }), fc.constantFrom('a', 'b', 'c'));

const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 14 });

const textContent = fc
  .tuple(lines, fc.constantFrom('', '', '-- no newline', '+'))
  .map(([all, rest]) => Buffer.from(all.map(([text, end]) => text.replaceAll('\n', '') + end).join('') + rest));

const binaryContent = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([Buffer.from('\0+\n-'), bytes]));

const latin1Content = textContent.map((text) => Buffer.concat([Buffer.from([0xe9, 0x0a]), text]));

const content = fc.oneof(
  { weight: 6, arbitrary: textContent },
  { weight: 1, arbitrary: binaryContent },
  { weight: 1, arbitrary: latin1Content },
);

const mode = fc.constantFrom('100644', '100644', '100755', '120000');

const nameStart = fc.constantFrom(
  'x',
  'a/',
  'b/',
  'x b/',
  'a b/x b/',
  'é',
  '中 ',
  '"',
  '\\',
  '-',
  'dir/sub/',
  '+++ b/',
  ' ',
);

const nameEnd = fc.constantFrom('', '', '.txt', ' ', ' b/y', '\t', '"', '\r', '\n', 'é', ' and b/z', '\\303');

/** What happens to one file; lines are spliced so that a renamed file stays similar. */
const fate = fc.record({
  kind: fc.constantFrom('keep', 'edit', 'edit', 'replace', 'delete', 'add', 'move', 'move and edit', 'copy', 'mode'),
  start: nameStart,
  end: nameEnd,
  content,
  mode,
  newContent: content,
  newMode: mode,
  cut: fc.nat(20),
  insert: nastyLine,
});

/** Two trees that differ in any way that git knows. */
export const trees = fc.array(fate, { minLength: 1, maxLength: 14 }).map((fates): { before: Tree; after: Tree } => {
  const before = new Map<string, Entry>();
  const after = new Map<string, Entry>();
  fates.forEach((fate, at) => {
    const name = `${fate.start}${at}${fate.end}`;
    const other = `moved ${at}/${fate.start}z${fate.end}`;
    const old = { mode: fate.mode, content: fate.content };
    const edited = { mode: fate.mode, content: edit(fate.content, fate.cut, fate.insert) };
    if (fate.kind !== 'add') before.set(name, old);
    if (fate.kind === 'keep' || fate.kind === 'copy') after.set(name, old);
    if (fate.kind === 'edit') after.set(name, edited);
    if (fate.kind === 'replace') after.set(name, { mode: fate.newMode, content: fate.newContent });
    if (fate.kind === 'add') after.set(name, old);
    if (fate.kind === 'mode') after.set(name, { mode: fate.newMode, content: fate.content });
    if (fate.kind === 'move' || fate.kind === 'copy') after.set(other, old);
    if (fate.kind === 'move and edit') after.set(other, edited);
  });
  return { before, after };
});

/** Any way of asking. */
export const flags: fc.Arbitrary<Flags> = fc.record({
  moves: fc.constantFrom('--no-renames', '-M', '--find-copies-harder'),
  context: fc.constantFrom(0, 1, 3, 3, 50),
  binary: fc.boolean(),
  quotesAll: fc.boolean(),
  prefix: fc.constantFrom([], [], ['--no-prefix'], ['-R'], ['--src-prefix=before/', '--dst-prefix=new/']),
});

function edit(bytes: Buffer, cut: number, insert: string): Buffer {
  const all = bytes.toString('latin1').split('\n');
  all.splice(cut % all.length, 1, Buffer.from(insert).toString('latin1'));
  return Buffer.from(all.join('\n'), 'latin1');
}
