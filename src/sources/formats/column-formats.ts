import { createHash } from 'node:crypto';
import type { UnknownRecord } from '../../core/model/record.js';
import { cellList, cellNumber, cellStruct, cellText, hasAny } from '../facts/cells.js';
import { languageByEndings, languageOfPatch } from '../facts/languages.js';
import { instructionChars, patchCounts } from '../facts/sizes.js';
import { count, created, label, noId } from '../facts/task-facts.js';
import { columnFormat, type Format, rowLabels } from './task-format.js';

/** DI-Bench's repositories whose dependencies have to be found; an id is unique only within its language. */
export const diBench = columnFormat({
  name: 'di-bench',
  title: 'DI-Bench',
  columns: [['instance_id'], ['act_command', 'ci_file', 'env_specs']],
  id: 'instance_id',
  facts: (record, name) => {
    const language = cellText(record['language']);
    const { numbers, remarks } = patchCounts(record['patch']);
    const columns = { repo: 'repo', language: 'language', difficulty: 'difficulty', category: 'category' };
    const labels = rowLabels(record, columns);
    if (language !== undefined) return { id: `${language}/${name}`, aliases: [name], labels, numbers, remarks };
    return { labels, numbers, remarks: ['no language, which is part of the id', ...remarks] };
  },
});

/** LinuxFLBench's kernel bugs, whose files and functions have to be found. */
export const linuxFlBench = columnFormat({
  name: 'linux-fl-bench',
  title: 'LinuxFLBench',
  // The key has a space in the data as it ships.
  columns: [['id'], ['Kernel Version']],
  id: 'id',
  facts: (record) => {
    const patch = patchCounts(record['patch']);
    const paths = [...new Set((cellList(record['paths']) ?? []).flatMap((path) => cellText(path) ?? []))];
    const listed = paths.length > 0 && patch.numbers.length === 0 ? paths.length : undefined;
    const ofPatch = languageOfPatch(patch);
    return {
      labels: [
        ...(ofPatch.length > 0 ? ofPatch : label('language', languageByEndings(paths), 'paths')),
        ...rowLabels(record, { difficulty: 'difficulty', category: 'category' }),
      ],
      numbers: [...patch.numbers, ...count('files_changed', listed, false), ...instructionChars(record['description'])],
      remarks: patch.remarks,
    };
  },
});

/** SWE-Lancer's paid jobs: to fix something, or to choose among proposals. */
export const sweLancer = columnFormat({
  name: 'swe-lancer',
  title: 'SWE-Lancer',
  columns: [['question_id'], ['variant']],
  id: 'question_id',
  facts: (record) => {
    const { price, description } = record;
    const digits = typeof price === 'string' ? price.slice(0, 40).replace(/^\s*\$|,(?=\d{3})/g, '') : price;
    // In the table, a line break is a backslash and a letter.
    const text = typeof description === 'string' ? description.replace(/\\r\\n|\\[nr]/g, '\n') : description;
    return {
      labels: rowLabels(record, { category: 'variant', difficulty: 'difficulty' }),
      numbers: [...count('price', cellNumber(digits), false), ...instructionChars(text)],
    };
  },
});

/** Functions to make faster, written by hand after SWE-Perf. */
export const sweperfItems = columnFormat({
  name: 'sweperf-items',
  title: 'SWE-Perf items written by hand',
  columns: [['id'], ['target_function'], ['human_solution_reference', 'baseline_runtime']],
  id: 'id',
  facts: (record) => {
    const path = cellText(record['file_path']);
    const language = rowLabels(record, { language: 'language' });
    const category = rowLabels(record, { category: 'category' });
    return {
      labels: [
        ...rowLabels(record, { repo: 'repo_name' }),
        ...(language.length > 0 ? language : label('language', path && languageByEndings([path]), 'file path')),
        ...rowLabels(record, { difficulty: 'difficulty' }),
        ...(category.length > 0 ? category : label('category', 'performance', 'format')),
      ],
      numbers: instructionChars(record['description']),
    };
  },
});

/** LiveCodeBench's contest problems; in its other scenarios one problem gives several tasks. */
const liveCodeBench = columnFormat({
  name: 'live-code-bench',
  title: 'LiveCodeBench',
  columns: [['question_id'], ['contest_date', 'question_content']],
  // SWE-Lancer has the same key.
  without: ['variant'],
  id: 'question_id',
  facts: (record, question) => {
    // A test whose output is to be predicted has a number within its problem; a program to execute has an id.
    const test = cellText(record['test_id']);
    const program = hasAny(record, 'numsteps', 'problem_id') ? cellText(record['id']) : undefined;
    return {
      id: test === undefined ? (program ?? question) : `${question}/${test}`,
      labels: [
        ...label('language', 'python', 'format'),
        ...rowLabels(record, { difficulty: 'difficulty', category: 'platform' }),
        ...created('row', record['contest_date']),
      ],
      numbers: instructionChars(record['question_content']),
    };
  },
});

