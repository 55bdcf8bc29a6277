import { type Command, Option } from 'commander';
import { readStandardText } from '../../disk/load-plan.js';
import { Folders } from '../../mcp/folders.js';
import { exitCodes } from '../terminal/exit-codes.js';

interface McpFlags {
  readonly write?: string;
  readonly save?: string;
}

/** `winnow mcp [FOLDER…]`: lets an agent select, explain, assess and export, over the Model Context Protocol. */
export function addMcp(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Serves the tools of Winnow to an agent over standard input and output (Model Context Protocol). Files are read in\n' +
        'the given folders only, and nothing is written unless a folder is given for it. Runs until its input ends.',
    )
    .argument('[folder...]', 'folders that may be read (default: this one)')
    .option('--write <dir>', 'let it write plans, selections and exports below this folder, which may be read as well')
    // For the server itself, which does no work in its own process.
    .addOption(new Option('--save <file>', 'write the plan on standard input to this file').hideHelp())
    .addOption(new Option('--json').hideHelp())
    .action(async (read: string[], flags: McpFlags) => done(await runMcp(read, flags)));
}

async function runMcp(read: readonly string[], { write, save }: McpFlags): Promise<number> {
  if (save !== undefined) {
    const { savePlan } = await import('../../mcp/save-plan.js');
    await savePlan(save, readStandardText());
    return exitCodes.done;
  }
  const folders = new Folders(read.length === 0 && write === undefined ? ['.'] : read, write);
  const cli = process.argv[1] ?? '';
  // So that a path means the same here and in the commands that are run.
  process.chdir(folders.start);
  const { serveTools } = await import('../../mcp/mcp-server.js');
  await serveTools(folders, cli);
  return exitCodes.done;
}
