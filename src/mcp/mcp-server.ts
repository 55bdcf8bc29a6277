import { spawn } from 'node:child_process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type Tool as ListedTool,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod/mini';
import { at } from '../core/lists/at.js';
import { WinnowError } from '../core/model/errors.js';
import type { Fault } from '../core/model/fault.js';
import { allowedRoots, rootsVariable } from '../disk/file-access.js';
import { packageVersion, shippedText } from '../disk/own-package.js';
import type { Folders } from './folders.js';
import { StdioTransport } from './stdio-transport.js';
import type { Call, Tool } from './tool.js';
import { tools } from './tools.js';

/** An answer has at most about so many characters; the whole is a resource. */
const mostCharacters = 6000;
/** So many whole documents are kept, the last ones. */
const mostDocuments = 20;
const largestDocument = 64 * 1024 * 1024;
/** The longest that a call may take. */
const usualCallMs = 15 * 60_000;
/** So many calls may be under way, all but one of them waiting. */
const usualCalls = 50;

/** Pages of the documentation that help to write a plan, by their address. */
const pages = new Map([
  ['winnow://docs/plan.md', { title: 'What a plan may say', file: 'docs/plan.md', mimeType: 'text/markdown' }],
  ['winnow://docs/start.md', { title: 'What Winnow does', file: 'README.md', mimeType: 'text/markdown' }],
  [
    'winnow://schema/plan',
    { title: 'The schema of a plan', file: 'schema/plan.schema.json', mimeType: 'application/json' },
  ],
]);

/** How the server is reached and what its calls may take; tests set others than the usual. */
export interface ServerOptions {
  readonly transport?: Transport;
  readonly longestCallMs?: number;
  readonly mostCalls?: number;
}

/** Answers an agent over standard input and output until that ends. */
export async function serveTools(
  folders: Folders,
  cli: string,
  { transport = new StdioTransport(), longestCallMs = usualCallMs, mostCalls = usualCalls }: ServerOptions = {},
): Promise<void> {
  const instructions = `Selects tasks from benchmarks for coding agents by a declared plan. ${folders.words} A usual way: inspect_tasks, draft_plan, validate_plan, select_tasks, explain_task, assess_selection, export_selection, check_selection. Answers are shortened; each names the resource that has the whole.`;
  const server = new Server(
    { name: 'winnow', title: 'Winnow', version: packageVersion() },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const documents = new Map<string, string>();
  let made = 0;
  /** One call after another: each is a program of its own, and two may write the same file. */
  let last: Promise<unknown> = Promise.resolve();
  let underWay = 0;

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map((each) => listed(each, folders)) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    if (underWay >= mostCalls) {
      throw new McpError(ErrorCode.InvalidRequest, `${mostCalls} calls are under way; wait for their answers.`);
    }
    underWay += 1;
    const result = last.then(() => answer(tool, params.arguments ?? {}, signal));
    last = result
      .catch(() => undefined)
      .then(() => {
        underWay -= 1;
      });
    return result;
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [
      ...[...pages].map(([uri, { title, mimeType }]) => ({ uri, name: title, mimeType })),
      ...[...documents.keys()].map((uri) => ({ uri, name: uri.slice(uri.lastIndexOf('/') + 1), mimeType: json })),
    ],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const page = pages.get(uri);
    const text = page === undefined ? documents.get(uri) : shippedText(page.file);
    if (text === undefined) {
      const kept = `The last ${mostDocuments} answers are kept; ask again for an earlier one.`;
      throw new McpError(ErrorCode.InvalidParams, `There is no resource "${uri}". ${kept}`);
    }
    return { contents: [{ uri, mimeType: page?.mimeType ?? json, text }] };
  });

  async function answer(tool: Tool, given: unknown, signal: AbortSignal): Promise<CallToolResult> {
    let calls: readonly Call[];
    try {
      calls = [tool.call(given, folders)].flat();
    } catch (error) {
      if (error instanceof WinnowError) return failed(error.name, error.faults);
      if (error instanceof z.core.$ZodError) return failed('UsageError', inputFaults(error));
      throw error;
    }
    for (const call of calls.slice(0, -1)) {
      const { code, stdout, stderr } = await run(cli, call, folders.start, signal, longestCallMs);
      if (code !== 0) return answerOf(tool, call, code, stdout, stderr);
    }
    const last = at(calls, calls.length - 1);
    const { code, stdout, stderr } = await run(cli, last, folders.start, signal, longestCallMs);
    return answerOf(tool, last, code, stdout, stderr);
  }

  function answerOf(tool: Tool, call: Call, code: number | null, stdout: string, stderr: string): CallToolResult {
    let document: unknown;
    try {
      document = JSON.parse(stdout);
    } catch {
      // No exit code: it was stopped at a limit.
      return failed(code === null ? 'LimitError' : 'InternalError', [
        { code: code === null ? 'mcp/limit' : 'internal', message: stderr.trim() || `It ended with ${String(code)}.` },
      ]);
    }
    // 1 is an answer: a check that failed, a requirement that does not hold.
    const isError = code !== 0 && code !== 1;
    made += 1;
    const uri = `winnow://answers/${made}-${isError ? 'error' : call.document}.json`;
    documents.set(uri, stdout);
    const [oldest] = documents.keys();
    if (documents.size > mostDocuments && oldest !== undefined) documents.delete(oldest);
    const short = shortenDocument(document, mostCharacters);
    const isWhole = short.leftOut.length === 0;
    const note = isWhole
      ? ''
      : `\n\nShortened: left out are ${short.leftOut.join(', ')}. The whole is the resource ${uri}.`;
    return {
      content: [
        { type: 'text', text: `${JSON.stringify(short.document)}${note}` },
        ...(isWhole
          ? []
          : [{ type: 'resource_link' as const, uri, name: uri.slice('winnow://answers/'.length), mimeType: json }]),
      ],
      ...(isError || tool.document === undefined
        ? {}
        : { structuredContent: short.document as Record<string, unknown> }),
      isError,
    };
  }

  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', () => void server.close());
  });
  await server.connect(transport);
  await closed;
}

