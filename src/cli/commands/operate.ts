import { WinnowError } from '../../core/model/errors.js';
import { readStandardText } from '../../disk/load-plan.js';
import { answerOf } from '../../mcp/tools.js';
import { runAsLibrary } from '../../operations/call.js';
import { documentText, quietPorts } from '../../operations/declare/operation.js';
import { operations } from '../../operations/operations.js';
import { print } from '../terminal/print.js';

/** A call of an operation by another program: the MCP server wants an answer, the Python package a document. */
interface OperateRequest {
  readonly operation: string;
  readonly input: object;
  readonly as?: 'answer' | 'document';
}

/** `winnow operate`: runs the operation in the JSON on standard input, and prints its answer or its document. */
export async function runOperate(): Promise<number> {
  const { operation: name, input, as = 'answer' }: OperateRequest = JSON.parse(readStandardText());
  const operation = await operations.find((each) => each.name === name)?.load();
  if (operation === undefined) throw new WinnowError([{ code: 'usage', message: `there is no operation "${name}".` }]);
  if (as === 'document') {
    const { result, given } = await runAsLibrary(operation, input);
    print(documentText(operation, result, given));
    return operation.exitCode?.(result, given) ?? 0;
  }
  print(JSON.stringify(await answerOf(operation, input as never, quietPorts)));
  return 0;
}
