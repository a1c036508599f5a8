import {
  AppError,
  type ErrorCode,
  parsePoolTopic,
  type PoolId,
  type PoolSignal,
  PutSignalRequest,
  type RefusedSignal,
} from '@setpoint/contract';
import type { PublishPacket, Subscription } from 'aedes';
import { actorOf } from '../../identity/actor-of.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Budget } from '../../limits/budget.ts';
import { findSignedInClient, type SignedInClient } from '../../identity/find-signed-in-client.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import { tooMany } from '../../limits/too-many.ts';
import { everyBeat } from '../../platform/loops/every-beat.ts';
import type { Refused } from '../../platform/refusal-record.ts';
import { askPool, type PoolAsking } from '../../pools/signals/ask-pool.ts';
import { visiblePoolOrThrow } from '../../pools/read-pool.ts';
import { refusalOfFailure } from '../../store/refusal-of-failure.ts';
import { jsonOrThrow, parseJson } from '../../wire/parse-json.ts';
import { valueOrThrow } from '../../wire/value-or-throw.ts';
import type { MqttPeer } from './mqtt-peer.ts';

/** What clients need that ask pools by MQTT. */
export interface LineGround extends PoolAsking {
  readonly budget: Pick<Budget, 'begin' | 'computing' | 'opening' | 'turn'>;
  /** Calls by client, however they come; undefined for as many as they like. */
  readonly calls: RateLimit | undefined;
}

/** The connection of a client: it asks pools, is answered, and does nothing else. */
export interface Line {
  /** Who it is, for what is recorded of it. */
  readonly sender: Pick<Refused, 'actor' | 'details'>;
  /** Takes a signal, after those before it; resolves with the reason for which the connection must end, if there is one. */
  publish(packet: PublishPacket): Promise<string | undefined>;
  maySubscribe(subscription: Pick<Subscription, 'topic'>): boolean;
  subscribed(topics: readonly string[]): void;
  unsubscribed(topics: readonly string[]): void;
}

export interface LineOptions {
  readonly client: MqttPeer;
  readonly signedIn: SignedInClient;
  readonly isStopping: () => boolean;
  /** Told of each signal that is refused. */
  readonly onRefused: (sender: Line['sender'], code: ErrorCode) => void;
  /** Counts topics over all connections of the client; the result is how many there are. */
  readonly countTopics: (more: number) => number;
  /** Told of what ends the connection. */
  readonly onOverstepped: (sender: Line['sender'], reason: string) => void;
}

const MOST_TOPICS = 1_000;
// As many as four connections with an answer of each pool that there may be.
const MOST_TOPICS_OF_CLIENT = 4_000;
// Whoever is shut out is so within this time, as over a stream of events.
const ASK_EVERY_MS = 2_000;
const checkSignal = valueOrThrow(PutSignalRequest);

export function createLine(ground: LineGround, options: LineOptions): Line {
  const { client, signedIn, isStopping, onRefused, onOverstepped } = options;
  const { store } = ground;
  const { clientId } = signedIn;
  const sender = { actor: actorOf({ clientId }), details: { sender: `client ${clientId}` } };
  let last: Promise<unknown> = Promise.resolve();
  endOnceShutOut(client, isShutOut);
  const answers = createAnswers(client, options);

  async function callerNow(): Promise<Caller | undefined> {
    const scopes = await store.read(findSignedInClient, signedIn);
    return scopes && { clientId, scopes: new Set(scopes), generation: signedIn.generation };
  }
  async function isShutOut(): Promise<boolean> {
    return (await callerNow()) === undefined;
  }
  async function answerTo(caller: Caller, signal: SentSignal): Promise<PoolSignal | RefusedSignal> {
    try {
      return await ask(ground, caller, signal);
    } catch (cause) {
      const refusal = cause instanceof AppError ? cause : refusalOfFailure(cause);
      if (refusal === undefined) throw cause;
      const { code, message } = refusal;
      onRefused(sender, code);
      return { error: code, message, sequence: sequenceOf(signal.payload) };
    }
  }
  async function take(topic: string, signal: SentSignal): Promise<string | undefined> {
    if (isStopping()) return 'the service is stopping';
    await ground.budget.begin(clientId);
    const caller = await callerNow();
    if (caller === undefined) return 'the client may no longer sign in';
    const answer = await answerTo(caller, signal);
    if (answers.has(`${topic}/answer`)) await send(client, `${topic}/answer`, answer);
    return undefined;
  }
  function refuse(reason: string): string {
    onOverstepped(sender, reason);
    return reason;
  }

  return {
    sender,
    async publish({ topic, qos, payload }) {
      const to = parsePoolTopic(topic);
      if (to?.kind !== 'signal') return refuse('published to a topic that is not the signal of a pool');
      if (qos === 2) return refuse('published with QoS 2; this service accepts QoS 0 and 1');
      // Of what waits here there is no more than was read at once: nothing more is, until it is acknowledged.
      const taken = last.then(() => take(topic, { poolId: to.poolId, payload: Buffer.from(payload) }));
      last = taken.catch(() => undefined);
      return taken;
    },
    maySubscribe: answers.mayBe,
    subscribed: answers.add,
    unsubscribed: answers.remove,
  };
}

