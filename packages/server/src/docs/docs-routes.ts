import { hash } from 'node:crypto';
import { AppError, buildAsyncapi, buildOpenapi, type MqttHosts, OPERATIONS, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { DOCS_PAGE, DOCS_POLICY, DOCS_SCRIPT_PATH } from './docs-page.ts';
import { REFERENCE_SCRIPT } from './reference-script.ts';
import { sendTagged, type TaggedBody } from '../http/send-tagged.ts';
import { type BuiltFile, notBuilt, readBuilt, sendBuilt } from '../http/send-built.ts';

export interface DocsRoutes {
  readonly publicUrl: string;
  readonly mqttHosts: MqttHosts;
  /** The built script of the reference. */
  readonly referenceScript?: string;
}

const NOT_BUILT = notBuilt('The reference');

/** What the service is, for machines and for people; open to anyone. */
export function docsRoutes(app: FastifyInstance, options: DocsRoutes): void {
  const { publicUrl, mqttHosts, referenceScript = REFERENCE_SCRIPT } = options;
  const openapi = tagged(JSON.stringify(buildOpenapi(OPERATIONS, publicUrl)), 'application/json');
  const asyncapi = tagged(JSON.stringify(buildAsyncapi(publicUrl, mqttHosts)), 'application/json');
  const page = tagged(DOCS_PAGE, 'text/html; charset=utf-8');
  // Four megabytes that many processes never need: read when the first reader comes.
  let script: BuiltFile | undefined;

  app.get(PATHS.openapi, async (request, reply) => sendTagged(request, reply, openapi));

  app.get(PATHS.asyncapi, async (request, reply) => sendTagged(request, reply, asyncapi));

  app.get(PATHS.docs, async (request, reply) => {
    reply.header('Content-Security-Policy', DOCS_POLICY);
    script ??= await readBuilt(referenceScript);
    return script === undefined ? sendBuilt(request, reply, NOT_BUILT) : sendTagged(request, reply, page);
  });

  app.get(DOCS_SCRIPT_PATH, async (request, reply) => {
    script ??= await readBuilt(referenceScript);
    if (script === undefined) throw new AppError('not_found', 'the reference has not been built: npm run build');
    return sendBuilt(request, reply, script);
  });
}

function tagged(text: string, contentType: string): TaggedBody {
  return { bytes: Buffer.from(text), tag: hash('sha1', text, 'base64url'), contentType };
}
