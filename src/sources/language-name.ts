/** A language by its full name, so that two spellings of one are not two languages: "js" → "javascript". */
export function languageName(label: string): string {
  const folded = label.trim().toLowerCase();
  return names[folded] ?? folded;
}

const names: Readonly<Record<string, string>> = {
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
};
