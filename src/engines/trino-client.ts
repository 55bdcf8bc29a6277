import { setTimeout as pause } from 'node:timers/promises';
import { EngineError } from '../core/model/errors.js';
import { isRecord } from '../core/model/record.js';
import { isConfined } from '../disk/file-access.js';

/** The result of a query: its columns with their types, and its rows. */
export interface TrinoResult {
  readonly columns: readonly TrinoColumn[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The user and the settings of a query. */
export interface TrinoOptions {
  readonly server: string;
  /** May contain `WINNOW_TRINO_USER`, `_PASSWORD`, `_TOKEN`, and `WINNOW_TRINO_SERVER`, the server they are for. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called during a query with its progress, in [0, 1], and the number of rows read, as reported by the cluster. */
  readonly onProgress?:
    | ((progress: { readonly found: number; readonly share: number | undefined }) => void)
    | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Overrides of the usual limits, for tests. */
  readonly limits?: Partial<TrinoLimits>;
}

const attempts = 5;
/** The statuses of a busy coordinator, after which a request is repeated. */
const busy: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Queries a Trino cluster by its HTTP protocol: each answer to a statement contains the address of the next answer. */
export class TrinoClient {
  readonly #options: TrinoOptions;
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #limits: TrinoLimits;

  /** @throws EngineError if credentials would go to the wrong server, or in clear text. */
  constructor(options: TrinoOptions) {
    this.#options = options;
    this.#origin = new URL(options.server).origin;
    this.#headers = headersFor(options);
    this.#limits = { ...usualLimits, ...options.limits };
  }

  /** @throws EngineError if the cluster can't be reached, refuses, fails during the query, or exceeds a limit. */
  async query(sql: string): Promise<TrinoResult> {
    const rows: (readonly unknown[])[] = [];
    const columns = await this.#follow(sql, (row) => rows.push(row), this.#limits.keptBytes);
    return { columns, rows };
  }

  /** The result of a query for one whole number. @throws EngineError as `query` does, or if it returns anything else. */
  async count(sql: string): Promise<number> {
    const {
      rows: [[value] = []],
    } = await this.query(sql);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.#malformed('a count is not a whole number');
  }

  /** Calls back with each row as it arrives, and returns the columns. @throws EngineError as `query` does. */
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
    const excessOf = limitWatch(this.#limits, mostBytes);
    try {
      while (next !== undefined) {
        const answer = await this.#ask(next, body);
        body = undefined;
        if (answer.error !== undefined) throw this.#failed(answer.error);
        if (answer.columns !== undefined) columns = answer.columns;
        for (const row of answer.data) {
          if (row.length !== columns.length) {
            throw this.#malformed(`a row has ${row.length} values for ${columns.length} columns`);
          }
          take(row);
        }
        this.#options.onProgress?.(answer);
        next = answer.nextUri === undefined ? undefined : this.#ownAddress(answer.nextUri);
        const excess = excessOf(answer, next);
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
      await pause(this.#limits.firstPauseMs * 2 ** (attempt - 1), undefined, { signal: this.#options.signal });
    }
  }

  /** Undefined if the request can be repeated: the connection was lost, or the coordinator is busy. */
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
        'Check "server" in the plan, and that the cluster is running.',
        cause,
      );
    }
  }

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

  /** Checks that an address is on the server in the plan: credentials are sent to no other. */
  #ownAddress(address: string): string {
    const origin = URL.canParse(address) ? new URL(address).origin : undefined;
    if (origin === undefined) throw this.#malformed('the next address is not valid');
    if (origin === this.#origin) return address;
    const message = `continues at ${origin}, which is another server`;
    throw this.#error(
      message,
      'Name that server in the plan, or configure the proxy to forward its own name (http-server.process-forwarded).',
    );
  }

  #failed({ message, name, type }: NonNullable<TrinoAnswer['error']>): EngineError {
    const isLost = type === 'INTERNAL_ERROR' || type === 'EXTERNAL' || type === 'INSUFFICIENT_RESOURCES';
    const hint = isLost
      ? 'Part of the cluster failed during the query, and nothing was written. Run the command again when the workers are back.'
      : "Check the catalog, schema and table, and the user's permissions.";
    return this.#error(`could not answer: ${message.split('\n')[0]} (${name})`, hint);
  }

  #malformed(what: string, cause?: unknown): EngineError {
    const hint = 'Check "server" in the plan: it must be the coordinator of a Trino cluster.';
    return this.#error(`sent an answer that does not follow the Trino protocol: ${what}`, hint, cause);
  }

  #error(what: string, hint: string, cause?: unknown): EngineError {
    const message = `the Trino cluster ${this.#origin} ${what.replace(/\.$/, '')}.`;
    return new EngineError([{ code: 'engine/trino', message, hint }], { cause });
  }
}

const credentialNames = ['WINNOW_TRINO_USER', 'WINNOW_TRINO_PASSWORD', 'WINNOW_TRINO_TOKEN'] as const;

