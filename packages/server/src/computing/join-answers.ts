import type { ComputeAnswer, ComputedAnswer } from './compute-answers.ts';

interface UnderWay {
  readonly parts: Promise<readonly Uint8Array[]>;
  waiting: number;
  stop(): void;
}

/**
 * Computes what one caller asks for several times meanwhile once, where the question says that it may be joined: such
 * an answer is kept whole until all who wait for it have it. Once nobody waits, it is stopped.
 */
export function joinAnswers(compute: ComputeAnswer): ComputeAnswer {
  const underWay = new Map<string, UnderWay>();

  function begin(key: string, computed: ComputedAnswer): UnderWay {
    const begun: UnderWay = {
      parts: partsOf(computed).finally(() => forget(key, begun)),
      waiting: 0,
      stop() {
        forget(key, begun);
        computed.stop();
      },
    };
    // Each that waits is told.
    begun.parts.catch(() => undefined);
    underWay.set(key, begun);
    return begun;
  }
  function forget(key: string, one: UnderWay): void {
    if (underWay.get(key) === one) underWay.delete(key);
  }
  return (answer, asked) => {
    if (asked.joinedAs === undefined) return compute(answer, asked);
    const key = JSON.stringify([asked.caller, asked.writtenAs, answer.name, asked.joinedAs]);
    return oneOfMany(underWay.get(key) ?? begin(key, compute(answer, asked)));
  };
}

function oneOfMany(joined: UnderWay): ComputedAnswer {
  joined.waiting += 1;
  let taken = 0;
  let isWaiting = true;
  return {
    async next() {
      const part = (await joined.parts)[taken];
      taken += 1;
      return part;
    },
    stop() {
      if (!isWaiting) return;
      isWaiting = false;
      joined.waiting -= 1;
      if (joined.waiting === 0) joined.stop();
    },
  };
}

async function partsOf(computed: ComputedAnswer): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (let part = await computed.next(); part !== undefined; part = await computed.next()) parts.push(part);
  return parts;
}
