import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from './schema.ts';
import type { DialectName } from './dialect-name.ts';

/** One SQL statement: built with Kysely once per database, run any number of times with named parameters. */
export interface Statement<Params, Row> {
  compile(dialect: DialectName): CompiledStatement;
  /** Never there: carries the types of what goes in and what comes out. */
  readonly types?: { readonly params: Params; readonly row: Row };
}

export interface CompiledStatement {
  readonly sql: string;
  /** For each placeholder the name of its parameter, or the constant that stands there. */
  readonly slots: readonly Slot[];
}

export type SqlValue = string | number | Uint8Array | null;
export type Slot = { readonly name: string } | { readonly value: SqlValue };

export interface Building<Params> {
  readonly db: Kysely<Database>;
  readonly dialect: DialectName;
  /** Stands for a parameter of the statement. */
  readonly param: <Name extends keyof Params & string>(name: Name) => Params[Name];
}

// Measured: building and compiling a query takes 20 to 40 µs, running a compiled one 3 to 5.
export function statement<Params extends Record<string, SqlValue>>() {
  return <Row>(build: (building: Building<Params>) => Compilable<Row>): Statement<Params, Row> => {
    const compiledByDialect = new Map<DialectName, CompiledStatement>();
    return {
      compile(dialect) {
        const known = compiledByDialect.get(dialect);
        if (known !== undefined) return known;
        const query = build({
          db: builders[dialect],
          dialect,
          param: (name) => placeholder<Params, typeof name>(name),
        }).compile();
        const compiled = { sql: query.sql, slots: query.parameters.map(slotOf) };
        compiledByDialect.set(dialect, compiled);
        return compiled;
      },
    };
  };
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

// Kysely passes a value it does not know through to the list of parameters, which is where it is found again.
function placeholder<Params, Name extends keyof Params & string>(name: Name): Params[Name] {
  return new Placeholder(name) as Params[Name];
}

function slotOf(parameter: unknown): Slot {
  return parameter instanceof Placeholder ? { name: parameter.name } : { value: parameter as SqlValue };
}

const builders: Record<DialectName, Kysely<Database>> = {
  sqlite: new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

/** The values of a statement in the order of its placeholders. */
export function bindSlots(slots: readonly Slot[], params: Record<string, SqlValue>): SqlValue[] {
  return slots.map((slot) => ('name' in slot ? boundValue(params, slot.name) : slot.value));
}

function boundValue(params: Record<string, SqlValue>, name: string): SqlValue {
  const value = params[name];
  if (value === undefined) throw new Error(`no value for the parameter ${name}`);
  return value;
}
