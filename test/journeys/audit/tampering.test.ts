import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PATHS } from '@setpoint/contract';
import { createShell, exportAuditLog, thumbprintOf, verifyAudit } from '@setpoint/cli/testing/rooms/audit';
import { sealIfDue } from '@setpoint/server/testing/rooms/audit';
import { openSigningKeys } from '@setpoint/server/testing/rooms/identity';
import { worldOfTests } from '@setpoint/server/testing/open-world';
import { STORE_KINDS } from '@setpoint/server/testing/open-test-store';
import { FILE_TAMPERINGS } from './file-tamperings.ts';
import { StoredLog } from './stored-log.ts';
import { TAMPERINGS } from './tamperings.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

const DAY_MS = 86_400_000;
const INTACT = /^Records \d+ to \d+ are as they were written/;

describe.each(STORE_KINDS)('a check of the audit log, on %s', async (kind) => {
  const world = await worldOfTests({ store: kind });
  const folder = folderOfTests();
  let printed = '';
  const shell = createShell({
    environment: { SETPOINT_URL: world.base, ...(await auditor()) },
    isJson: () => false,
    write: (text) => (printed = text),
    writeError: () => undefined,
    progress: () => undefined,
  });
  for (let day = 0; day < 3; day += 1) {
    for (const siteName of ['Nord', 'Sued', 'West']) await world.site({ siteName });
    if (day < 2) await seal(day * 2);
  }
  const earlier = join(folder, 'earlier.jsonl');
  await exportAuditLog(shell, join(folder, 'first.jsonl'));
  // Tokens are recorded some seconds after they were issued, which would be in the middle of what follows.
  await world.recordTokens();
  await exportAuditLog(shell, earlier);
  const log = await StoredLog.read(world.query);
  const sealed = JSON.parse(log.row(log.seals[0] ?? 0).record) as { after: { key: Record<string, unknown> } };
  const thumbprint = thumbprintOf(sealed.after.key);

  async function auditor() {
    const body = { clientName: 'auditor', scopes: ['audit:read'] };
    const { clientId, clientSecret } = await world.done<Record<string, string>>('POST', PATHS.fleetClients, { body });
    return { SETPOINT_CLIENT_ID: clientId, SETPOINT_CLIENT_SECRET: clientSecret };
  }

  async function seal(day: number): Promise<void> {
    const keys = await openSigningKeys({ store: world.store, now: Date.now });
    await sealIfDue({ store: world.store, keys, now: () => Date.now() + day * DAY_MS, onSealed: () => undefined });
  }

  /** What `audit verify` says, or why it fails. */
  async function verify(options: Parameters<typeof verifyAudit>[1] = {}): Promise<string> {
    return verifyAudit(shell, options).then(
      () => printed,
      (failure: unknown) => (failure as Error).message,
    );
  }

  it('finds nothing where nothing was changed, and names the keys', async () => {
    expect(await verify()).toMatch(INTACT);
    expect(await verify()).toContain(`thumbprint ${thumbprint}`);
    expect(await verify({ against: earlier, key: [thumbprint] })).toMatch(INTACT);
    expect(await verify({ key: ['another'] })).toMatch(/which was not given/);
    expect(await verify({ file: earlier, key: [thumbprint] })).toMatch(INTACT);
  });

  it.each(TAMPERINGS)('shows $what', async ({ how, shown }) => {
    const tampered = log.copy();
    how(tampered);
    try {
      const written = tampered.write(world.query);
      if (shown === 'impossible') {
        await expect(written).rejects.toThrow(/unique/i);
        return;
      }
      await written.catch(() => undefined);
      expect(await verify()).toMatch(typeof shown === 'string' ? INTACT : shown);
      if (shown === 'an export')
        expect(await verify({ against: earlier })).toMatch(/is another one|as if it had been too old/);
    } finally {
      await log.write(world.query);
    }
  });

  it.each(FILE_TAMPERINGS)('in an export: $what', async ({ how, found }) => {
    const lines = readFileSync(earlier, 'utf8').trimEnd().split('\n');
    const file = join(folder, 'tampered.jsonl');
    writeFileSync(file, how(lines).join('\n'));
    expect(await verify({ file })).toMatch(found ?? INTACT);
  });

  // PostgreSQL asks no index that leaves rows out.
  it.each(kind === 'SQLite' ? ['audit_record_by_actor'] : [])('finds a record that %s leaves out', async () => {
    const [main] = await world.query('PRAGMA database_list');
    using db = new DatabaseSync(String(main?.['file']), { defensive: false, timeout: 60_000 });
    const whole = 'CREATE INDEX audit_record_by_actor ON audit_record (actor, sequence)';
    db.exec(`DROP INDEX audit_record_by_actor; ${whole} WHERE sequence <> 3; PRAGMA writable_schema = ON`);
    db.exec(`UPDATE sqlite_schema SET sql = '${whole}' WHERE name = 'audit_record_by_actor'`);
    db.exec('PRAGMA schema_version = 4711');
    expect(await verify()).toMatch(/^record 3: is not found by \{"actor":"\S+"\}: an index/);
    db.exec(`DROP INDEX audit_record_by_actor; ${whole}`);
    expect(await verify()).toMatch(INTACT);
  });

  it('a list says which of its records were altered', async () => {
    const tampered = log.copy();
    Object.assign(tampered.row(3), { actor: 'client:0000' });
    Object.assign(tampered.row(4), { record: 'gone' });
    await tampered.write(world.query);
    const page = await shell.client().audit.page({}, { limit: 1_000 });
    await log.write(world.query);
    expect(page.altered).toEqual([
      { sequence: 4, parts: ['record'] },
      { sequence: 3, parts: ['actor'] },
    ]);
    expect(page.records.map(({ sequence }) => sequence)).not.toContain(4);
    expect(page.records.map(({ sequence }) => sequence)).toContain(3);
  });
});
