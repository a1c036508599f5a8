import type { MqttClient } from 'mqtt';

/** For tests: subscribes to a topic; what comes of it, one by one. */
export async function messagesOf<Message>(client: MqttClient, asked: string) {
  const waiting: Message[] = [];
  let wake = () => {};
  client.on('message', (topic, payload) => {
    if (topic !== asked) return;
    waiting.push(JSON.parse(payload.toString()) as Message);
    wake();
  });
  await client.subscribeAsync(asked, { qos: 1 });
  return {
    async next(): Promise<Message> {
      for (;;) {
        const first = waiting.shift();
        if (first !== undefined) return first;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** For tests: resolves once a connection is closed. */
export function closeOf(client: MqttClient): Promise<void> {
  return new Promise((resolve) => {
    client.once('close', resolve);
  });
}
