import { parseBatchId, parseClientId, parseHoldId, parsePoolId, parseSiteId, parseUuid } from '@setpoint/contract';
import { noSuch } from '../http/send/no-such.ts';
import type { PathIds } from './asked.ts';

interface Kind {
  /** What a refusal calls it. */
  readonly noun: string;
  /** undefined for a text that names none. */
  readonly parse: (text: string) => string | undefined;
}

const KINDS: Readonly<Record<keyof PathIds, Kind>> = {
  siteId: { noun: 'site', parse: parseSiteId },
  poolId: { noun: 'pool', parse: parsePoolId },
  personId: { noun: 'person', parse: parseClientId },
  groupId: { noun: 'group', parse: parseClientId },
  clientId: { noun: 'client', parse: parseClientId },
  holdId: { noun: 'hold', parse: parseHoldId },
  batchId: { noun: 'batch', parse: parseBatchId },
  parentBatchId: { noun: 'call', parse: parseBatchId },
  alertId: { noun: 'alert', parse: parseUuid },
  webhookId: { noun: 'webhook', parse: parseUuid },
  keyId: { noun: 'key', parse: parseUuid },
  sessionId: { noun: 'session', parse: storable },
};

/** The ids that a path names: 404 where one can name nothing. */
export function readPathIds(params: unknown): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const [name, text] of Object.entries(params as Readonly<Record<keyof PathIds, string>>)) {
    const { noun, parse } = KINDS[name as keyof PathIds];
    const id = parse(text);
    if (id === undefined) throw noSuch(noun);
    ids[name] = id;
  }
  return ids;
}

function storable(text: string): string | undefined {
  return text.includes('\0') || !text.isWellFormed() ? undefined : text;
}
