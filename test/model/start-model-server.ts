import { createServer } from 'node:http';
import { malformedTexts } from './malformed-texts.ts';
import { ModelSite } from './model-site.ts';
import type { SiteAnswer } from './site-client.ts';

type Call = 'list' | 'get' | 'post';

/** Alters right answers, so that a test can see whether that is noticed. */
export type Flaw = (call: Call, answer: SiteAnswer) => SiteAnswer;

export type ModelServer = { readonly baseUrl: string; readonly close: () => void };

type Reply = { readonly call: Call; readonly answer: SiteAnswer };

type Sites = ReadonlyMap<string, ModelSite>;

/** The model behind HTTP, in place of the service. */
export async function startModelServer(siteIds: readonly string[], flaw: Flaw): Promise<ModelServer> {
  const sites = new Map(siteIds.map((siteId) => [siteId, new ModelSite()]));
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { call, answer } = reply(sites, request.url ?? '', text);
      const { status, body } = flaw(call, answer);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function reply(sites: Sites, path: string, text: string): Reply {
  const [siteId, action] = path.split('/').slice(5);
  if (siteId === undefined) return { call: 'list', answer: listSites(sites) };
  const site = sites.get(siteId);
  if (site === undefined) throw new RangeError(`No site ${siteId}.`);
  if (action === 'schedules') return { call: 'post', answer: postSchedules(site, text) };
  return { call: 'get', answer: { status: 200, body: { siteId, schedules: site.get() } } };
}

function listSites(sites: Sites): SiteAnswer {
  const list = [...sites].map(([siteId, site]) => ({ siteId, schedules: site.get() }));
  return { status: 200, body: { sites: list } };
}

// JSON.parse alone would take some of the malformed texts, such as those with a repeated key.
function postSchedules(site: ModelSite, text: string): SiteAnswer {
  const outcome = site.post(malformedTexts.includes(text) ? undefined : JSON.parse(text));
  if (outcome.status === 201) {
    return { status: 201, body: { batchId: crypto.randomUUID(), accepted: outcome.accepted } };
  }
  return { status: 400, body: { error: 'bad_request', message: outcome.because } };
}
