import type { Operation, OperationId, SiteId } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import { deedOf } from '../access/deed-of.ts';
import { missingScope, noAccess } from '../access/refusals.ts';
import type { SiteHead } from '../access/sites/site-head.ts';
import { jsonOrThrow } from '../wire/parse-json.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { placeOperation, rowOf } from './place-operation.ts';
import { readBody } from '../http/read/read-body.ts';
import type { Budget } from '../limits/budget.ts';
import type { ComputeAnswer } from '../computing/compute-answers.ts';
import type { Caller } from '../identity/caller.ts';
import { onBehalfOf } from '../store/on-behalf-of.ts';
import type { Deed } from '../trail/deed.ts';
import type { Admitted, Answered, Asked } from './asked.ts';
import { sendComputed } from './send-computed.ts';
import { queryReader } from './query-reader.ts';
import { readPathIds } from './read-path-ids.ts';

type Handler<Given, Answer> = (given: Given) => Promise<Answer>;

/** Serves the operations of the table: all that their rows say holds before a handler runs. */
export interface Serve {
  /** Its answer is a value, which is sent as the row says. */
  <Id extends OperationId>(id: Id, handler: Handler<Asked<Id>, Answered<Id>>): void;
  /** The handler sends its answer itself. */
  sent<Id extends OperationId>(id: Id, handler: Handler<Asked<Id>, unknown>): void;
  /** The handler reads query and body itself, too. */
  raw<Id extends OperationId>(id: Id, handler: Handler<Admitted<Id>, unknown>, options?: Raw): void;
}

interface Raw {
  /** Asked before anything else: it throws when there is no room for such a request. */
  readonly first?: () => void;
}

export interface Serving {
  readonly access: Access;
  readonly budget: Pick<Budget, 'largeBody'>;
  readonly compute: ComputeAnswer;
}

const FLEET = '/api/v1/fleet/';
const DEFAULT_BODY_BYTES = 64 * 1_024;

/**
 * Caller → scope → bound → ids → query → body → handler. On the public interface the site comes before the
 * scope, as its contract says.
 */
