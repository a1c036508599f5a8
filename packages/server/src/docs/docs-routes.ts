import { AppError, buildAsyncapi, buildOpenapi, type MqttHosts, OPERATIONS, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import type { Budget } from '../limits/budget.ts';
import { REFERENCE_PAGE, REFERENCE_POLICY, REFERENCE_SCRIPT_PATH } from './reference-page.ts';
import { REFERENCE_SCRIPT } from './reference-script.ts';
import type { SecuritySettings } from './settings.ts';
import { siteRoutes } from './site-routes.ts';
import { packedOnce } from './packed-once.ts';
import { type BuiltFile, notBuilt, readBuilt, sendBuilt } from '../http/send/send-built.ts';

const SECURITY_TEXT_PATH = '/.well-known/security.txt';

// RFC 9116 §2.5.5: less than a year ahead.
const GOOD_FOR_MS = 180 * 86_400_000;
const DAY_MS = 86_400_000;

interface Said extends SecuritySettings {
  readonly publicUrl: string;
  readonly now: number;
}

/** A security.txt (RFC 9116); undefined where nobody is named in it. It changes once a day. */
function securityText({ contacts, publicUrl, now }: Said): string | undefined {
  if (contacts.length === 0) return undefined;
  const today = now - (now % DAY_MS);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + GOOD_FOR_MS).toISOString()}`,
    ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${SECURITY_TEXT_PATH}`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

export interface DocsRoutes {
  readonly publicUrl: string;
  readonly mqttHosts: MqttHosts;
  readonly budget: Pick<Budget, 'open'>;
  /** Left out, nobody is named. */
  readonly security?: SecuritySettings;
  readonly now: () => number;
  /** The built script of the reference. */
  readonly referenceScript?: string;
  /** The built pages of the docs. */
  readonly siteFiles?: string;
}

const NOBODY: SecuritySettings = { contacts: [] };
const NOT_BUILT = notBuilt('The reference');

/** What the service is, for machines and for people; open to anyone. */
export function docsRoutes(app: FastifyInstance, options: DocsRoutes): void {
  const { publicUrl, mqttHosts, budget, referenceScript = REFERENCE_SCRIPT, now } = options;
  const { security = NOBODY } = options;
  siteRoutes(app, options);
  const openapi = packedOnce(() => JSON.stringify(buildOpenapi(OPERATIONS, publicUrl)), 'application/json');
  const asyncapi = packedOnce(() => JSON.stringify(buildAsyncapi(publicUrl, mqttHosts)), 'application/json');
  const page = packedOnce(() => REFERENCE_PAGE, 'text/html; charset=utf-8');
  // Four megabytes that many processes never need: read when the first reader comes, once for all who come meanwhile.
  let reading: Promise<BuiltFile | undefined> | undefined;
  const readScript = (): Promise<BuiltFile | undefined> => {
    reading ??= readBuilt(referenceScript).finally(() => (reading = undefined));
    return reading;
  };
  let script: BuiltFile | undefined;

  app.get(SECURITY_TEXT_PATH, async (request, reply) => {
    await budget.open(reply, request.ip);
    const text = securityText({ ...security, publicUrl, now: now() });
    if (text === undefined) throw new AppError('not_found', `there is nothing at ${SECURITY_TEXT_PATH}`);
    return reply.type('text/plain; charset=utf-8').send(text);
  });

  app.get(PATHS.openapi, async (request, reply) => {
    await budget.open(reply, request.ip);
    return sendBuilt(request, reply, openapi());
  });

  app.get(PATHS.asyncapi, async (request, reply) => {
    await budget.open(reply, request.ip);
    return sendBuilt(request, reply, asyncapi());
  });

  app.get(PATHS.reference, async (request, reply) => {
    await budget.open(reply, request.ip);
    reply.header('Content-Security-Policy', REFERENCE_POLICY);
    script ??= await readScript();
    return sendBuilt(request, reply, script === undefined ? NOT_BUILT : page());
  });

  app.get(REFERENCE_SCRIPT_PATH, async (request, reply) => {
    await budget.open(reply, request.ip);
    script ??= await readScript();
    if (script === undefined)
      throw new AppError('not_found', 'the reference has not been built: npm run build in a checkout of Setpoint');
    return sendBuilt(request, reply, script);
  });
}
