/** A language by its full name, so that two spellings of one are not two languages: "js" → "javascript". */
export function languageName(label: string): string {
  const folded = label.trim().toLowerCase();
  return languageNames.get(folded) ?? folded;
}

// A map and not an object: a label may be "constructor".
/** Full names by what else a language is called. */
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
