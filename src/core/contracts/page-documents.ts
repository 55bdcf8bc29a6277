import { type DataOf, entry, number, text } from '../manifest/json-forms.js';

/** What `serve --json` prints. */
export function serveSchema() {
  return entry({ url: text('Where the page is, on this machine.') });
}

/** What `report --json` prints. */
export function reportSchema() {
  return entry({ file: text('The page that was written.'), bytes: number(), tasks: number() });
}

export type ServeDocument = DataOf<typeof serveSchema>;
export type ReportDocument = DataOf<typeof reportSchema>;
