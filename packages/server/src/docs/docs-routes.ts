import { hash } from 'node:crypto';
import { buildAsyncapi, buildOpenapi, type MqttHosts, OPERATIONS, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { DOCS_PAGE, DOCS_POLICY, DOCS_SCRIPT_PATH } from './docs-page.ts';
import { loadReferenceScript } from './load-reference-script.ts';
import { sendTagged, type TaggedBody } from '../http/send-body.ts';

export interface DocsRoutes {
  readonly publicUrl: string;
  readonly mqttHosts: MqttHosts;
}

/** What the service is, for machines and for people; open to anyone. */
export function docsRoutes(app: FastifyInstance, { publicUrl, mqttHosts }: DocsRoutes): void {
  const openapi = tagged(JSON.stringify(buildOpenapi(OPERATIONS, publicUrl)), 'application/json');
  const asyncapi = tagged(JSON.stringify(buildAsyncapi(publicUrl, mqttHosts)), 'application/json');
  const page = tagged(DOCS_PAGE, 'text/html; charset=utf-8');
  // Four megabytes that many processes never need: read when the first reader comes.
  let script: Promise<TaggedBody> | undefined;

  app.get(PATHS.openapi, async (request, reply) => sendTagged(request, reply, openapi));

  app.get(PATHS.asyncapi, async (request, reply) => sendTagged(request, reply, asyncapi));

  app.get(PATHS.docs, async (request, reply) => {
    reply.header('Content-Security-Policy', DOCS_POLICY);
    return sendTagged(request, reply, page);
  });

  app.get(DOCS_SCRIPT_PATH, async (request, reply) => {
    script ??= loadReferenceScript().then((text) => tagged(text, 'text/javascript; charset=utf-8'));
    return sendTagged(request, reply, await script);
  });
}

function tagged(text: string, contentType: string): TaggedBody {
  return { bytes: Buffer.from(text), tag: hash('sha1', text, 'base64url'), contentType };
}
