// `npm test`: installs, builds and checks everything.
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
await import('./check.mjs');
