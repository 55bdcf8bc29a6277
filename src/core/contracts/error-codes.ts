/** The cause and fix for each code of an error, difference or warning. A code that ends in `/*` covers a family. */
const entries: Readonly<Record<string, string>> = {
  usage:
    'The command line is invalid: an unknown option, a missing argument, or options that cannot be combined. See `--help`.',
  'access/*':
    'A confined command may use only the folders it was given. Use a path inside them, or start it with other folders.',
  'assess/*': 'An option of `assess` is out of range, or the results lack data that this part needs.',
  'assess/no-results': 'This part of `assess` needs results. Give them with `--results`.',
  'assess/other-selection': 'The plan no longer selects these tasks. Select again, or assess the plan instead.',
  'benchmark/added': 'The plan has a benchmark that the selection lacks. Run `winnow select`.',
  'benchmark/removed': 'The selection has a benchmark that the plan lacks. Run `winnow select`.',
  'compare/same': 'A and B are the same results.',
  'compare/systems':
    'A path contains results of several systems. Name one system, or give each its own path with `--name NAME=PATH`.',
  'design/*':
    'Probabilities, weights or strata in selection.json contradict each other. The file was edited or damaged. Run `winnow select`.',
  'engine/memory': 'DuckDB ran out of memory on this file. Split the file, or select fewer columns.',
  'engine/missing':
    'Reading Parquet needs the package @duckdb/node-bindings. Install it, or convert the file to CSV or JSON lines.',
  'engine/trino':
    'The Trino server refused the request or returned an unexpected answer. Check the server, catalog, schema, table and credentials.',
  'estimate/*': 'An option of `estimate` does not fit the selection or the results. The message shows which.',
  'estimate/baseline': 'No system in the results has this name. Use a name from the results.',
  'estimate/focus': 'The tasks were chosen by rank, so they do not represent the pool. Draw a sample instead.',
  'estimate/label': 'The selection has no pool counts for this label. Use a label of the plan with at most 200 values.',
  'estimate/require':
    "A requirement compares a system with a number, or two systems: `--require 'new - baseline >= 0'`.",
  'exclude/*':
    'The validity runs are inconclusive. Name the systems with reference, no-op or regraded runs, or run the tasks again.',
  'export/*': 'The export is not possible with these settings. The message lists the setting and the tasks.',
  'export/collision':
    'Two tasks have the same name for this runner. Rename or exclude one, or export the benchmarks separately.',
  'export/empty': 'This runner cannot run any of the selected tasks. The message gives the reason for each.',
  'export/needs-commit':
    'Tasks in a git repository need `--git-url` and a full `--commit` hash; branches and tags can move.',
  'export/needs-dataset': 'This runner works on one dataset. Give `--dataset`, `--dataset-name` or `--path`.',
  'export/needs-path': 'Give the folder that contains the task folders with `--path`.',
  'export/no-folder': 'Selected tasks are not below `--path`. Check the path.',
  'export/not-in-dataset':
    'The dataset lacks selected tasks. Use the version of the dataset that the selection was made from.',
  'export/refused': 'The runner would refuse some tasks and end the whole job. Fix or exclude them.',
  'export/setting': 'A setting is missing, unknown to this runner, or malformed.',
  'export/too-long': 'The command line would be too long for the operating system. Use the suggested number of shards.',
  'export/unsayable': 'The runner cannot express this id. Use the format given in the message.',
  'export/which-benchmark':
    'The selection has several benchmarks, but the runner takes only one dataset. Add `--benchmark NAME`.',
  'fidelity/bootstrap': 'Too few tasks for the bootstrap; the interval is left out.',
  'file/conflict': 'selection.json contains merge conflict markers. Resolve them, or run `winnow select`.',
  'file/edited':
    'A file was edited: it differs from what the plan and the pool produce, although neither has changed. Undo the edit, or run `winnow check --fix`.',
  'file/hash':
    'The hash of a file differs from the one in selection.json: it was edited, or a run was interrupted. Run `winnow select`.',
  'file/layout': 'The content is correct, but formatted differently. Run `winnow check --fix`.',
  'file/missing': 'A file of the selection is missing. Run `winnow check --fix`.',
  'file/not-json': 'selection.json is not valid JSON. Restore it, or run `winnow select`.',
  'file/stale': 'The plan or the pool changed after the file was written. Run `winnow select`.',
  'file/temporary': 'Winnow cannot write temporary files. Set TMPDIR to a writable folder with free space.',
  'file/too-long':
    'selection.json is larger than 512 MiB and not in the layout that Winnow writes, so it cannot be read. Run `winnow select`.',
  'file/truncated': 'selection.json is empty or cut off. Run `winnow select`.',
  'file/unusable': 'The operating system refused this path. The message gives the reason.',
  'init/budget':
    'The earlier results have no costs or durations, so Winnow cannot turn a budget into a number of tasks. Use `--take`.',
  'init/prior': 'The earlier results do not contain any of the tasks. Check the ids, or use `--task-pattern`.',
  'input/nested': 'A file is nested too deeply. Run the command on one file at a time to find it.',
  internal: 'A bug in Winnow. Please report it with the message.',
  'manifest/malformed': 'selection.json lacks a key or has a value of the wrong type. Run `winnow select`.',
  'manifest/not-winnow': 'The file is JSON, but not a selection.',
  'manifest/version':
    'A newer version of Winnow wrote this selection in a format that this version cannot read. Use the newer version.',
  'mcp/limit': 'A call took more than 15 minutes, or its answer was too large. Ask for less.',
  'mcp/read-only': 'The server is read-only. Start it with `--write DIR`.',
  'note/*':
    'A note, not a failure: a different version, line endings, partly hashed tasks, or leftovers of an interrupted run.',
  'optimise/*': 'The solver could not be loaded, ran out of memory, or is not available here.',
  'optimise/broken-rule': 'The tasks of the selection break a rule of the plan. Run `winnow select`.',
  'optimise/empty': 'No eligible task matches a rule or its `where`, or no task would be selected. Correct the rule.',
  'optimise/infeasible': 'No selection satisfies all rules at once. Relax one of the rules listed in the message.',
  'optimise/numbers': 'The values of a field are too large or vary too much for the solver. Round them.',
  'optimise/take': 'The goal needs a number of tasks. Give `take`.',
  'optimise/time': 'The solver ran out of time. Raise `--time-limit`, or use fewer rules.',
  'optimise/too-large': 'There are too many eligible tasks to optimise. Narrow the pool with `where`.',
  'optimise/unknown':
    'A rule or the goal sums a field that some eligible tasks lack. Set `unknown`, or leave them out with `where`.',
  'optimise/unknown-task': 'A rule names a task that is not eligible. Correct the id, or write BENCHMARK/ID.',
  'outcomes/*':
    'A note or error about result files that were skipped, counted differently, or could not be read. Winnow never guesses results.',
  'outcomes/aggregate': 'The file has only totals. Use the file with one result per task.',
  'outcomes/empty': 'The file is empty. The run may still be in progress.',
  'outcomes/job-summary': 'Results come from the summary of a Harbor job, without costs and times.',
  'outcomes/model-unknown':
    'The results do not name their model, so each folder counts as a separate system. To change this, use `--name NAME=PATH`.',
  'outcomes/no-column': 'The table has no such column. Correct `--columns`.',
  'outcomes/no-result':
    'A run is marked as finished but has no reward. Mark it as passed or failed, or add the reward.',
  'outcomes/mixed-scores':
    'Some files have rewards between 0 and 1, and others only show which runs passed, so their scores cannot be compared. Correct the name of the reward column, name it with `--reward`, or add `--pass-at` to count every run as passed or failed.',
  'outcomes/no-task-column': 'The table has no recognisable task column. Name it with `--columns task=NAME`.',
  'outcomes/no-failures':
    'A file lists only passed tasks. In a leaderboard submission, all other tasks in the pool count as failed. In any other case, use the report of the run.',
  'outcomes/none':
    'No results were found at these paths. In nested folders, Winnow reads only files that have a standard name or name a task in the pool.',
  'outcomes/run-ids':
    'Several runs of one system count as repeats. If they are different systems, name each with `--name NAME=PATH`.',
  'outcomes/numbered-runs':
    'The message shows how numbered files or folders are counted. To change this, name each with `--name NAME=PATH`.',
  'outcomes/partial-rewards':
    'Some rewards are between 0 and 1, so figures are mean rewards. To count passes instead, use `--pass-at`.',
  'outcomes/part-or-whole':
    'A leaderboard file or GSO report lists only tasks of one tier. It may be a run of that tier or of the whole benchmark. Use `--tier` to specify which. If the command has no `--tier`, give a report that lists every task.',
  'outcomes/pooled':
    'Results of one system on a task differ in a column that names no system. If its values are different systems, use `--columns configuration=COLUMN`.',
  'outcomes/predictions': 'The file contains patches, not results. Use the evaluation report.',
  'outcomes/report-counts':
    "The counts in a SWE-bench report don't match its lists, so the file may have been cut off or edited. Check it, or evaluate again.",
  'outcomes/reward': 'A reward is not a number from 0 to 1. Give `--reward-range A..B`, or correct it.',
  'outcomes/same-name':
    'The same agent and model occur in several places and count as separate systems. To change this, use `--name NAME=PATH`.',
  'outcomes/same-systems': 'Two systems have the same results. Leave out copies.',
  'outcomes/several-scores': 'Results have several rewards or scorers. Choose with `--reward` or `--scorer`.',
  'outcomes/snapshot': 'A file repeats all results from another file and is not counted.',
  'outcomes/status': 'A status is unknown. Define it: `--status WORD=passed` (or failed, error, not-run).',
  'outcomes/twice':
    'There are two results for the same task, system, run and attempt. Keep one, or number the attempts.',
  'outcomes/unclear-table': 'The table could be read in two ways. Name its columns with `--columns`.',
  'outcomes/unknown-column':
    'A column of a table of results is unknown and resembles a known one. Correct its name, or name it with `--columns`.',
  'outcomes/unknown-format': 'The file is not in a known result format. docs/reference/formats.md lists the formats.',
  'outcomes/unreadable': 'A file cannot be read. The message gives the reason.',
  'output/apart': 'The selection must be in the plan’s folder or below it, so that both can be written together.',
  'output/busy': 'Another command is writing to this folder. Wait for it. An abandoned lock expires after 30 seconds.',
  'output/exists': 'The file exists. Choose another name, or use `--force`.',
  'output/is-input': 'The output would overwrite a file that the command reads. Choose another path.',
  'output/not-put-back': 'Writing failed, and a replaced file could not be restored. Run the command again.',
  'output/occupied': 'The folder contains other files. Use an empty folder.',
  'output/other-kind':
    'A file of another kind exists at this path, and Winnow does not replace it. Delete it, or choose another path.',
  'output/other-plan': 'The selection there was made by another plan. Use `--out`, or `--force` to replace it.',
  'output/unwritable': 'The file or folder cannot be written. Nothing was changed.',
  'page/*': 'The page could not compute this. Reload the page. If it happens again, report it.',
  'pilot/budget': 'The budget does not cover one task of each benchmark. Raise it, or use fewer repeats.',
  'plan/ambiguous':
    'Several plans have the name of the selection’s plan, and none of them produces it now. Give the plan with `--plan`.',
  'plan/bounds': 'A minimum is larger than its maximum. Correct `at_least` or `at_most`.',
  'plan/changed': 'The plan changed while the command ran. Run it again.',
  'plan/draw': 'This combination has no known probabilities. See docs/methods/designs.md.',
  'plan/embedded': 'You cannot change a built-in plan. Copy it, and give the copy with `--plan`.',
  'plan/empty': 'The plan is empty. `winnow init PATH` writes one.',
  'plan/exists': 'A plan with this name already exists. Choose another path, or remove it.',
  'plan/exclusions': 'The file of exclusions is missing or invalid.',
  'plan/history': 'The versions in `history` must be numbered from 2, oldest first.',
  'plan/invalid': 'A value has the wrong type or form. The message gives the expected one.',
  'plan/is-a-pool': 'The path contains tasks, not a plan. `winnow init PATH` writes a plan for them.',
  'plan/keep':
    '`keep` works only if tasks are ranked or optimised, and without rules or a purpose only with `new_at_most: 0`.',
  'plan/looks': 'The planned looks contradict the plan, or are not ascending. See docs/guides/comparing.md.',
  'plan/missing-rule': 'A component has a weight but no rule. Add it under `components`.',
  'plan/name': 'A plan name may contain only letters, digits, dots, dashes and underscores.',
  'plan/none': 'The folder has data but no plan. `winnow init .` writes one.',
  'plan/not-found': 'The plan was not found. Give a path, or the name of a built-in plan.',
  'plan/optimise': 'These keys cannot be combined with `optimise`. See docs/guides/quotas-and-budgets.md.',
  'plan/other': 'The selection was made by another plan. Run `winnow select` with `--force` to replace it.',
  'plan/purpose': 'A purpose needs earlier results under `prior`, and replaces `group`, `prefer`, `draw` and `ensure`.',
  'plan/rank-by': 'There is no numeric field with this name to rank by. Use one listed in the message.',
  'plan/repeated': 'A name or key occurs twice. Remove one.',
  'plan/rules':
    'In a sample, rules can only set minimums and maximums for one field. For other rules, add `rank` or `optimise`.',
  'plan/seed': 'A random draw needs a `seed`, so that it can be repeated.',
  'plan/several-pools':
    'This key applies to a single pool, but the plan has several. Move the pools under `benchmarks`.',
  'plan/syntax': 'The file is not valid YAML. The message gives the line and column.',
  'plan/too-few': 'Each benchmark needs at least one task. Ask for more tasks.',
  'plan/too-many': 'The plan asks for more tasks than the pool has.',
  'plan/unexplained-exclusion': 'The reason "other" needs `evidence`.',
  'plan/unknown-key': 'This key is not allowed here. The message suggests the closest one.',
  'plan/unknown-name': 'A field, phase or component is not declared. The message lists the declared ones.',
  'plan/unreachable-phase': 'No rule assigns this phase. Assign it, or remove it from `phases`.',
  'plan/unreadable': 'The plan file cannot be read.',
  'plan/unused': 'This part of the plan has no effect. Remove it, or remove the part that overrides it.',
  'plan/waves': 'The plan combines `waves` with a key that does not work with it.',
  'plan/weights': 'Weights must sum to 1. The message gives the divisor.',
  'pool/ambiguous-field': 'The plan ranks by a name that its score and a field of the pool share. Rename the score.',
  'pool/benchmark': 'Tasks were given for a benchmark that the plan lacks.',
  'pool/blank-row': 'A row is empty and is skipped.',
  'pool/changed':
    'A source changed while Winnow read it, or since the selection was made. Run the command again, or select again.',
  'pool/cluster':
    'This command needs every task, but the pool is a cluster table. Use a command that needs only candidates, or a file.',
  'pool/count': 'The number of tasks in the source differs from `expect`. If the benchmark changed, update `expect`.',
  'pool/empty': 'A benchmark has no tasks. Check the path and `where`.',
  'pool/grown': 'The pool has new tasks. Run `winnow select`, or `winnow refresh`.',
  'pool/header-row': 'A row repeats the header and is skipped.',
  'pool/incomplete': 'Rows are missing from the pool table. Write it again with `winnow pool`.',
  'pool/join': 'A side table cannot be joined. Check its path and its id column.',
  'pool/no-column': 'There is no such column. Use one listed in the message.',
  'pool/no-field': 'No task has this field. Name its column under `columns`.',
  'pool/no-folders': 'The plan does not give this benchmark’s location below `--benchmarks`. Add `folders`.',
  'pool/no-phase': 'Some tasks have no phase. Add their label to the rule, or add `otherwise`.',
  'pool/no-table': 'There is no such table or folder of benchmarks.',
  'pool/no-value': 'A task lacks the field that a component needs. Add `unknown` or `otherwise`.',
  'pool/not-a-number':
    'The plan needs numbers from a column with cells that aren’t numbers. Correct the cells, or clear them.',
  'pool/not-found': 'The path does not exist.',
  'pool/nothing-found': 'No tasks were found. The message lists what was found instead.',
  'pool/open-quote': 'An unclosed quote makes rows part of a cell. Close it. A quote inside a cell must be doubled.',
  'pool/other-settings': 'The pool table was made with other settings. Write it again, or restore the settings.',
  'pool/partly-hashed': 'A task is too large or has an unreadable file, so Winnow cannot detect changes there.',
  'pool/passed-over': 'A file or folder was skipped. The message gives the reason.',
  'pool/predictions': 'The file contains patches, not tasks.',
  'pool/prior': 'The earlier results cannot be used with these settings. Check the names of the systems.',
  'pool/remark': 'A task looks incomplete, for example because its patch is missing.',
  'pool/repeated-row': 'A row is identical to another. It counts once.',
  'pool/results': 'The file contains results, not tasks. Use it with `--results` or `prior`.',
  'pool/same-id': 'Two tasks have the same id. Fix the source, or exclude one.',
  'pool/several-formats': 'The source contains several formats. Choose one with `format`.',
  'pool/several-values':
    'Tasks have several values in a column that the plan uses as one value. Test the column with `has`.',
  'pool/shrunk': 'Tasks are missing from the pool. Run `winnow refresh`, or restore them.',
  'pool/too-large': 'The pool is too large for this operation.',
  'pool/totals-row': 'A row looks like a row of totals. If it is one, remove it from the file.',
  'pool/unknown-exclusion': 'An excluded id is not in the pool. Correct it, or remove the exclusion.',
  'pool/unknown-format': 'There is no such format. See docs/reference/formats.md.',
  'pool/unknown-label': 'A label is not in `vocabulary`. Correct it, or add it.',
  'pool/unknown-pin': 'A pinned id is not in the pool.',
  'pool/unpacked': 'An archive cannot be unpacked, or is too large when unpacked.',
  'pool/unreadable': 'A file or row cannot be read. The message gives the reason.',
  'refresh/only-replace':
    'The new version would also leave out sound tasks, for the reason in the message. Refresh without `--only-replace`, or keep the earlier pool.',
  'refresh/tier':
    'A tier cannot be refreshed separately. Refresh the whole selection, then write the tier with `winnow select --tier`.',
  'results/ambiguous': 'An id occurs in several benchmarks. Add a column `benchmark`.',
  'results/configuration': 'No system in the results has this name.',
  'results/double': 'One task has two results for the same system and attempt. Keep one, or number the attempts.',
  'results/more': 'More results do not match; only the first are listed.',
  'results/no-overlap': 'The results do not contain any of the selected tasks. Check the ids, or use `--task-pattern`.',
  'results/other-benchmark': 'The results are for tasks from another suite. Use results for the suite you named.',
  'results/other-version': 'Most tasks in the results are not in the benchmark.',
  'results/reward': 'A reward must be from 0 to 1.',
  'results/versions': 'The results are for other versions of the tasks. Use matching results, or `--any-version`.',
  'rule/*': 'The listed tasks break a rule of the plan. Run `winnow select`.',
  'run/failed': 'The plan no longer runs on this pool. Fix the errors below.',
  'selection/budget': 'A budget needs the cost or duration of a run: `run: { cost_usd: …, seconds: … }`.',
  'selection/chances': 'Winnow cannot compute probabilities from this field. Use a number that most tasks have.',
  'selection/changed': 'The selection changed while the command ran. Run it again.',
  'selection/deviations': '`neyman` needs earlier results under `prior`, or `deviations`.',
  'selection/draw': 'This draw does not fit the pool. The message suggests an alternative.',
  'selection/earlier-version': 'A refresh was interrupted. Run the `winnow select` command in the message.',
  'selection/edited':
    'The tasks in selection.json were edited after Winnow wrote it. `winnow check` lists the changes. To change a selection, change the plan, such as with `pin` or `winnow exclude`, and run `winnow select`.',
  'selection/empty-group': 'A setting contains a value that no eligible task has.',
  'selection/floors': 'The `at_least` values add up to more than `take`. Raise `take`, or lower them.',
  'selection/interrupted': 'A command was interrupted while writing this selection. Run `winnow select` again.',
  'selection/looks': 'The selection does not fit the planned looks. See docs/guides/comparing.md.',
  'selection/no-groups': 'No eligible task has the field of `group.by`.',
  'selection/no-ranks': 'No eligible task has the field to rank by.',
  'selection/no-size': 'A purpose needs `take`, `precision`, `detect` or `budget`.',
  'selection/not-found': 'No selection was found. Run `winnow select`, or give the path of a selection.',
  'selection/not-in-git': 'Git has no such file at this revision. Write REVISION:path/selection.json.',
  'selection/nothing': 'No task would be selected. Check `where`, the exclusions and the limits.',
  'selection/nothing-learned': 'No eligible task has earlier results. Check `prior`.',
  'selection/pin':
    'A pinned task is excluded or not eligible, or more tasks are pinned than `take` or `at_most` allows.',
  'selection/plan-changed':
    'The plan changed after the selection was made. Select again, or use `--allow-changed-plan`.',
  'selection/quota': 'The quota cannot be met with this number of tasks.',
  'selection/replacement': 'In a sample, the replacement of an excluded task is drawn at random. Remove `replacement`.',
  'selection/same-task':
    'The same id would be selected in two benchmarks. Narrow a source, or declare `distinct: true`.',
  'selection/shortfall': 'The pool does not have enough tasks. Ask for fewer, or use `--allow-shortfall`.',
  'selection/target': 'The target cannot be reached or forecast. Use `take`.',
  'selection/tier': 'There is no such tier, or this plan cannot have tiers.',
  'selection/waves':
    'The benchmark cannot be run in two waves, because that requires `purpose: level` and at least 30 earlier systems.',
  'selection/too-large': 'The selection is too large for one JSON document.',
  'selection/unreached': 'Some tasks would have no chance of being drawn. Use `at_least: 1`, or a larger `take`.',
  'selection/unreadable': 'The selection cannot be read.',
  'selection/where': 'No task satisfies `where`. Check the values.',
  'serve/port': 'The port is in use or not allowed. Choose another with `--port`.',
  'status/*': 'An option of `status` is out of range, or `--budget` needs the cost of a run.',
  'sum/*': 'Figures in selection.json contradict each other. The file was edited or damaged. Run `winnow select`.',
  'task/ambiguous': 'Several benchmarks have this id. Write BENCHMARK/ID.',
  'task/empty-list': 'No task was named. Give at least one id.',
  'task/excluded': 'The task is already excluded. To change the reason, edit the exclusion.',
  'task/extra': 'The selection lists a task that the plan no longer selects. Run `winnow select`.',
  'task/missing': 'The plan selects a task that the selection lacks. Run `winnow select`.',
  'task/moved': 'The values of tasks have changed. Run `winnow select`.',
  'task/unknown': 'No benchmark has this task. The message suggests the closest ids.',
  'tier/stale': 'A folder contains a tier that the plan no longer has. Run `winnow select`, which removes its files.',
  'uplift/*': 'A comparison needs two systems with results on the same tasks, and valid options.',
};

export interface ErrorHelp {
  readonly code: string;
  readonly text: string;
}

export const errorCatalogue: readonly ErrorHelp[] = Object.entries(entries).map(([code, text]) => ({ code, text }));

export function errorHelp(code: string): ErrorHelp | undefined {
  const family = `${code.split('/')[0]}/*`;
  const text = Object.hasOwn(entries, code)
    ? entries[code]
    : Object.hasOwn(entries, family)
      ? entries[family]
      : undefined;
  return text === undefined ? undefined : { code, text };
}
