import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';
import { goldens, keep, kept, outputsNow } from './goldens.js';

describe.each(goldens)('$name', (golden) => {
  it('gives the kept files and summary, byte for byte', () => {
    if (process.env['UPDATE_GOLDENS'] === 'yes') keep(golden, temporaryFolder());
    for (const [file, text] of outputsNow(golden, temporaryFolder())) expect(text, file).toBe(kept(golden, file));
  });
});
