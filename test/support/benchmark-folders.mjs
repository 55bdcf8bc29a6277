import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folders = {
  current: {
    ccb_swebenchpro: 'ccb_swebenchpro/tasks',
    ccb_locobench: 'ccb_locobench/tasks',
    ccb_pytorch: 'ccb_pytorch',
    ccb_largerepo: 'ccb_largerepo',
    ccb_tac: 'ccb_tac',
    ccb_k8sdocs: 'ccb_k8sdocs',
    ccb_sweperf: 'ccb_sweperf',
  },
  older: {
    ccb_swebenchpro: 'swebench_pro/tasks',
    ccb_locobench: 'locobench_agent/tasks',
    ccb_pytorch: 'github_mined',
    ccb_largerepo: 'big_code_mcp',
    ccb_tac: 'tac_mcp_value',
    ccb_k8sdocs: 'kubernetes_docs',
    ccb_sweperf: 'sweperf',
  },
};

// What the dataset rows call the languages of the repositories, where that differs from the task file's label.
const rowLanguages = {
  'qutebrowser/qutebrowser': 'python',
  'navidrome/navidrome': 'go',
  'element-hq/element-web': 'js',
  'NodeBB/NodeBB': 'js',
  'protonmail/webclients': 'js',
  'tutao/tutanota': 'ts',
};

export function writeBenchmarkFolders(
  root,
  pool,
  { names = 'current', patchBytes = 0, runnable = false, named = false } = {},
) {
  for (const task of pool) {
    const parent = join(root, folders[names][task.benchmark]);
    const files = writers[task.benchmark](task, patchBytes);
    const { 'task.toml': toml } = files;
    if (runnable && toml !== undefined) {
      files['tests/test.sh'] ??= '#!/bin/bash\nexit 0\n';
      files['environment/Dockerfile'] ??= 'FROM scratch\n';
    }
    if (named && toml !== undefined) files['task.toml'] = toml.replace('[task]\n', `[task]\nname = "own/${task.id}"\n`);
    const name = task.benchmark === 'ccb_swebenchpro' ? task.id.toLowerCase().replace('__', '-') : task.id;
    const folder = task.benchmark === 'ccb_sweperf' ? parent : join(parent, name);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  }
}

