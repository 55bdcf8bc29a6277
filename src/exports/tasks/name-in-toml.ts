import { isRecord } from '../../core/model/record.js';
import type { TaskFolder } from './exported-folder.js';

/** A line that sets `name` to a string of one line. */
const namedLine = /^\s*name\s*=\s*(?:"(?!"")[^"\\]*(?:\\.[^"\\]*)*"|'(?!'')[^']*')\s*(?:#.*)?\r?$/;

/**
 * The text of a task.toml with `name` in its `[task]`, all else as it was; undefined when it is not written so that one
 * line can be added or replaced.
 */
export function nameInToml(text: string, name: string, parse: TaskFolder['parse']): string | undefined {
  const line = `name = "${name}"`;
  const lines = text.split('\n');
  const header = lines.findIndex((each) => /^\s*\[\s*task\s*\]\s*(?:#.*)?\r?$/.test(each));
  const before = dataOf(parse(text));
  if (before === undefined) return undefined;
  if (header === -1) return proven(`${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\n[task]\n${line}\n`);
  const end = lines.findIndex((each, i) => i > header && /^\s*\[/.test(each));
  const old = lines.findIndex((each, i) => i > header && (end === -1 || i < end) && namedLine.test(each));
  return proven(
    (old === -1
      ? [...lines.slice(0, header + 1), line, ...lines.slice(header + 1)]
      : lines.map((each, i) => (i === old ? line : each))
    ).join('\n'),
  );

  /** The new text, if it says the same as the old but for the name. */
  function proven(changed: string): string | undefined {
    const after = dataOf(parse(changed));
    const without = (data: Readonly<Record<string, unknown>> | undefined) => {
      const { name: _, ...task } = isRecord(data?.['task']) ? data['task'] : {};
      return JSON.stringify({ ...data, task }, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
    };
    const task = after?.['task'];
    const isNamed = isRecord(task) && task['name'] === name;
    return isNamed && sameKeys(without(after), without(before)) ? changed : undefined;
  }
}

function sameKeys(a: string, b: string): boolean {
  // The table may have come to stand elsewhere; its keys have not.
  const sorted = (json: string) => JSON.stringify(Object.entries(JSON.parse(json) as object).toSorted());
  return sorted(a) === sorted(b);
}

function dataOf(parsed: ReturnType<TaskFolder['parse']>): Readonly<Record<string, unknown>> | undefined {
  return 'data' in parsed && isRecord(parsed.data) ? parsed.data : undefined;
}

/** The name of a package for a folder, as Harbor makes it: what a name may not hold is taken away. */
export function packageNameOf(owner: string, folder: string): string {
  const plain = folder.replace(/[^a-zA-Z0-9._-]/g, '').replace(/^[^a-zA-Z0-9]+/, '');
  return `${owner}/${plain.replace(/\.{2,}/g, '.')}`;
}
