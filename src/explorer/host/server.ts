import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Fault, OutputError, WinnowError } from '../../core/model/errors.js';
import { existsSync } from '../../disk/file-access.js';
import { isPlanThere } from '../../disk/load-plan.js';
import type { openBrowser } from '../../disk/open-browser.js';
import { reasonOf } from '../../disk/reason-of.js';
import { type ExplorerOptions, explorerDataOf, growingResults } from './explorer-data-of.js';
import { pageOf } from './explorer-page.js';
import { faultsHtml, type HtmlDocument } from './html-document.js';
import { isSame, refusalOf, requestPath } from './refusal-of.js';

type PageAddress = Parameters<typeof openBrowser>[0];

export interface ExplorerServer {
  /** "http://127.0.0.1:4000/TOKEN/". Anyone who knows it can open the page. */
  readonly url: PageAddress;
  /** Opens the page once. It is passed on the browser's command line, which other users of this machine can read. */
  readonly urlForOnce: PageAddress;
  readonly tasks: number;
  readonly faults: readonly Fault[];
  close(): Promise<void>;
}

/** The minimum time between reads, so that many loads don't keep the CPU busy. */
const restMs = 1000;

/**
 * Serves the page of a plan on this machine to anyone who knows the token in its address. Each load of the page reads
 * the plan, pools and results again, so a reload shows an edited plan, or its errors.
 * @param port 0: any free port.
 * @throws WinnowError if a named path does not exist, or the port is in use.
 */
export async function serveExplorer(options: ExplorerOptions, port = 0): Promise<ExplorerServer> {
  const { tasks, faults } = await firstRead(options);
  const rest = () => setTimeout(restMs, undefined, { ref: false });
  const growing = growingResults(options);
  const pages = sharedRead(() => answerOf(options, growing), rest);
  const news = sharedRead(growing.read, rest);
  const token = newToken();
  let tokenForOnce: string | undefined = newToken();
  const server = createServer(async (request, response) => {
    const tokens = tokenForOnce === undefined ? [token] : [token, tokenForOnce];
    const refusal = refusalOf(request, portOf(server), tokens);
    if (refusal !== undefined) return send(response, textAnswer(refusal.status, refusal.message));
    const { url = '' } = request;
    const asked = requestPath(url);
    if (!isSame(asked.token, token)) {
      tokenForOnce = undefined;
      return send(response, textAnswer(302, 'The page has moved.'), { location: `/${token}/` });
    }
    if (asked.rest === '') return send(response, await pages());
    const { searchParams } = new URL(url, 'http://127.0.0.1');
    if (growing.isSince(searchParams.get('since'))) return send(response, nothingNew);
    return send(response, jsonAnswer(await news()));
  });
  await listen(server, port);
  const addressOf = (each: string): PageAddress => `http://127.0.0.1:${portOf(server)}/${each}/`;
  return {
    url: addressOf(token),
    urlForOnce: addressOf(tokenForOnce),
    tasks,
    faults,
    close: () => close(server),
  };
}

function newToken(): string {
  return randomBytes(16).toString('hex');
}

/** A path that does not exist is a typing error; other errors can be fixed while the server runs. */
async function firstRead(options: ExplorerOptions): Promise<Pick<ExplorerServer, 'tasks' | 'faults'>> {
  try {
    return { tasks: (await explorerDataOf(options)).tasks, faults: [] };
  } catch (error) {
    const { results = [], benchmarks, pool } = options;
    const named = [...results, ...[benchmarks, pool].filter((path) => path !== undefined)];
    const areThere = isPlanThere(options.plan) && named.every((path) => existsSync(path));
    if (!(error instanceof WinnowError) || !areThere) throw error;
    return { tasks: 0, faults: error.faults };
  }
}

/** A response. Simultaneous requests share its bytes. */
interface Answer {
  readonly status: number;
  readonly type: 'text/html' | 'text/plain' | 'application/json';
  readonly bytes: Buffer;
  readonly policy: string;
}

async function answerOf(options: ExplorerOptions, growing: ReturnType<typeof growingResults>): Promise<Answer> {
  try {
    return documentAnswer(200, pageOf(growing.stamped(await explorerDataOf(options))));
  } catch (error) {
    if (error instanceof WinnowError) return documentAnswer(422, faultsHtml(basename(options.plan), error.faults));
    return textAnswer(500, `This is a bug in Winnow: ${reasonOf(error)}`);
  }
}

function documentAnswer(status: number, { html, policy }: HtmlDocument): Answer {
  return { status, type: 'text/html', bytes: Buffer.from(html, 'utf8'), policy };
}

function textAnswer(status: number, message: string): Answer {
  return { status, type: 'text/plain', bytes: Buffer.from(`${message}\n`, 'utf8'), policy: nothingAllowed };
}

const nothingAllowed = "default-src 'none'";

const nothingNew: Answer = { status: 204, type: 'text/plain', bytes: Buffer.alloc(0), policy: nothingAllowed };

function jsonAnswer(value: object): Answer {
  const bytes = Buffer.from(JSON.stringify(value), 'utf8');
  return { status: 200, type: 'application/json', bytes, policy: nothingAllowed };
}

function send(
  response: ServerResponse,
  { status, type, bytes, policy }: Answer,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    ...(status === 204 ? {} : { 'content-length': bytes.length }),
    // Only a header can restrict framing.
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    ...more,
  });
  // Node sends no body to a HEAD request.
  response.end(bytes);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `cannot listen on port ${port}: ${reasonOf(cause)}.`;
      const hint = 'Choose another port with --port, or omit it to use any free port.';
      reject(new OutputError([{ code: 'serve/port', message, hint }], { cause }));
    });
    server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve);
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Reads on request, one read at a time. Requests that arrive during a read share the next one, which sees all changes.
 *
 * @param rest A delay that starts with each read.
 */
export function sharedRead<Result>(read: () => Promise<Result>, rest: () => Promise<void>): () => Promise<Result> {
  let free: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  return () => {
    next ??= free.then(() => {
      next = undefined;
      const reading = read();
      free = Promise.allSettled([reading, rest()]);
      return reading;
    });
    return next;
  };
}
