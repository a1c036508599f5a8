import assert from 'node:assert/strict';
import type { AssetScheduleCommand } from '@setpoint/contract';
import { ServiceClient } from './service-client.ts';
import { operatorOf, signIn } from './sign-in.ts';
import { type Service, startService } from './start-service.ts';
import { makeTempDir } from './temp-dir.ts';

const FROM = { startAt: '2026-06-01T00:00:00Z', endAt: '2026-06-01T04:00:00Z' };

/** What is set on a site that nothing hostile may change. */
export const KEPT: readonly AssetScheduleCommand[] = [
  { asset: 'grid', type: 'activePowerkW', entries: [{ ...FROM, value: 100 }] },
  { asset: 'grid', type: 'afrrImportBookingkW', entries: [{ ...FROM, value: 500 }] },
  { asset: 'grid', type: 'afrrActivationkW', entries: [{ ...FROM, value: 300 }] },
  { asset: 'bess', type: 'optimalSocPcnt', entries: [{ ...FROM, value: 50 }] },
];

/** A running service with one site, whose schedule must be the same at the end. */
export interface KeptSite extends AsyncDisposable {
  readonly service: Service;
  readonly operator: ServiceClient;
  readonly token: string;
  readonly siteId: string;
  expectUntouched(): Promise<void>;
}

export async function startKeptSite(env: Readonly<Record<string, string>> = {}): Promise<KeptSite> {
  const folder = await makeTempDir();
  const service = await startService({ dataDir: folder.path, env });
  const operator = await ServiceClient.signIn(service.url, folder.path);
  const token = await signIn(service.url, await operatorOf(folder.path));
  const siteId = await operator.addSite('kept');
  const posted = await operator.postSchedules(siteId, KEPT);
  assert.equal(posted.status, 201);
  const before = await operator.getSite(siteId);
  assert.deepEqual((before.body as { schedules: unknown }).schedules, KEPT);
  return {
    service,
    operator,
    token,
    siteId,
    async expectUntouched() {
      const after = await operator.getSite(siteId);
      assert.deepEqual(after.body, before.body);
      assert.equal(after.headers.get('Schedule-Version'), before.headers.get('Schedule-Version'));
      assert.equal(await operator.health(), 204);
      assert.doesNotMatch(service.output(), /"level":(50|60)/);
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

type HeaderList = Readonly<Record<string, string>>;

/** Asks as the operator of a service with a kept site, unless the headers name somebody else. */
export function askKeptSite({ service, token }: KeptSite) {
  const fetchFrom = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...(init.headers as HeaderList) },
    });
  return {
    fetchFrom,
    post: (siteId: string, body: RequestInit['body'], headers: HeaderList = {}) =>
      fetchFrom(`/api/v1/public/sites/${siteId}/schedules`, {
        method: 'POST',
        body: body ?? null,
        headers: { 'Content-Type': 'application/json', ...headers },
        duplex: 'half',
      }),
  };
}

/** The status of an answer, and its error where it is one. */
export async function outcomeOf(response: Response): Promise<unknown[]> {
  const { error } = (await response.json()) as { error?: string };
  return error === undefined ? [response.status] : [response.status, error];
}
