import type { Report } from '@setpoint/contract';
import type { Fault } from '../plant/fault.ts';
import { seededRandom } from '../plant/seeded-random.ts';
import type { OpenLink } from '../protocol/link.ts';
import { type LinkState, passMessage } from './pass-message.ts';

export interface LinkFaults {
  /** What goes wrong just now. */
  readonly faults: () => readonly Fault[];
  readonly seed: number;
}

/** A link that loses, doubles and mixes up what passes, in both directions. */
export function faultyLink(openLink: OpenLink, { faults, seed }: LinkFaults): OpenLink {
  const random = seededRandom(seed, 'link');
  const passing = <Message>() => {
    let state: LinkState<Message> = { held: [] };
    return {
      pass: (message: Message) => {
        const { link, ...step } = passMessage(state, message, { faults: faults(), random });
        state = link;
        return step;
      },
      // What was under way ends with its connection.
      forget: () => {
        state = { held: [] };
      },
    };
  };
  return (handlers) => {
    const up = passing<Report>();
    const down = passing<unknown>();
    const orders = passing<unknown>();
    const link = openLink({
      async onConnect(session) {
        up.forget();
        down.forget();
        orders.forget();
        await handlers.onConnect(session);
      },
      async onSnapshot(document) {
        let isTaken = false;
        for (const one of down.pass(document).delivered) isTaken = await handlers.onSnapshot(one);
        return isTaken;
      },
      onOrder(document) {
        for (const one of orders.pass(document).delivered) handlers.onOrder(one);
      },
      onOrders(document) {
        for (const one of orders.pass(document).delivered) handlers.onOrders(one);
      },
      revision: () => handlers.revision(),
      onLost: (reason) => handlers.onLost(reason),
    });
    return {
      async send(report) {
        const { delivered, isLost } = up.pass(report);
        if (isLost) throw new Error('nothing came back');
        for (const one of delivered) await link.send(one);
      },
      takeOrders: () => link.takeOrders(),
      close: () => link.close(),
    };
  };
}
