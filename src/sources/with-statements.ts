import type { TaskFinding } from './facts/task-facts.js';
import type { FolderFormat, Format, RecordFormat } from './formats/task-format.js';

/** Columns, or keys of a task's own file, that may contain its text. */
const columns = [
  'problem_statement',
  'instruction',
  'question_content',
  'prompt',
  'statement',
  'description',
  'problem',
] as const;

/** Files in a task's folder that may contain its text. */
const files = ['instruction.md', 'problem_statement.md', '.docs/instructions.md'] as const;

/** Longer texts are cut here, because they are only shown next to the choice. */
const longest = 4000;

/** Longer texts are cut here before they are compared with others. */
export const longestCompared = 20_000;

/** The formats, each also keeping the readable text of a task. */
export function allWithStatements(formats: readonly Format[], most = longest): readonly Format[] {
  return formats.map((format) => (format.kind === 'folder' ? ofFolders(format, most) : ofRecords(format, most)));
}

function ofFolders(format: FolderFormat, most: number): FolderFormat {
  return {
    ...format,
    read: (folder) => {
      const reading = format.read(folder);
      if (!('id' in reading)) return reading;
      return withStatement(
        reading,
        files.map((name) => folder.text(name)).find(saysSomething) ?? textIn(reading.record),
        most,
      );
    },
  };
}

function ofRecords(format: RecordFormat, most: number): RecordFormat {
  if (format.whole === true) return format;
  return { ...format, read: (record, wants) => withStatement(format.read(record, wants), textIn(record), most) };
}

function textIn(record: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return columns.map((name) => record?.[name]).find(saysSomething);
}

function saysSomething(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '';
}

function withStatement<Read extends TaskFinding>(reading: Read, text: string | undefined, most: number): Read {
  if (text === undefined || !('id' in reading)) return reading;
  return { ...reading, statement: text.length <= most ? text : `${text.slice(0, most)}…` };
}
