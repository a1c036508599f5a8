import { queryDatabase } from '@setpoint/server/testing/rooms/store';
import { type Postgres, startPostgres } from '@setpoint/server/testing/start-postgres';
import { childrenOf } from '../load/children-of.ts';
import type { Run } from './run.ts';

// As it comes, but for the connections: two nodes and a reference need more than a hundred.
const SETTINGS = ['max_connections = 200'];

/** One PostgreSQL for a whole run, started when the first row asks for it. */
export class BenchPostgres {
  readonly #run: Run;
  #starting: Promise<Postgres> | undefined;
  #pid = () => 0;

  constructor(run: Run) {
    this.#run = run;
  }

  /** An empty database of this name. */
  async createDatabase(name: string): Promise<string> {
    this.#starting ??= this.#start();
    const { url } = await this.#starting;
    await queryDatabase(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    return new URL(`/${name}`, url).href;
  }

  /** All its processes that run now. */
  pids(): readonly number[] {
    const pid = this.#pid();
    return [pid, ...childrenOf(pid)];
  }

  async #start(): Promise<Postgres> {
    const postgres = this.#run.lasting.use(await startPostgres(SETTINGS));
    this.#pid = postgres.pid;
    return postgres;
  }
}
