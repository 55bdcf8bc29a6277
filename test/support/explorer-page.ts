import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { runWinnow } from './run-winnow.js';

const reports = new Map<string, string>();

/** Writes the HTML report of a plan into a folder, once, and gives its address there. */
export function reportUrl(folder: string, plan = 'ccb', ...args: readonly string[]): string {
  const key = [folder, plan, ...args].join('\n');
  const known = reports.get(key);
  if (known !== undefined) return known;
  const name = `report-${reports.size}.html`;
  const { code, stderr } = runWinnow(['report', plan, '--html', name, ...args], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const url = pathToFileURL(join(folder, name)).href;
  reports.set(key, url);
  return url;
}

/** A page with its data as JSON instead of deflated. */
export function inflated(html: string): string {
  return html.replace(/(?<=id="winnow-data">)[^<]+/, (packed) =>
    inflateRawSync(Buffer.from(packed, 'base64')).toString(),
  );
}

const outputs = ['selection.json', 'selection.csv', 'METHODOLOGY.md'] as const;
type Output = (typeof outputs)[number];
type Saved = Output | 'plan.yaml';

/** What the page saves, by its button in the view "What if": the changed plan and what it selects. */
export async function savedFiles(
  page: Page,
  names: readonly Saved[] = ['plan.yaml', ...outputs],
): Promise<Record<Saved, string>> {
  const files: Partial<Record<Saved, string>> = {};
  for (const name of names) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(name);
    files[name] = readFileSync(await download.path(), 'utf8');
  }
  return files as Record<Saved, string>;
}

const selections = new Map<string, Record<Output, string>>();

/** What `winnow select` writes for the text of a plan, in a folder that has its pool; it is asked once for each text. */
export function selectedByCommandLine(folder: string, planText: string): Record<Output, string> {
  const key = [folder, planText].join('\n');
  const known = selections.get(key);
  if (known !== undefined) return known;
  writeFileSync(join(folder, 'saved.yaml'), planText);
  const { code, stderr } = runWinnow(['select', './saved.yaml', '--out', 'by-cli', '--force', '--quiet'], {
    cwd: folder,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  // The page saves the plan as plan.yaml.
  const textOf = (name: Output) => readFileSync(join(folder, 'by-cli', name), 'utf8');
  const texts = outputs.map((name) => [name, textOf(name).replace('"file": "saved.yaml"', '"file": "plan.yaml"')]);
  const selected = Object.fromEntries(texts) as Record<Output, string>;
  selections.set(key, selected);
  return selected;
}

/** The ids that a manifest selects. */
export function idsOf(manifest: string): readonly string[] {
  return (JSON.parse(manifest) as { tasks: { task_id: string }[] }).tasks.map((task) => task.task_id);
}

/** Presses Tab until what has the focus has this accessible name. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 300; pressed++) {
    await page.keyboard.press('Tab');
    if ((await focusedName(page)) === name) return;
  }
  throw new Error(`no ${name} is reached by Tab`);
}

/** The name of what has the focus, as a screen reader is told it. */
async function focusedName(page: Page): Promise<string> {
  const focused = page.locator(':focus');
  // Past the last element Tab leaves the page, and comes in again at its top.
  if ((await focused.count()) === 0) return '';
  const snapshot = await focused.ariaSnapshot();
  return /^- [\w-]+(?: "((?:[^"\\]|\\.)*)")?/.exec(snapshot)?.[1] ?? '';
}
