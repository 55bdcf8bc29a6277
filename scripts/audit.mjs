// `npm run audit`: recomputes numbers that Winnow prints from the raw data, with code that shares nothing with src/. It
// prints a table, and ends with 1 if a number disagrees.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditCcb } from './audit/ccb.mjs';
import { auditExamples } from './audit/examples.mjs';
import { auditPage } from './audit/page.mjs';
import { auditSample } from './audit/sample.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
ensureChromium();
const rows = [];

/** Compares a printed number, or text, with the recomputed one, as far as it is printed. */
function check(what, where, printed, recomputed) {
  const decimals = String(printed).split('.')[1]?.length ?? 0;
  const isNumber = typeof recomputed === 'number';
  const agrees = isNumber
    ? printed !== null && Math.abs(Number(printed) - recomputed) <= 0.5 * 10 ** -decimals + 1e-9
    : printed === recomputed;
  const shown = isNumber ? String(Number(recomputed.toFixed(Math.max(decimals, 4)))) : String(recomputed);
  rows.push([what, where, cut(String(printed)), cut(shown), agrees ? 'yes' : 'NO']);
}

const cut = (text) => (text.length > 16 ? `${text.slice(0, 13)}...` : text);

const folder = mkdtempSync(join(tmpdir(), 'winnow-audit-'));
try {
  auditCcb(folder, check);
  auditSample(folder, check);
  auditExamples(folder, check);
  await auditPage(folder, check);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const head = ['what', 'printed by', 'printed', 'recomputed', 'agrees'];
const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
for (const row of [head, ...rows])
  console.log(
    row
      .map((cell, i) => cell.padEnd(widths[i]))
      .join('  ')
      .trimEnd(),
  );
const wrong = rows.filter((row) => row[4] === 'NO').length;
console.log(`\n${rows.length} numbers, ${wrong === 0 ? 'all agree' : `${wrong} disagree`}.`);
process.exitCode = wrong === 0 ? 0 : 1;
