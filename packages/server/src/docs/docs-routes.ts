import { hash } from 'node:crypto';
import { AppError, buildAsyncapi, buildOpenapi, type MqttHosts, OPERATIONS, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import type { Budget } from '../limits/budget.ts';
import { REFERENCE_SCRIPT } from './reference-script.ts';
import { siteRoutes } from './site-routes.ts';
import { packedOnce } from './packed-once.ts';
import { type BuiltFile, notBuilt, readBuilt, sendBuilt } from '../http/send/send-built.ts';

export interface DocsRoutes {
  readonly publicUrl: string;
  readonly mqttHosts: MqttHosts;
  readonly budget: Pick<Budget, 'open'>;
  /** The built script of the reference. */
  readonly referenceScript?: string;
  /** The built pages of the docs. */
  readonly siteFiles?: string;
}

const NOT_BUILT = notBuilt('The reference');

/** What the service is, for machines and for people; open to anyone. */
export function docsRoutes(app: FastifyInstance, options: DocsRoutes): void {
  const { publicUrl, mqttHosts, budget, referenceScript = REFERENCE_SCRIPT } = options;
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

export const REFERENCE_SCRIPT_PATH = `${PATHS.reference}.js`;

// Whatever would leave this origin, sell something or only serve developers of the page is off.
const settings = {
  url: PATHS.openapi,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
};

// Calls that are tried out go to where the page came from, and nowhere else: the policy allows no other address.
const start = `Scalar.createApiReference('#reference', { ...${JSON.stringify(settings)}, servers: [{ url: location.origin }] })`;

/** The page around the reference. */
const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Setpoint: reference of the interface</title>
</head>
<body>
<noscript>This page needs JavaScript; <a href="${PATHS.openapi}">${PATHS.openapi}</a> says the same without, and
<a href="${PATHS.asyncapi}">${PATHS.asyncapi}</a> what controllers and clients exchange by MQTT.</noscript>
<div id="reference"></div>
<script src="${REFERENCE_SCRIPT_PATH}"></script>
<script>${start}</script>
</body>
</html>
`;

/** As strict as the reference allows: it writes styles into the page, but runs and fetches nothing from elsewhere. */
const REFERENCE_POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash('sha256', start, 'base64')}'`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
