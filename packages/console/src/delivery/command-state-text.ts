import type { SiteDelivery } from '@setpoint/contract';

type Command = SiteDelivery['commands'][number];

const COMMAND_STATES: Readonly<Record<Command['state'], string>> = {
  pending: '↻ on its way',
  accepted: '✓ accepted',
  unknown: '? not measured',
  rejected: '✕ rejected',
  held: '‖ held',
  superseded: 'superseded',
};

const REJECTIONS: Readonly<Record<string, string>> = {
  unsupported: '✕ not supported by the controller',
  asset_missing: '✕ the site has no such asset',
  out_of_range: '✕ out of range',
  too_many_entries: '✕ too many entries for the controller',
  internal: '✕ the controller failed',
};

const ENTRY_STATES: Readonly<Record<NonNullable<Command['entries'][number]['state']>, string>> = {
  scheduled: 'scheduled',
  executing: '▶ executing',
  executing_assumed: '▶ probably executing',
  completed: '✓ completed',
  missed: '✕ missed',
  rejected: '✕ rejected',
  held: '‖ held',
  superseded: 'superseded',
};

export function commandStateText(state: Command['state']): string {
  return COMMAND_STATES[state];
}

export function rejectionText(code: string): string {
  return REJECTIONS[code] ?? code;
}

const LIMITATIONS: Readonly<Record<string, string>> = {
  soc: 'the storage is full or empty',
  rating: 'the devices can do no more',
  limit: 'the connection point leaves no more',
};

export function limitedText({ by, kW }: NonNullable<Command['limited']>): string {
  return `Served in part, at ${kW} kW: ${LIMITATIONS[by] ?? by}`;
}

export function entryStateText(state: Command['entries'][number]['state']): string {
  return state === null ? 'over before it was set' : ENTRY_STATES[state];
}
