import type { Passing, Proxy } from '@setpoint/server/testing/start-proxy';

/** What goes wrong on the line to a device. */
export interface LineFault {
  line(line: Proxy): void;
  /** It follows all the same. */
  readonly isHarmless?: true;
}

/** For tests: each answer with this number is not handed on. */
export function eachAnswer(count: number, act: (answer: Passing, line: Proxy) => unknown) {
  return (line: Proxy): void => {
    let answers = 0;
    line.onAnswer = (answer) => {
      answers += 1;
      if (answers % count === 0) act(answer, line);
      else answer.pass();
    };
  };
}

function inPieces({ bytes, pass }: Passing): void {
  for (let at = 0; at < bytes.length; at += 7) pass(bytes.subarray(at, at + 7));
}

/** For tests: by their names; answers may be slow, and are then too slow. */
export function lineFaults(slowMs: number, tooSlowMs: number): Record<string, LineFault> {
  return {
    'a slow line': { line: eachAnswer(1, ({ pass }) => setTimeout(pass, slowMs)), isHarmless: true },
    'a line that is too slow': { line: eachAnswer(1, ({ pass }) => setTimeout(pass, tooSlowMs)) },
    'in pieces': { line: eachAnswer(1, inPieces), isHarmless: true },
    silence: { line: eachAnswer(1, () => undefined) },
    'cut at each third answer': { line: eachAnswer(3, (_, line) => line.cut()) },
    'cut now and then': { line: eachAnswer(25, (_, line) => line.cut()) },
    // As gateways with room for one do.
    'one connection at a time': { line: ({ server }) => (server.maxConnections = 1), isHarmless: true },
  };
}
