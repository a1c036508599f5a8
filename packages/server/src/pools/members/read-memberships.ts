import { AppError, parseSiteId, type PoolMembership, type PutPoolMemberRequest, type SiteId } from '@setpoint/contract';
import { type Membership, parseInstant } from '@setpoint/core';
import { NEVER } from '../../store/in-force.ts';

/** When each site of a body is to be a member. Throws with the place of what is wrong. */
export function readMemberships(
  members: readonly PoolMembership[],
  now: number,
  within = '',
): Map<SiteId, Membership[]> {
  const wanted = new Map<SiteId, Membership[]>();
  for (const [index, member] of members.entries()) {
    const place = `${within}members[${index}]`;
    const siteId = parseSiteId(member.siteId);
    if (siteId === undefined) throw wrong(`${place}.siteId: must be a UUID`);
    const stretches = wanted.get(siteId) ?? [];
    const stretch = readMembership(member, now, `${place}.`);
    if (stretches.some(({ from, to }) => from < stretch.to && stretch.from < to)) {
      throw wrong(`${place}: ${siteId} is named twice for the same time`);
    }
    wanted.set(siteId, [...stretches, stretch]);
  }
  return wanted;
}

export function readMembership(request: PutPoolMemberRequest, now: number, place = ''): Membership {
  const { role = 'primary', rank = 0, rampKwPerSecond = null } = request;
  const from = request.from === undefined ? now : instantOrThrow(`${place}from`, request.from);
  const to = request.to == null ? NEVER : instantOrThrow(`${place}to`, request.to);
  if (to <= from) throw wrong(`${place}to: must be after from`);
  return { from, to, role, rank, rampKwPerSecond };
}

/** The instant of a field, by its place in the body. */
export function instantOrThrow(place: string, text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw wrong(`${place}: must be an RFC 3339 date-time with seconds and an offset`);
  return instant;
}

function wrong(message: string): AppError {
  return new AppError('bad_request', message);
}
