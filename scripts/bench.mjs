// `npm run bench`: measures what must stay fast, as ratios within one run; ends with 1 when a limit is broken. Arguments
// name the parts to measure: `npm run bench -- start scale`.
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

const parts = {
  start: async () => (await import('../bench/start.mjs')).benchStart(),
  scale: async () => (await import('../bench/scale.mjs')).benchScale(),
  sources: async () => (await import('../bench/sources.mjs')).benchSources(),
  large: async () => (await import('../bench/large.mjs')).benchLarge(),
  optimise: async () => (await import('../bench/optimise.mjs')).benchOptimise(),
  duplicates: async () => (await import('../bench/duplicates.mjs')).benchDuplicates(),
  sampling: async () => (await import('../bench/sampling.mjs')).benchSampling(),
  explorer: async () => {
    ensureChromium();
    await (await import('../bench/explorer.mjs')).benchExplorer();
  },
};

const names = Object.keys(parts);
const given = process.argv.slice(2);
const unknown = given.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`unknown part: ${unknown.join(', ')}; the parts are ${names.join(', ')}`);
  process.exit(2);
}
ensureInstalled();
ensureBuilt();
for (const name of given.length > 0 ? given : names) await parts[name]();
