const difficulty = 'easy|medium|hard|expert';
const idForm = new RegExp(`_\\d+_([a-z_]+)_(${difficulty})_\\d+$`);
const languages = new Set(
  'c cpp csharp go java javascript kotlin php python ruby rust scala swift typescript'.split(' '),
);

// The agent version of the benchmark has renamed them.
const originalNames: ReadonlyMap<string, string> = new Map([
  ['interactive_code_exploration', 'code_comprehension'],
  ['interactive_architecture_exploration', 'architectural_understanding'],
  ['interactive_debugging_sessions', 'bug_investigation'],
  ['collaborative_feature_development', 'feature_implementation'],
  ['guided_multi_file_refactoring', 'cross_file_refactoring'],
  ['test_driven_development_sessions', 'integration_testing'],
  ['interactive_security_auditing', 'security_analysis'],
  ['extended_development_projects', 'multi_session_development'],
]);
const categories = new Set(originalNames.values());

/** The original name of a LoCoBench category; a name that is not known stays. */
export function locobenchCategory(name: string): string {
  return originalNames.get(name) ?? name;
}

/** What the id of a LoCoBench scenario says: language_domain_complexity_number_category_difficulty_number. */
export function readLocobenchId(id: string): { language?: string; category?: string; difficulty?: string } {
  const [prefix = ''] = id.slice(0, 20).split('_');
  // The difficulty stands twice: first the project's, which is not the task's.
  const [, category = '', difficulty] = idForm.exec(id.slice(-100)) ?? [];
  return {
    ...(languages.has(prefix) ? { language: prefix } : {}),
    ...(categories.has(category) ? { category } : {}),
    ...(difficulty === undefined ? {} : { difficulty }),
  };
}
