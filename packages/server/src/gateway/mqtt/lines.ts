import { type ErrorCode, parseClientId, POOL_TOPIC_PATTERNS } from '@setpoint/contract';
import type { Client } from 'aedes';
import { actorOf } from '../../identity/actor-of.ts';
import { isKeyText } from '../../identity/keys/authenticate-controller.ts';
import { findProvenClient } from '../../identity/find-proven-client.ts';
import type { SignedInClient } from '../../identity/find-signed-in-client.ts';
import type { RefusalKind, RefusalRecord } from '../../platform/refusal-record.ts';
import type { DeedCounter } from '../../trail/count-deeds.ts';
import { createLine, type Line, type LineGround } from './line.ts';
import type { PacketLimits } from './packet-guard.ts';

/** The clients that ask pools by MQTT, beside the controllers. */
export interface LineBinding extends LineGround {
  /** Counts who signed in; left out, nobody does. */
  readonly signIns?: Pick<DeedCounter, 'note'>;
}

interface LineWatching {
  readonly refusals: Pick<RefusalRecord, 'note'> | undefined;
  readonly addressOf: (client: Client) => string;
}

/** What a CONNECT says. */
export interface Login {
  readonly username: string | undefined;
  readonly password: string;
}

export interface Lines {
  /** The client whose id and secret these are. */
  find(client: Client, login: Login): Promise<SignedInClient | undefined>;
  /** Makes a connection the line of a client. */
  add(client: Client, signedIn: SignedInClient): void;
  of(client: Client): Line | undefined;
  /** What waits is not taken any more. */
  stop(): void;
}

const MAX_SIGNAL_BYTES = 8 * 1024;
export const LINE_LIMITS: PacketLimits = { firstBytes: MAX_SIGNAL_BYTES, bytes: MAX_SIGNAL_BYTES };

const KIND_OF_CODE: Partial<Record<ErrorCode, RefusalKind>> = {
  forbidden: 'forbidden',
  too_many_requests: 'too_many',
};

export function createLines(binding: LineBinding | undefined, { refusals, addressOf }: LineWatching): Lines {
  const byClient = new WeakMap<Client, Line>();
  const topics = new Map<string, number>();
  let isStopping = false;
  return {
    async find(client, { username, password }) {
      const clientId = parseClientId(username ?? '');
      // Keys of controllers have a form of their own, and take another way.
      if (binding === undefined || clientId === undefined || isKeyText(password)) return undefined;
      const { store, budget } = binding;
      return budget.opening(addressOf(client), () => findProvenClient(store, { clientId, secret: password }));
    },
    add(client, { clientId, generation }) {
      if (binding === undefined) return;
      const address = addressOf(client);
      // No site can be called so, whatever a client calls itself.
      client.id = `client ${clientId}/${client.id}`;
      const by = { actor: actorOf({ clientId }), address };
      const subject = { kind: 'client', id: clientId };
      binding.signIns?.note(`${clientId} ${address}`, { by, action: 'client.connected', subject });
      const line = createLine(binding, {
        client,
        signedIn: { clientId, generation },
        isStopping: () => isStopping,
        countTopics(more) {
          const count = (topics.get(clientId) ?? 0) + more;
          if (count > 0) topics.set(clientId, count);
          else topics.delete(clientId);
          return count;
        },
        onRefused({ actor, details }, code) {
          const kind = KIND_OF_CODE[code];
          const all = { ...details, route: POOL_TOPIC_PATTERNS.signal, code };
          if (kind !== undefined) refusals?.note({ kind, address, actor, details: all });
        },
        onOverstepped: ({ actor, details }, reason) =>
          refusals?.note({ kind: 'mqtt_publish', address, actor, details: { ...details, reason } }),
      });
      byClient.set(client, line);
    },
    of: (client) => byClient.get(client),
    stop() {
      isStopping = true;
    },
  };
}
