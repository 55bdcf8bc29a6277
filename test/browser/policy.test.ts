import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { htmlDocument } from '../../src/explorer/host/html-document.js';
import { browserForFile } from '../support/browser.js';
import { startWinnow } from '../support/start-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const open = browserForFile();
const blocked = [/Content Security Policy|requires 'Trusted/i];

describe('the policy of the page', () => {
  it('runs its own script, and none that got in as markup', async () => {
    const { html } = htmlDocument({
      title: 'policy',
      style: 'h1 { color: rgb(1, 2, 3) }',
      script: 'document.title = "ran"',
      body: `<h1>own</h1><img src=x onerror="document.title = 'hacked'"><script>document.title = 'hacked'</script>
<style>h1 { color: red }</style><p style="color: red">p</p><iframe srcdoc="<p>in</p>"></iframe>
<form action="https://evil.example"><button>send</button></form><link rel="stylesheet" href="https://evil.example/x.css">`,
    });
    const file = join(temporaryFolder(), 'page.html');
    writeFileSync(file, html);
    const page = await open(pathToFileURL(file).href, { complaints: [...blocked, /^request: .*\/(?:x|x\.css)$/] });
    expect(await page.title()).toBe('ran');
    expect(await page.evaluate('getComputedStyle(document.querySelector("h1")).color')).toBe('rgb(1, 2, 3)');
    expect(await page.evaluate('getComputedStyle(document.querySelector("p")).color')).toBe('rgb(0, 0, 0)');
    await page.evaluate('document.forms[0].requestSubmit()');
    expect(page.url()).toBe(pathToFileURL(file).href);
  });

  it('makes neither code nor markup from text, and sends nothing', async () => {
    const server = await startWinnow(['view', 'ccb']);
    try {
      const page = await open(server.url, { complaints: blocked });
      // A timer runs it as the page's own, with all that the page may do.
      const tried = await page.evaluate(`new Promise((resolve) => setTimeout(async () => {
        const tries = {
          eval: () => eval('1'),
          function: () => new Function('return 1')(),
          markup: () => { document.body.innerHTML = '<b>x</b>'; },
          fetch: () => fetch('/'),
          policy: () => trustedTypes.createPolicy('winnow-worker', { createScriptURL: (url) => url }),
          other: () => trustedTypes.createPolicy('other', { createScriptURL: (url) => url }),
          blob: () => new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))),
          worker: () => new Promise((done, fail) => { const w = new Worker('/'); w.onerror = fail; w.onmessage = done; }),
        };
        const outcomes = {};
        for (const [name, attempt] of Object.entries(tries)) {
          outcomes[name] = await Promise.resolve().then(attempt).then(() => 'done', () => 'refused');
        }
        resolve(outcomes);
      }))`);
      const names = ['eval', 'function', 'markup', 'fetch', 'policy', 'other', 'blob', 'worker'];
      expect(tried).toEqual(Object.fromEntries(names.map((name) => [name, 'refused'])));
    } finally {
      await server.stop();
    }
  });

  it('lets its own script run once more, beside the page', async () => {
    const server = await startWinnow(['view', 'ccb']);
    try {
      const page = await open(`${server.url}#/?edit`);
      await page.getByRole('slider').first().fill('0.9');
      await page.getByText('Plan changed.').waitFor();
      await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(1);
      expect(page.workers()[0]?.url()).toMatch(/^blob:/);
    } finally {
      await server.stop();
    }
  });
});
