import type { PairName } from '@setpoint/contract';
import type { Commands } from '@setpoint/core';

/** What is set on a site, by whom; null where that is not known any more. */
export type SetCommands = readonly {
  readonly pair: PairName;
  readonly clientId: string | null;
  readonly commands: Commands;
}[];