/** DevEval's functions to write, named by their place in the package; the first folder of the path is the topic. */
const devEval = columnFormat({
  name: 'dev-eval',
  title: 'DevEval',
  // Files with completions also have the namespace.
  columns: [['namespace'], ['completion_path']],
  id: 'namespace',
  facts: ({ completion_path, tests, requirement }) => {
    const path = cellText(completion_path) ?? '';
    const [topic, project] = path.split('/').slice(0, -1);
    const texts = Object.values(cellStruct(requirement) ?? {}).flatMap((text) => cellText(text) ?? []);
    return {
      labels: [
        ...label('repo', project, 'row'),
        ...label('language', languageByEndings([path]), 'row'),
        ...label('category', topic, 'row'),
      ],
      numbers: [
        ...count('tests_to_fix', cellList(tests)?.length, true),
        ...instructionChars(texts.length === 0 ? cellText(requirement) : texts.join('\n')),
      ],
    };
  },
});

/** CrossCodeEval's lines to complete. */
const crossCodeEval = columnFormat({
  name: 'cross-code-eval',
  title: 'CrossCodeEval',
  columns: [['metadata'], ['groundtruth'], ['prompt']],
  id: 'metadata.task_id',
  facts: (record, id) => {
    const { file, repository } = cellStruct(record['metadata']) ?? {};
    // `project_cc_python/62` is Python.
    const [, named] = /^project_cc_([a-z]+)\//.exec(id.slice(0, 100)) ?? [];
    const language = languageByEndings([cellText(file) ?? '']) ?? named;
    return {
      labels: [...label('repo', cellText(repository), 'row'), ...label('language', language, 'row')],
      numbers: instructionChars(record['prompt']),
    };
  },
});

/** R2E-Gym's commits, each with its own environment. Sizes are those stated in the rows, without tests. */
const r2eGym = columnFormat({
  name: 'r2e-gym',
  title: 'R2E-Gym',
  columns: [['repo_name'], ['commit_hash'], ['docker_image']],
  id: 'repo_name',
  facts: (record, repo) => {
    const [commit, image] = [cellText(record['commit_hash']), cellText(record['docker_image'])];
    if (commit === undefined) return noId('commit_hash', record['commit_hash']);
    return {
      id: `${repo}__${commit}`,
      aliases: image === undefined ? [] : [image],
      labels: [...label('repo', repo, 'row'), ...label('language', 'python', 'format')],
      numbers: [
        ...count('files_changed', cellNumber(record['num_non_test_files']), false),
        ...count('lines_changed', cellNumber(record['num_non_test_lines']), false),
        ...instructionChars(record['problem_statement']),
      ],
    };
  },
});

/**
 * RepoBench's lines to complete. Rows have no id, so it is made from the repository, the file, and a hash of the line and
 * the code before it. The order of the rows does not matter.
 */
export const repobench = columnFormat({
  name: 'repobench',
  title: 'RepoBench',
  columns: [['repo_name'], ['file_path'], ['next_line']],
  id: 'repo_name',
  facts: (record, repo) => {
    const path = cellText(record['file_path']);
    if (path === undefined) return noId('file_path', record['file_path']);
    return {
      id: `${repo}/${path}#${hashOfCode(record)}`,
      labels: [
        ...label('repo', repo, 'row'),
        ...label('language', languageByEndings([path]), 'row'),
        ...created('row', record['created_at']),
      ],
      numbers: [
        ...count('context_tokens', cellNumber(record['token_num']), false),
        ...count('context_files', cellList(record['context'])?.length, true),
      ],
    };
  },
});

function hashOfCode(record: UnknownRecord): string {
  const code = [record['cropped_code'] ?? record['code'], record['next_line']];
  const texts = code.map((cell) => (typeof cell === 'string' ? cell : ''));
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12);
}

/** The formats that need no more than their columns, in the order in which they are tried. */
export const columnFormats: readonly Format[] = [
  diBench,
  linuxFlBench,
  sweLancer,
  sweperfItems,
  liveCodeBench,
  devEval,
  crossCodeEval,
  r2eGym,
  repobench,
];
