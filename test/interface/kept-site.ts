import assert from 'node:assert/strict';
import type { AssetScheduleCommand } from '@setpoint/contract';
import { serve } from '../support/service/serve-tests.ts';

const FROM = { startAt: '2026-06-01T00:00:00Z', endAt: '2026-06-01T04:00:00Z' };

/** What is set on a site that nothing hostile may change. */
export const KEPT: readonly AssetScheduleCommand[] = [
  { asset: 'grid', type: 'activePowerkW', entries: [{ ...FROM, value: 100 }] },
  { asset: 'grid', type: 'afrrImportBookingkW', entries: [{ ...FROM, value: 500 }] },
  { asset: 'grid', type: 'afrrActivationkW', entries: [{ ...FROM, value: 300 }] },
  { asset: 'bess', type: 'optimalSocPcnt', entries: [{ ...FROM, value: 50 }] },
];

/** A running service with one site, whose schedule must be the same at the end, and its operator. */
export type KeptSite = Awaited<ReturnType<typeof startKeptSite>>;

type HeaderList = Readonly<Record<string, string>>;

export async function startKeptSite(env: HeaderList = {}) {
  const serving = await serve({ env });
  const { service, operator, token } = serving;
  const siteId = await operator.addSite('kept');
  assert.equal((await operator.postSchedules(siteId, KEPT)).status, 201);
  const before = await operator.getSite(siteId);
  assert.deepEqual((before.body as { schedules: unknown }).schedules, KEPT);
  /** Asks as the operator, unless the headers name somebody else. */
  const fetchFrom = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...(init.headers as HeaderList) },
    });
  return Object.assign(serving, {
    siteId,
    fetchFrom,
    post: (id: string, body: RequestInit['body'], headers: HeaderList = {}) =>
      fetchFrom(`/api/v1/public/sites/${id}/schedules`, {
        method: 'POST',
        body: body ?? null,
        headers: { 'Content-Type': 'application/json', ...headers },
        duplex: 'half',
      }),
    async expectUntouched() {
      const after = await operator.getSite(siteId);
      assert.deepEqual(after.body, before.body);
      assert.equal(after.headers.get('Schedule-Version'), before.headers.get('Schedule-Version'));
      assert.equal(await operator.health(), 204);
      assert.doesNotMatch(service.output(), /"level":(50|60)/);
    },
  });
}

/** The status of an answer, and its error where it is one. */
export async function outcomeOf(response: Response): Promise<unknown[]> {
  const { error } = (await response.json()) as { error?: string };
  return error === undefined ? [response.status] : [response.status, error];
}
