import { compareText } from '../../core/text/words.js';
import type { PatchCounts } from './sizes.js';
import { type LabelFact, label } from './task-facts.js';

/** The full name of a language, so that different spellings count as one: "js" → "javascript". */
export function languageName(label: string): string {
  const folded = label.trim().toLowerCase();
  return languageNames.get(folded) ?? folded;
}

// Not a plain object: a label may be "constructor".
/** Full names by other names of a language. */
export const languageNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    js: 'javascript',
    jsx: 'javascript',
    node: 'javascript',
    ts: 'typescript',
    tsx: 'typescript',
    py: 'python',
    python3: 'python',
    golang: 'go',
    rs: 'rust',
    'c++': 'cpp',
    cxx: 'cpp',
    cc: 'cpp',
    'c#': 'csharp',
    cs: 'csharp',
    rb: 'ruby',
    kt: 'kotlin',
    sh: 'bash',
    shell: 'bash',
  }),
);

const taggedLanguages = new Set(
  'bash c clojure cobol cpp csharp dart elixir erlang fortran go haskell java javascript julia kotlin lua ocaml perl php python r ruby rust scala sql swift typescript zig'.split(
    ' ',
  ),
);

/** The last tag that names a language, because authors put it last. */
export function languageTag(tags: unknown): string | undefined {
  if (!Array.isArray(tags)) return undefined;
  return tags.findLast((tag): tag is string => typeof tag === 'string' && taggedLanguages.has(languageName(tag)));
}

const languagesByEnding: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: 'sh bash',
    c: 'c h',
    clojure: 'clj cljs cljc',
    cpp: 'cc cpp cxx hh hpp hxx',
    csharp: 'cs',
    dart: 'dart',
    elixir: 'ex exs',
    erlang: 'erl hrl',
    go: 'go',
    haskell: 'hs',
    java: 'java',
    javascript: 'js jsx mjs cjs',
    julia: 'jl',
    kotlin: 'kt kts',
    lua: 'lua',
    ocaml: 'ml mli',
    perl: 'pl pm',
    php: 'php',
    python: 'py pyi pyx',
    r: 'r',
    ruby: 'rb',
    rust: 'rs',
    scala: 'scala',
    swift: 'swift',
    typescript: 'ts tsx mts cts',
    zig: 'zig',
  }).flatMap(([language, endings]) => endings.split(' ').map((ending): [string, string] => [ending, language])),
);

/** A file and, if known, its changed lines. */
interface ChangedFile {
  readonly path: string;
  readonly additions?: number;
  readonly deletions?: number;
}

/** The language of most files, by their extensions; in a tie, the one with more changed lines. */
export function languageByEndings(files: readonly (string | ChangedFile)[]): string | undefined {
  const changed = files.map((file): ChangedFile => (typeof file === 'string' ? { path: file } : file));
  // Only other files show if a .h is C or C++.
  const header = changed.some(({ path }) => languagesByEnding.get(endingOf(path)) === 'cpp') ? 'cpp' : 'c';
  const tallies = new Map<string, { files: number; lines: number }>();
  for (const { path, additions = 0, deletions = 0 } of changed) {
    const ending = endingOf(path);
    const language = ending === 'h' ? header : languagesByEnding.get(ending);
    if (language === undefined) continue;
    const { files = 0, lines = 0 } = tallies.get(language) ?? {};
    tallies.set(language, { files: files + 1, lines: lines + additions + deletions });
  }
  if (tallies.size <= 1) return tallies.keys().next().value;
  const [first] = [...tallies].sort(
    ([a, one], [b, other]) => other.files - one.files || other.lines - one.lines || compareText(a, b),
  );
  return first?.[0];
}

function endingOf(path: string): string {
  return /\.([A-Za-z]{1,5})$/.exec(path.slice(-6))?.[1]?.toLowerCase() ?? '';
}

/** The language of most files in a patch, for rows that don't state it. */
export function languageOfPatch({ files }: PatchCounts): LabelFact[] {
  return label('language', languageByEndings(files), 'patch');
}
