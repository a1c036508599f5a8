import { hash } from 'node:crypto';
import type { RegistryState } from './replay-records.ts';

type Row = Readonly<Record<string, unknown>>;
type Query = (text: string) => Promise<Row[]>;

const NEVER = Number.MAX_SAFE_INTEGER;

/** The registry as its tables have it, told as the audit log tells it. */
export async function registryState(query: Query): Promise<RegistryState> {
  const parts = [clients, sites, grants, people, pools, holds, webhooks, alerts];
  const states: [string, unknown][][] = [];
  for (const part of parts) states.push(await part(query));
  return new Map(states.flat());
}

async function clients(query: Query): Promise<[string, unknown][]> {
  const secrets = await query('SELECT * FROM client_secret ORDER BY generation');
  const rows = await query(`SELECT * FROM client WHERE kind = 'client'`);
  const mappings = await query('SELECT * FROM client_subject');
  return [
    ...rows.map((row): [string, unknown] => [
      `client:${text(row['client_id'])}`,
      {
        clientName: row['client_name'],
        scopes: text(row['scopes']).split(' '),
        isEnabled: isSet(row['is_enabled']),
        secrets: of(secrets, 'client_id', row).map((secret) => ({
          createdAt: instant(secret['created_at']),
          endsAt: end(secret['ends_at']),
        })),
      },
    ]),
    ...mappings.map((row): [string, unknown] => [
      `mapping:${text(row['issuer'])} ${text(row['subject'])}`,
      { clientId: row['client_id'] },
    ]),
  ];
}

async function sites(query: Query): Promise<[string, unknown][]> {
  const keys = await query('SELECT * FROM controller_key ORDER BY created_at, key_id');
  return (await query('SELECT * FROM site')).map((row) => [
    `site:${text(row['site_id'])}`,
    {
      ...columns(row, 'siteName', 'timeZone', 'notes', 'holdSeconds'),
      controllerKeys: of(keys, 'site_id', row).map((key) => ({
        keyId: key['key_id'],
        createdAt: instant(key['created_at']),
        endsAt: end(key['ends_at']),
        certificateThumbprints: text(key['thumbprints'])
          .split(' ')
          .filter((each) => each !== ''),
      })),
    },
  ]);
}

async function grants(query: Query): Promise<[string, unknown][]> {
  const ofSites = (await query('SELECT * FROM site_grant')).map((row) => [row, row['site_id']] as const);
  const ofPools = (await query('SELECT * FROM pool_grant')).map(
    (row) => [row, `pool/${text(row['pool_id'])}`] as const,
  );
  return [...ofSites, ...ofPools].map(([row, where]) => {
    const can = isSet(row['can_schedule']) ? 'schedule' : 'read';
    const may = row['role'] === null ? { can } : { role: row['role'] };
    return [`grant:${text(row['client_id'])}/${text(where)}`, { ...may, endsAt: end(row['ends_at']) }];
  });
}

async function people(query: Query): Promise<[string, unknown][]> {
  const claimed = await query('SELECT * FROM claimed_group ORDER BY group_name');
  const persons = await query('SELECT * FROM person JOIN client ON client_id = person_id');
  const groups = await query('SELECT * FROM known_group');
  const grouped = persons.filter((row) => of(claimed, 'person_id', row).length > 0);
  return [
    ...persons.map((row): [string, unknown] => [
      `person:${text(row['person_id'])}`,
      {
        personName: row['client_name'],
        isEnabled: isSet(row['is_enabled']),
        ...columns(row, 'issuer', 'subject'),
      },
    ]),
    ...grouped.map((row): [string, unknown] => [
      `claims:${text(row['person_id'])}`,
      of(claimed, 'person_id', row).map((group) => group['group_name']),
    ]),
    ...groups.map((row): [string, unknown] => [`group:${text(row['group_id'])}`, columns(row, 'groupName', 'issuer')]),
  ];
}

async function pools(query: Query): Promise<[string, unknown][]> {
  const members = await query(
    `SELECT * FROM pool_member WHERE known_to = ${NEVER} AND valid_to = ${NEVER} ORDER BY site_id, valid_from`,
  );
  return (await query('SELECT * FROM pool WHERE removed_at IS NULL')).map((row) => [
    `pool:${text(row['pool_id'])}`,
    {
      ...columns(row, 'poolName', 'service', 'split', 'enduranceMinutes'),
      members: of(members, 'pool_id', row).map((member) => ({
        ...columns(member, 'siteId', 'role', 'rank', 'rampKwPerSecond'),
        from: instant(member['valid_from']),
        to: null,
      })),
    },
  ]);
}

async function holds(query: Query): Promise<[string, unknown][]> {
  return (await query('SELECT * FROM hold')).map((row) => [
    `hold:${text(row['hold_id'])}`,
    {
      ...columns(row, 'siteId', 'poolId', 'asset', 'clientId', 'reason', 'madeBy'),
      createdAt: instant(row['created_at']),
      releasedAt: row['released_at'] === null ? null : instant(row['released_at']),
    },
  ]);
}

async function webhooks(query: Query): Promise<[string, unknown][]> {
  const secrets = await query('SELECT * FROM webhook_secret ORDER BY created_at, good_until');
  return (await query('SELECT * FROM webhook WHERE client_id IS NOT NULL')).map((row) => [
    `webhook:${text(row['webhook_id'])}`,
    {
      clientId: row['client_id'],
      origin: new URL(text(row['url'])).origin,
      urlHash: hash('sha256', text(row['url'])).slice(0, 16),
      types: row['types'] === '' ? null : text(row['types']).split(',').toSorted(),
      secrets: of(secrets, 'webhook_id', row).map((secret) => ({
        createdAt: instant(secret['created_at']),
        goodUntil: end(secret['good_until']),
      })),
    },
  ]);
}

async function alerts(query: Query): Promise<[string, unknown][]> {
  return (await query('SELECT * FROM alert_rule JOIN webhook ON webhook_id = alert_id')).map((row) => [
    `alert:${text(row['alert_id'])}`,
    {
      ...columns(row, 'alertName', 'condition', 'minutes', 'siteId', 'poolId', 'channel'),
      target: row['channel'] === 'email' ? row['url'] : new URL(text(row['url'])).origin,
    },
  ]);
}

function of(rows: readonly Row[], column: string, owner: Row): Row[] {
  return rows.filter((row) => row[column] === owner[column]);
}

/** What columns hold, by their names as the audit log writes them. */
function columns(row: Row, ...names: readonly string[]): Row {
  const column = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(names.map((name) => [name, row[column(name)]]));
}

function text(value: unknown): string {
  return String(value);
}

function isSet(value: unknown): boolean {
  return Number(value) === 1;
}

function instant(value: unknown): string {
  return new Date(Number(value)).toISOString();
}

function end(value: unknown): string | null {
  return Number(value) === NEVER ? null : instant(value);
}
