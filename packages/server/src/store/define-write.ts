import type { ClientId, SiteId } from '@setpoint/contract';
import type { Transaction, Tx } from './tx.ts';

/** A transaction that changes something, with what the engine has to know of it. */
export interface Write<Input, Output> {
  /** Unique: by it the thread that writes finds the transaction. */
  readonly name: string;
  /** The site whose writes wait for each other; undefined where it waits for none. */
  site(input: Input): SiteId | undefined;
  /** The client whose row it locks: where it is of no site, it waits for the client's own writes alone. */
  client(input: Input): ClientId | undefined;
  /** How much of a commit group it fills: one for each site that it writes. */
  weight(input: Input): number;
  /** What other nodes must hear of with the very commit, because nothing else would tell them. */
  readonly ends: 'keys' | undefined;
  /** Only the chosen node may make it. */
  readonly only: 'chosen' | undefined;
  /** Whether much depends on it: where it is of no one site, it does not stand behind batches for a connection. */
  isUrgent(input: Input): boolean;
  /** Whether it stops power, or lets it go on: on a full disk, it may use what is kept free for that. */
  readonly usesReserve: boolean;
  run(tx: Tx, input: Input): Promise<Output>;
}

interface Declared<Input, Output> {
  readonly name: string;
  site?(input: Input): SiteId | undefined;
  client?(input: Input): ClientId | undefined;
  weight?(input: Input): number;
  readonly ends?: 'keys';
  readonly only?: 'chosen';
  isUrgent?(input: Input): boolean;
  readonly usesReserve?: boolean;
  readonly run: Transaction<Input, Output>;
}

/** Makes the audit log say what a transaction did; `More` is what it has to know for that. */
type Recording<Input, Output, More> = (run: Transaction<Input, Output>) => Transaction<Input & More, Output>;

/** What the audit log says of a write; or, as a text, why nothing is said of it here. */
interface WithRecord<Input, Output, More> {
  readonly record: string | Recording<Input, Output, More>;
}

export function defineWrite<Input, Output, More = unknown>({
  record,
  run,
  ...declared
}: Declared<Input, Output> & WithRecord<NoInfer<Input>, NoInfer<Output>, More>): Write<Input & More, Output> {
  return {
    site: () => undefined,
    client: () => undefined,
    weight: () => 1,
    ends: undefined,
    only: undefined,
    isUrgent: () => false,
    usesReserve: false,
    ...declared,
    run: typeof record === 'string' ? run : record(run),
  };
}

/** A write whose input and output are known to those alone who sent it. */
export type AnyWrite = Write<unknown, unknown>;