function headersFor({ server, environment }: TrinoOptions): Readonly<Record<string, string>> {
  if (isConfined()) {
    const message = `the Trino cluster ${new URL(server).origin} can't be used here, because only files and folders may be read.`;
    throw new EngineError([
      { code: 'engine/trino', message, hint: 'Write its table to a file, and name the file in the plan.' },
    ]);
  }
  const isKnown = isOwnServer(server, environment);
  const user = (isKnown ? (environment['WINNOW_TRINO_USER'] ?? environment['USER']) : undefined) ?? 'winnow';
  const password = environment['WINNOW_TRINO_PASSWORD'];
  const token = environment['WINNOW_TRINO_TOKEN'];
  if ((password !== undefined || token !== undefined) && !server.startsWith('https:')) {
    const message = `the Trino cluster ${server} has an http address, so a password or token would be sent in clear text.`;
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
 * Whether the user's credentials are for the server in the plan. The plan can't decide that, because it may come from a
 * stranger.
 * @throws EngineError if the user has set credentials or a server, and the plan names another server.
 */
function isOwnServer(server: string, environment: TrinoOptions['environment']): boolean {
  const own = environment['WINNOW_TRINO_SERVER'];
  const origin = new URL(server).origin;
  if (own !== undefined && URL.canParse(own) && new URL(own).origin === origin) return true;
  const set = credentialNames.filter((name) => environment[name] !== undefined);
  if (own === undefined && set.length === 0) return false;
  const message =
    own === undefined
      ? `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set, but WINNOW_TRINO_SERVER, which names the server they are for, is not. The plan names ${origin}. Nothing was sent.`
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
  "Set NODE_EXTRA_CA_CERTS to your certificate authority's file, and use the server name from the certificate in the plan.";

/** Whether the server's certificate isn't trusted, so there is no point in trying again. */
function isUntrusted(cause: unknown): boolean {
  const { code } = Object(behind(cause));
  return /CERT|UNABLE_TO_VERIFY/.test(String(code));
}

/** The cause of "fetch failed". */
function behind(cause: unknown): unknown {
  return cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
}

function reason(cause: unknown): string {
  const inner = behind(cause);
  return inner instanceof Error ? inner.message || String(inner) : String(inner);
}

interface TrinoColumn {
  readonly name: string;
  readonly type: string;
}

interface TrinoAnswer {
  readonly nextUri: string | undefined;
  readonly columns: readonly TrinoColumn[] | undefined;
  readonly data: readonly (readonly unknown[])[];
  readonly error: { readonly message: string; readonly name: string; readonly type: string } | undefined;
  readonly share: number | undefined;
  readonly found: number;
  readonly bytes: number;
}

function trinoAnswerOf(text: string): TrinoAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new Error('not JSON', { cause });
  }
  if (!isRecord(answer)) throw new Error('not a record');
  // Missing values may be null.
  const { nextUri, columns, data, error, stats } = Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, value ?? undefined]),
  );
  const { progressPercentage: percent, processedRows } = isRecord(stats) ? stats : {};
  if (nextUri !== undefined && typeof nextUri !== 'string') throw new Error('"nextUri" is not text');
  if (error !== undefined && !isRecord(error)) throw new Error('"error" is not a record');
  return {
    nextUri,
    columns: columns === undefined ? undefined : listOf(columns, 'columns', isColumn),
    data: data === undefined ? [] : listOf(data, 'data', (row): row is readonly unknown[] => Array.isArray(row)),
    error: error && {
      message: String(error['message']),
      name: String(error['errorName']),
      type: String(error['errorType']),
    },
    share: typeof percent === 'number' ? percent / 100 : undefined,
    found: typeof processedRows === 'number' ? processedRows : 0,
    bytes: text.length,
  };
}

function isColumn(value: unknown): value is TrinoColumn {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string';
}

function listOf<Item>(value: unknown, key: string, isItem: (each: unknown) => each is Item): readonly Item[] {
  if (Array.isArray(value) && value.every(isItem)) return value;
  throw new Error(`"${key}" is not a list`);
}

/** The limits for one statement, which end it if a server loops, stalls or never finishes. */
export interface TrinoLimits {
  /** The longest wait for one answer, in milliseconds. */
  readonly requestMs: number;
  /** The pause before the second attempt, in milliseconds; it doubles with each further attempt. */
  readonly firstPauseMs: number;
  /** The longest time without rows or progress, in milliseconds. */
  readonly idleMs: number;
  /** Answers in a row without rows. */
  readonly emptyPages: number;
  readonly pages: number;
  readonly answerBytes: number;
  /** Total bytes of the answers that are kept in memory. */
  readonly keptBytes: number;
}

const usualLimits: TrinoLimits = {
  requestMs: 2 * 60_000,
  firstPauseMs: 400,
  idleMs: 15 * 60_000,
  emptyPages: 20_000,
  pages: 200_000,
  answerBytes: 64 * 2 ** 20,
  keptBytes: 512 * 2 ** 20,
};

/** Returns a function that checks each answer to a statement, and describes the first limit that is exceeded. */
function limitWatch({ pages, emptyPages, idleMs }: TrinoLimits, mostBytes: number) {
  const asked = new Set<string>();
  let [count, empty, all, progress, movedAt] = [0, 0, 0, '', performance.now()];
  return ({ data, share, found, bytes }: TrinoAnswer, next: string | undefined): string | undefined => {
    count += 1;
    all += bytes;
    if (all > mostBytes) return `sent more than ${mostBytes} bytes of rows`;
    if (next === undefined) return undefined;
    if (asked.has(next)) return `repeats itself: an answer continues at ${next}, which Winnow has already read`;
    asked.add(next);
    if (count >= pages) return `did not finish within ${pages} answers`;
    empty = data.length > 0 ? 0 : empty + 1;
    if (empty >= emptyPages) return `sent ${emptyPages} answers without a row`;
    if (data.length > 0 || `${share} ${found}` !== progress) movedAt = performance.now();
    progress = `${share} ${found}`;
    return performance.now() - movedAt > idleMs ? `made no progress within ${idleMs / 1000} seconds` : undefined;
  };
}
