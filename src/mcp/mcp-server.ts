import { spawn } from 'node:child_process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  type Tool as ListedTool,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod/mini';
import { type Fault, faultText, WinnowError } from '../core/model/errors.js';
import { allowedRoots, rootsVariable } from '../disk/file-access.js';
import { packageVersion, shippedText } from '../disk/own-package.js';
import { inputFaults } from '../operations/call.js';
import type { Operation } from '../operations/declare/operation.js';
import type { Folders } from './folders.js';
import { prompts, promptText } from './prompts.js';
import { type AgentAnswer, agentInput, agentOperations, checkedInput, progressMark } from './tools.js';

/** How many of the latest documents are kept. */
const mostDocuments = 20;
const largestDocument = 64 * 1024 * 1024;
const usualCallMs = 15 * 60_000;
/** The most calls at a time. All but one of them wait. */
const usualCalls = 50;

const pages = new Map([
  ['winnow://docs/plan.md', { title: 'Plan reference', file: 'docs/reference/plan.md', mimeType: 'text/markdown' }],
  ['winnow://docs/start.md', { title: 'What Winnow does', file: 'README.md', mimeType: 'text/markdown' }],
  ['winnow://schema/plan', { title: 'Plan schema', file: 'schema/plan.schema.json', mimeType: 'application/json' }],
]);

export interface ServerOptions {
  readonly transport: Transport;
  readonly longestCallMs?: number;
  readonly mostCalls?: number;
}

const operateCommand = 'operate';

