/** Stands in the list of tasks while the rest of a manifest is read; no task is a text. */
const standIn = 'tasks that were read apart';
const before = '\n  "tasks": [';
const first = '\n    {';
const between = '\n    },\n    {';
const end = '\n    }\n  ]';
const entryEnd = '\n    }'.length;

/** Text that comes in pieces, none of which is looked at twice: one that never ends takes linear time. */
class OpenText {
  #pieces: string[] = [];
  /** The end of what there is, in which a mark may begin. */
  #last = '';

  /** Adds a piece; whether one of these marks ends in it. */
  add(piece: string, marks: readonly string[]): boolean {
    this.#pieces.push(piece);
    const recent = this.#last + piece;
    this.#last = recent.slice(-longestMark);
    return marks.some((mark) => recent.includes(mark));
  }

  /** All of it; nothing is left. */
  take(): string {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#last = '';
    return text;
  }
}

const longestMark = (before + first).length;

/**
 * Reads the JSON of a manifest that comes piece by piece and is laid out as Winnow writes it, a few tasks at a time, in
 * memory that does not grow with them. Where lines break is only a guess at where a task ends: what stands between two
 * guesses must be JSON by itself, and so must the rest without the tasks, so that the whole means what it says.
 *
 * @param onTasks Told the tasks in order, some at a time; without it they are not looked at.
 * @returns The document with no tasks in its list; undefined where it is laid out otherwise, or is not JSON.
 */
export function parsePieces(
  pieces: Iterable<string>,
  onTasks?: (tasks: readonly unknown[]) => void,
): Record<string, unknown> | undefined {
  let head: string | undefined;
  let tail: string[] | undefined;
  const open = new OpenText();
  const read = (text: string) => onTasks?.(JSON.parse(`[${text}]`) as unknown[]);
  try {
    for (const piece of pieces) {
      if (tail !== undefined) {
        tail.push(piece);
        continue;
      }
      if (!open.add(piece, head === undefined ? [before + first] : [end, between])) continue;
      let text = open.take();
      if (head === undefined) {
        const at = text.indexOf(before + first);
        head = text.slice(0, at + before.length);
        text = text.slice(at + before.length);
      }
      const stop = text.indexOf(end);
      const cut = stop < 0 ? text.lastIndexOf(between) : stop;
      if (cut >= 0) read(text.slice(0, cut + entryEnd));
      // Behind the comma, or where the list is closed.
      const rest = cut < 0 ? text : text.slice(cut + entryEnd + (stop < 0 ? 1 : 0));
      if (stop >= 0) tail = [rest];
      else open.add(rest, []);
    }
    if (head === undefined || tail === undefined) return undefined;
    const document: unknown = JSON.parse(`${head}${JSON.stringify(standIn)}${tail.join('')}`);
    if (typeof document !== 'object' || document === null || !('tasks' in document)) return undefined;
    const { tasks } = document;
    if (!Array.isArray(tasks) || tasks.length !== 1 || tasks[0] !== standIn) return undefined;
    return { ...document, tasks: [] };
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof RangeError) return undefined;
    throw cause;
  }
}
