import { Fleet } from './fleet.ts';
import type { FleetPlan, FleetRequest } from './fleet-plan.ts';
import { pushSchedules } from './push-schedules.ts';
import { sendSignals } from './send-signals.ts';

let fleet: { plan: FleetPlan; all: Fleet } | undefined;

async function answer(request: FleetRequest): Promise<unknown> {
  if (request.kind === 'connect') {
    fleet = { plan: request, all: new Fleet(request) };
    const online = await fleet.all.connect();
    fleet.all.reportInTurn();
    return online;
  }
  if (fleet === undefined) throw new Error('nobody is connected');
  const { all, plan } = fleet;
  if (request.kind === 'reconnect') return await all.reconnect();
  if (request.kind === 'acknowledged') return all.acknowledged;
  if (request.kind === 'saturate') return await all.saturate(request.warmUpMs, request.measureMs);
  if (request.kind === 'signal') return await sendSignals(all, { port: plan.httpPort, ...request });
  return await pushSchedules(all, { ...request, postPort: request.postPort ?? plan.httpPort });
}

process.on('message', (request: FleetRequest) => {
  answer(request).then(
    (output) => process.send?.({ output }),
    (cause: unknown) => process.send?.({ fault: cause instanceof Error ? cause.message : String(cause) }),
  );
});
process.on('disconnect', () => process.exit());
