import type { SetpointClient } from '@setpoint/client';
import type { EventGap, FleetEvent } from '@setpoint/contract';

export interface SharedEvents {
  readonly events: SetpointClient['events'];
  /** Tabs that give the same name share: those of one client in one browser. */
  readonly name: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: FleetEvent | EventGap) => void;
}

/** Follows the events over one stream for all tabs: one leads, and when it ends, another one goes on after the last event. */
export async function shareEvents({ events, name, signal, onEvent }: SharedEvents): Promise<void> {
  const channel = new BroadcastChannel(name);
  signal.addEventListener('abort', () => channel.close());
  let last: { readonly after?: string } = {};
  const take = (event: FleetEvent | EventGap) => {
    if ('id' in event) last = { after: event.id };
    onEvent(event);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<FleetEvent | EventGap>) => take(data));
  const lead = async () => {
    for await (const event of events({ ...last, signal })) {
      channel.postMessage(event);
      take(event);
    }
  };
  // Without TLS, and not on this machine, a browser has no locks: then each tab leads.
  await ('locks' in navigator ? navigator.locks.request(name, { signal }, lead) : lead());
}
