import { expect, it } from 'vitest';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { describeOwnConsole } from '../describe-console.ts';
import { startTied } from '../start-tied.ts';
import { takePicture } from '../looks-right.ts';
import { startWorld } from '../start-world.ts';

describeOwnConsole('the nodes in the console', startNodes, (inConsole) => {
  it('are listed, and told apart when one is lost', async () => {
    const page = await inConsole.signIn({ path: '/health' });
    const south = `:${new URL(inConsole.world.south.url).port}`;
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('answers you').getByText('✓ serving').waitFor();
    await row(south).getByText('✓ serving').waitFor();
    await expect(page.getByText('background work').count()).resolves.toBe(1);
    await inConsole.world.south.end('SIGKILL');
    await inConsole.world.database.query(`UPDATE node SET seen_at = seen_at - 61000 WHERE node_name LIKE '%${south}'`);
    await row(south).getByText('✕ lost').waitFor();
    await takePicture(page, 'node-lost');
  });
});

async function startNodes() {
  const database = await createTestDatabase('empty');
  const world = await startWorld({ DATABASE_URL: database.url });
  const south = await startTied({ DATABASE_URL: database.url }, world.folder);
  return {
    ...world,
    database,
    south,
    async [Symbol.asyncDispose]() {
      await south[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
