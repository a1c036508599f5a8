import { createServer } from 'node:net';
import { once } from 'node:events';
import type { Attack } from '../attack.ts';
import { askFrom, flood } from '../flood.ts';

const WEBHOOKS = '/api/v1/fleet/webhooks';
const MOST = 20;

const webhooks: Attack = {
  name: 'webhooks to nobody, and their tests',
  who: 'a webhook owner',
  async run(field) {
    const { webhookToken: token } = field.world.attackers;
    // Takes connections and says nothing.
    const silent = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, field.localAddress);
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const ask = askFrom(field, 30, { isForgetful: false });
    const ids: string[] = [];
    for (let index = 0; index < MOST && !field.over.aborted; index += 1) {
      const host = index % 2 === 0 ? `${field.localAddress}:${port}` : `nobody-${index}.invalid`;
      const body = JSON.stringify({ url: `https://${host}/`, after: 'oldest' });
      const { status, text } = await ask({ method: 'POST', path: WEBHOOKS, token, body });
      if (status === 201) ids.push((JSON.parse(text) as { webhookId: string }).webhookId);
    }
    await flood(field, { lanes: 30, perSecond: 200 }, async () => {
      const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
      const what = Math.random() < 0.9 ? 'test' : 'secrets';
      const { status } = await ask({ method: 'POST', path: `${WEBHOOKS}/${id}/${what}`, token });
      field.count(status === 0 ? 'no answer' : String(status));
    });
    silent.close();
    // What it leaves must not be in the way of the next.
    const tidy = askFrom({ ...field, over: AbortSignal.timeout(5_000) }, 4);
    for (const id of ids) await tidy({ method: 'DELETE', path: `${WEBHOOKS}/${id}`, token });
  },
};

export const webhookOwners: readonly Attack[] = [webhooks];
