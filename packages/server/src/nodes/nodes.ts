import type { SiteSignals } from '../platform/site-signals.ts';

/** The nodes that serve one store together, as one of them knows them. */
export interface Nodes {
  readonly nodeId: string;
  /** Whether the work that one node does for all is this one's at the moment. */
  isChosen(): Promise<boolean>;
  /** The clock that all of them go by. */
  now(): number;
  /** From now on, signals go to and come from the others. */
  join(signals: SiteSignals): void;
  /** Tells the others that something was written here. */
  tellOfWrite(): void;
  /** From now on, hears when others may have written something. */
  hearOfWrites(hear: () => void): void;
  close(): Promise<void>;
}

/** The one node on a file. */
export const onlyNode: Nodes = {
  nodeId: 'only',
  isChosen: () => Promise.resolve(true),
  now: Date.now,
  join: () => undefined,
  tellOfWrite: () => undefined,
  hearOfWrites: () => undefined,
  close: () => Promise.resolve(),
};
