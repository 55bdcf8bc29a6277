// A pool and a plan of any size, the same for the same size: one benchmark, 50 repositories of uneven size, ties and gaps.
export function generatedTasks(count) {
  let state = 12345;
  // A linear congruential generator: chance is not needed here, only variety that is the same every time.
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, (_, i) => {
    const repo = Math.floor(50 * next() ** 2);
    const additions = Math.floor(800 * next() ** 3);
    const deletions = Math.floor(300 * next() ** 3);
    return {
      benchmark: 'generated',
      id: `instance_owner-${repo}__repo-${repo}-${((i * 2654435761) % 2 ** 32).toString(16)}-${i}`,
      fields: {
        repo: `owner-${repo}/repo-${repo}`,
        language: ['python', 'go', 'typescript', 'rust'][repo % 4],
        category: ['bug', 'feature', 'test'][Math.floor(3 * next())],
        difficulty: 'hard',
        files_changed: 1 + Math.floor(30 * next() ** 3),
        additions,
        deletions,
        lines_changed: additions + deletions,
      },
    };
  });
}

export function generatedPlan(count) {
  return `
name: generated
phases: [Build, Check]
phase: { by: category, values: { bug: Build, feature: Build, test: Check } }
score:
  name: size
  weights: { lines: 0.4, files: 0.4, kind: 0.2 }
  components:
    lines: { ramp: lines_changed, full: 500, floor: 0.2, unknown: 0.6 }
    files: { ramp: files_changed, full: 20, unknown: 0.3 }
    kind: { lookup: category, values: { bug: 1, feature: 0.7 }, otherwise: 0.4 }
benchmarks:
  generated:
    source: { path: pool.jsonl }
    expect: ${count}
    correct: { language: { by: repo, values: { owner-7/repo-7: zig } } }
    select:
      take: ${Math.max(60, Math.round(count / 100))}
      group: { by: repo, share: proportional, at_least: 1 }
      prefer: [files_changed desc, score desc]
      ensure: [{ by: language, values: [go, rust, zig], at_least: 3 }]
`;
}
