import { Counter, Gauge, type Registry } from '@prometheus-io/client';

/** The figures of events and webhooks. */
export interface EventMetrics {
  /** So many more listen to the events, or fewer. */
  countListeners(change: 1 | -1): void;
  countWebhookAttempt(outcome: 'taken' | 'failed'): void;
  setWebhooks(byState: Readonly<Record<'active' | 'failing' | 'parked', number>>): void;
}

export function createEventMetrics(registry: Registry): EventMetrics {
  const listeners = new Gauge({
    name: 'setpoint_event_listeners',
    help: 'Open streams of events.',
    registers: [registry],
  });
  const attempts = new Counter({
    name: 'setpoint_webhook_attempts_total',
    help: 'Attempts to hand an event to a webhook, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const webhooks = new Gauge({
    name: 'setpoint_webhooks',
    help: 'Webhooks by state: failing ones hold a backlog, parked ones wait for a replay.',
    labelNames: ['state'],
    registers: [registry],
  });
  return {
    countListeners: (change) => listeners.inc(change),
    countWebhookAttempt: (outcome) => attempts.inc({ outcome }),
    setWebhooks(byState) {
      for (const [state, count] of Object.entries(byState)) webhooks.set({ state }, count);
    },
  };
}
