import type { Socket } from 'node:net';

/** What a server answered: its code, and its lines. */
export interface SmtpReply {
  readonly code: number;
  readonly lines: readonly string[];
}

const MOST_BYTES = 64 * 1_024;

/** Commands and replies over a connection, one after the other (RFC 5321 §4.2). */
export interface SmtpDialogue {
  reply(): Promise<SmtpReply>;
  send(line: string): void;
  /** Leaves the connection to somebody else. */
  leave(): void;
}

export function smtpDialogue(socket: Socket): SmtpDialogue {
  let text = '';
  let failure: Error | undefined;
  let waiting: { resolve(reply: SmtpReply): void; reject(cause: Error): void } | undefined;

  function look(): void {
    if (waiting === undefined) return;
    const found = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/.exec(text);
    if (found !== null) {
      text = text.slice(found[0].length);
      const lines = found[0].trimEnd().split(/\r?\n/);
      waiting.resolve({ code: Number(lines.at(-1)?.slice(0, 3)), lines: lines.map((line) => line.slice(4)) });
      waiting = undefined;
    } else if (failure !== undefined) {
      waiting.reject(failure);
      waiting = undefined;
    }
  }
  function fail(cause: Error): void {
    failure ??= cause;
    look();
  }
  const onData = (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (text.length > MOST_BYTES) fail(new Error('the mail server answers without an end'));
    look();
  };
  const onClose = () => fail(new Error('the mail server closed the connection'));
  socket.on('data', onData).on('error', fail).on('close', onClose);
  return {
    reply: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        look();
      }),
    send: (line) => void socket.write(`${line}\r\n`),
    leave: () => void socket.off('data', onData).off('error', fail).off('close', onClose),
  };
}
