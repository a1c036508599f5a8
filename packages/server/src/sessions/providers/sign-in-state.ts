import { type Static, Type } from 'typebox';
import { shapeOf } from '../../wire/value-or-throw.ts';
import type { TicketKind } from './write-ticket.ts';

/** A sign-in under way: kept by whoever began it, and by nobody else. */
const SignInState = Type.Object({
  provider: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  /** Where the person wanted to go. */
  to: Type.String(),
});
export type SignInState = Static<typeof SignInState>;

export const SIGN_IN_SECONDS = 600;

/** What the browser keeps of it. */
export const SIGN_IN_TICKET: TicketKind<SignInState> = {
  type: 'sign-in+jwt',
  seconds: SIGN_IN_SECONDS,
  shape: shapeOf(SignInState),
};

/** What a command line keeps of its own, which no browser can finish. */
export const LOGIN_TICKET: TicketKind<SignInState> = { ...SIGN_IN_TICKET, type: 'login+jwt' };

const DeviceState = Type.Object({ provider: Type.String(), deviceCode: Type.String(), verifier: Type.String() });

/** What a command line keeps while somebody says yes elsewhere. */
export const DEVICE_TICKET: TicketKind<Static<typeof DeviceState>> = {
  type: 'device-login+jwt',
  seconds: 1_800,
  shape: shapeOf(DeviceState),
};

const MARKED = /^cli\.(\d{4,5})\.[\w-]+$/;
const LEAST_PORT = 1_024;
const LARGEST_PORT = 65_535;

/** What the state of a command line begins with, so that the browser finds back to it. */
export function markOfPort(port: number): string {
  return `cli.${port}.`;
}

/** The port at which a command line waits; undefined where a browser alone signs in. */
export function portOfState(state: string | null): number | undefined {
  const port = Number(MARKED.exec(state ?? '')?.[1]);
  return port >= LEAST_PORT && port <= LARGEST_PORT ? port : undefined;
}
