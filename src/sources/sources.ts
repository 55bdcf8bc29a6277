import { embeddedSource } from './embedded.js';
import { jsonLinesSource } from './json-lines.js';
import type { Source } from './source.js';

/** Every source there is. */
export const sources: readonly Source[] = [embeddedSource, jsonLinesSource];
