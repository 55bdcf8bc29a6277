import { languageName } from './language-name.js';

const languages = new Set(
  'bash c clojure cobol cpp csharp dart elixir erlang fortran go haskell java javascript julia kotlin lua ocaml perl php python r ruby rust scala sql swift typescript zig'.split(
    ' ',
  ),
);

/** The last tag that names a language: writers of tags put it there. */
export function languageTag(tags: unknown): string | undefined {
  if (!Array.isArray(tags)) return undefined;
  return tags.findLast((tag): tag is string => typeof tag === 'string' && languages.has(languageName(tag)));
}
