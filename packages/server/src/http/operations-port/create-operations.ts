import type { Shutdown } from '../../platform/shutdown/shutdown.ts';
import type { Metrics } from '../../platform/figures/metrics.ts';
import type { ClosedDoor } from '../../door/open-admissions.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { BegunWorker } from '../../wire/begin-worker.ts';
import { type OperationsAnswer, type OperationsQuestion, textOf } from './create-operations-server.ts';
import { HTTP_TIMES } from '../server/http-times.ts';
import type { FromOperations, OperationsData, ToOperations } from './operations-thread.ts';
import { type Pulse, startPulse } from './start-pulse.ts';

export interface Observed {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
  readonly shutdown: Pick<Shutdown, 'isDraining'>;
  readonly admissions?: { readonly ops: ClosedDoor };
  readonly onFailure: (cause: unknown) => void;
}

/** How patient the port is, with its callers and with the rest of the process. */
type OperationsPatience = Pick<OperationsData, 'times' | 'stillAfterMs' | 'answerWithinMs'>;

interface Health {
  readonly health: Pick<StoreHealth, 'isReady'> | undefined;
  /** What is wrong, though the service is ready. */
  readonly problem: () => string | undefined;
}

type OperationsAddress = Pick<OperationsData, 'host' | 'port' | 'names'>;

export interface Operations {
  /** Resolves with the port once it takes requests. */
  listen(address: OperationsAddress): Promise<number>;
  /** Says what the start is at, for as long as it takes. */
  starts(doing: string): void;
  /** The start is over: the health of the store is what says whether the service is ready. */
  serves(health: Pick<StoreHealth, 'isReady'>, problem: Health['problem']): void;
  close(): Promise<void>;
}

/** How often the event loop has the chance to show that it turns, before it counts as still. */
const BEATS = 10;
const PATIENCE: OperationsPatience = { times: HTTP_TIMES, stillAfterMs: 15_000, answerWithinMs: 5_000 };

/** The port for operators, in a thread of its own: it answers however much the rest of the process has to do. */
export function createOperations(observed: Observed, thread: BegunWorker, patience = PATIENCE): Operations {
  const { onFailure, admissions } = observed;
  const { worker, failed } = thread;
  let pulse: Pulse | undefined;
  let health: Pick<StoreHealth, 'isReady'> | undefined;
  let problem: Health['problem'] = () => undefined;
  let starting: string | undefined = 'starting';

  async function answer(question: OperationsQuestion): Promise<ToOperations> {
    const told = await answerTo(question, { ...observed, health, problem }).catch((cause: unknown) => {
      onFailure(cause);
      return textOf(500, 'no answer\n');
    });
    return { kind: 'answer', question, answer: told };
  }
  function tell(doing: string | undefined): void {
    starting = doing;
    // Its first message says where to listen, and this with it.
    if (pulse !== undefined) worker.postMessage({ kind: 'start', starting } satisfies ToOperations);
  }
  return {
    async listen(address) {
      pulse = startPulse(patience.stillAfterMs / BEATS);
      const listening = Promise.withResolvers<number>();
      failed.catch((cause: unknown) => {
        listening.reject(cause);
        onFailure(cause);
      });
      worker.on('message', (message: FromOperations) => {
        if (message.kind === 'listening') listening.resolve(message.port);
        else if (message.kind === 'failed') listening.reject(failureOf(message));
        else if (message.kind === 'refused') message.addresses.forEach((each) => admissions?.ops.onRefused(each));
        else void answer(message.question).then((told) => worker.postMessage(told));
      });
      const limits = admissions?.ops.limits;
      worker.postMessage({ ...address, ...patience, limits, starting, pulse: pulse.memory } satisfies OperationsData);
      return await listening.promise;
    },
    starts: tell,
    serves(healthOfStore, problemOfService) {
      health = healthOfStore;
      problem = problemOfService;
      tell(undefined);
    },
    async close() {
      pulse?.stop();
      await worker.terminate();
    },
  };
}

async function answerTo(question: OperationsQuestion, observed: Observed & Health): Promise<OperationsAnswer> {
  const { metrics, shutdown, health, problem } = observed;
  if (question === 'metrics') return { status: 200, contentType: metrics.contentType, text: await metrics.text() };
  const isReady = !shutdown.isDraining() && (await health?.isReady()) === true;
  const found = problem();
  return isReady ? textOf(200, `ready\n${found === undefined ? '' : `${found}\n`}`) : textOf(503, 'not ready\n');
}

// An error crosses between threads without its code.
function failureOf({ message, code }: { readonly message: string; readonly code: string | undefined }): Error {
  return Object.assign(new Error(message), { code });
}
