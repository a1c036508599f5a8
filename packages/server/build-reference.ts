import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { writeCompressed } from '../../scripts/write-compressed.ts';
import { REFERENCE_SCRIPT } from './src/docs/reference-script.ts';

// Writes the script that draws the reference. Its package hands it out only as a route, so that route is asked.
const app = fastify();
await app.register(reference, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
const { statusCode, rawPayload } = await app.inject('/reference/js/scalar.js');
await app.close();
if (statusCode !== 200) throw new Error(`the package of the reference answered ${statusCode} for its script`);
await mkdir(dirname(REFERENCE_SCRIPT), { recursive: true });
await writeFile(REFERENCE_SCRIPT, rawPayload);
await writeCompressed(REFERENCE_SCRIPT);
