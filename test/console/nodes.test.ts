import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../packages/server/src/testing/create-test-database.ts';
import { type Service, startService } from '../harness/start-service.ts';
import { executablePath, launchBrowser } from './open-page.ts';
import { signIn } from './sign-in.ts';
import { type ConsoleWorld, startWorld } from './start-world.ts';

describe.skipIf(executablePath === undefined)('the nodes in the console', () => {
  let database: TestDatabase;
  let world: ConsoleWorld;
  let other: Service;
  let browser: Browser;

  beforeAll(async () => {
    database = await createTestDatabase('empty');
    const env = { DATABASE_URL: database.url };
    world = await startWorld({ ...env, SETPOINT_NODE_NAME: 'north' });
    other = await startService({ dataDir: world.folder, env: { ...env, SETPOINT_NODE_NAME: 'south' } });
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await other[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  it('are listed, and told apart when one is lost', async () => {
    const { page, complaints, takePicture } = await signIn(browser, world, { path: '/health' });
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('north answers you').getByText('✓ serving').waitFor();
    await row('south').getByText('✓ serving').waitFor();
    await expect(page.getByText('background work').count()).resolves.toBe(1);
    await takePicture('nodes');
    await other.end('SIGKILL');
    await database.query(`UPDATE node SET seen_at = seen_at - 61000 WHERE node_name = 'south'`);
    await row('south').getByText('✕ lost').waitFor();
    await takePicture('node-lost');
    expect(complaints).toEqual([]);
  });
});
