import { setTimeout as pause } from 'node:timers/promises';
import { EngineError } from '../core/model/errors.js';
import { isRecord } from '../core/model/record.js';
import { isConfined } from '../disk/file-access.js';

/** The result of a query: its columns with their types, and its rows. */
export interface TrinoResult {
  readonly columns: readonly TrinoColumn[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Who asks, and how. */
export interface TrinoOptions {
  readonly server: string;
  /** Has the credentials, `WINNOW_TRINO_USER`, `_PASSWORD` and `_TOKEN`, and the server they are for, `WINNOW_TRINO_SERVER`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told now and then how much of a query is done, in [0, 1], and how many rows were read, as the cluster counts them. */
  readonly onProgress?:
    | ((progress: { readonly found: number; readonly share: number | undefined }) => void)
    | undefined;
  /** Ends what is under way. */
  readonly signal?: AbortSignal | undefined;
  /** Other limits than the usual ones, for tests. */
  readonly limits?: Partial<TrinoLimits>;
}

const attempts = 5;
const firstPauseMs = 200;
/** A busy coordinator answers with these, and means: again. */
const busy: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Asks a Trino cluster by its own protocol: a statement is posted, and each answer says where the next one is. */
export class TrinoClient {
  readonly #options: TrinoOptions;
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #limits: TrinoLimits;

  /** @throws EngineError when credentials would be sent to a server they are not for, or in clear text. */
  constructor(options: TrinoOptions) {
    this.#options = options;
    this.#origin = new URL(options.server).origin;
    this.#headers = headersFor(options);
    this.#limits = { ...usualLimits, ...options.limits };
  }

  /** @throws EngineError when the cluster cannot be reached, refuses, fails on the way, or exceeds a limit. */
  async query(sql: string): Promise<TrinoResult> {
    const rows: (readonly unknown[])[] = [];
    const columns = await this.#follow(sql, (row) => rows.push(row), this.#limits.keptBytes);
    return { columns, rows };
  }

  /** The whole number that a query gives. @throws EngineError as `query` does, or when it gives anything else. */
  async count(sql: string): Promise<number> {
    const {
      rows: [[value] = []],
    } = await this.query(sql);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.#malformed('a count is no whole number');
  }

  /** Gives the rows of a query as they come, and the columns at the end. @throws EngineError as `query` does. */
  async each(sql: string, take: (row: readonly unknown[]) => void): Promise<TrinoResult['columns']> {
    return this.#follow(sql, take, Number.POSITIVE_INFINITY);
  }

  async #follow(
    sql: string,
    take: (row: readonly unknown[]) => void,
    mostBytes: number,
  ): Promise<TrinoResult['columns']> {
    let columns: TrinoResult['columns'] = [];
    let next: string | undefined = `${this.#origin}/v1/statement`;
    let body: string | undefined = sql;
    const course = new TrinoCourse(this.#limits, mostBytes);
    try {
      while (next !== undefined) {
        const answer = await this.#ask(next, body);
        body = undefined;
        if (answer.error !== undefined) throw this.#failed(answer.error);
        if (answer.columns !== undefined) columns = answer.columns;
        for (const row of answer.data ?? []) {
          if (row.length !== columns.length) {
            throw this.#malformed(`a row has ${row.length} values for ${columns.length} columns`);
          }
          take(row);
        }
        this.#options.onProgress?.(answer);
        next = answer.nextUri === undefined ? undefined : this.#ownAddress(answer.nextUri);
        const excess = course.excess(answer, next);
        if (excess !== undefined) throw this.#error(excess, 'Check the cluster, or ask for fewer rows or columns.');
      }
    } catch (error) {
      if (next !== undefined && body === undefined) await this.#cancel(next);
      throw error;
    }
    return columns;
  }

  async #ask(address: string, body: string | undefined): Promise<TrinoAnswer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#try(address, body, attempt === attempts);
      if (answer !== undefined) return answer;
      await pause(firstPauseMs * 2 ** attempt, undefined, { signal: this.#options.signal });
    }
  }

  /** Undefined where it may be tried again: the connection was lost, or the coordinator is busy. */
  async #try(address: string, body: string | undefined, isLast: boolean): Promise<TrinoAnswer | undefined> {
    const { signal } = this.#options;
    try {
      const slow = AbortSignal.timeout(this.#limits.requestMs);
      const response = await fetch(address, {
        headers: this.#headers,
        redirect: 'error',
        ...(body === undefined ? {} : { method: 'POST', body }),
        signal: signal === undefined ? slow : AbortSignal.any([signal, slow]),
      });
      const text = await this.#textOf(response);
      if (response.ok) return this.#answerOf(text);
      if (busy.has(response.status) && !isLast) return undefined;
      throw this.#error(
        `answered with status ${response.status}: ${text.trim().slice(0, 200) || 'nothing more'}`,
        hintFor(response.status),
      );
    } catch (cause) {
      if (cause instanceof EngineError || signal?.aborted === true) throw cause;
      if (isUntrusted(cause)) throw this.#error(`is not trusted: ${reason(cause)}`, untrustedHint, cause);
      if (!isLast) return undefined;
      throw this.#error(
        `cannot be reached: ${reason(cause)}`,
        'Check "server" in the plan, and that the cluster runs.',
        cause,
      );
    }
  }

