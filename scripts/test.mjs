// `npm test`: installs, builds and checks everything.
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
ensureChromium();
await import('./check.mjs');
