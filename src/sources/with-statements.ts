import type { TaskFinding } from './facts/task-facts.js';
import type { FolderFormat, Format, RecordFormat } from './formats/task-format.js';

/** Columns, or keys of a task's own file, that hold its text. */
const columns = [
  'problem_statement',
  'instruction',
  'question_content',
  'prompt',
  'statement',
  'description',
  'problem',
] as const;

/** Files of a task's folder that hold its text. */
const files = ['instruction.md', 'problem_statement.md', '.docs/instructions.md'] as const;

/** A longer text is cut here: it is there to be read beside the choice, not to be run. */
const longest = 4000;

/** The formats, each of which also keeps the text of a task, as far as one would read it. */
export function allWithStatements(formats: readonly Format[]): readonly Format[] {
  return formats.map((format) => (format.kind === 'folder' ? ofFolders(format) : ofRecords(format)));
}

function ofFolders(format: FolderFormat): FolderFormat {
  return {
    ...format,
    read: (folder) => {
      const reading = format.read(folder);
      if (!('id' in reading)) return reading;
      return withStatement(
        reading,
        files.map((name) => folder.text(name)).find(saysSomething) ?? textIn(reading.record),
      );
    },
  };
}

function ofRecords(format: RecordFormat): RecordFormat {
  if (format.whole === true) return format;
  return { ...format, read: (record) => withStatement(format.read(record), textIn(record)) };
}

function textIn(record: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return columns.map((name) => record?.[name]).find(saysSomething);
}

function saysSomething(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '';
}

function withStatement<Read extends TaskFinding>(reading: Read, text: string | undefined): Read {
  if (text === undefined || !('id' in reading)) return reading;
  return { ...reading, statement: text.length <= longest ? text : `${text.slice(0, longest)}…` };
}
