import * as z from 'zod/mini';
import { questions } from '../core/assess/questions.js';
import { purposes } from '../core/purposes/purposes.js';
import { runnerNames } from '../exports/runners/runners.js';
import { planArgument, selectionArgument } from './folders.js';
import { count, flag, flags, option, paths, readable, safe, said, type Tool, text, tool } from './tool.js';

const planKeys = {
  plan: option('A plan file, or "ccb", the plan that ships.'),
  plan_text: option('The plan itself, as YAML, in place of a file; its paths start where relative paths do.'),
};
const ofSelection = text('A selection.json, the folder it lies in, or a plan file.');
const resultPaths = 'Files or folders of results of runs.';
const somePaths = (sentence: string) => z.optional(paths(sentence));

/** Every tool there is, in the order in which one comes to need them. */
export const tools: readonly Tool[] = [
  tool({
    name: 'inspect_tasks',
    title: 'Inspect tasks',
    description:
      'Says what tasks are in files and folders, in which formats, with which fields, and what is wrong with them.',
    writes: false,
    document: 'inspect',
    input: z.strictObject({ paths: paths('Files or folders of tasks.') }),
    call: (given, folders) => ({
      args: ['inspect', ...(readable(folders, given.paths) ?? [])],
      document: 'inspect',
    }),
  }),
  tool({
    name: 'draft_plan',
    title: 'Draft a plan',
    description:
      'Drafts a plan that selects from the tasks in files and folders; it runs as it is, unless ids are repeated, and asks in comments what only a person can decide. Where the server may write, it is written to "file"; otherwise its text is in the answer.',
    writes: true,
    document: 'init',
    input: z.strictObject({
      paths: paths('Files or folders of tasks.'),
      file: option('The plan to write (default: plan.yaml).'),
      sample: count('Draw so many tasks at random, to represent them all.'),
      take: count('How many tasks to take in all, ranked by effort.'),
      rank_by: option('Take the tasks with the most of this number; "FIELD asc": with the least.'),
      purpose: z.optional(said(z.enum(purposes.map(({ name }) => name)), 'What results are to tell; needs prior.')),
      prior: somePaths('Results of earlier systems on these tasks, to learn from.'),
      precision: option('As many tasks as give a level to "4 points".'),
      detect: option('As many tasks as find a difference of "10 points".'),
      budget: option('As many tasks as "$300" or "6 hours" pay for.'),
    }),
    call: (given, folders) => {
      const file = given.file ?? 'plan.yaml';
      const place = folders.mayWrite ? [`--out=${folders.toWrite(file)}`] : [`--out=${file}`, '--dry-run'];
      const aim = ['sample', 'take', 'precision', 'detect', 'budget', 'purpose'] as const;
      return {
        args: [
          'init',
          ...(readable(folders, given.paths) ?? []),
          ...place,
          ...aim.flatMap((name) => flag(name, given[name])),
          ...flag('rank-by', given.rank_by),
          ...flags('prior', readable(folders, given.prior)),
        ],
        document: 'init',
      };
    },
  }),
  tool({
    name: 'save_plan',
    title: 'Save a plan',
    description: 'Writes a plan to a file, if it reads as one, and answers with what it selects.',
    writes: true,
    document: 'selection',
    input: z.strictObject({
      file: text('The plan to write; one that is there is replaced.'),
      plan_text: text('The plan, as YAML.'),
    }),
    call: ({ file, plan_text }, folders) => [
      { args: ['mcp', `--save=${folders.toWrite(file)}`], input: plan_text, document: 'error' },
      { args: ['select', safe(file), '--dry-run'], document: 'selection' },
    ],
  }),
  tool({
    name: 'validate_plan',
    title: 'Validate a plan',
    description: 'Runs a plan without writing anything: what it selects, its warnings, or every fault with its line.',
    writes: false,
    document: 'selection',
    input: z.strictObject(planKeys),
    call: (given, folders) => {
      const { named, input } = planArgument(folders, given);
      return { args: ['select', safe(named), '--dry-run'], input, document: 'selection' };
    },
  }),
  tool({
    name: 'select_tasks',
    title: 'Select tasks',
    description:
      'Selects tasks by a plan file. Where the server may write, it writes selection.json, METHODOLOGY.md and selection.csv into "out".',
    writes: true,
    document: 'selection',
    input: z.strictObject({
      plan: text('A plan file, or "ccb", the plan that ships.'),
      out: option('The folder to write into (default: selection).'),
    }),
    call: ({ plan, out = 'selection' }, folders) => {
      const { named } = planArgument(folders, { plan });
      const place = folders.mayWrite ? flag('out', folders.toWrite(out)) : ['--dry-run'];
      return { args: ['select', safe(named), ...place], document: 'selection' };
    },
  }),
  tool({
    name: 'explain_task',
    title: 'Explain a task',
    description:
      'Says why tasks are in or out of the selection of a plan, and the smallest change that would alter that.',
    writes: false,
    document: 'explain',
    input: z.strictObject({
      tasks: said(
        z.array(z.string()).check(z.minLength(1), z.maxLength(20)),
        'Ids; BENCHMARK/ID where several have it.',
      ),
      ...planKeys,
    }),
    call: ({ tasks, ...plan }, folders) => {
      const { named, input } = planArgument(folders, plan);
      return { args: ['explain', `--plan=${named}`], operands: tasks, input, document: 'explain' };
    },
  }),
  tool({
    name: 'assess_selection',
    title: 'Assess a selection',
    description: `Asks how good a selection is: ${questions.map(({ name, summary }) => `${name} (${summary})`).join('; ')}. Without a question, a report card.`,
    writes: false,
    document: undefined,
    input: z.strictObject({
      selection: ofSelection,
      question: z.optional(said(z.enum(questions.map(({ name }) => name)), 'One question; without it all of them.')),
      results: somePaths(resultPaths),
    }),
    call: ({ selection, question, results }, folders) => {
      const named = selectionArgument(folders, selection);
      const asked = question === undefined ? ['assess'] : ['assess', question];
      return {
        args: [...asked, safe(named), ...flags('results', readable(folders, results))],
        document: asked.join('-'),
      };
    },
  }),
  tool({
    name: 'estimate_pool',
    title: 'Estimate from results',
    description:
      'From results of runs on the selected tasks, estimates what each system would reach on the whole pool, with intervals, and how systems differ; of a purposive selection it speaks of the selected tasks only.',
    writes: false,
    document: 'estimate',
    input: z.strictObject({
      selection: ofSelection,
      results: paths(resultPaths),
      baseline: option('The configuration that the others are compared with.'),
      require: option('What must hold, such as "new - baseline >= 0".'),
    }),
    call: ({ selection, results, baseline, require }, folders) => {
      const named = selectionArgument(folders, selection);
      return {
        args: [
          'estimate',
          safe(named),
          ...(readable(folders, results) ?? []),
          ...flag('baseline', baseline),
          ...flag('require', require),
        ],
        document: 'estimate',
      };
    },
  }),
  tool({
    name: 'export_selection',
    title: 'Export a selection',
    description: `Writes what a runner needs to run the selection, with a README of the exact command. Runners: ${runnerNames.join(', ')}.`,
    writes: true,
    document: 'export',
    input: z.strictObject({
      selection: ofSelection,
      to: said(z.enum(runnerNames), 'The runner.'),
      out: text('The folder to write, of its own.'),
      path: option('The folder that the tasks’ folders are relative to.'),
      dataset: option('Rows of the data set to filter.'),
      limit: count('Only the first so many, in proportion.'),
    }),
    call: ({ selection, to, out, path, dataset, limit }, folders) => {
      const named = selectionArgument(folders, selection);
      return {
        args: [
          'export',
          safe(named),
          `--to=${to}`,
          `--out=${folders.toWrite(out)}`,
          ...flag('path', path === undefined ? undefined : folders.toRead(path)),
          ...flag('dataset', dataset === undefined ? undefined : folders.toRead(dataset)),
          ...flag('limit', limit),
        ],
        document: 'export',
      };
    },
  }),
  tool({
    name: 'check_selection',
    title: 'Check a selection',
    description: 'Runs the plan again and names every difference from the selection on disk.',
    writes: false,
    document: 'check',
    input: z.strictObject({ selection: text('A selection.json or the folder it lies in.') }),
    call: ({ selection }, folders) => ({
      args: ['check', safe(selectionArgument(folders, selection))],
      document: 'check',
    }),
  }),
];