/** Answers an agent until the transport is closed. Each call is a process that can be stopped. */
export async function serveOperations(
  folders: Folders,
  program: string,
  { transport, longestCallMs = usualCallMs, mostCalls = usualCalls }: ServerOptions,
): Promise<void> {
  const offered = await agentOperations();
  const instructions = `Winnow selects tasks from coding-agent benchmarks according to a plan. ${folders.words} A plan can be a path or the YAML itself. The usual order is inspect, init, select, explain, assess, export, status, estimate. Answers are digests with a link to the full document.`;
  const server = new Server(
    { name: 'winnow', title: 'Winnow', version: packageVersion() },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  const documents = new Map<string, string>();
  let made = 0;
  /** One call after another: each is a process, and two may write the same file. */
  let last: Promise<unknown> = Promise.resolve();
  let underWay = 0;

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.map((each) => listed(each, folders)) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification }) => {
    const operation = offered.find(({ name }) => name === params.name);
    if (operation === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    if (underWay >= mostCalls) {
      throw new McpError(ErrorCode.InvalidRequest, `${mostCalls} calls are already running. Wait for their answers.`);
    }
    underWay += 1;
    const progressToken = params._meta?.progressToken;
    let steps = 0;
    // A client that did not ask for progress gets none.
    const onProgress =
      progressToken === undefined
        ? undefined
        : (message: string) => {
            steps += 1;
            const progress = { progressToken, progress: steps, message };
            sendNotification({ method: 'notifications/progress', params: progress }).catch(() => undefined);
          };
    const result = last.then(() => answer(operation, params.arguments ?? {}, signal, onProgress));
    last = result
      .catch(() => undefined)
      .then(() => {
        underWay -= 1;
      });
    return result;
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...prompts] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    const prompt = promptText(params.name, params.arguments);
    if (typeof prompt === 'string') throw new McpError(ErrorCode.InvalidParams, prompt);
    return prompt;
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
      const kept = `The server keeps the last ${mostDocuments} answers. For an earlier one, call the tool again.`;
      throw new McpError(ErrorCode.InvalidParams, `There is no resource "${uri}". ${kept}`);
    }
    return { contents: [{ uri, mimeType: page?.mimeType ?? json, text }] };
  });

  async function answer(
    operation: Operation,
    given: unknown,
    signal: AbortSignal,
    onProgress: ((message: string) => void) | undefined,
  ): Promise<CallToolResult> {
    let request: string;
    try {
      const input = checkedInput(operation, given, folders);
      request = JSON.stringify({ operation: operation.name, input, progress: onProgress !== undefined });
    } catch (error) {
      if (error instanceof WinnowError) return failed(error.faults);
      if (error instanceof z.core.$ZodError) return failed(inputFaults(operation, error));
      throw error;
    }
    const { code, stdout, stderr } = await run(program, request, folders.start, { signal, longestCallMs, onProgress });
    const reply = replyIn(stdout);
    if (reply === undefined) {
      // No exit code: it was stopped at a limit.
      const kind = code === null ? 'mcp/limit' : 'internal';
      return failed([{ code: kind, message: stderr.trim() || `The process ended with exit code ${String(code)}.` }]);
    }
    if ('error' in reply) return failed(reply.error.faults);
    made += 1;
    const name = `${made}-${operation.name}.json`;
    const uri = `winnow://answers/${name}`;
    documents.set(uri, `${JSON.stringify(reply.document, null, 2)}\n`);
    const [oldest] = documents.keys();
    if (documents.size > mostDocuments && oldest !== undefined) documents.delete(oldest);
    const verdict = reply.exitCode === 0 ? '' : '\nThe check failed (exit code 1 on the command line).';
    return {
      content: [
        { type: 'text', text: `${reply.digest}${verdict}` },
        { type: 'resource_link', uri, name, mimeType: json, description: 'the full document' },
      ],
      isError: false,
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

type Reply = AgentAnswer | { readonly error: { readonly faults: readonly Fault[] } };

function replyIn(text: string): Reply | undefined {
  try {
    return JSON.parse(text) as Reply;
  } catch {
    return undefined;
  }
}

function listed(operation: Operation, folders: Folders): ListedTool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(agentInput(operation), {
    io: 'input',
    // The largest safe integer is a limit of JavaScript, which takes up room and helps nobody.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const writes = operation.writes && folders.mayWrite;
  return {
    name: operation.name,
    description: `${operation.summary}.`,
    inputSchema: inputSchema as ListedTool['inputSchema'],
    // Unless it says otherwise, a tool may write.
    annotations: { ...(writes ? { destructiveHint: false } : { readOnlyHint: true }), openWorldHint: false },
  };
}

const mostFaults = 20;

function failed(faults: readonly Fault[]): CallToolResult {
  const shown = faults.slice(0, mostFaults).map((fault) => `- ${faultText(fault)}`);
  const more = faults.length > mostFaults ? [`and ${faults.length - mostFaults} more`] : [];
  return { content: [{ type: 'text', text: ['Error:', ...shown, ...more].join('\n').slice(0, 5200) }], isError: true };
}

interface RunLimits {
  readonly signal: AbortSignal;
  readonly longestCallMs: number;
  readonly onProgress: ((message: string) => void) | undefined;
}

/** Runs an operation in a process, so that it can be stopped and leaves nothing behind. */
function run(
  program: string,
  request: string,
  cwd: string,
  { signal, longestCallMs, onProgress }: RunLimits,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, operateCommand], {
      cwd,
      env: { ...process.env, [rootsVariable]: JSON.stringify(allowedRoots()) },
      signal,
    });
    let stopped: string | undefined;
    const stop = (reason: string) => {
      stopped = `${reason} The call was stopped. Ask for less.`;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(`The call took more than ${longestCallMs / 1000} seconds.`), longestCallMs);
    const stdout: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    let open = '';
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > largestDocument) stop(`The answer exceeds the limit of ${largestDocument} bytes.`);
      else stdout.push(part);
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      const lines = `${open}${part}`.split('\n');
      open = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith(progressMark)) onProgress?.(line.slice(progressMark.length));
        else stderr = `${stderr}${line}\n`.slice(-4000);
      }
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: stopped ?? `${stderr}${open}` });
    });
    // A process that ends early reads no more.
    child.stdin.on('error', () => undefined).end(request);
  });
}
