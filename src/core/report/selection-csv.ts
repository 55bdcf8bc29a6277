import { shapeOf, type TaskColumn, type TaskShape, taskColumns } from '../manifest/csv-columns.js';
import { type Manifest, shapeOfManifest } from '../manifest/manifest.js';
import type { Selection } from '../model/selection.js';
import { type Cell, csvRow, csvText, inertText } from '../text/csv-text.js';
import { TextPieces } from '../text/text-pieces.js';
import { visibleText } from '../text/words.js';

/** The selected tasks as the text of `selection.csv`: RFC 4180, LF line ends, a column for each part of the score. */
export function selectionCsv(selection: Selection): string {
  return String(selectionCsvPieces(selection));
}

/** The same text piece by piece, some hundred rows at a time. */
export function selectionCsvPieces(selection: Selection): TextPieces {
  return new TextPieces(() => piecesOf(selection));
}

const rowsPerPiece = 1000;

function* piecesOf(selection: Selection): Generator<string> {
  const { plan, benchmarks, choices } = selection;
  const shape = shapeOf(selection);
  const columns = tableColumns();
  const contexts = new Map(benchmarks.map((benchmark) => [benchmark.plan.name, { plan, benchmark, shape }]));
  let piece = csvRow(columns.flatMap(({ table }) => headingsOf(table, shape)));
  for (const [index, choice] of choices.entries()) {
    const context = contexts.get(choice.task.benchmark) ?? { plan, benchmark: undefined, shape };
    const row: Cell[] = [];
    for (const { value, table } of columns) {
      for (const cell of table?.cells(value(choice, context), shape) ?? []) row.push(shownCell(cell));
    }
    piece += csvRow(row);
    if ((index + 1) % rowsPerPiece !== 0) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** The table that belongs to a manifest. */
export function manifestCsv(manifest: Manifest): string {
  const { tasks, benchmarks } = manifest;
  const shape = shapeOfManifest(manifest);
  const columns = tableColumns();
  const shortfalls = new Map(benchmarks.map((benchmark) => [benchmark.name, benchmark.shortfalls]));
  const header = columns.flatMap(({ table }) => headingsOf(table, shape));
  const rows = tasks.map((task) => {
    const row = { ...task, shortfalls: shortfalls.get(task.benchmark) ?? [] };
    const told = new Map(Object.entries(task));
    return columns.flatMap(({ key, readBack, table }) => {
      const value = readBack === undefined ? (told.get(key) ?? null) : readBack(row);
      return table?.cells(value, shape).map(shownCell) ?? [];
    });
  });
  return csvText([header, ...rows]);
}

/** The columns that the table has, in its order: as they are listed, but for those that follow another. */
export function tableColumns(columns: readonly TaskColumn[] = taskColumns): readonly TaskColumn[] {
  const inTable = columns.filter(({ table }) => table !== undefined);
  const withFollowers = (column: TaskColumn): TaskColumn[] => [
    column,
    ...inTable.filter(({ table }) => table?.follows === column.key).flatMap(withFollowers),
  ];
  return inTable.filter(({ table }) => table?.follows === undefined).flatMap(withFollowers);
}

function headingsOf(table: TaskColumn['table'], shape: TaskShape): readonly string[] {
  if (table === undefined) return [];
  return typeof table.headings === 'function' ? table.headings(shape) : table.headings;
}

/** A text that neither a spreadsheet runs nor a terminal obeys: this table is for people to look at. */
function shownCell(value: Cell): Cell {
  return typeof value === 'string' ? visibleControls(inertText(value)) : value;
}

/** Line ends and tabs are data; other control characters would act on the program that shows the table. */
function visibleControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, (character) => visibleText(character));
}
