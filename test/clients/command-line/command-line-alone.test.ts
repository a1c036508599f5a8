import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { startService } from '../../support/service/start-service.ts';
import { collect, type Environment, runSetpoint, startSetpoint } from '../../support/service/run-setpoint.ts';
import { testFolder } from '@setpoint/server/testing/test-folder';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

describe('the command line without a service', () => {
  it('in a checkout, names itself as it was typed', () => {
    const environment = { ...process.env, SETPOINT_DATA_DIR: '/nowhere' };
    const said = (command: string, args: readonly string[]) =>
      spawnSync(command, [...args, 'site', 'list'], { cwd: ROOT, env: environment, encoding: 'utf8' }).stderr;
    expect(said('npx', ['--no', '--', 'setpoint'])).toContain('`npx --no -- setpoint login`');
    expect(said(join(ROOT, 'node_modules/.bin/setpoint'), [])).toContain('`setpoint login`');
  });

  it('knows when something else answers', async () => {
    const page = createServer((_request, response) => response.end('<html>')).listen(0, '127.0.0.1');
    await once(page, 'listening');
    const { port } = page.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const named = { SETPOINT_CLIENT_ID: 'c', SETPOINT_CLIENT_SECRET: 's', SETPOINT_URL: url };
    const { code, error } = await runSetpoint(['site', 'list'], named);
    page.close();
    expect({ code, error }).toEqual({
      code: 1,
      error: `The server at ${url} is not Setpoint. Check SETPOINT_URL.\n`,
    });
  });

  it('stops the service at a signal, and the next one finds what it left', async () => {
    const folder = testFolder();
    const environment = {
      SETPOINT_DATA_DIR: folder,
      SETPOINT_HTTP_PORT: '0',
      SETPOINT_OPS_PORT: '0',
      SETPOINT_MQTT_PORT: '0',
    };
    const first = startSetpoint(['serve', '--json'], environment);
    const out = collect(first.stdout);
    while (!out().endsWith('}\n')) await once(first.stdout, 'data');
    expect(JSON.parse(out())).toMatchObject({ url: expect.stringContaining('http://') as unknown, dataDir: folder });
    const added = await runSetpoint(['site', 'add', 'Nordhafen', '--json'], environment);
    expect(added.code).toBe(0);
    first.kill('SIGTERM');
    await once(first, 'close');
    expect(first.exitCode).toBe(0);
    await expect(runSetpoint(['site', 'list'], environment)).resolves.toMatchObject({ code: 1 });
    const second = await startService({ dataDir: folder });
    const list = await runSetpoint(['site', 'list'], environment);
    await second.end('SIGTERM');
    expect(list.out).toContain('Nordhafen');
  });

  it('makes a new secret for the operator, and the one before is good for nothing', async () => {
    const folder = testFolder();
    const environment = { SETPOINT_DATA_DIR: folder };
    const inFile = () => {
      const { url, ...named } = JSON.parse(readFileSync(join(folder, 'operator.json'), 'utf8')) as {
        readonly url: string;
        readonly clientId: string;
        readonly clientSecret: string;
      };
      return { SETPOINT_URL: url, SETPOINT_CLIENT_ID: named.clientId, SETPOINT_CLIENT_SECRET: named.clientSecret };
    };
    await (await startService({ dataDir: folder })).end('SIGTERM');
    const before = inFile();
    const reset = await runSetpoint(['operator', 'reset', '--json'], environment);
    expect([reset.code, JSON.parse(reset.out)]).toEqual([
      0,
      { clientId: before.SETPOINT_CLIENT_ID, file: join(folder, 'operator.json') },
    ]);
    await using service = await startService({ dataDir: folder });
    const list = (named: Environment) => runSetpoint(['site', 'list'], named);
    await expect(list(environment)).resolves.toMatchObject({ code: 0, error: '' });
    await expect(list(inFile())).resolves.toMatchObject({ code: 0, error: '' });
    const refused = await list({ ...inFile(), SETPOINT_CLIENT_SECRET: before.SETPOINT_CLIENT_SECRET });
    expect([refused.code, refused.out]).toEqual([1, '']);
    await service.end('SIGTERM');
  });

  it('runs what a service has compiled, as its settings are no others until it is loaded', async () => {
    const folder = testFolder();
    const kept = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
    await (await startService({ dataDir: folder, env: kept })).end('SIGTERM');
    const { error } = await runSetpoint(['site', 'list'], { ...kept, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
    expect(error).toMatch(/run-command-line.* was accepted/);
    expect(error).not.toContain('was rejected');
  });

  it('makes backups into a folder, one by one or until it is stopped, and keeps some', async () => {
    const folder = testFolder();
    const environment = { SETPOINT_DATA_DIR: folder };
    const to = join(folder, 'backups');
    const without = await runSetpoint(['backup', '--to', to], environment);
    expect([without.code, without.error]).toEqual([1, `There is no store at ${join(folder, 'setpoint.sqlite')}.\n`]);
    await using service = await startService({ dataDir: folder });
    const first = await runSetpoint(['backup', '--to', to, '--json'], environment);
    expect(JSON.parse(first.out)).toMatchObject({ sites: 0, removed: [] });
    const every = startSetpoint(['backup', '--to', to, '--every', '1s', '--keep', '1', '--json'], environment);
    const out = collect(every.stdout);
    const made = await lookUntil(
      () => Promise.resolve(out().match(/^\{$.*?^\}$/gms) ?? []),
      (documents) => documents.length > 1,
    );
    every.kill('SIGTERM');
    expect(await endOf(every)).toBe(0);
    expect(made.map((line) => (JSON.parse(line) as { removed: string[] }).removed.length)).toEqual([1, 1]);
    expect(readdirSync(to)).toHaveLength(1);
    await service.end('SIGTERM');
  });

  it('moves a store to the database whose address is in a file, so that no password is on the command line', async () => {
    const folder = testFolder();
    await (await startService({ dataDir: folder })).end('SIGTERM');
    await using database = await createTestDatabase('empty');
    const move = (environment: Environment) => runSetpoint(['migrate-store', '--from', folder, '--json'], environment);
    const nowhere = await move({});
    expect([nowhere.code, JSON.parse(nowhere.error)]).toMatchObject([2, { message: expect.stringContaining('_FILE') }]);
    writeFileSync(join(folder, 'address'), `${database.url}\n`);
    const moved = await move({ DATABASE_URL_FILE: join(folder, 'address') });
    expect([moved.code, JSON.parse(moved.out)]).toMatchObject([0, { sites: 0 }]);
    await expect(database.query('SELECT count(*) AS count FROM client')).resolves.toEqual([{ count: 1 }]);
  });
});

async function endOf(child: ReturnType<typeof startSetpoint>): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}