const json = 'application/json';

function listed(tool: Tool, folders: Folders): ListedTool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input, { io: 'input' });
  const outputSchema = tool.document === undefined ? undefined : publishedSchema(tool.document);
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema as ListedTool['inputSchema'],
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: { readOnlyHint: !(tool.writes && folders.mayWrite), destructiveHint: false, openWorldHint: false },
  };
}

/** The schema of a document as it is published, without what names it: a client may see it with several tools. */
function publishedSchema(name: string): ListedTool['outputSchema'] {
  const text = shippedText('schema', `${name}.schema.json`);
  const { $id: _, $schema: __, ...schema } = JSON.parse(text) as Record<string, unknown>;
  return schema as ListedTool['outputSchema'];
}

function inputFaults(error: z.core.$ZodError): Fault[] {
  return error.issues.map(({ path, message }) => ({
    code: 'usage',
    message: `${path.length === 0 ? 'the arguments' : `"${path.join('.')}"`}: ${message}.`,
  }));
}

function failed(kind: string, faults: readonly Fault[]): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify({ error: { kind, faults } }) }], isError: true };
}

/** Runs a command of the command line as a program of its own, so that nothing of it is left behind. */
function run(
  cli: string,
  { args, operands = [], input }: Call,
  cwd: string,
  signal: AbortSignal,
  longestCallMs: number,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args, '--json', '--', ...operands], {
      cwd,
      env: { ...process.env, [rootsVariable]: JSON.stringify(allowedRoots()) },
      signal,
    });
    let stopped: string | undefined;
    const stop = (reason: string) => {
      stopped = `${reason} The call was stopped; ask for less.`;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(`The call took more than ${longestCallMs / 1000} seconds.`), longestCallMs);
    const stdout: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > largestDocument) stop(`The answer has more than ${largestDocument} bytes, which are the most.`);
      else stdout.push(part);
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr = `${stderr}${part}`.slice(-4000);
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: stopped ?? stderr });
    });
    // A program that ends early reads no more.
    child.stdin.on('error', () => undefined).end(input ?? '');
  });
}

/** A document, perhaps shortened so that it can be read at a glance. */
interface ShortDocument {
  readonly document: unknown;
  /** What was left out, in words; empty where nothing was. */
  readonly leftOut: readonly string[];
}

const longestText = 600;
/** An object with more keys than this has names for keys, and may as well have fewer. */
const mostKeys = 40;
/** How long lists may be, those at the top and those within others: shorter at each try. */
const lengths = [
  { outer: 100, inner: 20 },
  { outer: 50, inner: 5 },
  { outer: 20, inner: 2 },
  { outer: 10, inner: 0 },
  { outer: 3, inner: 0 },
  { outer: 1, inner: 0 },
];

/**
 * Cuts lists, and texts that are long, until a document has at most so many characters as JSON or nothing is left to cut;
 * lists within lists first. What an object must have stays, so that it still is what its schema says.
 */
export function shortenDocument(document: unknown, mostCharacters: number): ShortDocument {
  let shortened: ShortDocument = { document, leftOut: [] };
  for (const { outer, inner } of lengths) {
    if (JSON.stringify(shortened.document).length <= mostCharacters) break;
    const leftOut = new Map<string, number>();
    const cut = shorten(document, '');
    shortened = { document: cut, leftOut: [...leftOut].map(([path, count]) => `${count} of ${path}`) };

    function shorten(value: unknown, path: string): unknown {
      if (typeof value === 'string') return value.length <= longestText ? value : `${value.slice(0, longestText)}…`;
      if (Array.isArray(value)) {
        const list: readonly unknown[] = value;
        return first(list, path.includes('[]') ? inner : outer, path).map((each) => shorten(each, `${path}[]`));
      }
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value);
      const kept = entries.length > mostKeys ? first(entries, outer, path) : entries;
      return Object.fromEntries(kept.map(([key, each]) => [key, shorten(each, path === '' ? key : `${path}.${key}`)]));
    }

    function first<Item>(items: readonly Item[], most: number, path: string): readonly Item[] {
      if (items.length > most) leftOut.set(path, (leftOut.get(path) ?? 0) + items.length - most);
      return items.slice(0, most);
    }
  }
  return shortened;
}
