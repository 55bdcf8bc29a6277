import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserForFile } from '../support/browser.js';
import { isDeep, oneIn } from '../support/depth.js';
import { reportUrl } from '../support/explorer-page.js';
import { runWinnow } from '../support/run-winnow.js';
import { startWinnow } from '../support/start-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const open = browserForFile();
const folder = suiteFolder();

/** Names that are harmful wherever one of them is taken for anything but text. */
const names = [
  '<img src=x onerror=hacked()>',
  '</script><script>hacked()</script>',
  '<svg onload=hacked()>',
  '"><b onmouseover=hacked()>',
  "javascript:hacked()//'",
  'line\u2028separator\u2029here',
  'right\u202eto\u2066left',
  '{{hacked()}}`',
  '../../etc/passwd?a#b%00',
  '&lt;b&gt; &amp; 100%',
];
const row = (id: string, i: number) =>
  JSON.stringify({ id, repo: id, language: id, category: id, difficulty: id, files_changed: i + 1 });
writeFileSync(join(folder, 'tasks.jsonl'), `${names.map(row).join('\n')}\n`);
const quoted = (text: string) => JSON.stringify(text);
writeFileSync(
  join(folder, 'plan.yaml'),
  `
name: hostile
title: ${quoted(names[0] ?? '')}
description: ${quoted(names[1] ?? '')}
phases: [${quoted(names[2] ?? '')}]
phase: ${quoted(names[2] ?? '')}
score: { name: ${quoted(names[3] ?? '')}, weights: { size: 0.5, spread: 0.5 }, components: { size: { ramp: files_changed, full: 10 }, spread: { ramp: files_changed, full: 20 } } }
benchmarks:
  mine:
    title: ${quoted(names[0] ?? '')}
    notes: [${quoted(names[1] ?? '')}]
    source: { path: tasks.jsonl }
    expect: ${names.length}
    select: { take: 5, group: { by: repo }, prefer: [score desc] }
`,
);

/** Nothing that a name says has become an element, an attribute or a script. */
async function expectText(page: Page): Promise<void> {
  const found = await page.evaluate(`({
    markup: document.querySelectorAll('img:not(.picture[src^="data:image/svg+xml,"]), iframe, object, embed, b, [onerror], [onload], [onmouseover]').length,
    scripts: [...document.scripts].map(({ type }) => type),
    links: [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href')).filter((to) => !/^(?:#|data:|blob:)/.test(to)),
    directions: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText),
  })`);
  expect(found).toEqual({
    markup: 0,
    scripts: ['text/plain', ''],
    links: [],
    directions: false,
  });
}

describe('tasks of strangers', () => {
  const views = ['', '?edit', 'methods', 'results'];

  it.each(oneIn(4, views))('are text in the view %s of the report', async (view) => {
    const page = await open(`${reportUrl(folder, './plan.yaml')}#/${view}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Calculating').first().waitFor({ state: 'detached' });
    await expectText(page);
  });

  it('are shown as they are written, and lead to their own views', async () => {
    const server = await startWinnow(['view', './plan.yaml'], folder);
    try {
      const page = await open(`${server.url}#/`);
      for (const name of names) {
        const shown = name.replace(
          /[\u2028\u2029\u202e\u2066]/g,
          (character) => `\\u${character.charCodeAt(0).toString(16)}`,
        );
        await page.getByRole('link', { name: shown, exact: true }).click();
        await page.getByRole('heading', { level: 1 }).filter({ hasText: shown }).waitFor();
        await expectText(page);
        await page.goBack();
      }
    } finally {
      await server.stop();
    }
  });

  it.runIf(isDeep)('are text in the pictures of assess', async () => {
    const { code } = runWinnow(['assess', './plan.yaml', '--pictures', 'pictures'], { cwd: folder });
    expect(code).toBe(0);
    const pictures = readdirSync(join(folder, 'pictures'));
    expect(pictures.length).toBeGreaterThan(0);
    for (const name of pictures) {
      const page = await open(pathToFileURL(join(folder, 'pictures', name)).href);
      const found = await page.evaluate(`({
        root: document.documentElement.tagName,
        markup: document.querySelectorAll('script, img, b, foreignObject, svg svg, [onload], [onerror], a').length,
      })`);
      expect({ name, found }).toEqual({ name, found: { root: 'svg', markup: 0 } });
    }
  });

  it('are text when the address names them', async () => {
    const hash = `#/task/mine/${encodeURIComponent('<img src=x onerror=hacked()>no such task')}`;
    const page = await open(`${reportUrl(folder, './plan.yaml')}${hash}`);
    await page.getByText('no such task').first().waitFor();
    await expectText(page);
  });
});
