import fastify from 'fastify';

/** The script that draws the reference. Its package hands it out only as a route, so that route is asked. */
export async function loadReferenceScript(): Promise<string> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(reference, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const { body } = await app.inject('/reference/js/scalar.js');
  await app.close();
  return body;
}