/** The topics of answers that a connection has subscribed to. */
function createAnswers({ conn }: MqttPeer, { countTopics }: Pick<LineOptions, 'countTopics'>) {
  let topics: ReadonlySet<string> = new Set();
  const keep = (kept: ReadonlySet<string>): void => {
    countTopics(kept.size - topics.size);
    topics = kept;
  };
  conn.once('close', () => keep(new Set()));
  return {
    has: (topic: string) => topics.has(topic),
    mayBe: ({ topic }: Pick<Subscription, 'topic'>) =>
      topics.has(topic) ||
      (isAnswerTopic(topic) && topics.size < MOST_TOPICS && countTopics(0) < MOST_TOPICS_OF_CLIENT),
    add: (more: readonly string[]) => keep(new Set([...topics, ...more.filter(isAnswerTopic)])),
    remove: (fewer: readonly string[]) => {
      const gone = new Set(fewer);
      keep(new Set([...topics].filter((topic) => !gone.has(topic))));
    },
  };
}

function isAnswerTopic(topic: string): boolean {
  return parsePoolTopic(topic)?.kind === 'answer';
}

interface SentSignal {
  readonly poolId: PoolId;
  readonly payload: Buffer;
}

/** The same as over HTTP, in the same order: the share, the scope, the pool, and then what is asked. */
async function ask(ground: LineGround, caller: Caller, { poolId, payload }: SentSignal): Promise<PoolSignal> {
  const { budget, calls } = ground;
  const { clientId } = caller;
  if (calls?.take(clientId) === false) throw tooMany('calls');
  if (!caller.scopes.has('schedules:write')) {
    throw new AppError('forbidden', 'this client lacks the scope schedules:write');
  }
  return budget.computing(clientId, async () => {
    const asked = await visiblePoolOrThrow(ground.store, caller, poolId);
    const read = () => checkSignal(jsonOrThrow(payload));
    return askPool(ground, { ...asked, caller, read, turn: () => budget.turn(clientId) });
  });
}

/** The number of a signal that was refused, as far as it can be read. */
function sequenceOf(payload: Buffer): number | null {
  const parsed = parseJson(payload);
  if (parsed.kind !== 'json' || typeof parsed.value !== 'object' || parsed.value === null) return null;
  const sequence: unknown = 'sequence' in parsed.value ? parsed.value.sequence : undefined;
  return Number.isSafeInteger(sequence) && Number(sequence) >= 0 ? Number(sequence) : null;
}

/** Resolves once the connection took it: who does not read its answers is not read either. */
function send(client: MqttPeer, topic: string, answer: PoolSignal | RefusedSignal): Promise<void> {
  const payload = Buffer.from(JSON.stringify(answer));
  return new Promise((resolve) => {
    client.publish({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false }, () => resolve());
  });
}

function endOnceShutOut({ conn }: MqttPeer, isShutOut: () => Promise<boolean>): void {
  const asking = everyBeat(ASK_EVERY_MS, () => {
    isShutOut().then(
      (isSo) => isSo && conn.destroy(),
      // While the store cannot be asked, nothing can be asked of a pool either.
      () => undefined,
    );
  });
  conn.once('close', () => asking.stop());
}
