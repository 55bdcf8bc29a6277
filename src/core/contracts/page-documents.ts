import { type DataOf, entry, maybe, number, text } from '../manifest/json-forms.js';

const plan = () =>
  maybe(text('The plan it shows: its path, or the name of one that ships. Earlier programs did not write it.'));

/** What `serve --json` prints. */
export function serveSchema() {
  return entry({ url: text('Where the page is, on this machine.'), plan: plan() });
}

/** What `report --json` prints. */
export function reportSchema() {
  return entry({ file: text('The page that was written.'), bytes: number(), tasks: number(), plan: plan() });
}

export type ServeDocument = DataOf<typeof serveSchema>;
export type ReportDocument = DataOf<typeof reportSchema>;
