import { Aedes, type AedesOptions } from 'aedes';

/**
 * The MQTT protocol, without the broker: nothing is routed from one connection to another, kept or retained.
 * What a controller publishes ends in `authorizePublish`, and what it gets is written to its connection alone.
 */
export class MqttEndpoint extends Aedes {
  static async open(options: AedesOptions): Promise<MqttEndpoint> {
    const endpoint = new MqttEndpoint(options);
    await endpoint.listen();
    keepNothing(endpoint);
    return endpoint;
  }

  override publish(...args: unknown[]): void {
    callLast(args);
  }

  override subscribe(...args: unknown[]): void {
    callLast(args);
  }

  override unsubscribe(...args: unknown[]): void {
    callLast(args);
  }
}

/** What is sent is kept by its room until it is acknowledged; the broker would keep a list by each client id there ever was. */
function keepNothing(endpoint: object): void {
  const { persistence } = endpoint as { readonly persistence: object };
  Object.assign(persistence, {
    outgoingClearMessageId: () => Promise.resolve(undefined),
    outgoingUpdate: () => Promise.reject(new Error('no such packet')),
  });
}

function callLast(args: readonly unknown[]): void {
  const done = args.at(-1);
  if (typeof done === 'function') done();
}