const writers = {
  ccb_swebenchpro(task, patchBytes) {
    const lines = task.additions + task.deletions;
    const patch = patchOf(
      task.files_changed,
      task.additions,
      task.deletions,
      Math.ceil(patchBytes / Math.max(1, lines)),
    );
    const row = {
      instance_id: task.id,
      repo: task.repo,
      base_commit: '0'.repeat(40),
      patch,
      test_patch: '',
      problem_statement: `Something is wrong in ${task.repo}.`,
      repo_language: rowLanguages[task.repo] ?? task.language,
      fail_to_pass: `['test/a.py::test_it', "test/b.py::test_it's"]`,
      pass_to_pass: '[]',
    };
    const toml = [
      '[metadata]',
      'category = "debugging"',
      `difficulty = "${task.difficulty}"`,
      `language = "${task.language}"`,
      '[task]',
      `id = "${task.id}"`,
      `repo = "${task.repo}"`,
      'category = "swebench_pro"',
      '[agent]',
      'timeout_sec = 3600',
    ];
    return {
      'task.toml': `${toml.join('\n')}\n`,
      'instruction.md': `# Mend ${task.repo}\n\nSomething is wrong.\n`,
      'tests/config.json': JSON.stringify(row),
      'tests/test.sh': '#!/bin/bash\nexit 0\n',
      'solution/solve.sh': `#!/bin/bash\ngit apply <<'EOF_PATCH'\n${patch}EOF_PATCH\n`,
      'environment/Dockerfile': 'FROM scratch\n',
    };
  },
  ccb_locobench(task) {
    const toml = [
      '[metadata]',
      `task_id = "${task.id}"`,
      `language = "${task.language}"`,
      `category = "${task.category}"`,
      `difficulty = "${task.difficulty}"`,
    ];
    const sidecar = {
      task_id: task.id,
      task_category: task.category,
      difficulty: task.difficulty,
      language: task.language,
      context_length: task.context_tokens,
      files_count: task.context_files,
    };
    return {
      'task.toml': `${toml.join('\n')}\n`,
      'instruction.md': 'Explain it.\n',
      'tests/task_metadata.json': JSON.stringify(sidecar),
      // The real folders hold such a nest.
      'tests/tests/tests/tests/tests/tests/tests/tests/ground_truth.json': '{}',
      'solution/solve.sh': "#!/bin/bash\ncat > /answer.md <<'EOF'\nAn answer, not a diff.\nEOF\n",
    };
  },
  ccb_pytorch(task) {
    return {
      'task.toml': githubStyle(task, 'pytorch', ['description = """Line one\\r\nline two"""']),
      'instruction.md': `# Task\n\n- ${task.files_changed} files modified\n- ${task.additions} additions, ${task.deletions} deletions\n`,
      repo_path: '/repos/pytorch\n',
    };
  },
  ccb_largerepo(task) {
    return {
      'task.toml': githubStyle(task, task.repo.split('/')[1], []),
      'instruction.md': 'Add it.\n',
      'reward.json': '{"rubric": 1}',
    };
  },
  ccb_tac(task) {
    return {
      'task.toml': githubStyle({ ...task, category: 'tac_mcp_value' }, undefined, []),
      'instruction.md': 'Do it.\n',
    };
  },
  ccb_k8sdocs(task) {
    const yaml = [
      `id: ${task.id}`,
      `name: Document ${task.id}`,
      `category: ${task.category}`,
      `difficulty: ${task.difficulty}`,
      `repository: ${task.repo}`,
      'target_path: pkg/thing',
      'task_prompt: Write the package documentation.',
      'mcp_expected_value: high',
    ];
    return {
      'task.yaml': `${yaml.join('\n')}\n`,
      'TASK.md': 'Write it.\n',
      'test.sh': 'exit 0\n',
      Dockerfile: 'FROM scratch\n',
    };
  },
  ccb_sweperf(task) {
    const item = {
      id: task.id,
      repo_name: task.repo,
      target_function: 'f',
      human_solution_reference: 'x',
      baseline_runtime: 1.5,
      difficulty: task.difficulty,
      file_path: 'a.py',
      test_command: 'true',
    };
    return { [`data/${task.id}.json`]: JSON.stringify(item, null, 2) };
  },
};

function githubStyle(task, repo, metadata) {
  const lines = [
    'version = "1.0"',
    '[metadata]',
    `name = "${task.id}"`,
    ...metadata,
    '[task]',
    `id = "${task.id}"`,
    ...(repo === undefined ? [] : [`repo = "${repo}"`]),
    `language = "${task.language}"`,
    `category = "${task.category}"`,
    `difficulty = "${task.difficulty}"`,
    'time_limit_sec = 900',
  ];
  return `${lines.join('\n')}\n`;
}

export function patchOf(files, additions, deletions, lineChars = 0) {
  const filler = 'x'.repeat(Math.max(1, lineChars - 3));
  let text = '';
  for (let i = 0; i < files; i++) {
    const share = (total) => Math.floor(total / files) + (i < total % files ? 1 : 0);
    const [added, deleted] = [share(additions), share(deletions)];
    const name = `src/file-${i}.txt`;
    text += `diff --git a/${name} b/${name}\n`;
    if (added + deleted === 0) {
      text += 'new file mode 100644\nindex 0000000..e69de29\n';
      continue;
    }
    // Lines that begin like a header, as two real patches have them.
    text += `--- a/${name}\n+++ b/${name}\n@@ -1,${deleted + 1} +1,${added + 1} @@\n same\n`;
    text += `--- ${filler}\n`.repeat(deleted) + `+++ ${filler}\n`.repeat(added);
  }
  return text;
}
