import { Folders } from '../../mcp/folders.js';
import { option } from '../../operations/declare/operation.js';
import { command } from './command-of.js';

/** `winnow mcp [FOLDER…]`: lets an agent use the operations, over the Model Context Protocol. */
export const mcp = command({
  name: 'mcp',
  summary: 'Let an agent use Winnow through the Model Context Protocol',
  description:
    "Offers Winnow's commands to an agent over standard input and output. The agent can only read files in the given\n" +
    'folders, and can only write files if you allow a folder with --write. The server runs until its input ends.',
  input: {
    folders: option.optionalList('the folders that the agent may read (default: this one)'),
    write: option.text('dir', 'let the agent write plans, selections and exports in this folder, and read them'),
  },
  examples: [{ words: 'Let it read this folder and write into out', command: 'winnow mcp . --write out' }],
  run: async ({ folders: read = [], write }) => {
    const folders = new Folders(read.length === 0 && write === undefined ? ['.'] : read, write);
    const program = process.argv[1] ?? '';
    // So that a path means the same here and in the processes that do the work.
    process.chdir(folders.start);
    const { serveOperations } = await import('../../mcp/mcp-server.js');
    const { StdioTransport } = await import('../../mcp/stdio-transport.js');
    await serveOperations(folders, program, { transport: new StdioTransport(process.stdin, process.stdout) });
    return 0;
  },
});
