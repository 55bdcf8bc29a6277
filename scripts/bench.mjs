// `npm run bench`: measures what must stay fast, as ratios within one run; ends with 1 when a limit is broken.
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const { benchStart } = await import('../bench/start.mjs');
const { benchScale } = await import('../bench/scale.mjs');
const { benchSources } = await import('../bench/sources.mjs');
benchStart();
benchScale();
benchSources();
const { benchSampling } = await import('../bench/sampling.mjs');
await benchSampling();
ensureChromium();
const { benchExplorer } = await import('../bench/explorer.mjs');
await benchExplorer();
