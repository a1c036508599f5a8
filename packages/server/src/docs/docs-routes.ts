import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { AppError, buildAsyncapi, buildOpenapi, type MqttHosts, OPERATIONS, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import type { Budget } from '../identity/budget.ts';
import { DOCS_PAGE, DOCS_POLICY, DOCS_SCRIPT_PATH } from './docs-page.ts';
import { REFERENCE_SCRIPT } from './reference-script.ts';
import { GZIP } from '../http/send-tagged.ts';
import { type BuiltFile, notBuilt, readBuilt, sendBuilt } from '../http/send-built.ts';

export interface DocsRoutes {
  readonly publicUrl: string;
  readonly mqttHosts: MqttHosts;
  readonly budget: Pick<Budget, 'open'>;
  /** The built script of the reference. */
  readonly referenceScript?: string;
}

const NOT_BUILT = notBuilt('The reference');

/** What the service is, for machines and for people; open to anyone. */
export function docsRoutes(app: FastifyInstance, options: DocsRoutes): void {
  const { publicUrl, mqttHosts, budget, referenceScript = REFERENCE_SCRIPT } = options;
  const openapi = packedOnce(() => JSON.stringify(buildOpenapi(OPERATIONS, publicUrl)), 'application/json');
  const asyncapi = packedOnce(() => JSON.stringify(buildAsyncapi(publicUrl, mqttHosts)), 'application/json');
  const page = packedOnce(() => DOCS_PAGE, 'text/html; charset=utf-8');
  // Four megabytes that many processes never need: read when the first reader comes, once for all who come meanwhile.
  let reading: Promise<BuiltFile | undefined> | undefined;
  const readScript = (): Promise<BuiltFile | undefined> => {
    reading ??= readBuilt(referenceScript).finally(() => (reading = undefined));
    return reading;
  };
  let script: BuiltFile | undefined;

  app.get(PATHS.openapi, async (request, reply) => {
    await budget.open(reply, request.ip);
    return sendBuilt(request, reply, openapi());
  });

  app.get(PATHS.asyncapi, async (request, reply) => {
    await budget.open(reply, request.ip);
    return sendBuilt(request, reply, asyncapi());
  });

  app.get(PATHS.docs, async (request, reply) => {
    await budget.open(reply, request.ip);
    reply.header('Content-Security-Policy', DOCS_POLICY);
    script ??= await readScript();
    return sendBuilt(request, reply, script === undefined ? NOT_BUILT : page());
  });

  app.get(DOCS_SCRIPT_PATH, async (request, reply) => {
    await budget.open(reply, request.ip);
    script ??= await readScript();
    if (script === undefined)
      throw new AppError('not_found', 'the reference has not been built: npm run build in a checkout of Setpoint');
    return sendBuilt(request, reply, script);
  });
}

/** A document that is written and compressed for its first reader, and kept for all others. */
function packedOnce(write: () => string, contentType: string): () => BuiltFile {
  let packed: BuiltFile | undefined;
  return () => (packed ??= packedFile(write(), contentType));
}

function packedFile(text: string, contentType: string): BuiltFile {
  const bytes = Buffer.from(text);
  const compressed = new Map([['gzip', gzipSync(bytes, GZIP)]]);
  return { bytes, tag: hash('sha1', text, 'base64url'), contentType, compressed };
}
