import { LIMITS, type SiteId } from '@setpoint/contract';
import { readBody } from '../../http/read/read-body.ts';
import { sendStream } from '../../http/send/send-stream.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import type { StoreAndClock } from '../../serving/store-and-clock.ts';
import { importRegistry } from './import-registry.ts';
import { readDocument } from './read-document.ts';
import { registryTexts } from './registry-texts.ts';

export interface RegistryDocumentRoutes extends StoreAndClock {
  /** Told when the controller of a site is to have another snapshot. */
  readonly onRescheduled: (siteId: SiteId) => void;
}

/** The registry as one document: for operators. */
export function registryDocumentRoutes(serve: Serve, { store, now, onRescheduled }: RegistryDocumentRoutes): void {
  serve.sent('exportRegistry', async ({ request, reply }) =>
    sendStream(request, reply, { chunks: registryTexts(store, now()) }),
  );

  serve.raw('importRegistry', async ({ request, reply, caller, by, turn, readQuery }) => {
    const isDryRun = readQuery().dryRun === 'true';
    const document = await readDocument(await readBody(request, LIMITS.maxPortfolioBytes), turn);
    reply.header('Cache-Control', 'no-store');
    return importRegistry({ store, now, callerId: caller.clientId, by, onRescheduled, document, turn, isDryRun });
  });
}
