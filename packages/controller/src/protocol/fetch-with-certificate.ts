import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, type AgentOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Fetch } from './create-ask.ts';
import { type CertificateFiles, type OwnCertificate, readCertificate } from './read-certificate.ts';

/** As `fetch`, which cannot show a certificate; connections are kept until there is another one. */
export function fetchWithCertificate(files: CertificateFiles, options: AgentOptions = {}): Fetch {
  let last: { readonly own: OwnCertificate; readonly agent: Agent } | undefined;

  async function agentNow(): Promise<Agent> {
    const own = await readCertificate(files);
    if (last === undefined || last.own.cert !== own.cert || last.own.key !== own.key) {
      last = { own, agent: new Agent({ ...options, ...own, keepAlive: true }) };
    }
    return last.agent;
  }
  return async (url, { method, headers, body, signal }) => {
    const asked = request(url, { agent: await agentNow(), method, headers, signal });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return {
      status: answer.statusCode ?? 0,
      headers: { get: (name) => [answer.headers[name.toLowerCase()] ?? null].flat()[0] ?? null },
      text: () => text(answer),
    };
  };
}
