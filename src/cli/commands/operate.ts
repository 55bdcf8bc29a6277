import { WinnowError } from '../../core/model/errors.js';
import { readStandardText } from '../../disk/load-plan.js';
import { answerOf, progressMark } from '../../mcp/tools.js';
import { runAsLibrary } from '../../operations/call.js';
import { documentText, type Ports, quietPorts } from '../../operations/declare/operation.js';
import { operations } from '../../operations/operations.js';
import { print, printError } from '../terminal/print.js';

/** A call from another program: the MCP server wants an answer, the Python package a document. */
interface OperateRequest {
  readonly operation: string;
  readonly input: object;
  readonly as?: 'answer' | 'document';
  readonly progress?: boolean;
}

/** `winnow operate`: runs the operation in the JSON on standard input, and prints its answer or its document. */
export async function runOperate(): Promise<number> {
  const { operation: name, input, as = 'answer', progress = false }: OperateRequest = JSON.parse(readStandardText());
  const operation = await operations.find((each) => each.name === name)?.load();
  if (operation === undefined) throw new WinnowError([{ code: 'usage', message: `there is no operation "${name}".` }]);
  if (as === 'document') {
    const { result, given } = await runAsLibrary(operation, input);
    print(documentText(operation, result, given));
    return operation.exitCode?.(result, given) ?? 0;
  }
  print(JSON.stringify(await answerOf(operation, input as never, progress ? reportingPorts() : quietPorts)));
  return 0;
}

const usualGapMs = 1000;

/** Ports that report each kind of work when it starts, and once a second how much was read. */
function reportingPorts(): Ports {
  const report = (words: string) => printError(`${progressMark}${words}\n`);
  return {
    ...quietPorts,
    working: async (words, work) => {
      report(words);
      return work();
    },
    reading: (work) => {
      report('reading');
      let last = Date.now();
      return work(({ found, share }) => {
        if (Date.now() - last < usualGapMs) return;
        last = Date.now();
        report(`${found} tasks read${share === undefined ? '' : `, ${Math.round(100 * share)}%`}`);
      });
    },
  };
}
