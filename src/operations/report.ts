import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { quietLine, warningSection } from '../core/blocks/blocks.js';
import { type ReportDocument, reportSchema } from '../core/contracts/command-documents.js';
import { readManifest } from '../core/manifest/read-manifest.js';
import type { Warning } from '../core/model/errors.js';
import { countOf, formatCount, quotedWord, visibleText } from '../core/text/words.js';
import { existsSync, readFileSync } from '../disk/file-access.js';
import { planToUse } from '../disk/find-plan.js';
import { loadPlan } from '../disk/load-plan.js';
import { planInputs, refuseInputs, refuseOtherKind } from '../disk/protect-files.js';
import { findSelection } from '../disk/read-selection.js';
import { writeFile } from '../disk/write-together.js';
import { explorerPage } from '../explorer/host/explorer-page.js';
import { type LeftOut, leavable } from '../explorer/host/left-out.js';
import { operation, option } from './declare/operation.js';
import { cacheOf, largeSelector, pathsRead, runPlanOptions } from './inputs/plan-pools.js';
import { resultOptions, resultsOf } from './inputs/results.js';
import { planLine } from './inputs/used-plan.js';

export const pageOptions = {
  plan: option.optionalArgument('a plan file (YAML), a selection folder, or the name of a built-in plan', {
    path: 'read',
  }),
  results: option.texts('path', 'results to show: tables, SWE-bench, Harbor, Terminal-Bench, Inspect …', {
    short: 'r',
    path: 'read',
  }),
  looks: option.text('file', 'the record of looks to show', {
    default: 'the one that "winnow next" writes',
    path: 'read',
  }),
  without: option.of(
    z.optional(z.array(z.enum(leavable))),
    `parts to leave out of the page, separated by commas: ${leavable.join(', ')}`,
    { value: leavable.join(','), fromText: leftOutFrom },
  ),
  ...resultOptions,
  ...runPlanOptions,
};

const usualPage = 'report.html';

export const report = operation({
  name: 'report',
  group: 'Share',
  summary: 'Write a selection as a self-contained HTML page',
  description:
    'The page works offline, and you can email or publish it. It contains the plan, the tasks in its pools and the\n' +
    'given results. For pools with more than 100,000 tasks, it contains only the selected tasks and overall counts.',
  input: { html: option.text('file', 'the file to write', { default: usualPage, path: 'write' }), ...pageOptions },
  output: { report: reportSchema },
  writes: true,
  run: async (input, ports) => {
    const choice = await planToUse(input.plan, { use: 'answer' });
    const { plan } = choice;
    const file = input.html ?? usualPage;
    const { results, systems, reading } = await resultsOf(input);
    const {
      html,
      tasks,
      warnings: found,
      usesCoveredTier,
    } = await ports.working('making the page', () =>
      explorerPage({
        ...input,
        results,
        systems,
        reading,
        plan,
        cache: cacheOf(input, ports),
        selectLarge: largeSelector(input, ports),
      }),
    );
    const loaded = await loadPlan(plan);
    const inputs = [...planInputs(loaded), ...(results ?? []), ...pathsRead(input)];
    writeFile(file, html, () => protectInputs(file, inputs));
    const warnings = [...(await tierNotes(input.plan, loaded.name, usesCoveredTier)), ...found];
    const notes = warnings.length === 0 ? {} : { warnings };
    const document: ReportDocument = { file, bytes: Buffer.byteLength(html), tasks, plan, ...notes };
    return { document, used: { ...choice, name: loaded.name } };
  },
  document: ({ document }) => document,
  view: ({ document: { file, bytes, tasks, warnings = [] }, used }) => {
    const size = `${formatCount(Math.ceil(bytes / 1000))} kB, ${countOf(tasks, 'task')}`;
    return [
      ...warningSection(warnings),
      { blocks: [planLine(used), quietLine(`Wrote ${visibleText(file)} (${size})`)] },
    ];
  },
  forAgents: false,
  examples: [
    { words: 'Write a page for the built-in plan ccb', command: 'winnow report ccb --html ccb.html' },
    { words: 'Include results', command: 'winnow report plan.yaml --html report.html --results results/' },
    { words: 'Include only the selected tasks', command: 'winnow report ccb --html ccb.html --without unselected' },
  ],
});

/** Warns that the page for a tier shows the whole selection. */
async function tierNotes(
  named: string | undefined,
  plan: string,
  usesCoveredTier: boolean,
): Promise<readonly Warning[]> {
  if (named === undefined || !existsSync(join(named, 'selection.json'))) return [];
  const source = await findSelection(named);
  const manifest = source.kind === 'manifest' ? readManifest(source.text).manifest : undefined;
  if (manifest?.metadata.tier === undefined) return [];
  const figures = usesCoveredTier
    ? 'Figures from results are for the tier that the results cover.'
    : `Figures from results are for the whole selection too. For estimates from the tier, use "winnow estimate ${quotedWord(named)} RESULTS".`;
  const message = `${visibleText(named)} contains only the tier "${visibleText(manifest.metadata.tier.name)}" (${countOf(manifest.tasks.length, 'task')}), but the page shows the whole selection of ${visibleText(plan)}. ${figures}`;
  return [{ code: 'tier-not-shown', message }];
}

function leftOutFrom(text: string): readonly LeftOut[] {
  return text.split(',').map((part) => {
    const found = leavable.find((each) => each === part.trim());
    if (found === undefined) throw new Error(`Expected ${leavable.join(' or ')}, or both separated by a comma.`);
    return found;
  });
}

/** Allows only HTML pages to be replaced, and in a folder that was read only Winnow's own pages. */
function protectInputs(file: string, inputs: readonly string[]): void {
  refuseInputs([file], inputs, () => readFileSync(resolve(file), 'utf8').slice(0, 4000).includes('· Winnow</title>'));
  refuseOtherKind([file], {
    name: 'an HTML page',
    isText: isPage,
  });
}

/** Whether text is an HTML page: a doctype or an `html` element comes first, after any comments. */
function isPage(text: string): boolean {
  let at = 0;
  const skipSpace = () => {
    while (/\s/.test(text.charAt(at))) at += 1;
  };
  for (skipSpace(); text.startsWith('<!--', at); skipSpace()) {
    const end = text.indexOf('-->', at + '<!--'.length);
    if (end === -1) return false;
    at = end + '-->'.length;
  }
  return /^<(?:!doctype\s+html|html)\b/i.test(text.slice(at, at + 1000));
}
