import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@setpoint/server/testing/create-test-database';
import { STORE_KINDS } from '@setpoint/server/testing/open-test-store';
import { ofTest } from '@setpoint/server/testing/of-tests';
import { queryStore } from '@setpoint/server/testing/query-store';
import { testFolder } from '@setpoint/server/testing/test-folder';
import { unless } from '@setpoint/server/testing/unless';
import { runSetpoint } from '../../support/service/run-setpoint.ts';
import { launchService, type Service, startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

const HOOK = 'https://hooks.example/T0123/plain-hook-path';
const LATER_HOOK = 'https://hooks.example/T0123/later-hook-path';
const SLACK = 'https://hooks.slack.example/services/plain-slack-path';
const PAGER = '0123456789abcdef0123456789abcdef';
const [ONE, OTHER] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];

describe.each(STORE_KINDS)('secrets in the store, on %s', (kind) => {
  let folder: string;
  let database: TestDatabase | undefined;
  let ofStore: Readonly<Record<string, string>>;
  let keyFile: string;
  let secrets: string[];
  beforeEach(async () => {
    folder = testFolder();
    database = kind === 'SQLite' ? undefined : await ofTest(createTestDatabase());
    ofStore = database === undefined ? {} : { DATABASE_URL: database.url };
    keyFile = join(folder, 'keys');
    await using service = await start();
    secrets = [HOOK, SLACK, PAGER];
    secrets.push(await addWebhook(HOOK));
    await run('alert', 'add', 'A', '--all-sites', '--when', 'offline', '--by', 'slack', '--to', SLACK);
    await run('alert', 'add', 'B', '--all-sites', '--when', 'offline', '--by', 'pagerduty', '--to', PAGER);
    await run('alert', 'add', 'C', '--all-sites', '--when', 'offline', '--by', 'webhook', '--to', HOOK);
    await run('signing-key', 'rotate');
    await service.end('SIGTERM');
    for (const table of ['signing_key', 'sealing_key', 'webhook_secret']) {
      const column = table.endsWith('_key') ? 'private_jwk' : 'secret';
      const rows = await query(`SELECT ${column} AS secret FROM ${table}`);
      secrets.push(...rows.map(({ secret }) => String(secret)));
    }
  });

  const query = (text: string) => database?.query(text) ?? queryStore(folder, text);

  function start(keys?: string): Promise<Service> {
    return startService({ dataDir: folder, env: { ...ofStore, ...withKeys(keys) } });
  }

  function withKeys(keys?: string): Readonly<Record<string, string>> {
    if (keys === undefined) return {};
    writeFileSync(keyFile, keys);
    return { SETPOINT_SECRETS_KEY_FILE: keyFile };
  }

  async function run(...args: string[]) {
    const done = await runSetpoint(args, { SETPOINT_DATA_DIR: folder, ...ofStore });
    expect(done.error).toBe('');
    return done.out;
  }

  const rewrite = (how: string, keys?: string) =>
    runSetpoint(['secrets', how], { SETPOINT_DATA_DIR: folder, ...ofStore, ...withKeys(keys) });

  async function addWebhook(url: string): Promise<string> {
    return (JSON.parse(await run('webhook', 'add', url, '--json')) as { secret: string }).secret;
  }

  async function refusal(keys?: string): Promise<string> {
    await using launched = launchService({ dataDir: folder, env: { ...ofStore, ...withKeys(keys) } });
    expect(await launched.ready).toBeUndefined();
    expect(await launched.ended).toMatchObject({ code: 78 });
    return launched.output();
  }

  /** All bytes in which the store lies: its files, or every row of the database; and a backup. */
  async function storedBytes(): Promise<string> {
    const backup = join(folder, `backup-${randomUUID()}`);
    await run('backup', backup);
    const files = readdirSync(folder).filter((name) => name.startsWith('setpoint.sqlite'));
    const texts = [backup, ...files.map((name) => join(folder, name))].map((path) => readFileSync(path, 'latin1'));
    if (database === undefined) return texts.join('\n');
    const tables = await database.query(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    for (const { relname } of tables) {
      const rows = await database.query(`SELECT CAST(one AS text) AS one FROM ${String(relname)} AS one`);
      texts.push(...rows.map(({ one }) => String(one).replaceAll('""', '"')));
    }
    return texts.join('\n');
  }

  async function found(more: readonly string[] = []): Promise<readonly string[]> {
    const bytes = await storedBytes();
    return [...secrets, ...more].filter((secret) => bytes.includes(secret));
  }

  /** A backup keeps them as they are, and so does the store that is made of it. */
  async function usedAfterRestore(secret: string): Promise<void> {
    await using target = await makeTempDir();
    await using other = database === undefined ? undefined : await createTestDatabase();
    const environment = { SETPOINT_DATA_DIR: target.path, ...(other === undefined ? {} : { DATABASE_URL: other.url }) };
    const backup = join(target.path, 'restored.backup');
    await run('backup', backup);
    expect(await runSetpoint(['restore', backup], environment)).toMatchObject({ code: 0 });
    const env = { ...environment, SETPOINT_SECRETS_KEY_FILE: keyFile };
    await using service = await startService({ dataDir: target.path, env });
    await service.end('SIGTERM');
    expect(readFileSync(backup, 'latin1')).not.toContain(secret);
  }

  it('are found in no byte of it once they are encrypted, and serve as before', async () => {
    expect(new Set(await found())).toEqual(new Set(secrets));
    expect(await rewrite('encrypt')).toMatchObject({
      code: 1,
      error: expect.stringContaining('there is no key') as unknown,
    });
    const encrypted = await rewrite('encrypt', ONE);
    expect(encrypted).toMatchObject({ code: 0, out: expect.stringMatching(/^Encrypted \d+ secrets\./) as unknown });
    expect(await found()).toEqual([]);
    expect(await rewrite('encrypt', ONE)).toMatchObject({ out: expect.stringMatching(/^All secrets were/) as unknown });

    expect(await refusal()).toMatch(/encrypted with the key [0-9a-f]{16}, and no key is set/);
    expect(await refusal(OTHER)).toMatch(/encrypted with the key [0-9a-f]{16}, and it is none of those that are set/);

    await using service = await start(ONE);
    expect(await run('webhook', 'list')).toContain(HOOK);
    const later = await addWebhook(LATER_HOOK);
    expect(await found([later, LATER_HOOK])).toEqual([]);
    await service.end('SIGTERM');
    expect(await found([later, LATER_HOOK])).toEqual([]);

    await usedAfterRestore(later);

    expect(await rewrite('rotate', ONE)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/put the new one/) as unknown,
    });
    expect(await rewrite('rotate', `${OTHER}\n${ONE}\n`)).toMatchObject({ code: 0 });
    expect(await refusal(ONE)).toMatch(/none of those that are set/);
    await using rotated = await start(OTHER);
    expect(await run('webhook', 'list')).toContain(LATER_HOOK);
    expect(await run('audit', 'verify')).toMatch(/^Records 1 to/);
    await rotated.end('SIGTERM');
    expect(await found([later, LATER_HOOK])).toEqual([]);
  });

  const isThere = unless(kind === 'SQLite' ? undefined : 'it is there already');
  it('stay as they are in a store that moves to PostgreSQL', isThere, async () => {
    expect(await rewrite('encrypt', ONE)).toMatchObject({ code: 0 });
    const before = await query('SELECT webhook_id, url FROM webhook ORDER BY webhook_id');
    await using target = await createTestDatabase('empty');
    await run('migrate-store', '--from', folder, '--to', target.url);
    expect(await target.query('SELECT webhook_id, url FROM webhook ORDER BY webhook_id')).toEqual(before);
    const env = { DATABASE_URL: target.url, SETPOINT_SECRETS_KEY_FILE: keyFile };
    await using service = await startService({ dataDir: folder, env });
    expect((await service.end('SIGTERM')).code).toBe(0);
  });

  it('that somebody put there in the clear are refused once all are encrypted', async () => {
    const [clear] = await query('SELECT kid, private_jwk AS jwk FROM signing_key');
    const [hook] = await query('SELECT url FROM webhook');
    expect(await rewrite('encrypt', ONE)).toMatchObject({ code: 0 });
    await using service = await start(ONE);
    await query(`UPDATE webhook SET url = '${String(hook?.['url'])}'`);
    const listed = await runSetpoint(['webhook', 'list'], { SETPOINT_DATA_DIR: folder, ...ofStore });
    expect([listed.code, listed.out]).toEqual([1, '']);
    await service.end('SIGTERM');
    expect(await refusal(ONE)).toMatch(/a secret in webhook\.url .* is in the clear/);
    expect(await rewrite('encrypt', ONE)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/in the clear/) as unknown,
    });
    await query('DELETE FROM webhook');
    await query(
      `UPDATE signing_key SET private_jwk = '${String(clear?.['jwk'])}' WHERE kid = '${String(clear?.['kid'])}'`,
    );
    expect(await refusal(ONE)).toMatch(/a secret in signing_key\.private_jwk .* is in the clear/);
  });

  it('that somebody moved to another row are refused', async () => {
    expect(await rewrite('encrypt', ONE)).toMatchObject({ code: 0 });
    await query(`UPDATE webhook SET url = (SELECT url FROM webhook WHERE channel = 'slack')`);
    expect(await refusal(ONE)).toMatch(/a secret in webhook\.url was altered, or moved from another row/);
  });
});
