import type { RegistryState } from './replay-records.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

const NEVER = Number.MAX_SAFE_INTEGER;

/** The registry as its tables have it, told as the audit log tells it. */
export async function registryState(query: Query): Promise<RegistryState> {
  const state = new Map<string, unknown>();
  for (const row of await query('SELECT * FROM client')) {
    const secrets = await query(
      `SELECT created_at, ends_at FROM client_secret WHERE client_id = '${String(row['client_id'])}' ORDER BY generation`,
    );
    state.set(`client:${String(row['client_id'])}`, {
      clientName: row['client_name'],
      scopes: String(row['scopes']).split(' '),
      isEnabled: Number(row['is_enabled']) === 1,
      secrets: secrets.map((secret) => ({ createdAt: instant(secret['created_at']), endsAt: end(secret['ends_at']) })),
    });
  }
  for (const row of await query('SELECT * FROM site')) {
    const keys = await query(
      `SELECT key_id, created_at, ends_at FROM controller_key WHERE site_id = '${String(row['site_id'])}' ORDER BY created_at, key_id`,
    );
    state.set(`site:${String(row['site_id'])}`, {
      siteName: row['site_name'],
      timeZone: row['time_zone'],
      notes: row['notes'],
      holdSeconds: row['hold_seconds'],
      controllerKeys: keys.map((key) => ({
        keyId: key['key_id'],
        createdAt: instant(key['created_at']),
        endsAt: end(key['ends_at']),
      })),
    });
  }
  for (const row of await query('SELECT * FROM site_grant')) {
    const can = Number(row['can_schedule']) === 1 ? 'schedule' : 'read';
    state.set(`grant:${String(row['client_id'])}/${String(row['site_id'])}`, { can, endsAt: end(row['ends_at']) });
  }
  for (const row of await query('SELECT * FROM client_subject')) {
    state.set(`mapping:${String(row['issuer'])} ${String(row['subject'])}`, { clientId: row['client_id'] });
  }
  return state;
}

function instant(value: unknown): string {
  return new Date(Number(value)).toISOString();
}

function end(value: unknown): string | null {
  return Number(value) === NEVER ? null : instant(value);
}
