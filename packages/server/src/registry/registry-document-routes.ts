import { AppError, LIMITS, PATHS, type RegistryImport, type SiteId } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access/access.ts';
import type { Store } from '../store/store.ts';
import type { Budget } from '../identity/budget.ts';
import { registryTexts } from './registry-texts.ts';
import { importRegistry } from './import-registry.ts';
import { readDocument } from './read-document.ts';
import { readBody } from '../http/read-body.ts';
import { readQuery } from '../http/read-query.ts';
import { sendStream } from '../http/send-stream.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import { deedOf } from '../access/deed-of.ts';

export interface RegistryDocumentRoutes {
  readonly access: Access;
  readonly budget: Pick<Budget, 'largeBody'>;
  readonly store: Store;
  readonly now: () => number;
  /** Told when the controller of a site is to have another snapshot. */
  readonly onRescheduled: (siteId: SiteId) => void;
}

/** The registry as one document: for operators. */
export function registryDocumentRoutes(app: FastifyInstance, options: RegistryDocumentRoutes): void {
  const { access, budget, store, now, onRescheduled } = options;

  app.get(PATHS.fleetRegistry, WITHOUT_HEAD, async (request, reply) => {
    await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    return sendStream(request, reply, { chunks: registryTexts(store, now()) });
  });

  app.post(PATHS.fleetRegistry, async (request, reply): Promise<RegistryImport> => {
    const caller = await access.caller(request, 'fleet:admin');
    const { dryRun } = readQuery(request, ['dryRun']);
    if (dryRun !== undefined && dryRun !== 'true') throw new AppError('bad_request', 'dryRun must be true');
    await budget.largeBody(reply, caller.clientId);
    const turn = () => access.turn(caller);
    const document = await readDocument(await readBody(request, LIMITS.maxPortfolioBytes), turn);
    reply.header('Cache-Control', 'no-store');
    return importRegistry({
      store,
      now,
      callerId: caller.clientId,
      by: deedOf(request, caller),
      onRescheduled,
      document,
      turn,
      isDryRun: dryRun === 'true',
    });
  });
}
