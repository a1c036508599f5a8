import type { Socket } from 'node:net';
import pg from 'pg';
import type { SqlValue } from '../statement.ts';
import { textOfBytes } from '../values/stored-text.ts';
import { LostConnection } from './lost-connection.ts';
import { numbersAsNumbers } from './numbers-as-numbers.ts';

/** A statement that is planned once for each connection, under its name. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly SqlValue[];
}

type ResultRow = Record<string, unknown>;

export interface StatementResult {
  readonly rows: readonly ResultRow[];
  /** What was done, as PostgreSQL names it: `SELECT 1`, `COMMIT`, `ROLLBACK`. */
  readonly command: string;
}

interface Asked {
  readonly statement: NamedStatement;
  readonly rows: ResultRow[];
  resolve(result: StatementResult): void;
  reject(cause: unknown): void;
}

const LOOK_AGAIN_AFTER_MS = 20;

type Column = readonly [name: string, parse: (text: string) => unknown];
type Columns = readonly Column[];

/** The columns of the statements that a connection has planned. */
type Planned = Map<string, Columns>;

/** The server said no and lives on; anything else leaves open how far it came. */
export function isAnswer(cause: unknown): cause is pg.DatabaseError {
  return cause instanceof pg.DatabaseError && cause.severity === 'ERROR';
}

/** A statement that stood behind one that failed. */
export class NotRun extends Error {
  constructor(cause: pg.DatabaseError) {
    super(cause.message, { cause });
  }
}

// A newer release changed a table since.
export const PLAN_OUTDATED = '0A000';

const plannedBy = new WeakMap<pg.Connection, Planned>();

/**
 * Statements that leave together and are answered together, with one message each way. A round trip for
 * each of them, and the library's own objects for each, would cost more than running them. Implements what
 * node-postgres asks of a query.
 */
export class StatementBatch implements pg.Submittable {
  /** Whether its connection can be used again. */
  readonly ended: Promise<boolean>;
  readonly #end: (isUsable: boolean) => void;
  readonly #asked: Asked[] = [];
  #withinMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #at = 0;
  #planned: Planned = new Map();
  #columns: Column[] = [];

  constructor() {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.ended = promise;
    this.#end = resolve;
  }

  get size(): number {
    return this.#asked.length;
  }

  ask(statement: NamedStatement, withinMs: number): Promise<StatementResult> {
    this.#withinMs = Math.min(this.#withinMs, withinMs);
    return new Promise((resolve, reject) => {
      this.#asked.push({ statement, rows: [], resolve, reject });
    });
  }

  submit(connection: pg.Connection): void {
    this.#planned = plannedOn(connection);
    this.#waitOn(connection);
    connection.stream.cork();
    for (const { statement } of this.#asked) send(connection, statement, this.#planned.has(statement.name));
    connection.sync();
    connection.stream.uncork();
  }

  // An answer that does not come leaves open what was done: such a connection is of no use any more.
  #waitOn(connection: pg.Connection): void {
    this.#timer = setTimeout(() => {
      const { bytesRead } = socketOf(connection);
      // A process that was stopped for a while finds here what came meanwhile.
      this.#timer = setTimeout(() => {
        if (socketOf(connection).bytesRead > bytesRead) return this.#waitOn(connection);
        this.#fail(new Error(`the database did not answer within ${this.#withinMs} ms`));
        connection.stream.destroy();
      }, LOOK_AGAIN_AFTER_MS);
    }, this.#withinMs);
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map((field) => [field.name, parserOf(field.dataTypeID)]);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const asked = this.#asked[this.#at];
    if (asked === undefined) return;
    const columns = this.#planned.get(asked.statement.name) ?? this.#columns;
    asked.rows.push(rowOf(columns, fields));
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const asked = this.#asked[this.#at];
    if (asked === undefined) return;
    const { name } = asked.statement;
    if (!this.#planned.has(name)) this.#planned.set(name, this.#columns);
    this.#columns = [];
    this.#at += 1;
    asked.resolve({ rows: asked.rows, command: text });
  }

  handleReadyForQuery(): void {
    clearTimeout(this.#timer);
    this.#end(true);
  }

  // What stands behind the one that failed was not run.
  handleError(cause: unknown): void {
    if (cause instanceof pg.DatabaseError && cause.code === PLAN_OUTDATED) this.#planned.clear();
    this.#fail(cause);
  }

  #fail(cause: unknown): void {
    clearTimeout(this.#timer);
    this.#end(isAnswer(cause));
    const [failed, ...others] = this.#asked.slice(this.#at);
    this.#at = this.#asked.length;
    const lost = isAnswer(cause) ? undefined : new LostConnection(cause);
    failed?.reject(lost ?? cause);
    for (const asked of others) asked.reject(isAnswer(cause) ? new NotRun(cause) : lost);
  }
}

// Without TLS and with it, it is a socket.
function socketOf({ stream }: pg.Connection): Socket {
  return stream as Socket;
}

function plannedOn(connection: pg.Connection): Planned {
  const known = plannedBy.get(connection) ?? new Map<string, Columns>();
  plannedBy.set(connection, known);
  return known;
}

// One that failed when it ran first is planned all the same: so the name is closed before it is used.
function send(connection: pg.Connection, { name, text, values }: NamedStatement, isPlanned: boolean): void {
  if (!isPlanned) {
    connection.close({ type: 'S', name }, true);
    connection.parse({ name, text, types: [] }, true);
  }
  connection.bind({ statement: name, values: values.map(textOf) }, true);
  if (!isPlanned) connection.describe({ type: 'P', name: '' }, true);
  connection.execute({}, true);
}

function textOf(value: SqlValue): string | null {
  if (typeof value === 'number') return String(value);
  return value instanceof Uint8Array ? textOfBytes(value) : value;
}

function parserOf(typeId: number): (text: string) => unknown {
  return numbersAsNumbers.getTypeParser(typeId, 'text') as (text: string) => unknown;
}

function rowOf(columns: Columns, fields: readonly (string | null)[]): ResultRow {
  const row: ResultRow = {};
  let at = 0;
  for (const [name, parse] of columns) {
    const text = fields[at];
    row[name] = text == null ? null : parse(text);
    at += 1;
  }
  return row;
}
