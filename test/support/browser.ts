import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { chromiumOptions } from '../../scripts/chromium.mjs';

/** What takes longer than this hangs; a busy machine is only slow. */
const hangMs = 90_000;

/** Opens an address in a new window of the file's browser. */
export type OpenPage = (url: string, options?: OpenOptions) => Promise<Page>;

/** How a window is opened. */
interface OpenOptions extends BrowserContextOptions {
  /** Complaints that the test is about; each must come. */
  readonly complaints?: readonly RegExp[];
}

/**
 * A Chromium for all tests of a file. A window that a test opens is closed with it; the test fails when the page wrote an
 * error or a warning to the console, broke its policy, or asked for anything beyond its own address.
 */
export function browserForFile(): OpenPage {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ ...chromiumOptions(), timeout: hangMs });
  });
  afterAll(() => browser?.close());
  return async (url, { complaints: wanted = [], ...options } = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(hangMs);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const isOwn = request.isNavigationRequest() || /^(?:data|blob):/.test(request.url());
      if (!isOwn) complaints.push(`request: ${request.url()}`);
    });
    onTestFinished(async () => {
      await context.close();
      expect(complaints.filter((text) => !wanted.some((pattern) => pattern.test(text)))).toEqual([]);
      expect(wanted.filter((pattern) => !complaints.some((text) => pattern.test(text)))).toEqual([]);
    });
    await page.goto(url);
    return page;
  };
}

/** What an automated check of accessibility finds wrong with what a page shows now: rule, element, why. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  // By the debugger, which the page's policy does not concern.
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as unknown;
  };
  await evaluate(`globalThis.axe === undefined && (() => { ${axe.source} })(), true`);
  const violations = (await evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => JSON.parse(JSON.stringify(violations)))',
  )) as readonly { id: string; nodes: readonly { html: string; failureSummary?: string }[] }[];
  await session.detach();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)}: ${failureSummary.slice(0, 300)}`),
  );
}
