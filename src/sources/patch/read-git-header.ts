import type { LineCursor } from './line-cursor.js';
import { readName } from './read-name.js';

/** The lines under a `diff --git` line, each as the text after its keyword. */
export interface GitHeader {
  /** 0 for a `diff --git` line that stands alone. */
  readonly lines: number;
  readonly created: boolean;
  readonly deleted: boolean;
  readonly modeChanged: boolean;
  readonly before?: string;
  readonly after?: string;
  readonly copiedFrom?: string;
  readonly renamedFrom?: string;
  /** The target of a copy or a rename. */
  readonly movedTo?: string;
}

const keywords = [
  '--- ',
  '+++ ',
  'old mode ',
  'new mode ',
  'new file mode ',
  'deleted file mode ',
  'copy from ',
  'copy to ',
  'rename from ',
  'rename to ',
  'rename old ',
  'rename new ',
  'similarity index ',
  'dissimilarity index ',
  'index ',
  'mode ',
] as const;

/** Reads the extended header lines of git from the cursor on and stops at the first other line. */
export function readGitHeader(cursor: LineCursor): GitHeader {
  const found = new Map<(typeof keywords)[number], string>();
  let lines = 0;
  for (; !cursor.done; cursor.advance(), lines += 1) {
    const keyword = keywords.find((word) => cursor.startsWith(word));
    if (keyword === undefined) break;
    found.set(keyword, readName(cursor.line.slice(keyword.length)).name);
  }
  const before = found.get('--- ');
  const after = found.get('+++ ');
  const copiedFrom = found.get('copy from ');
  const renamedFrom = found.get('rename from ') ?? found.get('rename old ');
  const movedTo = found.get('rename to ') ?? found.get('rename new ') ?? found.get('copy to ');
  return {
    lines,
    created: found.has('new file mode ') || before === '/dev/null',
    deleted: found.has('deleted file mode ') || after === '/dev/null',
    modeChanged: found.has('new mode ') || found.has('mode '),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(copiedFrom === undefined ? {} : { copiedFrom }),
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(movedTo === undefined ? {} : { movedTo }),
  };
}
