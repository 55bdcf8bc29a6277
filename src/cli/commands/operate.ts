import { WinnowError } from '../../core/model/errors.js';
import { readStandardText } from '../../disk/load-plan.js';
import { answerOf } from '../../mcp/tools.js';
import { quietPorts } from '../../operations/declare/operation.js';
import { operations } from '../../operations/operations.js';
import { print } from '../terminal/print.js';

/** `winnow operate`, which the MCP server calls: runs the operation in the JSON on standard input and prints its answer. */
export async function runOperate(): Promise<number> {
  const { operation: name, input }: { operation: string; input: never } = JSON.parse(readStandardText());
  const operation = await operations.find((each) => each.name === name)?.load();
  if (operation === undefined) throw new WinnowError([{ code: 'usage', message: `there is no operation "${name}".` }]);
  print(JSON.stringify(await answerOf(operation, input, quietPorts)));
  return 0;
}
