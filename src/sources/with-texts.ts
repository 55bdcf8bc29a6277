import type { TaskFolder } from '../files/task-folder.js';
import type { TaskFinding } from './facts/task-facts.js';
import type { Format } from './formats/task-format.js';

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

/** Longer texts are cut here if they are only shown next to the choice, or if they are also compared with others. */
const longest = { shown: 4000, compared: 20_000 };

/** The formats, each also keeping the text of a task; `audits` keeps longer texts, and findings about a task's files. */
export function allWithTexts(formats: readonly Format[], audits = false): readonly Format[] {
  const most = audits ? longest.compared : longest.shown;
  return formats.map((format): Format => {
    if (format.kind === 'record') {
      if (format.whole === true) return format;
      return { ...format, read: (record, wants) => withText(format.read(record, wants), textIn(record), most) };
    }
    return {
      ...format,
      read: (folder: TaskFolder) => {
        const reading = format.read(folder);
        if (!('id' in reading)) return reading;
        const findings = audits && format.audit !== undefined ? { findings: format.audit(folder) } : {};
        const text = files.map((name) => folder.text(name)).find(isText) ?? textIn(reading.record);
        return withText({ ...reading, ...findings }, text, most);
      },
    };
  });
}

function textIn(record: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return columns.map((name) => record?.[name]).find(isText);
}

function isText(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '';
}

function withText(reading: TaskFinding, text: string | undefined, most: number): TaskFinding {
  if (text === undefined || !('id' in reading)) return reading;
  return { ...reading, statement: text.length <= most ? text : `${text.slice(0, most)}…` };
}
