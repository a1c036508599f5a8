import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsConnection, type SessionMark, type SessionState, judgeSession } from './judge-session.ts';

const NO_SESSION: SessionState = { current: null, replaced: [] };

/** Marks such as `a1 a2 b1`: session a, sequences 1 and 2, then session b. */
function marks(text: string): SessionMark[] {
  return text.split(' ').map((mark) => ({ session: mark.slice(0, 1), sequence: Number(mark.slice(1)) }));
}

/** The fate of each report: `+` counts, `!` counts and begins a session, `=` old sequence, `-` replaced session. */
function fates(reports: readonly SessionMark[]): string {
  let state = NO_SESSION;
  const shown = reports.map((mark) => {
    const outcome = judgeSession(state, mark);
    if (outcome.kind === 'dropped') return outcome.because === 'old_sequence' ? '=' : '-';
    ({ state } = outcome);
    return outcome.isNewSession ? '!' : '+';
  });
  return shown.join('');
}

describe('reports', () => {
  it.each([
    ['in order count', 'a1 a2 a9', '!++'],
    ['sent twice count once', 'a1 a1 a2 a2', '!=+='],
    ['overtaken by a later one do not count', 'a1 a3 a2 a4', '!+=+'],
    ['of a new session count from any sequence on', 'a7 b0 b1', '!!+'],
    ['of a replaced session never count again', 'a1 b1 a2 a99 b2', '!!--+'],
    ['of the eight sessions replaced last are known', 'a1 b1 c1 d1 e1 f1 g1 h1 i1 a2 b2', '!!!!!!!!!--'],
    ['of the ninth replaced before are forgotten', 'a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 b2 a2', '!!!!!!!!!!-!'],
  ])('%s', (_fact, reports, expected) => {
    expect(fates(marks(reports))).toBe(expected);
  });

  it('that count grow within their session, whatever arrives', () => {
    const mark = fc.record({ session: fc.constantFrom('a', 'b', 'c'), sequence: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(mark), (reports) => {
        const shown = fates(reports);
        const counted = reports.filter((_report, index) => '!+'.includes(shown[index] ?? ''));
        for (const session of ['a', 'b', 'c']) {
          const places = counted.flatMap((report, place) => (report.session === session ? [place] : []));
          const [first = 0] = places;
          // One unbroken run: a session that was replaced never comes back.
          expect(places).toEqual(places.map((_place, index) => first + index));
          const sequences = places.map((place) => counted[place]?.sequence ?? 0);
          expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
        }
      }),
    );
  });
});

describe('the end of a session', () => {
  it('is the end of the connection only while the session is current', () => {
    const first = judgeSession(NO_SESSION, { session: 'a', sequence: 1 });
    const second = judgeSession(first.kind === 'counts' ? first.state : NO_SESSION, { session: 'b', sequence: 1 });
    if (first.kind === 'dropped' || second.kind === 'dropped') throw new Error('both must count');
    expect(endsConnection(first.state, 'a')).toBe(true);
    expect(endsConnection(second.state, 'a')).toBe(false);
    expect(endsConnection(second.state, 'b')).toBe(true);
    expect(endsConnection(NO_SESSION, 'a')).toBe(false);
  });
});
