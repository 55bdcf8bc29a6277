import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { newResultsName } from '../explorer-data.js';

export interface Refusal {
  readonly status: 403 | 404 | 405;
  readonly message: string;
}

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * Why a request is refused; undefined if it is allowed. Another site can make a browser send requests to this server
 * under a name that resolves to this machine, so only the machine's own names are accepted. Another user of this machine
 * can send requests directly, so the path must begin with a token that only this user has.
 */
export function refusalOf(
  { method, url = '', headers }: Request,
  port: number,
  tokens: readonly string[],
): Refusal | undefined {
  const hosts = ownHosts(port);
  if (!hosts.includes(headers.host ?? '')) {
    return { status: 403, message: `This server accepts requests only for ${hosts.join(', ')}.` };
  }
  const { origin } = headers;
  const isOwn = origin === undefined || hosts.some((host) => origin === `http://${host}`);
  // Set by the browser. "none" means that a person typed the address or opened it from another program.
  if (!isOwn || !['same-origin', 'none', undefined].includes(siteOf(headers))) {
    return { status: 403, message: 'This server does not accept requests from other sites.' };
  }
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, message: 'This server accepts only GET and HEAD requests.' };
  const { token, rest } = requestPath(url);
  if (!tokens.some((each) => isSame(token, each))) {
    return { status: 403, message: 'Open the full address that "winnow view" printed, including the token.' };
  }
  return rest === '' || rest === newResultsName
    ? undefined
    : { status: 404, message: 'This server has only one page.' };
}

/** A request for `/TOKEN/REST?…`; the query may have a filter, which only the page reads. */
export function requestPath(url: string): { readonly token: string; readonly rest: string | undefined } {
  const [, token = '', rest] = /^\/([^/?]*)(?:\/([^?]*))?(?:\?|$)/.exec(url) ?? [];
  return { token, rest };
}

export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

function siteOf(headers: Request['headers']): string | undefined {
  const site = headers['sec-fetch-site'];
  return Array.isArray(site) ? site.join() : site;
}

function ownHosts(port: number): readonly string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  // Browsers omit the default port.
  return port === 80 ? [...names, ...names.map((name) => `${name}:80`)] : names.map((name) => `${name}:${port}`);
}