  /** The text of an answer. @throws EngineError when it is longer than an answer may be. */
  async #textOf(response: Response): Promise<string> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes > this.#limits.answerBytes) {
        throw this.#error(`sent an answer of more than ${this.#limits.answerBytes} bytes`, 'Ask for fewer columns.');
      }
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  }

  #answerOf(text: string): TrinoAnswer {
    try {
      return trinoAnswerOf(text);
    } catch (cause) {
      throw this.#malformed(cause instanceof Error ? cause.message : String(cause), cause);
    }
  }

  async #cancel(address: string): Promise<void> {
    await fetch(address, {
      method: 'DELETE',
      headers: this.#headers,
      redirect: 'error',
      signal: AbortSignal.timeout(2000),
    }).catch(() => undefined);
  }

  /** Names and passwords go to the server that the plan names, and to no other. */
  #ownAddress(address: string): string {
    const origin = URL.canParse(address) ? new URL(address).origin : undefined;
    if (origin === undefined) throw this.#malformed('it continues at what is no address');
    if (origin === this.#origin) return address;
    const message = `continues at ${origin}, which is another server`;
    throw this.#error(
      message,
      'Name that server in the plan, or let the proxy pass its own name on (http-server.process-forwarded).',
    );
  }

  #failed({ message, name, type }: TrinoFault): EngineError {
    const isLost = type === 'INTERNAL_ERROR' || type === 'EXTERNAL' || type === 'INSUFFICIENT_RESOURCES';
    const hint = isLost
      ? 'Part of the cluster failed on the way; nothing was written. Run it again when the workers are back.'
      : 'Check catalog, schema, table and the rights of the user.';
    return this.#error(`could not answer: ${message.split('\n')[0]} (${name})`, hint);
  }

  #malformed(what: string, cause?: unknown): EngineError {
    const hint = 'Check "server" in the plan: it must be the coordinator of a Trino cluster.';
    return this.#error(`sent an answer that is not of the Trino protocol: ${what}`, hint, cause);
  }

  #error(what: string, hint: string, cause?: unknown): EngineError {
    const message = `the Trino cluster ${this.#origin} ${what.replace(/\.$/, '')}.`;
    return new EngineError([{ code: 'engine/trino', message, hint }], { cause });
  }
}

const credentialNames = ['WINNOW_TRINO_USER', 'WINNOW_TRINO_PASSWORD', 'WINNOW_TRINO_TOKEN'] as const;

