import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { OutputError, WinnowError } from '../../core/model/errors.js';
import { reasonOf } from '../../disk/reason-of.js';
import type { ExplorerOptions } from './explorer-data-of.js';
import { explorerPage } from './explorer-page.js';
import { faultsHtml } from './faults-html.js';
import type { HtmlDocument } from './html-document.js';
import { refusalOf } from './refusal-of.js';

/** A server that runs. */
export interface ExplorerServer {
  /** "http://127.0.0.1:4000/". */
  readonly url: `http://127.0.0.1:${number}/`;
  /** How many tasks the page shows. */
  readonly tasks: number;
  /** Ends every connection and the server. */
  close(): Promise<void>;
}

/**
 * Serves the explorer of a plan on this machine alone. Plan, pools and results are read again for every load of the page,
 * so that an edited plan shows after a reload, with its faults in words if it has any.
 *
 * @param port 0: any that is free.
 * @throws WinnowError when the plan cannot be shown now, or the port is taken.
 */
export async function serveExplorer(options: ExplorerOptions, port = 0): Promise<ExplorerServer> {
  const { tasks } = await explorerPage(options);
  const server = createServer(async (request, response) => {
    const refusal = refusalOf(request, portOf(server));
    if (refusal !== undefined) {
      sendText(response, refusal.status, refusal.message);
      return;
    }
    try {
      sendDocument(response, 200, await explorerPage(options));
    } catch (error) {
      if (error instanceof WinnowError) sendDocument(response, 422, faultsHtml(basename(options.plan), error.faults));
      else sendText(response, 500, `This is a fault in Winnow: ${reasonOf(error)}`);
    }
  });
  await listen(server, port);
  return { url: `http://127.0.0.1:${portOf(server)}/`, tasks, close: () => close(server) };
}

function sendDocument(response: ServerResponse, status: number, { html, policy }: HtmlDocument): void {
  send(response, status, 'text/html; charset=utf-8', html, policy);
}

function sendText(response: ServerResponse, status: number, message: string): void {
  send(response, status, 'text/plain; charset=utf-8', `${message}\n`, "default-src 'none'");
}

function send(response: ServerResponse, status: number, type: string, text: string, policy: string): void {
  const bytes = Buffer.from(text, 'utf8');
  response.writeHead(status, {
    'content-type': type,
    'content-length': bytes.length,
    // A document cannot say of itself who may frame it.
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  });
  // To a HEAD request Node sends no body, whatever is written.
  response.end(bytes);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `port ${port} cannot be listened on: ${reasonOf(cause)}.`;
      const hint = 'Name another with --port, or leave it out for any that is free.';
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
