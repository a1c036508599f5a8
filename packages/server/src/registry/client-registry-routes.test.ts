import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, openTestRegistry, OPERATOR, type TestRegistry } from '../testing/open-test-registry.ts';

describe('clients over HTTP', () => {
  let registry: TestRegistry;
  let ask: TestRegistry['ask'];
  let stored: TestRegistry['stored'];

  beforeAll(async () => {
    registry = await openTestRegistry();
    ({ ask, stored } = registry);
  });

  afterAll(() => registry[Symbol.asyncDispose]());

  it('adds a client with a secret, changes it, and removes it', async () => {
    const added = await ask('POST', CLIENTS, { body: { clientName: 'Trader' } });
    expect(added).toMatchObject({ status: 201, body: { clientName: 'Trader' } });
    const path = `${CLIENTS}/${added.body.clientId}`;
    const { body: other } = await ask('POST', `${path}/secrets`);
    const hashes = await stored('SELECT secret_hash FROM client_secret WHERE client_id = ?', added.body.clientId);
    expect(new Set(hashes.map((row) => row['secret_hash']))).toEqual(
      new Set([added.body.clientSecret, other.clientSecret].map((text) => hash('sha256', text))),
    );
    await expect(ask('PATCH', path, { body: { isEnabled: false } })).resolves.toMatchObject({
      status: 200,
      body: { isEnabled: false, scopes: ['sites:read', 'schedules:write'] },
    });
    await expect(ask('PATCH', path, { body: { isEnabled: 'no' } })).resolves.toMatchObject({ status: 400 });
    await expect(ask('DELETE', path)).resolves.toMatchObject({ status: 204 });
    await expect(ask('GET', path)).resolves.toMatchObject({ status: 404 });
  });

  it('lets no operator disable or remove himself', async () => {
    const path = `${CLIENTS}/${OPERATOR.toUpperCase()}`;
    await expect(ask('PATCH', path, { body: { isEnabled: false } })).resolves.toMatchObject({ status: 409 });
    await expect(ask('DELETE', path)).resolves.toMatchObject({ status: 409 });
    await expect(ask('PATCH', path, { body: { isEnabled: true } })).resolves.toMatchObject({ status: 200 });
  });

  it('maps a subject to one client, the same again gladly, to another not before it is unmapped', async () => {
    const { body: one } = await ask('POST', CLIENTS, { body: { clientName: 'one' } });
    const { body: other } = await ask('POST', CLIENTS, { body: { clientName: 'other' } });
    const mapping = { issuer: 'https://id.example/a b', subject: 'robot&1' };
    const onePath = `${CLIENTS}/${one.clientId}/subjects`;
    const otherPath = `${CLIENTS}/${other.clientId}/subjects`;
    await expect(ask('PUT', onePath, { body: mapping })).resolves.toMatchObject({ status: 200, body: mapping });
    await expect(ask('PUT', onePath, { body: mapping })).resolves.toMatchObject({ status: 200 });
    await expect(ask('PUT', otherPath, { body: mapping })).resolves.toMatchObject({ status: 409 });
    const query = new URLSearchParams(mapping).toString();
    await expect(ask('DELETE', `${otherPath}?${query}`)).resolves.toMatchObject({ status: 404 });
    await expect(ask('DELETE', `${onePath}?${query}`)).resolves.toMatchObject({ status: 204 });
    await expect(ask('PUT', otherPath, { body: mapping })).resolves.toMatchObject({ status: 200 });
  });
});
