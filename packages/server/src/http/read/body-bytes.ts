import { AppError } from '@setpoint/contract';
import { TooMuch } from '../../limits/too-much.ts';

export interface BodyBytesSettings {
  /** Of the bodies of one caller that are under way. */
  readonly bytesOfCaller: number;
  /** Of all bodies under way; who has no more than an equal part of it is let in all the same. */
  readonly bytesOfAll: number;
}

const MIB = 1_024 * 1_024;
const USUAL: BodyBytesSettings = { bytesOfCaller: 64 * MIB, bytesOfAll: 128 * MIB };

/** How much memory bodies take that are arriving or being worked off, by the caller whose they are. */
export interface BodyBytes {
  /** Counts what has arrived of one body. */
  begin(caller: string): BodyCount;
  /** All that is under way. */
  total(): number;
}

interface BodyCount {
  /** Counts some more; throws when there is no room for it. */
  add(bytes: number): void;
  /** The body is no longer held. */
  end(): void;
}

export function createBodyBytes({ bytesOfCaller, bytesOfAll } = USUAL): BodyBytes {
  const byCaller = new Map<string, number>();
  let total = 0;

  function refuseBeyond(own: number): void {
    if (own > bytesOfCaller) throw new TooMuch('too many bytes of bodies are under way; wait for an answer');
    // The caller that has the most makes room: its next bytes are refused.
    if (total <= bytesOfAll || own <= bytesOfAll / byCaller.size) return;
    throw new AppError('service_unavailable', 'too many bytes of bodies are under way; try again shortly');
  }
  return {
    begin(caller) {
      let counted = 0;
      return {
        add(bytes) {
          const own = (byCaller.get(caller) ?? 0) + bytes;
          byCaller.set(caller, own);
          counted += bytes;
          total += bytes;
          refuseBeyond(own);
        },
        end() {
          const left = (byCaller.get(caller) ?? 0) - counted;
          total -= counted;
          counted = 0;
          if (left > 0) byCaller.set(caller, left);
          else byCaller.delete(caller);
        },
      };
    },
    total: () => total,
  };
}
