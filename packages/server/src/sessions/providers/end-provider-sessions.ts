import { fields } from '../../store/fields.ts';
import { removeBy } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { appendRecord } from '../../trail/append-record.ts';
import type { Done } from '../../trail/deed.ts';

export interface EndProviderSessionsInput extends Done {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string | undefined;
  /** Left out, all of the person's. */
  readonly providerSession: string | undefined;
  /** Those that begun later stay. */
  readonly upTo: number;
}

const ofSubject = statement<{ provider: string; issuer: string; subject: string; upTo: number }>()(({ db, param }) =>
  db
    .selectFrom('console_session')
    .innerJoin('person', 'person_id', 'client_id')
    .select(fields('sessionHash', 'sessionId', 'clientId', 'providerSession'))
    .where('provider', '=', param('provider'))
    .where('issuer', '=', param('issuer'))
    .where('subject', '=', param('subject'))
    .where('begun_at', '<=', param('upTo')),
);

const ofProviderSession = statement<{ provider: string; providerSession: string; upTo: number }>()(({ db, param }) =>
  db
    .selectFrom('console_session')
    .select(fields('sessionHash', 'sessionId', 'clientId', 'providerSession'))
    .where('provider', '=', param('provider'))
    .where('provider_session', '=', param('providerSession'))
    .where('begun_at', '<=', param('upTo')),
);

const deleteSession = removeBy('console_session', ['sessionHash']);

/** Ends what a provider has ended: a session that it names, or all of a person. */
export const endProviderSessions = defineWrite({
  name: 'endProviderSessions',
  record: 'by itself: each session that ends',
  run: async (tx: Tx, input: EndProviderSessionsInput): Promise<number> => {
    const { provider, issuer, subject, providerSession, upTo, by } = input;
    const rows =
      subject === undefined
        ? await tx.all(ofProviderSession, { provider, providerSession: providerSession ?? '', upTo })
        : await tx.all(ofSubject, { provider, issuer, subject, upTo });
    const named = rows.filter((row) => providerSession === undefined || row.providerSession === providerSession);
    for (const { sessionHash } of named) await tx.run(deleteSession, { sessionHash });
    for (const { clientId: id, sessionId } of named) {
      const before = { sessionId, provider };
      await appendRecord(tx, { by, action: 'session.ended', subject: { kind: 'person', id }, before });
    }
    return named.length;
  },
});
