import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runText, samplePlan } from '../../../test/support/sample-plan.js';
import { type ExplorerData, unpackPools } from '../explorer-data.js';
import { selectionPacker, selectionUnpacker } from '../packed/selection-columns.js';
import { readPageData } from '../page/state/page-data.js';
import { faultsHtml, htmlDocument, pageHtml } from './html-document.js';

const hostile = '</script><img src=x onerror=alert(1)><!--<script>\u2028\u2029\u202e&';
const data: ExplorerData = {
  planText: hostile,
  planFile: 'plan.yaml',
  exclusionsText: undefined,
  pools: [['mine', { tasks: [{ benchmark: 'mine', id: hostile, fields: { repo: hostile } }], problems: [] }]],
  allowShortfall: false,
  results: undefined,
  earlierNotes: [],
  generator: 'winnow-bench 0.0.0',
};

describe('the page', () => {
  const files = { script: 'render()', style: 'body{margin:0}' };
  const task = { benchmark: 'mine', id: hostile, fields: { repo: hostile } };
  const selection = selectionPacker(unpackPools(data.pools))(runText(samplePlan({ take: 1 }), [task]));
  const page = { data, selection, name: '<b>plan</b>', files, first: { title: hostile, sentence: hostile } };
  const { html, policy } = pageHtml(page);
  const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  it('has its data as it was, in characters that cannot end the element', async () => {
    const [, packed = ''] = /id="winnow-data">([\w+/=]*)<\/script>/.exec(html) ?? [];
    const read = await readPageData(packed);
    expect(read.data).toEqual(JSON.parse(JSON.stringify(data)));
    expect(selectionUnpacker(unpackPools(read.data.pools))(read.selection()).choices[0]?.task.fields).toEqual(
      task.fields,
    );
    await expect(readPageData(packed.slice(0, 80))).rejects.toThrow();
  });

  it('allows its own script and styles, by their hashes, and nothing else', () => {
    expect(policy).toBe(
      `default-src 'none'; script-src ${sha256(files.script)}; style-src ${sha256(files.style)}; img-src data:; ` +
        "worker-src blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types winnow-worker",
    );
    expect(html).toContain(`content="${policy.replaceAll("'", '&#39;')}"`);
    expect(html).toContain(`<script>${files.script}</script>`);
    expect(html).toContain(`<style>${files.style}</style>`);
  });

  it('may ask its own server where that has later results, and nobody otherwise', () => {
    const { policy: asking } = pageHtml({ ...page, data: { ...data, resultsStamp: 'abc' } });
    expect(asking.split('; ').filter((rule) => !policy.split('; ').includes(rule))).toEqual(["connect-src 'self'"]);
  });

  it('shows names as text', () => {
    expect(html).toContain('<title>&lt;b&gt;plan&lt;/b&gt; · Winnow</title>');
    expect(html).not.toContain('<img');
    expect(html.match(/<\/script>/g)).toHaveLength(2);
  });

  it('refuses a script or a style sheet that would end its element', () => {
    expect(() => pageHtml({ ...page, files: { ...files, script: 'a="</SCRIPT >"' } })).toThrow(/end its element/);
    expect(() => pageHtml({ ...page, files: { ...files, script: 'a="<!--"' } })).toThrow(/end its element/);
    expect(() => htmlDocument({ title: '', body: '', style: '</style>' })).toThrow(/end its element/);
  });
});

describe('the page of faults', () => {
  it('tells each with its place and hint, as text', () => {
    const { html, policy } = faultsHtml('<plan>.yaml', [
      { code: 'a', message: `bad ${hostile}`, place: { file: 'p.yaml', line: 3 }, hint: 'Mend <it>.' },
    ]);
    expect(html).toContain('1 error in &lt;plan&gt;.yaml');
    expect(html).toContain('<code>p.yaml:3</code>');
    expect(html).toContain('Mend &lt;it&gt;.');
    expect(html).not.toMatch(/<img|<script|\u202e/);
    expect(policy).toContain("script-src 'none'");
  });
});
