import type { AddedControllerKey, AddedSite, ControllerKeyList } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { serveTests } from '../../support/service/serve-tests.ts';

const KEY = /^sck_[\w-]{43}$/;

describe('the keys of a controller, on the command line', () => {
  const serving = serveTests();
  const human = (...args: string[]) => serving.run('site', ...args);

  async function json<Answer>(...args: string[]): Promise<Answer> {
    const { code, out, error } = await human(...args, '--json');
    expect({ args, code, error }).toEqual({ args, code: 0, error: '' });
    return JSON.parse(out) as Answer;
  }

  async function status(key: string): Promise<number> {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${serving.service.url}/api/v1/controller/schedule`, { headers })).status;
  }

  it('are added beside each other, listed, and ended one by one', async () => {
    const { siteId, controllerKey } = await json<AddedSite>('add', 'Depot');
    const second = await json<AddedControllerKey>('key', 'add', 'Depot');
    expect(second).toMatchObject({ siteId, controllerKey: expect.stringMatching(KEY) as string });
    expect([await status(controllerKey), await status(second.controllerKey)]).toEqual([200, 200]);

    const { keys } = await json<ControllerKeyList>('key', 'list', siteId);
    expect(keys).toHaveLength(2);
    const { out: table } = await human('key', 'list', 'Depot');
    expect(table).toMatch(/^KEY ID +ADDED +LAST USED +ENDS +CERTIFICATES\n/);
    for (const { keyId } of keys) expect(table).toContain(keyId);
    expect(table).not.toContain('sck_');

    const first = keys.find(({ keyId }) => keyId !== second.keyId)?.keyId ?? '';
    await expect(json('key', 'revoke', 'Depot', first)).resolves.toEqual({ siteId, keyId: first, isRevoked: true });
    expect([await status(controllerKey), await status(second.controllerKey)]).toEqual([401, 200]);
    await expect(human('key', 'revoke', 'Depot', first)).resolves.toMatchObject({ code: 1, out: '' });

    await json('key', 'revoke', siteId, second.keyId);
    await expect(human('key', 'list', siteId)).resolves.toMatchObject({
      code: 0,
      out: expect.stringContaining(`No valid keys. Make one: setpoint site key add ${siteId}`) as string,
    });
  });

  it('are shown once, with what to do with them', async () => {
    const { siteId } = await json<AddedSite>('add', 'Farm');
    const { out } = await human('key', 'add', 'Farm');
    expect(out).toMatch(new RegExp(`^Made another key\\. Keep it(.*\\n)+ +site id +${siteId}\\n`));
    expect(out).toMatch(/controller key +sck_[\w-]{43}\n/);
  });

  it('are bound to certificates, and to others or none later', async () => {
    const { siteId } = await json<AddedSite>('add', 'Mill');
    const [one, other] = [`${'a'.repeat(42)}A`, `${'b'.repeat(42)}A`];
    const { keyId } = await json<AddedControllerKey>('key', 'add', siteId, '--certificate', one);
    const bound = async () => {
      const { keys } = await json<ControllerKeyList>('key', 'list', siteId);
      return keys.find((key) => key.keyId === keyId)?.certificateThumbprints;
    };
    expect(await bound()).toEqual([one]);
    expect(await json('key', 'bind', siteId, keyId, one, other)).toMatchObject({
      certificateThumbprints: [one, other],
    });
    expect(await bound()).toEqual([one, other]);
    await expect(human('key', 'bind', siteId, keyId, one, other, `${'c'.repeat(42)}A`)).resolves.toMatchObject({
      code: 1,
    });
    await expect(human('key', 'bind', siteId, keyId, 'missing.pem')).resolves.toMatchObject({
      error: expect.stringContaining('Give the path of a certificate (PEM) or its thumbprint') as string,
    });
    await expect(human('key', 'bind', siteId, keyId)).resolves.toMatchObject({
      code: 0,
      out: expect.stringContaining('is bound to no certificate any more') as string,
    });
    expect(await bound()).toEqual([]);
  });
});
