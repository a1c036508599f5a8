import { describe, expect, it } from 'vitest';
import { createSetpointClient } from '../create-setpoint-client.ts';

const encoder = new TextEncoder();

type Ending = 'ends' | 'breaks';

function streamed(text: string, ending: Ending = 'ends'): Response {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (text !== '') {
        controller.enqueue(encoder.encode(text));
        text = '';
      } else if (ending === 'ends') controller.close();
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const unauthorized = () => Response.json({ error: 'unauthorized', message: 'no' }, { status: 401 });

// A service that gives the answers listed; it issues the tokens token-1, token-2, …
function scripted(...answers: Response[]) {
  const seen: string[] = [];
  let issued = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { url, headers } = new Request(input, init);
    const { pathname, search } = new URL(url);
    if (pathname === '/oauth/token') {
      issued += 1;
      return Response.json({ access_token: `token-${issued}`, token_type: 'Bearer', expires_in: 3_600, scope: '' });
    }
    seen.push(`${headers.get('authorization')} ${search}`);
    return answers.shift() ?? unauthorized();
  };
  return {
    client: createSetpointClient({ url: 'http://setpoint.test', clientId: 'c', clientSecret: 's', fetch }),
    seen,
  };
}

const event = (id: string, end = '\n') => [`id: ${id}`, `data: {"id":"${id}"}`, '', ''].join(end);

async function idsOf(events: AsyncIterable<object>): Promise<string[]> {
  const ids: string[] = [];
  for await (const one of events) ids.push((one as { id: string }).id);
  return ids;
}

describe('events', () => {
  it('are asked for again with a new token when the first is refused, once', async () => {
    const { client, seen } = scripted(unauthorized(), streamed(event('1')), unauthorized(), unauthorized());
    await expect(idsOf(client.events({ follow: false, types: ['site.offline'] }))).resolves.toEqual(['1']);
    await expect(idsOf(client.events({ follow: false }))).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    expect(seen).toEqual([
      'Bearer token-1 ?types=site.offline&follow=false',
      'Bearer token-2 ?types=site.offline&follow=false',
      'Bearer token-2 ?follow=false',
      'Bearer token-3 ?follow=false',
    ]);
  });

  it('go on where a connection broke, whatever ends its lines', async () => {
    const { client, seen } = scripted(
      streamed(`id: 0\r\n\r\n${event('1', '\r\n')}id: 2\r\n`, 'breaks'),
      streamed(event('2')),
    );
    await expect(idsOf(client.events({ follow: false }))).resolves.toEqual(['1', '2']);
    expect(seen).toEqual(['Bearer token-1 ?follow=false', 'Bearer token-1 ?after=1&follow=false']);
  });
});
