/** The sessions of a site's controller: the current one counts, those it replaced do not. */
export interface SessionState {
  readonly current: { readonly session: string; readonly sequence: number } | null;
  /** The most recent ones, latest first. */
  readonly replaced: readonly string[];
}

export interface SessionMark {
  readonly session: string;
  readonly sequence: number;
}

export type SessionOutcome =
  | { readonly kind: 'counts'; readonly isNewSession: boolean; readonly state: SessionState }
  | { readonly kind: 'dropped'; readonly because: 'replaced_session' | 'old_sequence' };

const REPLACED_KEPT = 8;

/** Decides whether a report counts; later reports are compared with the last one that did. */
export function judgeSession(state: SessionState, { session, sequence }: SessionMark): SessionOutcome {
  const { current, replaced } = state;
  if (current?.session === session) {
    if (sequence <= current.sequence) return { kind: 'dropped', because: 'old_sequence' };
    return { kind: 'counts', isNewSession: false, state: { current: { session, sequence }, replaced } };
  }
  if (replaced.includes(session)) return { kind: 'dropped', because: 'replaced_session' };
  const left = current === null ? replaced : [current.session, ...replaced].slice(0, REPLACED_KEPT);
  return { kind: 'counts', isNewSession: true, state: { current: { session, sequence }, replaced: left } };
}

/** Whether the end of this session ends the site's connection; an older session's end does not. */
export function endsConnection(state: SessionState, session: string): boolean {
  return state.current?.session === session;
}
