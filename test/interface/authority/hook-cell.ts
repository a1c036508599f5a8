import { expect } from 'vitest';

export interface Asked {
  readonly method?: string;
  readonly body?: object;
}

/** Asks as the caller of a row. */
export type Ask = (path: string, asked?: Asked) => Promise<{ readonly status: number; readonly text: string }>;

/** An address that nothing is sent to. */
export const HOOK = { url: 'https://192.0.2.1/hook' };

/** Every route of webhooks, on one of the caller's own; nobody reaches another's. */
export async function hookCell(ask: Ask, operatorsHook: string): Promise<string> {
  const path = '/api/v1/fleet/webhooks';
  const made = await ask(path, { method: 'POST', body: HOOK });
  const { webhookId } =
    made.status === 201 ? (JSON.parse(made.text) as { webhookId: string }) : { webhookId: operatorsHook };
  const routes = (hook: string): [method: string, path: string, body?: object][] => [
    ['GET', `${path}/${hook}`],
    ['PATCH', `${path}/${hook}`, { types: ['site.online'] }],
    ['POST', `${path}/${hook}/secrets`],
    ['POST', `${path}/${hook}/test`],
    ['POST', `${path}/${hook}/replay`, { after: 'oldest' }],
    ['GET', `${path}/${hook}/deliveries`],
    ['DELETE', `${path}/${hook}`],
  ];
  const statusesOf = async (hook: string) => {
    const statuses: number[] = [];
    for (const [method, route, body] of routes(hook)) {
      statuses.push((await ask(route, { method, ...(body === undefined ? {} : { body }) })).status);
    }
    return statuses;
  };
  const listed = await ask(path);
  const statuses = await statusesOf(webhookId);
  if (made.status !== 201) {
    expect(new Set([listed.status, ...statuses])).toEqual(new Set([made.status]));
    return String(made.status);
  }
  expect(statuses).toEqual([200, 200, 201, 200, 200, 200, 204]);
  const isOperators = listed.text.includes(operatorsHook);
  if (!isOperators) expect(new Set(await statusesOf(operatorsHook))).toEqual(new Set([404]));
  return 'yes';
}
