import { fingerprintText, type PoolHashes, selectionHashes } from '../fingerprint/fingerprint-pool.js';
import { type TaskEntry, type TaskShape, tableColumns } from '../manifest/csv-columns.js';
import {
  type LazyManifest,
  lazyManifest,
  type Manifest,
  manifestPieces,
  selectedTasks,
  shapeOfManifest,
} from '../manifest/manifest.js';
import type { Selection, Shortfall } from '../model/selection.js';
import { type Cell, csvRow, inertText } from '../text/csv-text.js';
import { type LongText, TextPieces } from '../text/text-pieces.js';
import { visibleText } from '../text/words.js';
import { methodologyPage } from './methodology.js';

interface SelectionFile {
  readonly name: string;
  readonly text: LongText;
}

/** In writing order: `selection.json` is last, because it contains the hashes of the other files. */
export function filesOfSelection(selection: Selection, generatedBy: string): readonly SelectionFile[] {
  const hashes = selectionHashes(selection);
  const siblings = siblingsOf(selection, generatedBy, hashes);
  const manifest = lazyManifest(selection, generatedBy, hashesOf(siblings), hashes);
  return [...siblings, { name: 'selection.json', text: manifestPieces(manifest) }];
}

/** The manifest as written to disk, with the hashes of its sibling files. */
export function manifestWithFiles(selection: Selection, generatedBy: string): LazyManifest {
  const hashes = selectionHashes(selection);
  return lazyManifest(selection, generatedBy, hashesOf(siblingsOf(selection, generatedBy, hashes)), hashes);
}

function siblingsOf(
  selection: Selection,
  generatedBy: string,
  hashes: ReadonlyMap<string, PoolHashes>,
): readonly SelectionFile[] {
  return [
    { name: 'METHODOLOGY.md', text: methodologyPage(selection, generatedBy, hashes) },
    { name: 'selection.csv', text: selectionCsvPieces(selection) },
  ];
}

function hashesOf(files: readonly SelectionFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ name, text }) => [name, fingerprintText(text)]));
}

/** The contents of `selection.csv`: RFC 4180, LF line endings, one column per score component. */
export function selectionCsv(selection: Selection): string {
  return String(selectionCsvPieces(selection));
}

export function selectionCsvPieces(selection: Selection): TextPieces {
  const { shape, tasks } = selectedTasks(selection);
  const shortfalls = selection.benchmarks.map((each) => [each.plan.name, each.shortfalls] as const);
  return new TextPieces(() => piecesOf(tasks, shape, new Map(shortfalls)));
}

/** The `selection.csv` that belongs to a manifest. */
export function manifestCsv(manifest: Manifest): string {
  const shortfalls = manifest.benchmarks.map((each) => [each.name, each.shortfalls] as const);
  return [...piecesOf(manifest.tasks, shapeOfManifest(manifest), new Map(shortfalls))].join('');
}

/** Keeps each piece a small object, like `tasksPerPiece` of a manifest. */
const rowsPerPiece = 200;

type Shortfalls = readonly Omit<Shortfall, 'message'>[];

function* piecesOf(
  tasks: Iterable<TaskEntry>,
  shape: TaskShape,
  shortfalls: ReadonlyMap<string, Shortfalls>,
): Generator<string> {
  let rows = [csvRow(tableColumns.flatMap(({ headings: of }) => (typeof of === 'function' ? of(shape) : of)))];
  const contexts = new Map([...shortfalls].map(([name, own]) => [name, { shape, shortfalls: own }]));
  const none = { shape, shortfalls: [] };
  for (const task of tasks) {
    if (rows.length > rowsPerPiece) {
      yield rows.join('');
      rows = [];
    }
    const context = contexts.get(task.benchmark) ?? none;
    const row: Cell[] = [];
    for (const column of tableColumns) for (const cell of column.cells(task, context)) row.push(shownCell(cell));
    rows.push(csvRow(row));
  }
  yield rows.join('');
}

/** Makes a cell safe for spreadsheets and terminals, because people read this table. */
function shownCell(value: Cell): Cell {
  return typeof value === 'string' && actingCell.test(value) ? visibleControls(inertText(value)) : value;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
const actingCell = /[\u0000-\u001f\u007f-\u009f]|^[=+\-@']/;

/** Escapes control characters that would affect a terminal. Line endings and tabs are data. */
function visibleControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, (character) => visibleText(character));
}