function headersFor({ server, environment }: TrinoOptions): Readonly<Record<string, string>> {
  if (isConfined()) {
    const message = `the Trino cluster ${new URL(server).origin} may not be asked here; only files and folders may be read.`;
    throw new EngineError([
      { code: 'engine/trino', message, hint: 'Write its table to a file, and name that in the plan.' },
    ]);
  }
  const isKnown = isOwnServer(server, environment);
  const user = (isKnown ? (environment['WINNOW_TRINO_USER'] ?? environment['USER']) : undefined) ?? 'winnow';
  const password = environment['WINNOW_TRINO_PASSWORD'];
  const token = environment['WINNOW_TRINO_TOKEN'];
  if ((password !== undefined || token !== undefined) && !server.startsWith('https:')) {
    const message = `the Trino cluster ${server} is named with http, and a password or token would be sent in clear text.`;
    const hint = 'Write https in the plan, or unset WINNOW_TRINO_PASSWORD and WINNOW_TRINO_TOKEN.';
    throw new EngineError([{ code: 'engine/trino', message, hint }]);
  }
  const basic = password === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const authorization = token === undefined ? basic : `Bearer ${token}`;
  return {
    'X-Trino-User': user,
    'X-Trino-Source': 'winnow',
    'Content-Type': 'text/plain; charset=utf-8',
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
}

/**
 * Whether a plan's server is the one that this user's credentials are for. A plan may come from a stranger, so that it cannot
 * say who gets them.
 * @throws EngineError when there are credentials, or a server of this user, and the plan names another.
 */
function isOwnServer(server: string, environment: TrinoOptions['environment']): boolean {
  const own = environment['WINNOW_TRINO_SERVER'];
  const origin = new URL(server).origin;
  if (own !== undefined && URL.canParse(own) && new URL(own).origin === origin) return true;
  const set = credentialNames.filter((name) => environment[name] !== undefined);
  if (own === undefined && set.length === 0) return false;
  const message =
    own === undefined
      ? `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set, but not WINNOW_TRINO_SERVER, the server that credentials are for. The plan names ${origin}. Nothing was sent.`
      : `WINNOW_TRINO_SERVER is ${URL.canParse(own) ? new URL(own).origin : 'not an address'}, but the plan names ${origin}. Nothing was sent.`;
  const hint = `If you trust that server with your credentials, set WINNOW_TRINO_SERVER=${origin}.`;
  throw new EngineError([{ code: 'engine/trino', message, hint }]);
}

function hintFor(status: number): string {
  return status === 401 || status === 403
    ? 'Set WINNOW_TRINO_SERVER and WINNOW_TRINO_USER with WINNOW_TRINO_PASSWORD or WINNOW_TRINO_TOKEN.'
    : 'Check "server" in the plan: it must be the coordinator of a Trino cluster.';
}

const untrustedHint =
  'Name the file with the certificate of your authority in NODE_EXTRA_CA_CERTS, and the server in the plan as the certificate does.';

/** Whether the certificate of the server is not one to trust: trying again does not change that. */
function isUntrusted(cause: unknown): boolean {
  const { code } = Object(behind(cause));
  return /CERT|UNABLE_TO_VERIFY/.test(String(code));
}

/** What is behind "fetch failed". */
function behind(cause: unknown): unknown {
  return cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
}

function reason(cause: unknown): string {
  const inner = behind(cause);
  return inner instanceof Error ? inner.message || String(inner) : String(inner);
}

/** A column of a result, with its type in the words of Trino. */
export interface TrinoColumn {
  readonly name: string;
  readonly type: string;
}

/** Why the cluster failed. */
export interface TrinoFault {
  readonly message: string;
  readonly name: string;
  readonly type: string;
}

/** One answer of the cluster. */
export interface TrinoAnswer {
  readonly nextUri: string | undefined;
  readonly columns: readonly TrinoColumn[] | undefined;
  readonly data: readonly (readonly unknown[])[] | undefined;
  readonly error: TrinoFault | undefined;
  readonly share: number | undefined;
  readonly found: number;
  /** The length of its text. */
  readonly bytes: number;
}

/** An answer from its text. @throws Error that says what is not of the protocol. */
export function trinoAnswerOf(text: string): TrinoAnswer {
  const answer = parsed(text);
  if (!isRecord(answer)) throw new Error('it is no record');
  const { nextUri, columns, data, error, stats } = answer;
  const { progressPercentage: percent, processedRows } = isRecord(stats) ? stats : {};
  if (!isMissing(nextUri) && typeof nextUri !== 'string') throw new Error('"nextUri" is no text');
  if (!isMissing(error) && !isRecord(error)) throw new Error('"error" is no record');
  return {
    nextUri: nextUri ?? undefined,
    columns: listOf(columns, 'columns', isColumn)?.map(({ name, type }) => ({ name, type })),
    data: listOf(data, 'data', (row): row is readonly unknown[] => Array.isArray(row)),
    error: isRecord(error)
      ? { message: String(error['message']), name: String(error['errorName']), type: String(error['errorType']) }
      : undefined,
    share: typeof percent === 'number' ? percent / 100 : undefined,
    found: typeof processedRows === 'number' ? processedRows : 0,
    bytes: text.length,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('it is not JSON', { cause });
  }
}

function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isColumn(value: unknown): value is TrinoColumn {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string';
}

function listOf<Item>(value: unknown, key: string, isItem: (each: unknown) => each is Item): Item[] | undefined {
  if (isMissing(value)) return undefined;
  if (Array.isArray(value) && value.every(isItem)) return value;
  throw new Error(`"${key}" is not the list that it should be`);
}

/** What one statement may take: a server that loops, stalls or never ends is given up. */
export interface TrinoLimits {
  /** The longest wait for one answer, in milliseconds. */
  readonly requestMs: number;
  /** The longest time in which neither rows nor progress come, in milliseconds. */
  readonly idleMs: number;
  /** Answers in a row without rows. */
  readonly emptyPages: number;
  /** Answers in all. */
  readonly pages: number;
  /** Bytes of one answer. */
  readonly answerBytes: number;
  /** Bytes of all answers that are kept in memory together. */
  readonly keptBytes: number;
}

/** The limits of every statement, unless a test sets others. */
export const usualLimits: TrinoLimits = {
  requestMs: 2 * 60_000,
  idleMs: 15 * 60_000,
  emptyPages: 20_000,
  pages: 200_000,
  answerBytes: 64 * 2 ** 20,
  keptBytes: 512 * 2 ** 20,
};

/** The course of one statement, held against the limits. */
export class TrinoCourse {
  readonly #limits: TrinoLimits;
  readonly #mostBytes: number;
  readonly #asked = new Set<string>();
  #pages = 0;
  #empty = 0;
  #bytes = 0;
  #progress = '';
  #movedAt = performance.now();

  constructor(limits: TrinoLimits, mostBytes: number) {
    this.#limits = limits;
    this.#mostBytes = mostBytes;
  }

  /** The limit that an answer exceeds, in words; undefined when the statement may go on. */
  excess({ data, share, found, bytes }: TrinoAnswer, next: string | undefined): string | undefined {
    const { pages, emptyPages, idleMs } = this.#limits;
    this.#pages += 1;
    this.#bytes += bytes;
    if (this.#bytes > this.#mostBytes) return `sent more than ${this.#mostBytes} bytes of rows`;
    if (next === undefined) return undefined;
    if (this.#asked.has(next)) return `leads in a circle: an answer continues at ${next}, which was asked before`;
    this.#asked.add(next);
    if (this.#pages >= pages) return `did not come to an end within ${pages} answers`;
    const hasRows = (data?.length ?? 0) > 0;
    this.#empty = hasRows ? 0 : this.#empty + 1;
    if (this.#empty >= emptyPages) return `sent ${emptyPages} answers without a row`;
    const progress = `${share} ${found}`;
    if (hasRows || progress !== this.#progress) this.#movedAt = performance.now();
    this.#progress = progress;
    if (performance.now() - this.#movedAt > idleMs) return `made no progress within ${idleMs / 1000} seconds`;
    return undefined;
  }
}
