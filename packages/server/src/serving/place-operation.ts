import { csvPathOf, type Operation, type OperationId, OPERATIONS } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const ROWS = new Map<string, Operation>(OPERATIONS.map((row) => [row.id, row]));

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Puts a handler at the place that the table gives an operation; nothing is asked before it runs. */
export function placeOperation(app: FastifyInstance, id: OperationId, handler: Handler): void {
  const row = rowOf(id);
  const { path, bound, head } = row;
  const method = row.method.toUpperCase();
  const exposeHeadRoute = method === 'GET' && head !== false && bound !== 'computed';
  app.route({ method, url: path, exposeHeadRoute, handler });
  const csvPath = csvPathOf(row);
  if (csvPath === undefined) return;
  const asCsv: Handler = (request, reply) => handler(Object.assign(request, { isOfCsv: true }), reply);
  app.route({ method, url: csvPath, exposeHeadRoute, handler: asCsv });
}

export function rowOf(id: OperationId): Operation {
  const row = ROWS.get(id);
  if (row === undefined) throw new Error(`there is no operation ${id}`);
  return row;
}

/** Throws if an operation of the table has no handler. */
export function checkAllPlaced(app: FastifyInstance): void {
  const missing = OPERATIONS.filter(({ method, path }) => !app.hasRoute({ method: method.toUpperCase(), url: path }));
  if (missing.length > 0) throw new Error(`nothing serves ${missing.map(({ id }) => id).join(', ')}`);
}
