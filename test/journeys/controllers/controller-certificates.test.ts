import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddedSite, ControllerKeyList, RegisteredSiteList } from '@setpoint/contract';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { makeAuthority } from '@setpoint/server/testing/make-authority';
import { makeCertificate } from '@setpoint/server/testing/make-certificate';
import { ofTests } from '@setpoint/server/testing/of-tests';
import { describe, expect, it } from 'vitest';
import { runSetpoint } from '../../support/service/run-setpoint.ts';
import { startService } from '../../support/service/start-service.ts';
import { startSite } from './start-site.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

const HOUR_MS = 3_600_000;
const DAY = { from: Date.now() - HOUR_MS, until: Date.now() + 24 * HOUR_MS };

describe('a service that requires certificates of controllers', async () => {
  const certificate = await makeCertificate(Date.now());
  const authority = await makeAuthority({ name: 'controllers', ...DAY });
  const pem = { 'cert.pem': certificate.cert, 'key.pem': certificate.key, 'ca.pem': authority.cert };
  const folder = folderOfTests(pem);
  const path = (name: string) => join(folder, name);
  const tls = { SETPOINT_TLS_CERT: path('cert.pem'), SETPOINT_TLS_KEY: path('key.pem'), SETPOINT_MQTTS_PORT: '0' };
  const asking = { SETPOINT_CONTROLLER_CERTIFICATES: 'required', SETPOINT_CONTROLLER_CA_FILE: path('ca.pem') };
  const env = { ...tls, ...asking, SETPOINT_MQTT_PORT: 'off' };
  const service = await ofTests(startService({ dataDir: folder, env }));
  const environment = { SETPOINT_DATA_DIR: folder, NODE_EXTRA_CA_CERTS: path('cert.pem') };

  async function run<Answer>(...args: string[]): Promise<Answer> {
    const { out, error } = await runSetpoint([...args, '--json'], environment);
    expect(error).toBe('');
    return JSON.parse(out) as Answer;
  }
  const isOnline = async (siteId: string) =>
    (await run<RegisteredSiteList>('site', 'list')).sites.find((site) => site.siteId === siteId)?.isOnline === true;

  it.each(['mqtts', 'https'])('is obeyed by the reference controller, by %s, which renews its own', async (scheme) => {
    const login = await run<AddedSite>('site', 'add', scheme);
    const { siteId } = login;
    const { keys } = await run<ControllerKeyList>('site', 'key', 'list', siteId);
    const key = keys[0] ?? expect.unreachable('It was made.');
    const old = await authority.issue({ name: 'old', ...DAY });
    const renewed = await authority.issue({ name: 'renewed', ...DAY });
    const files = { certificateFile: path(`${scheme}.pem`), certificateKeyFile: path(`${scheme}.key`) };
    const put = ({ cert, key: secret }: { readonly cert: string; readonly key: string }): void => {
      writeFileSync(files.certificateKeyFile, secret);
      writeFileSync(files.certificateFile, cert);
    };
    put(old);
    await run('site', 'key', 'bind', siteId, key.keyId, files.certificateFile);
    const url = scheme === 'https' ? service.url : /mqtts:\/\/[\d.:]+/.exec(service.output())?.[0];
    await using site = startSite(folder, url ?? '', login, { environment, settings: files });
    await site.says('is connected to');
    await lookUntil(() => isOnline(siteId), Boolean);
    /** It says what became of the certificate that it shows. */
    const complains = async (before: string) =>
      lookUntil(
        async () => site.error(),
        (error) => error !== before,
      );

    await run('site', 'key', 'bind', siteId, key.keyId, old.thumbprint, renewed.thumbprint);
    put(renewed);
    const before = site.error();
    await run('site', 'key', 'bind', siteId, key.keyId, renewed.thumbprint);
    // What it has under way with the old one is over.
    await complains(before);
    await lookUntil(() => isOnline(siteId), Boolean);
    const healed = site.error();
    await run('site', 'key', 'bind', siteId, key.keyId, old.thumbprint);
    // What it has now is no good, as it is told.
    await complains(healed);
    await site.stop();
  });
});
