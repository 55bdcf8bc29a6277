import { constants } from 'node:buffer';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { readSelection } from './read-selection.js';

it('refuses a manifest that is longer than a text can be, with what can be done', () => {
  const file = join(temporaryFolder(), 'selection.json');
  writeFileSync(file, '{}');
  // A hole: nothing is written.
  truncateSync(file, constants.MAX_STRING_LENGTH + 1);
  expect(() => readSelection(file)).toThrow(/at most 536870888; select fewer tasks/);
});
