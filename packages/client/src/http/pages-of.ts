import { LIMITS } from '@setpoint/contract';
import type { Call, Send } from './call.ts';

type Listed = Pick<Call, 'path' | 'params' | 'query'>;

/** Fetches a list page by page, each when it is wanted. */
export async function* pagesOf<Page extends { readonly nextCursor: string | null }>(
  send: Send,
  { query, ...listed }: Listed,
) {
  let cursor: string | undefined;
  do {
    const { body } = await send({ method: 'GET', ...listed, query: { limit: LIMITS.maxPageSize, ...query, cursor } });
    const page = body as Page;
    yield page;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