export function serveOperations(app: FastifyInstance, serving: Serving): Serve {
  app.decorate('isStillGood', (request) => serving.access.isStillGood(request));
  function place(id: OperationId, handler: (given: Admitted<OperationId>) => unknown, { first }: Raw = {}): void {
    const row = rowOf(id);
    const admit = isPublicSite(row) ? admitToPublicSite(row, serving) : admitToFleet(row, serving);
    const isOfFleet = row.path.startsWith(FLEET);
    // What is read for a stream or a write, others may wait for too.
    const isRead = row.method === 'get' && row.success.body?.mediaType !== 'text/event-stream';
    placeOperation(app, id, async (request, reply) => {
      // No answer there has a tag by which it could be asked for again.
      if (isOfFleet) reply.header('Cache-Control', 'no-store');
      first?.();
      const given = await admit(request, reply);
      return isRead ? onBehalfOf(given.caller.clientId, () => handler(given)) : handler(given);
    });
  }
  const serve = (id: OperationId, handler: Handler<Asked<OperationId>, unknown>) => {
    const { request, success } = rowOf(id);
    const { status, isSecret } = success;
    place(id, async (given) => {
      const value = await handler(await read(given, request !== undefined));
      if (isSecret === true) given.reply.header('Cache-Control', 'no-store');
      given.reply.code(status);
      return value;
    });
  };
  const sent = (id: OperationId, handler: Handler<Asked<OperationId>, unknown>) => {
    const { request } = rowOf(id);
    place(id, async (given) => handler(await read(given, request !== undefined)));
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of the id tells what a handler gets
  return Object.assign(serve, { sent, raw: place }) as unknown as Serve;
}

type Ids = Readonly<Record<string, string>>;
type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Admitted<OperationId>>;

function admitToPublicSite(row: Operation, serving: Serving): Admit {
  const { access } = serving;
  const { scope = 'sites:read' } = row;
  const admit = admittedOf(row, serving);
  return async (request, reply) => {
    const { caller, site } = await access.publicSite(request, scope);
    return admit({ request, reply, caller, site, ids: { siteId: site.siteId } });
  };
}

function admitToFleet(row: Operation, serving: Serving): Admit {
  const { access, budget } = serving;
  const { scope, alsoScope, bound, path } = row;
  const hasIds = path.includes(':');
  const isAboutSite = path.includes('/sites/:siteId') && scope !== 'fleet:admin';
  const mustSchedule = scope === 'schedules:write';
  const admit = admittedOf(row, serving);

  async function siteFor(caller: Caller, { siteId }: Ids): Promise<SiteHead> {
    const { site, canSchedule } = await access.site(caller, siteId as SiteId);
    if (mustSchedule && !canSchedule) throw noAccess(caller);
    return site;
  }

  return async (request, reply) => {
    const caller = await (bound === 'computed' && scope !== undefined
      ? access.callerInTurn(request, reply, scope)
      : access.caller(request, scope));
    if (alsoScope !== undefined && !caller.scopes.has(alsoScope)) throw missingScope(alsoScope, caller);
    if (bound === 'large-body') await budget.largeBody(reply, caller.clientId);
    const ids: Ids = hasIds ? readPathIds(request.params) : {};
    const site = isAboutSite ? await siteFor(caller, ids) : undefined;
    return admit({ request, reply, caller, site, ids });
  };
}

interface Parts {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly site: SiteHead | undefined;
  readonly ids: Ids;
}

function admittedOf(row: Operation, { access, compute }: Serving): (parts: Parts) => Admitted<OperationId> {
  const { schema, maxBytes = DEFAULT_BODY_BYTES } = row.request ?? {};
  const check = schema === undefined ? undefined : valueOrThrow(schema);
  const own = { access, compute, queryOf: queryReader(row.parameters ?? []), check, maxBytes };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row says which of it is there
  return (parts) => new AskedRequest(parts, own) as unknown as Admitted<OperationId>;
}

/** What is known of a row before its first request. */
interface OfRow {
  readonly access: Access;
  readonly compute: ComputeAnswer;
  readonly queryOf: ReturnType<typeof queryReader>;
  readonly check: ((body: unknown) => unknown) | undefined;
  readonly maxBytes: number;
}

/** A request that is let in. What few handlers look at is made when they do: most of the cost of a request is garbage. */
class AskedRequest implements Parts {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly site: SiteHead | undefined;
  readonly ids: Ids;
  readonly #row: OfRow;

  constructor({ request, reply, caller, site, ids }: Parts, row: OfRow) {
    this.request = request;
    this.reply = reply;
    this.caller = caller;
    this.site = site;
    this.ids = ids;
    this.#row = row;
  }

  get by(): Deed {
    return deedOf(this.request, this.caller);
  }

  get turn(): () => Promise<void> {
    return () => this.#row.access.turn(this.caller);
  }

  get compute(): Admitted<OperationId>['compute'] {
    return (answer, input, joinedAs) => {
      return sendComputed(this, { answer, input, joinedAs, compute: this.#row.compute });
    };
  }

  get readQuery(): () => unknown {
    return () => this.#row.queryOf(this.request);
  }

  get readBody(): () => Promise<unknown> {
    const { check, maxBytes } = this.#row;
    return async () => check?.(jsonOrThrow(await readBody(this.request, maxBytes)));
  }
}

async function read(given: Admitted<OperationId>, hasBody: boolean): Promise<Asked<OperationId>> {
  const query = given.readQuery();
  const body = hasBody ? await given.readBody() : undefined;
  return Object.assign(given, { query, body });
}

function isPublicSite({ path }: Operation): boolean {
  return path.startsWith('/api/v1/public/sites/:siteId');
}
